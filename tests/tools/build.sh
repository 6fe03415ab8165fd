#!/bin/bash
# tools/build, with a pretended cmake and ninja: configures once, and again when a package was installed since, which may be
# one that something is built with only where it is found.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
failed=0
mkdir bin tools
cp "$root/tools/build" tools/
printf '#!/bin/sh\necho configured >> calls\n: > build/build.ninja\n' > bin/cmake
printf '#!/bin/sh\n' > bin/ninja
chmod +x bin/*
mkdir build

configured() {   # WHAT TIMES
    PATH=$scratch/bin:$PATH tools/build default
    if [ "$(wc -l < calls)" != "$2" ]; then
        echo "not so: $1"
        failed=1
    fi
}
configured "a folder is configured before it is built in" 1
configured "and not each time" 1
if [ -e /var/lib/dpkg/status ]; then
    touch -d 1990-01-01 build/configure.log
    configured "packages were installed since: configured again" 2
    configured "once" 2
fi
exit $failed
