#!/usr/bin/python3
"""The long form of what ranks promise (tests/cli/ranks.sh is the short one; `make ranks` runs this).

    tests/ranks/campaign.py equal     every learner with shards, every kind of source, 1 2 3 4 8 ranks, 1 and 2 threads
    tests/ranks/campaign.py kills     kill -9 of a random rank at random times, then --resume: the same bytes
    tests/ranks/campaign.py network   two hosts made of network namespaces: the same bytes, and a cut link ends the job
                                      (needs root)
    --build FOLDER   of the command (build)      --times N   kills (50)      --seed N   (1)
    --learner NAME   equal: of this one, once or more (all)"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LEARNERS = ["perceptron", "averaged", "margin", "uneven", "pdm", "pa-1", "pa-2", "batch", "gradient-descent", "logistic"]
ADDING = ["batch", "gradient-descent", "logistic"]   # of two classes in shards
ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", LC_ALL="C.UTF-8")
# mpirun waits for a host that is cut off until its own connection there is given up: here after some seconds.
KEEPALIVE = ["--mca", "oob_tcp_keepalive_time", "2", "--mca", "oob_tcp_keepalive_intvl", "1", "--mca",
             "oob_tcp_keepalive_probes", "3"]
LOCAL = ["mpirun", "--oversubscribe", "--mca", "plm", "isolated"]


def run(words, **more):
    return subprocess.run(words, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600, **more)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def must(words):
    done = run(words)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit {done.returncode}: {done.stderr.decode()}")


def write_sources(program):
    """Made-up rows in every kind of source, in the present folder."""
    random.seed(3)
    must([program, "gen", "sparse", "--rows", "12000", "--dimensions", "4000", "--nonzeros", "15", "--noise", "0.1",
          "-o", "rows.svm"])
    must(["split", "-n", "l/5", "rows.svm", "part."])
    for part in ("part.ab", "part.ad"):
        must(["gzip", "-f", part])
    must([program, "pack", "rows.svm", "-o", "rows.pack"])
    with open("part.empty", "wb"):
        pass
    with open("messages.tsv", "w", encoding="utf-8") as f:
        for i in range(2000):
            spam = random.random() < 0.5
            words = [f"w{random.randint(0, 90 + i) + 40 * spam}" for _ in range(random.randint(2, 25))]
            f.write(("spam" if spam else "ham") + "\t" + " ".join(words) + "\n")
    with open("table.csv", "w", encoding="utf-8") as f:
        f.write("size,colour,kind,width\n")
        for i in range(2500):
            kind = random.choice("abc")
            size = "" if random.random() < 0.1 else f"{random.gauss(ord(kind), 1):.2f}"
            f.write(f'{size},{random.choice(["red", "blue", chr(34) + "a, b" + chr(10) + "c" + chr(34), f"s{i // 7}"])},'
                    f"{kind},{random.random():.3f}\n")


def sources():
    table = ["table.csv", "--label", "kind", "--one-hot", "colour", "--missing", "mean", "--scale", "standard"]
    return {"libsvm": ["rows.svm"], "parts": ["part.empty", "part.aa", "part.ab.gz", "part.ac", "part.empty", "part.ad.gz", "part.ae"],
            "pack": ["rows.pack"], "messages": ["messages.tsv", "--scale", "tfidf"], "table": table}


def equal(options):
    program, bad = options.program, 0
    write_sources(program)
    for learner in options.learner or LEARNERS:
        for name, words in sources().items():
            two = ["--positive", "a"] if name == "table" and learner in ADDING else []
            common = ["train", *words, *two, "--algorithm", learner, "--shards", "8", "--epochs", "3", "-q"]
            must([program, *common, "-o", "alone.model"])
            for ranks in (1, 2, 3, 4, 8):
                for threads in ("1", "2"):
                    must([*LOCAL, "-n", str(ranks), program, *common, "--threads", threads, "-o", "shared.model"])
                    if read("alone.model") != read("shared.model"):
                        print(f"{learner}, {name}, {ranks} ranks of {threads} threads: other bytes")
                        bad += 1
        print(f"{learner}: {len(sources()) * 10} runs compared", flush=True)
    return bad


def ranks_of(job):
    """The processes that mpirun has started."""
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(job.pid)], stdout=subprocess.PIPE, check=False)
    return [int(word) for word in done.stdout.split()]


def kills(options):
    program, bad, killed, resumed, tries = options.program, 0, 0, 0, 0
    random.seed(options.seed)
    must([program, "gen", "sparse", "--rows", "30000", "--dimensions", "20000", "--nonzeros", "30", "--noise", "0.1",
          "-o", "rows.svm"])
    common = ["train", "rows.svm", "--algorithm", "averaged", "--shards", "6", "--epochs", "100", "-q"]
    must([program, *common, "-o", "alone.model"])
    began = time.monotonic()
    must([*LOCAL, "-n", "3", program, *common, "--checkpoint", "so-far.model", "-o", "shared.model"])
    whole = time.monotonic() - began
    while killed < options.times:
        for name in ("so-far.model", "shared.model"):
            if os.path.exists(name):
                os.remove(name)
        job = subprocess.Popen([*LOCAL, "-n", "3", program, *common, "--checkpoint", "so-far.model", "-o",
                                "shared.model"], env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while job.poll() is None and len(ranks_of(job)) < 3:
            time.sleep(0.01)
        time.sleep(random.uniform(0.0, whole))
        victims = ranks_of(job)
        if victims:
            try:
                os.kill(random.choice(victims), signal.SIGKILL)
            except ProcessLookupError:
                pass
        code = job.wait(timeout=600)
        tries += 1
        killed += code != 0
        resume = ["--resume", "so-far.model"] if os.path.exists("so-far.model") else []
        resumed += code != 0 and bool(resume)
        if code != 0 and killed % 10 == 0:
            print(f"{killed} kills so far, {bad} with other bytes", flush=True)
        if code != 0:
            must([*LOCAL, "-n", str(random.choice([1, 2, 3, 4])), program, *common, *resume, "-o", "shared.model"])
        if read("alone.model") != read("shared.model"):
            print(f"kill {killed}: other bytes after --resume")
            bad += 1
    print(f"{killed} kills that ended a job, of {tries} tried, {resumed} with a checkpoint by then: "
          f"{bad} with other bytes", flush=True)
    return bad


class Hosts:
    """Two network namespaces with a pair of virtual cards between them."""
    names = ("rank-host-a", "rank-host-b")

    def __enter__(self):
        self.__exit__()
        for name in self.names:
            must(["ip", "netns", "add", name])
            must(["ip", "-n", name, "link", "set", "lo", "up"])
        must(["ip", "link", "add", "rank-a", "netns", self.names[0], "type", "veth", "peer", "name", "rank-b", "netns",
              self.names[1]])
        for name, card, address in zip(self.names, ("rank-a", "rank-b"), ("10.77.0.1/24", "10.77.0.2/24")):
            must(["ip", "-n", name, "addr", "add", address, "dev", card])
            must(["ip", "-n", name, "link", "set", card, "up"])
        return self

    def cut(self):
        must(["ip", "-n", self.names[1], "link", "set", "rank-b", "down"])

    def mend(self):
        must(["ip", "-n", self.names[1], "link", "set", "rank-b", "up"])

    def __exit__(self, *_):
        for name in self.names:
            run(["ip", "netns", "del", name])


def across(program, words):
    """mpirun on the first host, a rank on each."""
    with open("hosts", "w", encoding="utf-8") as f:
        f.write("10.77.0.1 slots=1\n10.77.0.2 slots=1\n")
    agent = f"""#!/bin/sh
# In place of ssh: a host is a network namespace of this machine.
while case $1 in -*) true ;; *) false ;; esac; do shift; done
host=$1
shift
case $host in 10.77.0.2) name={Hosts.names[1]} ;; *) name={Hosts.names[0]} ;; esac
exec ip netns exec $name sh -c "$*"
"""
    with open("agent", "w", encoding="utf-8") as f:
        f.write(agent)
    os.chmod("agent", 0o755)
    return ["ip", "netns", "exec", Hosts.names[0], "mpirun", "--hostfile", "hosts", "--mca", "plm_rsh_agent",
            os.path.abspath("agent"), "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "10.77.0.0/24", "--mca",
            "oob_tcp_if_include", "10.77.0.0/24", "--mca", "pml", "ob1", *KEEPALIVE, "-n", "2", program, *words]


def network(options):
    program = options.program
    must([program, "gen", "sparse", "--rows", "60000", "--dimensions", "20000", "--nonzeros", "40", "--noise", "0.1",
          "-o", "rows.svm"])
    common = ["train", "rows.svm", "--algorithm", "averaged", "--shards", "4", "-q"]
    must([program, *common, "--epochs", "3", "-o", "alone.model"])
    with Hosts() as hosts:
        must(across(program, [*common, "--epochs", "3", "-o", "shared.model"]))
        same = read("alone.model") == read("shared.model")
        print("two hosts: " + ("the same bytes" if same else "OTHER BYTES"), flush=True)
        job = subprocess.Popen(across(program, [*common, "--epochs", "100000", "--network-patience", "5"]), env=ENV,
                               stdout=subprocess.DEVNULL, stderr=open("told", "wb"))
        time.sleep(6)
        hosts.cut()
        began = time.monotonic()
        try:
            job.wait(timeout=60)
            ended = True
        except subprocess.TimeoutExpired:
            job.kill()
            ended = False
        told = [line for line in read("told").decode().splitlines() if line.startswith("perceptron: ")]
        print(f"cut link: {'ended' if ended else 'HUNG'} after {time.monotonic() - began:.1f} s, exit {job.returncode}: {told}")
        hosts.mend()
    return (not same) + (not ended) + (not told)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["equal", "kills", "network"])
    parser.add_argument("--build", default="build")
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--learner", action="append", choices=LEARNERS)
    options = parser.parse_args()
    options.program = os.path.abspath(os.path.join(options.build, "bin", "perceptron"))
    if shutil.which("mpirun") is None:
        sys.exit("no mpirun here: tools/setup test installs it")
    if options.kind == "network" and os.geteuid() != 0:
        sys.exit("namespaces need root")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        sys.exit(1 if {"equal": equal, "kills": kills, "network": network}[options.kind](options) else 0)


main()
