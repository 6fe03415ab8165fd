"""The command as a process: what it may never do, whatever it was asked."""
import contextlib
import json
import os
import re
import resource
import signal
import subprocess

SANITIZERS = {"ASAN_OPTIONS": "exitcode=97:allocator_may_return_null=1:detect_leaks=1",
              "UBSAN_OPTIONS": "exitcode=98:print_stacktrace=1"}
# A number that is none, as a word of its own: no label or name here has these letters.
NO_NUMBER = re.compile(rb"(?<![A-Za-z_])-?(nan|NaN|NAN)(?![A-Za-z_])")
PATIENCE = 120   # seconds, on a machine that has much else to do


def end(child):
    with contextlib.suppress(ProcessLookupError):   # it has ended just now, by itself
        os.kill(child, signal.SIGKILL)


def refuse_constant(name):
    raise ValueError(f"{name} in JSON")


class Program:
    """Runs the command in a folder, counts, and tells what no run may do: fault(text)."""

    def __init__(self, path, folder, count, fault):
        self.path, self.folder, self.count, self.fault = path, folder, count, fault
        self.allowed, self.before = {}, []   # words before the command
        self.known = lambda code, complaint: False   # an end that is no fault of ours
        self.env = {**os.environ, **SANITIZERS, "LC_ALL": "C.UTF-8", "TMPDIR": folder}
        self.said_to = [os.memfd_create(name) for name in ("printed", "complained")]

    def codes(self, command):
        """Exit codes that the command's help tells of."""
        if command not in self.allowed:
            text = subprocess.run([self.path, command, "--help"], capture_output=True, text=True, check=False).stdout
            told = " ".join(re.findall(r"Exit: (.*?)(?:\n\n|\Z)", text, re.S))
            self.allowed[command] = {0, 2, 3, 4} | {int(code) for code in re.findall(r"\b([0-9])\b(?= [a-z])", told)}
        return self.allowed[command]

    def start(self, words, stdin=None, env=None, limit=None):
        """limit: bytes that a file may grow to."""
        def lower():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return subprocess.Popen([*self.before, self.path, *words], cwd=self.folder, stdin=stdin or subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**self.env, **(env or {})},
                                close_fds=False, preexec_fn=lower if limit is not None else None)

    def run(self, words, stdin=None, env=None, limit=None):
        """(exit code, what it printed, what it complained of)."""
        self.count("commands")
        if limit is None and not self.before:
            code, out, err = self.spawn(words, stdin, env)
        else:
            process = self.start(words, stdin, env, limit)
            code, out, err = self.waited_for(process)
        if code is None:
            self.fault(f"{self.said(words, env)}: does not end")
        else:
            self.judge(words, code, out, err, env)
        return code, out, err

    def waited_for(self, process):
        try:
            out, err = process.communicate(timeout=PATIENCE)
            return process.returncode, out, err
        except subprocess.TimeoutExpired:
            process.kill()
            return None, *process.communicate()

    def spawn(self, words, stdin, env):
        """The same in half the time: hundreds of thousands are run."""
        os.chdir(self.folder)   # the campaign's process is its own
        files = [(os.POSIX_SPAWN_DUP2, fd, i + 1) for i, fd in enumerate(self.said_to)]
        files.append((os.POSIX_SPAWN_DUP2, stdin.fileno(), 0) if stdin is not None else
                     (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0))
        child = os.posix_spawn(self.path, [self.path, *words], {**self.env, **(env or {})}, file_actions=files,
                               setsigdef=[signal.SIGPIPE])
        signal.signal(signal.SIGALRM, lambda *_: end(child))
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        in_time = signal.setitimer(signal.ITIMER_REAL, 0)[0] > 0
        return code if in_time else None, *(self.heard(fd) for fd in self.said_to)

    def heard(self, fd):
        text = os.pread(fd, os.fstat(fd).st_size, 0)
        os.ftruncate(fd, 0)
        os.lseek(fd, 0, os.SEEK_SET)
        return text

    def said(self, words, env):
        quoted = [repr(word) if " " in word or not word else word for word in words]
        return " ".join([f"{k}={v}" for k, v in (env or {}).items()] + ["perceptron", *quoted])

    def judge(self, words, code, out, err, env):
        what = None
        if self.known(code, err):
            return
        if code < 0:
            what = f"died of signal {-code}"
        elif b"Sanitizer" in err or b"runtime error:" in err:
            what = "the sanitizer complains"
        elif code not in self.codes(words[0]):
            what = f"exit {code}"
        elif code in (2, 3, 4) and not re.search(rb"(?m)^perceptron: ", err):
            what = f"exit {code} without a word"
        elif NO_NUMBER.search(out + err) and "nan" not in words:   # an error repeats the word
            what = "prints a number that is none"
        elif code in (0, 1, 6) and "--json" in words and out.strip():
            try:
                for line in out.decode().splitlines() if words[0] == "predict" else [out.decode()]:
                    json.loads(line, parse_constant=refuse_constant)
            except ValueError as error:
                what = f"prints what is no JSON: {error}"
        if what is not None:
            self.fault(f"{self.said(words, env)}: {what}\n{out.decode(errors='replace')[-600:]}\n"
                       f"{err.decode(errors='replace')[:3000]}")
