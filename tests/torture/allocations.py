"""One allocation fails, or all from one on, in whatever library: the command says so with exit 4 and leaves nothing, or
does not need it and does what it always does."""
import random
import re

from jobs import JOBS, Bench


# jansson goes on after a failure, and may lose a byte or itself: known, and so memory is asked for before.
OF_JANSSON = re.compile(r"report rows\.run|import ")


# The C library ends the process where it finds no memory while it links a library (glibc's do_lookup_unique), or for what
# a library keeps for each thread.
OF_LIBC = re.compile(rb"out of memory\n|cannot allocate memory for thread-local data: ABORT\n")


def timeless(text):
    """Without what the clock said, and without advice, which may be missing."""
    text = re.sub(rb"\nWhat to try next\n(  .*\n)+", b"", text)
    return re.sub(rb'[0-9.e-]+(?= ?m?s\b)|(?<=seconds": )[0-9.e-]+', b"", text)


def go(given, numbers, enough, count, fault):
    bench = Bench(given, lambda what, n=1: None, None)
    bench.program.known = lambda code, complaint: code == 127 and OF_LIBC.fullmatch(complaint) is not None
    for number in numbers:
        dice = random.Random(f"{given.seed} allocations {number}")
        bench.program.fault = lambda what, number=number: fault(number, what)
        job = JOBS[number % len(JOBS)]
        code, out, files, allocations, _ = bench.whole(job)
        ways = ["FAIL_FROM"] if OF_JANSSON.search(job) else ["FAIL_AT", "FAIL_FROM"]
        env = {dice.choice(ways): str(dice.randrange(allocations))}
        got, said, complaint = bench.program.run(job.split(), env=env)
        count("failing allocations")
        ended = bench.program.known(got, complaint)
        count("refused" if got == 4 else "ended by the C library" if ended else "done all the same")
        written = bench.written()
        left = [name for name in bench.clear() if name not in written]
        if left:
            bench.told(job, env, f"leaves {left}")
        if got == 4:
            if any(files.get(name) != text for name, text in written.items()):   # whole is fine: something later failed
                bench.told(job, env, f"exit 4, and writes {sorted(written)}")
            if not re.search(rb"memory|could be opened|cannot open lib", complaint):   # libraries, for want of it
                bench.told(job, env, f"exit 4, and memory is not named: {complaint.decode(errors='replace')[:300]}")
        elif got == code:
            if (timeless(said), written) != (timeless(out), files):
                bench.told(job, env, "does something else than undisturbed")
        elif got is not None and got >= 0 and not ended:
            bench.told(job, env, f"exit {got}: {complaint.decode(errors='replace')[:300]}")
        if enough():
            return
