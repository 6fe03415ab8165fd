"""A disk that fills up: at the k-th change of a file (by a preloaded library), at a size of files (RLIMIT_FSIZE), or
really (a small tmpfs, where the machine lets us mount one). The command says so with exit 4, the old file stays as it
was, and nothing else is left."""
import os
import random
import subprocess

from jobs import OUTPUTS, Bench
from kills import OLD, WRITING


class Disk:
    """A folder that holds a few kilobytes; None where it cannot be mounted."""

    def __init__(self, bench):
        self.path = bench.path("disk")
        os.mkdir(self.path)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", self.path], capture_output=True)
        self.there = mounted.returncode == 0

    def fill(self, leave):
        """All but so many bytes, roughly."""
        with open(os.path.join(self.path, "filling"), "wb", 0) as file:
            try:
                while file.write(b"x" * 4096) == 4096:
                    pass
            except OSError:
                pass
            file.truncate(max(0, file.tell() - leave))

    def close(self):
        if self.there:
            subprocess.run(["umount", self.path], check=False)
        os.rmdir(self.path)


def go(given, numbers, enough, count, fault):
    bench = Bench(given, lambda what, n=1: None, None)
    disk = Disk(bench)
    try:
        bench.kept.add("disk")
        for number in numbers:
            bench.program.fault = lambda what, number=number: fault(number, what)
            one(bench, disk, random.Random(f"{given.seed} disks {number}"), WRITING[number % len(WRITING)], count)
            if enough():
                return
    finally:
        disk.close()


def one(bench, disk, dice, job, count):
    code, _, files, _, changes = bench.whole(job)
    way = dice.choice(["change", "change", "limit", "disk"] if disk.there else ["change", "limit"])
    bench.clear(OLD)
    if way == "change" and changes:
        env = {"FULL_AT": str(dice.randrange(changes))}
        got, _, err = bench.program.run(job.split(), env=env)
    elif way == "disk":
        return really(bench, disk, dice, job, code, files, count)
    else:
        env = {}
        got, _, err = bench.program.run(job.split(), limit=dice.choice([0, 1, 100, 700, 4096]))
    count("full disks")
    count("noticed" if got == 4 else "room enough")
    judge(bench, job, env, code, got, err, {name: bench.read(name) for name in files}, files)
    left = [name for name in bench.clear() if name not in OUTPUTS]
    if left:
        bench.told(job, env, f"leaves {left}")


def judge(bench, job, env, code, got, err, written, files):
    if got == code:
        if written != files:
            bench.told(job, env, f"exit {got} without all that it should write")
    elif got == 4:
        for name, text in written.items():
            if text not in (OLD, files[name]):
                bench.told(job, env, f"{name} is neither the old file nor the new one: {len(text)} bytes")
        if b"space" not in err and b"too large" not in err:
            bench.told(job, env, f"does not say that the disk is full: {err.decode(errors='replace')[:300]}")
    else:
        bench.told(job, env, f"exit {got}: {err.decode(errors='replace')[:300]}")


def really(bench, disk, dice, job, code, files, count):
    """The outputs stand on the small disk, which is filled but for some bytes."""
    words = ["disk/" + word if word in OUTPUTS else word for word in job.split()]
    for name in OUTPUTS:
        with open(os.path.join(disk.path, name), "wb") as file:
            file.write(OLD)
    disk.fill(dice.choice([0, 0, 4096, 8192, 16384]))
    got, _, err = bench.program.run(words)
    count("full disks")
    count("noticed" if got == 4 else "room enough")
    # A page tells the command that made it, and so its own name.
    judge(bench, " ".join(words), {}, code, got, err,
          {name: bench.read(f"disk/{name}").replace(b"disk/", b"") for name in files}, files)
    left = set(os.listdir(disk.path)) - {"filling", *OUTPUTS}
    if left:
        bench.told(job, {}, f"leaves {left} on the full disk")
    for name in os.listdir(disk.path):
        os.remove(os.path.join(disk.path, name))
    bench.clear()
