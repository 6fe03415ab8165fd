#!/usr/bin/python3
"""What a client of `perceptron serve` sees.    tests/service/test_service.py PROGRAM [NAME...]"""
import http.client
import json
import os
import resource
import shutil
import signal
import socket
import sys
import threading
import time
import unittest

from server import DATA, PATIENCE, Folder, Server, UnixConnection

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROWS = "5.0,3.4,1.5,0.2\n6.5,3.0,5.8,2.2\n"


class Service(unittest.TestCase):
    """A folder, models in it, servers that are gone at the end."""
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = Folder(PROGRAM)
        cls.addClassCleanup(cls.folder.__exit__)
        shutil.copy(os.path.join(DATA, "iris.csv"), cls.folder.file("iris.csv"))
        with open(cls.folder.file("iris.csv"), encoding="utf-8") as f:
            head, *rows = f.read().splitlines(keepends=True)
        rows = [row for i in range(50) for row in rows[i::50]]   # classes in turn
        cls.head, cls.rows = head, rows
        cls.folder.write("begin.csv", head + "".join(rows[:60]))
        run = cls.folder.run
        run("train", "iris.csv", "-q", "-o", "iris.model")
        run("train", "iris.csv", "-q", "--positive", "setosa", "--calibrate", "sigmoid", "--holdout", "0.3", "-o", "two.model")
        run("train", "begin.csv", "-q", "--stream", "--once", "-o", "begin.model")
        cls.folder.write("words.tsv", "".join(f"{'spam' if i % 2 else 'ham'}\t{'buy now' if i % 2 else 'hello you'} {i}\n"
                                              for i in range(40)))
        run("train", "words.tsv", "-q", "--stream", "--once", "-o", "words.model")
        cls.folder.write("rows.svm", "".join(f"{'+1' if i % 2 else '-1'} 1:{i % 7} {2 + i % 2}:1\n" for i in range(40)))
        run("train", "rows.svm", "-q", "-o", "svm.model")
        cls.folder.write("rows.jsonl", "".join('{"x": %d, "c": "%s", "label": "%s"}\n' % (i % 5, "ab"[i % 2], "no yes".split()[i % 2])
                                               for i in range(40)))
        run("train", "rows.jsonl", "-q", "--one-hot", "c", "-o", "json.model")

    def serve(self, *words, **more):
        server = Server(PROGRAM, *[self.folder.file(w) if w.endswith((".model", ".log")) and "=" not in w else w
                                   for w in words], **more)
        self.addCleanup(server.kill)
        return server

    def predict(self, model, text, *words):
        return self.folder.run("predict", model, "-", *words, "-q", text=text)


class Answers(Service):
    def test_they_are_the_bytes_of_predict_in_every_form(self):
        server = self.serve("iris.model", f"two={self.folder.file('two.model')}")
        for query, words in [("as=jsonl", ["--json"]), ("as=text", []), ("as=text&scores=1", ["--scores"]),
                             ("as=text&top=2&explain=3&names=1", ["--top", "2", "--explain", "3", "--names"]),
                             ("top=2&explain=2", ["--json", "--top", "2", "--explain", "2"])]:
            self.assertEqual(server.post(f"/predict?{query}", ROWS)[2], self.predict("iris.model", ROWS, *words), query)
        for query, words in [("probabilities=1", ["--json", "--probabilities"]),
                             ("as=text&threshold=p%3D0.9&probabilities=1", ["--threshold", "p=0.9", "--probabilities"])]:
            self.assertEqual(server.post(f"/models/two/predict?{query}", ROWS)[2],
                             self.predict("two.model", ROWS, *words), query)
        header = self.head + ROWS.replace("\n", ",?\n")
        self.assertEqual(server.post("/predict?keep=petal_width&as=text", header)[2],
                         self.predict("iris.model", header, "--keep", "petal_width"))

    def test_every_row_has_an_answer_or_an_error_in_its_place(self):
        server = self.serve("iris.model")
        body = "5.0,3.4,1.5,0.2\n1,2\nx,1,2,3\n\n6.5,3.0,5.8,2.2"
        got = server.answers("/predict", body)
        self.assertEqual([row["label"] for row in got], ["setosa", None, None, None, "virginica"])
        self.assertEqual([row.get("line") for row in got], [None, 2, 3, 4, None])
        self.assertIn("2 cells", got[1]["error"])
        self.assertIn("'x'", got[2]["error"])
        self.assertNotIn("error", got[3])   # a line that is no row
        status, head, text = server.post("/predict?as=csv", body)
        self.assertEqual((status, head["X-Perceptron-Errors"]), (200, "2"))
        self.assertEqual(text.splitlines()[:3], ["label,error", "setosa,", '?,"row has 2 cells, wanted 4"'])
        self.assertEqual(len(text.splitlines()), 6)
        self.assertEqual([row["label"] for row in server.answers("/predict", "x,1,1,1\n1,1,1,y\n")], [None, None])

    def test_rows_of_other_formats_and_json_texts(self):
        server = self.serve("json.model", "words.model", "svm.model")
        rows = [{"x": 1, "c": "a"}, {"x": 2, "c": "b"}]
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        want = self.predict("json.model", lines, "--json")
        for body in [lines, json.dumps(rows), json.dumps(rows, indent=2), "\n".join(json.dumps(r, indent=1) for r in rows)]:
            self.assertEqual(server.post("/predict", body, {"Content-Type": "application/json"})[2], want, body)
        named = [dict(zip(self.head.strip().split(","), row.split(","))) for row in ROWS.splitlines()]
        table = self.serve("begin.model", "--learn", "named.log", "-o", self.folder.file("named.model"))
        for body in [json.dumps(named), "".join(json.dumps({k: float(v) for k, v in row.items()}) + "\n" for row in named)]:
            self.assertEqual(table.post("/predict", body, {"Content-Type": "application/json"})[2],
                             self.predict("begin.model", ROWS, "--json"))
        table.answers("/learn", json.dumps({**named[0], "class": "setosa"}))
        table.answers("/learn", "6.5,3.0,5.8,2.2,virginica\n")
        self.assertEqual(table.end(), 0)
        self.folder.run("train", self.folder.write("named.csv", "5.0,3.4,1.5,0.2,setosa\n6.5,3.0,5.8,2.2,virginica\n"), "-q",
                        "--stream", "--once", "--resume", "begin.model", "-o", "named-off.model")
        self.assertEqual(self.folder.read("named.model"), self.folder.read("named-off.model"))
        status, head, text = server.post("/predict", lines, {"Accept": "text/csv;q=0.5, application/json"})
        self.assertEqual((head["Content-Type"], [r["label"] for r in json.loads(text)]), ("application/json", ["no", "yes"]))
        self.assertEqual(server.post("/models/words/predict", "buy now\nhello you\n", {"Accept": "text/plain"})[2], "spam\nham\n")
        self.assertEqual(server.post("/models/svm/predict?format=libsvm&as=text", "1:3 3:1\n1:3 2:1\n")[2],
                         self.predict("svm.model", "1:3 3:1\n1:3 2:1\n"))
        server.answers("/models/words/predict", "buy wonderful now\n")
        self.assertEqual(server.metric('unseen_words_total{model="words"}'), 1)
        server.answers("/models/svm/predict", "1:3 9:1\n")
        self.assertEqual(server.metric('unseen_features_total{model="svm"}'), 1)

    def test_what_is_wrong_is_said_with_its_status(self):
        server = self.serve("iris.model")
        for status, method, path, body, head, part in [
            (404, "GET", "/nothing", None, {}, "nothing here"),
            (404, "POST", "/models/none/predict", "1", {}, "nothing here"),
            (404, "POST", "/learn", ROWS, {}, "--learn"),
            (405, "GET", "/predict", None, {}, "POST"),
            (405, "DELETE", "/health", None, {}, "GET"),
            (406, "POST", "/predict", ROWS, {"Accept": "image/png"}, "text/csv"),
            (415, "POST", "/predict", ROWS, {"Content-Type": "image/png"}, "image/png"),
            (415, "POST", "/predict", "1 1:1", {"Content-Type": "application/x-libsvm"}, "reads csv"),
            (415, "POST", "/predict", b"\x1f\x8b\x08\x00", {}, "packed"),
            (400, "POST", "/predict", "", {}, "no rows"),
            (400, "POST", "/predict", b"1,2\0,3,4\n", {}, "0x00"),
            (400, "POST", "/predict", "a,b\n1,2\n", {}, "sepal_length"),
            (400, "POST", "/predict?top=x", ROWS, {}, "'x'"),
            (400, "POST", "/predict?topp=1", ROWS, {}, "topp"),
            (400, "POST", "/predict?probabilities=1", ROWS, {}, "--calibrate"),
            (403, "POST", "/predict", ROWS, {"Origin": "http://evil.example"}, "other hosts"),
            (403, "POST", "/predict", ROWS, {"Host": "evil.example"}, "name"),
        ]:
            got = server.ask(method, path, body, head)
            self.assertEqual(got[0], status, (method, path, body, got))
            self.assertIn(part, json.loads(got[2])["error"]["message"])
        self.assertEqual(server.ask("DELETE", "/health")[1]["Allow"], "GET, HEAD")
        self.assertEqual(server.post("/predict", ROWS, {"Origin": f"http://127.0.0.1:{server.port}"})[0], 200)

    def test_health_metrics_description_and_page(self):
        server = self.serve("iris.model", "--reference", self.folder.file("iris.csv"))
        self.assertEqual(json.loads(server.ask("GET", "/health")[2])["models"], [{"name": "iris"}])
        self.assertEqual(json.loads(server.ask("GET", "/models")[2])["models"][0]["labels"],
                         ["setosa", "versicolor", "virginica"])
        described = json.loads(server.ask("GET", "/openapi.json")[2])
        self.assertIn("/models/{name}/predict", described["paths"])
        self.assertIn("<textarea", server.ask("GET", "/")[2])
        self.assertEqual(server.ask("HEAD", "/health")[2], "")
        server.post("/predict", "".join(self.rows))
        self.assertEqual(server.metric('rows_total{model="iris"}'), 150)
        self.assertEqual(server.wait_metric('requests_total{route="/predict",code="200"}', 1), 1)
        self.assertEqual(server.wait_metric('request_seconds_count{route="/predict"}', 1), 1)
        same = server.metric('score_drift{model="iris"}')
        self.assertLess(same, 0.1)
        server.post("/predict", "9,9,9,9\n" * 1024)
        self.assertGreater(server.metric('score_drift{model="iris"}'), 1)

    def test_a_socket_in_the_file_system(self):
        path = self.folder.file("s.sock")
        server = self.serve("iris.model", listen="unix:" + path)
        self.assertEqual(server.answers("/predict?names=1", ROWS, {"Host": "anything"})[0]["label"], "setosa")
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        self.assertIn("in use", self.folder.run("serve", "iris.model", "--listen", "unix:" + path, code=4))
        server.kill()
        server = self.serve("iris.model", listen="unix:" + path)   # nobody listens at the old one
        self.assertEqual(server.end(), 0)
        self.assertFalse(os.path.exists(path))

    def test_words_that_cannot_be(self):
        run = self.folder.run
        self.assertIn("--listen", run("serve", "iris.model", "--listen", "nowhere", code=2))
        self.assertIn("two models", run("serve", "iris.model", "iris.model", code=2))
        self.assertIn("cannot open", run("serve", "none.model", code=4))
        self.assertIn("--learn", run("serve", "iris.model", "-o", "x.model", code=2))
        self.assertIn("1 to", run("serve", "iris.model", "--max-rows", "0", code=2))


class Limits(Service):
    def test_of_bytes_rows_and_time(self):
        server = self.serve("iris.model", "--max-body", "1000", "--max-rows", "10", "--timeout", "1")
        self.assertEqual(server.post("/predict", "x" * 1001)[0], 413)
        self.assertEqual(server.post("/predict", iter([b"1,2,3,4\n"] * 150))[0], 413)   # no length is told
        self.assertEqual(server.post("/predict", "1,2,3,4\n" * 11)[0], 413)
        self.assertEqual(server.post("/predict", "1,2,3,4\n" * 10)[0], 200)
        for begin in [b"", b"POST /predict HTTP/1.1\r\nHo", b"POST /predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1"]:
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as slow:
                slow.sendall(begin)
                stop = time.monotonic() + PATIENCE
                while time.monotonic() < stop:   # a byte now and then does not help
                    try:
                        slow.settimeout(0.3)
                        if slow.recv(1000) == b"":
                            break
                    except socket.timeout:
                        try:
                            slow.sendall(b"a")
                        except OSError:
                            break
                    except OSError:
                        break
                else:
                    self.fail(f"still connected: {begin}")
        self.assertEqual(server.answers("/predict", ROWS)[0]["label"], "setosa")

    def test_of_connections_lets_the_others_wait(self):
        server = self.serve("iris.model", "--connections", "2", "--workers", "1", "--timeout", "2")
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(4)]
        self.assertEqual(server.answers("/predict", ROWS)[0]["label"], "setosa")
        for s in idle:
            s.close()


class Reload(Service):
    def load(self, server, stop, said):
        link = server.connection()
        while not stop.is_set():
            said.append(server.post("/predict?as=text", ROWS, connection=link)[::2])
        link.close()

    def test_a_replaced_file_is_taken_and_no_request_is_lost(self):
        shutil.copy(self.folder.file("iris.model"), self.folder.file("live.model"))
        server = self.serve("live.model")
        stop, said = threading.Event(), []
        threads = [threading.Thread(target=self.load, args=(server, stop, said)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for i in range(20):
            shutil.copy(self.folder.file("two.model" if i % 2 == 0 else "iris.model"), self.folder.file("new"))
            os.rename(self.folder.file("new"), self.folder.file("live.model"))
            if i % 2 == 0:
                server.process.send_signal(signal.SIGHUP)   # else it is noticed
            wanted = "setosa\nrest\n" if i % 2 == 0 else "setosa\nvirginica\n"
            while server.post("/predict?as=text", ROWS)[2] != wanted:
                time.sleep(0.01)
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual({status for status, _ in said}, {200})
        self.assertLessEqual({text for _, text in said}, {"setosa\nvirginica\n", "setosa\nrest\n"})
        self.assertGreaterEqual(server.metric('reloads_total{model="live"}'), 20)

    def test_a_bad_file_changes_nothing_and_is_told(self):
        shutil.copy(self.folder.file("iris.model"), self.folder.file("bad.model"))
        server = self.serve("bad.model")
        self.folder.write("new", "no model\n")
        os.rename(self.folder.file("new"), self.folder.file("bad.model"))
        server.wait_note("cannot be loaded")
        self.assertEqual(server.answers("/predict", ROWS)[1]["label"], "virginica")
        self.assertIn("trouble", json.loads(server.ask("GET", "/health")[2])["models"][0])
        self.assertEqual(server.metric('reload_failures_total{model="bad"}'), 1)
        shutil.copy(self.folder.file("two.model"), self.folder.file("new"))
        os.rename(self.folder.file("new"), self.folder.file("bad.model"))
        server.wait_note("loaded anew")   # without a signal
        self.assertEqual(server.answers("/predict", ROWS)[1]["label"], "rest")

    def test_the_end_waits_for_requests_under_way(self):
        server = self.serve("iris.model")
        link = server.connection()
        link.putrequest("POST", "/predict")
        link.putheader("Content-Length", str(len(ROWS)))
        link.endheaders()
        link.send(ROWS[:20].encode())
        while server.metric('requests_total{route="/health",code="200"}') is None:
            server.ask("GET", "/health")
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        link.send(ROWS[20:].encode())
        reply = link.getresponse()
        self.assertEqual((reply.status, len(reply.read().splitlines())), (200, 2))
        self.assertEqual(server.wait(), 0)


class Learning(Service):
    def bodies(self, log):
        """The bodies in a log, read by its description (docs/files.md)."""
        data, found = self.folder.read(log), []
        at = data.index(b"\n") + 1
        while at < len(data):
            end = data.index(b"\n", at)
            length = int(data[at:end].split()[2])
            batch, at = data[end + 1:end + 1 + length], end + 1 + length
            while batch:
                line, batch = batch.split(b"\n", 1)
                if line.startswith(b"rows "):
                    n = int(line[5:])
                    found.append(batch[:n].decode())
                    batch = batch[n + 1:]
        return found

    def offline(self, base, log, out):
        """What `train --stream` makes of the bodies."""
        files = [self.folder.write(f"{out}-{i}", body) for i, body in enumerate(self.bodies(log))]
        self.folder.run("train", *files, "-q", "--stream", "--once", "--resume", base, "-o", out)
        return self.folder.read(out)

    def learn(self, server, rows, said=None):
        got = server.answers("/learn", rows)
        if said is not None:
            said += [row["row"] for row in got]
        return got

    def test_what_was_acknowledged_is_the_model_after_kills_at_any_moment(self):
        acknowledged, killers, asked = [], 4, 60
        for i in range(killers):
            server = self.serve("begin.model", "--learn", "kill.log")
            self.assertGreaterEqual(server.metric("learned_rows_total"), max(acknowledged + [60]))
            timer = threading.Timer(0.03 + 0.05 * i, server.kill)
            timer.start()
            try:
                while True:
                    self.learn(server, self.head + "".join(self.rows[asked % 150:asked % 150 + 3]), acknowledged)
                    asked += 3
            except (OSError, http.client.HTTPException):
                pass
            timer.join()
        self.folder.run("serve", "begin.model", "--learn", "kill.log", "-o", "kill.model", "--replay", "-q")
        self.assertEqual(self.folder.read("kill.model"), self.offline("begin.model", "kill.log", "kill-off.model"))
        self.assertEqual(acknowledged, sorted(set(acknowledged)))

    def test_many_clients_learn_in_one_order_and_the_model_is_saved_at_the_end(self):
        server = self.serve("words.model", "--learn", "words.log", "-o", self.folder.file("learned.model"))
        said = []
        threads = [threading.Thread(target=lambda k=k: [self.learn(server, f"spam\tnew{k} word{i}\nham\thello {k}\n", said)
                                                        for i in range(10)]) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(said), list(range(41, 121)))
        self.assertEqual(server.answers("/predict", "new3 word7\n")[0]["label"], "spam")   # learned meanwhile
        self.assertEqual(server.end(), 0)
        self.assertEqual(self.folder.read("learned.model"), self.offline("words.model", "words.log", "words-off.model"))

    def test_rows_that_cannot_be_learned_from_get_errors_and_change_nothing(self):
        server = self.serve("begin.model", "--learn", "bad.log", "-o", self.folder.file("bad-out.model"))
        got = self.learn(server, "5.1,3.5,1.4,0.2,setosa\n1,2,3,4,\nx,2,3,4,setosa\n6.5,3.0,5.8,2.2,virginica\n")
        self.assertEqual([row.get("row") for row in got], [61, None, None, 62])
        self.assertIn("label is missing", got[1]["error"])
        self.assertEqual(server.post("/learn", "1,2\n3,4\n")[0], 400)
        self.assertEqual(server.post("/learn?scores=1", ROWS)[0], 400)
        self.assertEqual(server.post("/learn", self.rows[0] + "1e300,1e300,1e300,1e300,setosa\n-1e300,-1e300,-1e300,-1e300,setosa\n")[0], 400)
        self.assertEqual(self.learn(server, self.rows[1])[0]["row"], 63)
        self.assertEqual(server.end(), 0)
        self.folder.run("serve", "begin.model", "--learn", "bad.log", "-o", "bad-again.model", "--replay", "-q")
        self.assertEqual(self.folder.read("bad-again.model"), self.folder.read("bad-out.model"))
        good = self.folder.write("good.csv", "5.1,3.5,1.4,0.2,setosa\n6.5,3.0,5.8,2.2,virginica\n")
        last = self.folder.write("last.csv", self.rows[1])
        self.folder.run("train", good, last, "-q", "--stream", "--once", "--resume", "begin.model", "-o", "good.model")
        self.assertEqual(self.folder.read("good.model"), self.folder.read("bad-out.model"))

    def log_of(self, name):
        server = self.serve("begin.model", "--learn", name)
        for row in self.rows[60:66]:
            self.learn(server, row)
        server.kill()
        return bytearray(self.folder.read(name))

    def replay(self, name, data, code):
        with open(self.folder.file(name), "wb") as f:
            f.write(data)
        return self.folder.run("serve", "begin.model", "--learn", name, "-o", "r.model", "--replay", code=code)

    def test_a_torn_end_is_cut_and_damage_in_the_middle_refused_with_its_place(self):
        data = self.log_of("torn.log")
        last = data.rindex(b"batch ")
        for cut in [last + 1, last + 30, last + data[last:].index(b"\n") + 1, len(data) - 1]:
            self.replay("cut.log", data[:cut], 0)
            self.assertEqual(self.folder.read("cut.log"), data[:last], cut)
        zeros = bytearray(data)
        zeros[last + 60:] = bytes(len(data) - last - 60)   # a page that never came to the disk
        self.replay("zeros.log", zeros, 0)
        self.assertEqual(self.folder.read("zeros.log"), data[:last])
        third = [i for i in range(len(data)) if data.startswith(b"batch ", i)][2]
        for at in [third, third + 8, third + 20, third + 60, third + 75, last + 70]:   # line, sizes, sums, rows; the last, too
            bad = bytearray(data)
            bad[at] ^= 1
            said = self.replay("bad-middle.log", bad, 3)
            self.assertIn("damaged", said)
            self.assertIn(f"batch {3 if at < last else 6}, at byte {third if at < last else last}", said)
            self.assertEqual(self.folder.read("bad-middle.log"), bad)
        before = data[:last].rindex(b"batch ")
        hole = data[:before] + bytes(last - before) + data[last:]   # what follows was written later: no torn end
        self.assertIn(f"batch 5, at byte {before}", self.replay("hole.log", hole, 3))
        self.assertIn("another model", self.folder.run("serve", "words.model", "--learn", "torn.log", code=3))
        self.assertIn("no log", self.folder.run("serve", "begin.model", "--learn", "iris.csv", code=3))

    def test_a_long_end_of_zeros_is_not_kept_in_memory(self):
        data = self.log_of("long.log")
        with open(self.folder.file("hollow.log"), "wb") as f:
            f.write(data)
            f.truncate(len(data) + (1 << 29))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.folder.run("serve", "begin.model", "--learn", "hollow.log", "-o", "r.model", "--replay")
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, max(before, 300000))
        self.assertEqual(self.folder.read("hollow.log"), data)

    def test_a_log_has_one_user(self):
        self.serve("begin.model", "--learn", "used.log")
        self.assertIn("in use", self.folder.run("serve", "begin.model", "--learn", self.folder.file("used.log"), code=4))


if __name__ == "__main__":
    unittest.main(verbosity=1)
