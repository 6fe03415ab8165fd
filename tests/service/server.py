"""A server of `perceptron serve` for tests: started, asked, killed."""
import http.client
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "examples", "data")
PATIENCE = 120   # seconds, for what must happen; slow machines and sanitizers are slow


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=PATIENCE)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self.path)


class Server:
    """`perceptron serve WORDS`; the port is whatever is free."""

    def __init__(self, program, *words, listen="127.0.0.1:0", cwd=None):
        self.process = subprocess.Popen([program, "serve", *words, "--listen", listen], cwd=cwd, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.port, self.notes, self.lines = None, [], queue.Queue()
        self.reader = threading.Thread(target=self._note, daemon=True)
        self.reader.start()
        self.said = []
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            if line.startswith("listening at "):
                self.place = line.split()[-1]
                self.unix = self.place[5:] if self.place.startswith("unix:") else None
                self.port = None if self.unix else int(self.place.rsplit(":", 1)[1])
                return
        self.wait()
        raise RuntimeError(f"exit {self.process.returncode}: {''.join(self.wait_notes())}")

    def _note(self):
        for line in self.process.stderr:
            self.notes.append(line)
            self.lines.put(line)
        self.process.stderr.close()
        self.lines.put(None)

    def wait_notes(self):
        self.reader.join(PATIENCE)
        return self.notes

    def wait_note(self, part):
        """Until a line with this in it came."""
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line is None:
                raise RuntimeError(f"no note of '{part}': {self.notes}")
            if part in line:
                return line

    def connection(self):
        return UnixConnection(self.unix) if self.unix else \
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method, path, body=None, head=None, connection=None):
        """Status, head and body of the reply."""
        link = connection or self.connection()
        try:
            link.request(method, path, body=body, headers=head or {})
            reply = link.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read().decode()
        finally:
            if connection is None:
                link.close()

    def post(self, path, body, head=None, connection=None):
        return self.ask("POST", path, body.encode() if isinstance(body, str) else body, head, connection)

    def answers(self, path, body, head=None):
        """Lines of JSON; the status must be 200."""
        status, _, text = self.post(path, body, head)
        if status != 200:
            raise AssertionError(f"{status}: {text}")
        return [json.loads(line) for line in text.splitlines()]

    def metric(self, name):
        for line in self.ask("GET", "/metrics")[2].splitlines():
            if line.startswith(f"perceptron_{name} "):
                return float(line.split()[-1])
        return None

    def wait_metric(self, name, value):
        """Until it is so: a request is counted when its reply is on its way."""
        stop = time.monotonic() + PATIENCE
        while self.metric(name) != value and time.monotonic() < stop:
            time.sleep(0.01)
        return self.metric(name)

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.wait()

    def wait(self):
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        if any("Sanitizer" in note or "runtime error" in note for note in self.wait_notes()):
            raise AssertionError("".join(self.notes))
        return code

    def kill(self):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)


class Folder:
    """A folder that is gone at the end, and the command run in it."""

    def __init__(self, program):
        self.program = program
        self.path = tempfile.mkdtemp(prefix="service-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def file(self, name):
        return os.path.join(self.path, name)

    def write(self, name, text):
        with open(self.file(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.file(name)

    def read(self, name):
        with open(self.file(name), "rb") as f:
            return f.read()

    def run(self, *words, text=None, code=0):
        done = subprocess.run([self.program, *words], cwd=self.path, input=text, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
        if code is not None and done.returncode != code:
            raise AssertionError(f"{words}: exit {done.returncode}, wanted {code}: {done.stderr}")
        return done.stdout if code == 0 else done.stderr
