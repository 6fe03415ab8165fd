# A short front for CMake and CTest. `make help` lists the words.
PREFIX       ?= /usr/local
DESTDIR      ?=
FUZZ_SECONDS ?= 60
TRUTH_RUNS   ?= 20000
TRUTH_SEED   ?= 1
TORTURE_SECONDS ?= 600
TORTURE_SEED ?= 1
PERCEPTRON_DATA ?= ../shared/data
export PERCEPTRON_DATA FUZZ_SECONDS

all:            ## build the command and the libraries under build/
	@tools/setup build
	@tools/build default perceptron_command perceptron_static perceptron_shared perceptron_core perceptron_words

demo: all       ## learn from real data that comes along, every number explained
	@examples/demo.sh

test:           ## everything that needs nothing but this clone
	@tools/setup test
	@tests/run

test-threads:   ## the command's tests under the thread sanitizer, an hour or so; some: THREAD_TESTS="shards compare"
	@tools/setup test
	@tools/build tsan perceptron_command
	@PERCEPTRON_BIN=build-tsan/bin TSAN_OPTIONS="exitcode=66 halt_on_error=1" tests/cli/run $(THREAD_TESTS)

test-data: all  ## tests on the real data in $PERCEPTRON_DATA
	@tools/setup test
	@tests/data/run

python: all     ## the Python package, installed into build/python (a virtual environment of /usr/bin/python3)
	@tools/setup test
	@tools/python

python-dist: all ## a wheel and a source archive of it in build/python-dist
	@tools/setup test
	@tools/python dist

web:            ## the playground in build/web and the JavaScript package in build/npm, on WebAssembly
	@tools/setup test
	@tools/web

truth: all      ## every statement on random sets and options against exact arithmetic: TRUTH_RUNS (20000), TRUTH_SEED
	@tests/truth/campaign.py --runs $(TRUTH_RUNS) --seed $(TRUTH_SEED) --jobs $$(nproc)

bench: python   ## speed, as ratios to other programs
	@tools/setup bench
	@bench/run
	@build/python/bin/python bench/python
	@bench/tune
	@bench/words

accuracy: all   ## errors on real data beside scikit-learn, the table of docs/accuracy.md (an hour or so)
	@tools/setup bench
	@bench/accuracy

lint:           ## the checks that read the source
	@tools/setup test
	@tools/lint

fuzz:           ## each fuzz target for FUZZ_SECONDS
	@tools/setup test
	@tests/fuzz/run

torture: all    ## forgeries, random commands, lost memory, kills, full disks: TORTURE_SECONDS (600) each, TORTURE_SEED
	@tools/setup test
	@tools/build default failing
	@tests/torture/campaign.py --seconds $(TORTURE_SECONDS) --seed $(TORTURE_SEED) --jobs $$(nproc)

ranks: all      ## many machines, the long form: every learner and source, 50 kills, two hosts of namespaces (needs root)
	@tools/setup test
	@tests/ranks/campaign.py equal
	@tests/ranks/campaign.py kills
	@tests/ranks/campaign.py network

service: all    ## the service, the long form: load (a machine with nothing else to do), reloads, malformed requests, kills
	@tools/setup test
	@tests/service/campaign.py

install: all    ## into PREFIX (default /usr/local), below DESTDIR when it is given
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)" >/dev/null

clean:          ## remove what was built
	@rm -rf build build-asan build-tsan build-clang build-fuzz demo-out

help:           ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' Makefile | expand -t14

.PHONY: all demo test test-threads test-data python python-dist web truth bench accuracy lint fuzz torture ranks service install clean help
