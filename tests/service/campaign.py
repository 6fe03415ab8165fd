#!/usr/bin/python3
"""The long form of what the service promises (test_service.py is the short one; `make service` runs all of this).

    tests/service/campaign.py load      `ab` for SECONDS (60), on the core that serves: no error, at least 2,000 requests a second, 99 % within 5 ms
    tests/service/campaign.py reloads   the model's file is replaced TIMES (100) under load: no request fails
    tests/service/campaign.py fuzz      COUNT (10000) malformed requests: none is left unanswered, and it still serves
    tests/service/campaign.py kills     kill -9 under /learn, TIMES (100): no acknowledged row lost, the model that of the log
    --program FILE (build/bin/perceptron)   --seconds N   --times N   --count N   --seed N (1)"""
import argparse
import http.client
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from server import DATA, PATIENCE, Folder, Server

ROW = "5.0,3.4,1.5,0.2\n"


def iris(folder):
    with open(os.path.join(DATA, "iris.csv"), encoding="utf-8") as f:
        head, *rows = f.read().splitlines(keepends=True)
    rows = [row for i in range(50) for row in rows[i::50]]
    folder.write("begin.csv", head + "".join(rows[:60]))
    folder.run("train", os.path.join(DATA, "iris.csv"), "-q", "-o", "iris.model")
    folder.run("train", os.path.join(DATA, "iris.csv"), "-q", "--positive", "setosa", "-o", "two.model")
    folder.run("train", "begin.csv", "-q", "--stream", "--once", "-o", "begin.model")
    return head, rows


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        words = f.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def pin(core):
    return lambda: os.sched_setaffinity(0, {core})


# ---- load ----------------------------------------------------------------------------------------------------

def load(given, folder):
    iris(folder)
    body = folder.write("row.csv", ROW)
    core = min(os.sched_getaffinity(0))
    server = Server(given.program, folder.file("iris.model"), "--workers", "1", "-q")
    os.sched_setaffinity(server.process.pid, {core})
    for thread in os.listdir(f"/proc/{server.process.pid}/task"):
        os.sched_setaffinity(int(thread), {core})
    before = cpu_seconds(server.process.pid)
    words = ["ab", "-q", "-k", "-c", "2", "-t", str(given.seconds), "-n", "100000000", "-p", body, "-T", "text/csv",
             f"http://127.0.0.1:{server.port}/predict"]
    said = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=pin(core)).stdout
    find = lambda what: float(re.search(what + r":?\s+([\d.]+)", said).group(1))
    done, failed, rate, worst = find("Complete requests"), find("Failed requests"), find("Requests per second"), find("99%")
    used = cpu_seconds(server.process.pid) - before
    wrong = "Non-2xx" in said
    print(f"load: {done:.0f} requests in {given.seconds} s, {rate:.0f} a second, {failed:.0f} failed, 50 % within "
          f"{find('50%'):.0f} ms, 99 % within {worst:.0f} ms; {1e6 * used / done:.0f} microseconds of one core each")
    ok = server.end() == 0
    return ok and failed == 0 and not wrong and rate >= 2000 and worst < 5


# ---- reloads -------------------------------------------------------------------------------------------------

def reloads(given, folder):
    iris(folder)
    shutil.copy(folder.file("iris.model"), folder.file("live.model"))
    server = Server(given.program, folder.file("live.model"))
    stop, counts, wrong = threading.Event(), [], []

    def ask():
        link, n = server.connection(), 0
        while not stop.is_set():
            try:
                status, _, text = server.post("/predict?as=text", ROW, connection=link)
                if status != 200 or text != "setosa\n":
                    wrong.append((status, text))
            except (OSError, http.client.HTTPException) as error:
                wrong.append(repr(error))
                link = server.connection()
            n += 1
        counts.append(n)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for i in range(given.times):
        shutil.copy(folder.file("two.model" if i % 2 == 0 else "iris.model"), folder.file("new"))
        os.rename(folder.file("new"), folder.file("live.model"))
        if i % 3 == 0:
            server.process.send_signal(signal.SIGHUP)
        server.wait_note("loaded anew")
    stop.set()
    for thread in threads:
        thread.join()
    print(f"reloads: {given.times} under {sum(counts)} requests, {len(wrong)} failed {wrong[:3]}")
    return server.end() == 0 and not wrong


# ---- malformed requests --------------------------------------------------------------------------------------

HEADS = [b"POST /predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s",
         b"POST /predict?explain=2&top=3&as=csv HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\nContent-Length: %d\r\n\r\n%s",
         b"POST /models/words/predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s",
         b"POST /models/json/predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
         b"POST /learn HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"]
BODIES = [ROW.encode() * 3, b"sepal_length,sepal_width,petal_length,petal_width\n" + ROW.encode(), b"spam\tbuy now\nhello\n",
          b'[{"x": 1, "c": "a"}, {"x": 2, "c": "b"}]', b"5.1,3.5,1.4,0.2,setosa\n6.5,3.0,5.8,2.2,virginica\n", b'"a\n","b\n1,2']
BITS = [b"\0", b"\r\n", b"\n", b'"', b",", b"{", b"[", b"\xff\xfe", b"1e999", b"nan", b"%00", b"Transfer-Encoding: chunked\r\n",
        b"Content-Length: -1\r\n", b"Expect: 100-continue\r\n", b"\x1f\x8b", b"a" * 3000]


def malformed(dice):
    body = bytearray(dice.choice(BODIES))
    for _ in range(dice.randrange(4)):
        at = dice.randrange(len(body) + 1)
        body[at:at + dice.randrange(3)] = dice.choice(BITS + [bytes([dice.randrange(256)])])
    request = bytearray(dice.choice(HEADS) % (max(0, len(body) + dice.choice([0, 0, 0, 0, -3, 5])), bytes(body)))
    if dice.random() < 0.6:
        for _ in range(dice.randrange(1, 6)):
            at = dice.randrange(len(request) + 1)
            request[at:at + dice.randrange(4)] = dice.choice(BITS + [bytes([dice.randrange(256)])])
    return bytes(request[:dice.randrange(1, len(request) + 1)] if dice.random() < 0.2 else request)


def fuzz(given, folder):
    iris(folder)
    folder.write("words.tsv", "".join(f"{'spam' if i % 2 else 'ham'}\t{'buy now' if i % 2 else 'hello'} {i}\n" for i in range(40)))
    folder.run("train", "words.tsv", "-q", "-o", "words.model")
    folder.write("rows.jsonl", "".join('{"x": %d, "c": "%s", "label": "%s"}\n' % (i % 5, "ab"[i % 2], "no yes".split()[i % 2])
                                       for i in range(40)))
    folder.run("train", "rows.jsonl", "-q", "--one-hot", "c", "-o", "json.model")
    server = Server(given.program, folder.file("begin.model"), folder.file("words.model"), folder.file("json.model"),
                    "--learn", folder.file("fuzz.log"), "-o", folder.file("out.model"), "--max-body", "20000")
    dice, seen = random.Random(given.seed), {}
    for number in range(given.count):
        request, said = malformed(dice), b""
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as link:
            try:
                link.sendall(request)
                link.shutdown(socket.SHUT_WR)
                while True:
                    part = link.recv(65536)
                    if not part:
                        break
                    said += part
            except ConnectionError:
                pass
        code = said.split(b" ", 2)[1].decode() if said.startswith(b"HTTP/1.1 ") else "closed"
        seen[code] = seen.get(code, 0) + 1
        if server.process.poll() is not None:
            print(f"fuzz: request {number} ended it: {request!r}")
            return False
    alive = server.answers("/predict", ROW)[0]["label"] is not None
    told = ", ".join(f"{code}: {n}" for code, n in sorted(seen.items()))
    print(f"fuzz: {given.count} malformed requests (seed {given.seed}), {told}; it still serves: {alive}")
    done = server.end() == 0
    folder.run("serve", "begin.model", "--learn", "fuzz.log", "-o", "again.model", "--replay", "-q")
    same = folder.read("again.model") == folder.read("out.model")
    print(f"fuzz: the log gives the same model again: {same}")
    return alive and done and same and "500" not in seen


# ---- kills ---------------------------------------------------------------------------------------------------

def bodies(data):
    at = data.index(b"\n") + 1
    while at < len(data):
        end = data.index(b"\n", at)
        length = int(data[at:end].split()[2])
        batch, at = data[end + 1:end + 1 + length], end + 1 + length
        while batch:
            line, batch = batch.split(b"\n", 1)
            n = int(line.split()[1])
            if line.startswith(b"rows "):
                yield batch[:n]
                batch = batch[n + 1:]


def kills(given, folder):
    _, rows = iris(folder)
    dice, acknowledged, torn, lost = random.Random(given.seed), [], 0, 0
    lock = threading.Lock()

    def learn(server, own):
        link = server.connection()
        try:
            while True:
                i = own.randrange(len(rows) - 4)
                mark = f"{own.random():.17f}"   # no two are the same
                body = "".join(rows[i:i + own.randrange(3)]) + f"{mark},3.0,5.8,2.2,virginica\n"
                if server.post("/learn", body, connection=link)[0] == 200:
                    with lock:
                        acknowledged.append(body)
        except (OSError, http.client.HTTPException):
            pass

    for _ in range(given.times):
        server = Server(given.program, folder.file("begin.model"), "--learn", folder.file("kill.log"))
        torn += any("never acknowledged" in note for note in server.notes)
        threads = [threading.Thread(target=learn, args=(server, random.Random(dice.random()))) for _ in range(3)]
        for thread in threads:
            thread.start()
        time.sleep(dice.uniform(0.001, 0.15))
        server.kill()
        for thread in threads:
            thread.join()
    folder.run("serve", "begin.model", "--learn", "kill.log", "-o", "kill.model", "--replay", "-q")
    kept = [body.decode() for body in bodies(folder.read("kill.log"))]
    lost = len(set(acknowledged) - set(kept))
    with open(folder.file("all.csv"), "w", encoding="utf-8") as f:
        f.writelines(kept)
    folder.run("train", "all.csv", "-q", "--stream", "--once", "--resume", "begin.model", "-o", "off.model")
    same = folder.read("kill.model") == folder.read("off.model")
    print(f"kills: {given.times}, {len(acknowledged)} requests acknowledged, {lost} lost, {len(kept)} in the log, {torn} torn "
          f"ends cut; the model is that of 'train --stream' on the log's rows, byte for byte: {same}")
    return lost == 0 and same


KINDS = {"load": load, "reloads": reloads, "fuzz": fuzz, "kills": kills}


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []])
    parser.add_argument("--program", default=os.path.join(os.path.dirname(__file__), "..", "..", "build", "bin", "perceptron"))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    given.program = os.path.abspath(given.program)
    good = True
    for kind in given.kinds or KINDS:
        with Folder(given.program) as folder:
            if not KINDS[kind](given, folder):
                print(f"{kind}: not as promised")
                good = False
    return 0 if good else 1


sys.exit(main())
