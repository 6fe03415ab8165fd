"""The command is killed, by SIGKILL, at a moment of its own (before its k-th change of a file) or of ours (after a
while): where it writes there is then the old file or the new one, whole; and the next run does what it always does and
clears away what is left."""
import os
import random
import signal
import time

from jobs import JOBS, Bench

OLD = b"what stood here before\n"
WRITING = [job for job in JOBS if " out" in job or " page" in job]


def kill_inside(bench, dice, job, changes):
    """Whether it was killed."""
    env = {"KILL_AT": str(dice.randrange(changes))}
    process = bench.program.start(job.split(), env=env)
    process.communicate(timeout=60)
    return env, process.returncode == -signal.SIGKILL


def kill_after(bench, dice, job):
    process = bench.program.start(job.split())
    time.sleep(dice.uniform(0, 0.03))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return {}, process.returncode == -signal.SIGKILL


def go(given, numbers, enough, count, fault):
    bench = Bench(given, lambda what, n=1: None, None)
    for number in numbers:
        dice = random.Random(f"{given.seed} kills {number}")
        bench.program.fault = lambda what, number=number: fault(number, what)
        job = WRITING[number % len(WRITING)]
        code, _, files, _, changes = bench.whole(job)
        bench.clear(OLD)
        inside = changes and dice.random() < 0.7
        env, killed = kill_inside(bench, dice, job, changes) if inside else kill_after(bench, dice, job)
        count("kills" if killed else "too late")
        for name, text in bench.written().items():
            if text not in (OLD, files.get(name)):
                bench.told(job, env, f"{name} is neither the old file nor the new one: {len(text)} bytes")
        again(bench, job, env, code, files)
        bench.clear()
        if enough():
            return


def again(bench, job, env, code, files):
    """As if nothing had happened, and nothing of the dead run stays for long."""
    left = [name for name in os.listdir(bench.folder) if name not in bench.kept and name not in files]
    for name in left:   # what is young may still be somebody's
        os.utime(bench.path(name), (time.time() - 3600,) * 2)
    got, _, _ = bench.program.run(job.split())
    written = {name: text for name, text in bench.written().items() if name in files}
    if got != code or written != files:
        bench.told(job, env, f"the run after a kill: exit {got}, other files")
    stays = [name for name in os.listdir(bench.folder) if name in left and name.startswith(".perceptron-")]
    if stays:
        bench.told(job, env, f"{stays} stays after the next run")
