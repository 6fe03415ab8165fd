"""A set of commands that go through every library and every kind of output, for what is made to fail under them."""
import os
import shutil
import subprocess
import tempfile

from program import Program

ROWS = "x,y,label\n" + "".join(
    f"{(i * 7 % 10) / 10 + (1 if i % 2 else -2)},{(i * 3 % 11) / 10},{'near' if i % 2 else 'far'}\n" for i in range(12))
XOR = "x1,x2,class\n0,0,a\n1,1,a\n0,1,b\n1,0,b\n"
THREE = "x,y,label\n1,2,a\n2,1,b\n-1,0.5,c\n-2,-1,c\n0.5,-1,a\n"
TEXT = "spam\tbuy now\nham\thello you\nspam\tbuy buy\nham\tyou and me\n"
SPARSE = "+1 1:1 3:2\n-1 2:1\n+1 1:0.5 4:1\n-1 2:3 4:-1\n"
FILES = {"rows.csv": ROWS, "xor.csv": XOR, "three.csv": THREE, "text.tsv": TEXT, "rows.svm": SPARSE}
MADE = [["train", "rows.csv", "-q", "-o", "rows.model"],
        ["train", "xor.csv", "--epochs", "1", "-q", "-o", "part.model"],
        ["pack", "rows.csv", "-q", "-o", "rows.pack"], ["certify", "rows.csv", "-q", "-o", "rows.cert"],
        ["certify", "xor.csv", "-q", "-o", "xor.cert"], ["export", "rows.model", "--to", "json", "-o", "rows.json"],
        ["train", "rows.csv", "-q", "--record", "rows.run"]]
# Words; what is written is called "out" (or "page", which comes beside it).
JOBS = [
    "train rows.csv -o out", "train rows.csv.gz -q -o out", "train rows.csv.zst -q -o out", "train rows.pack -o out",
    "train text.tsv --algorithm averaged -q -o out", "train rows.svm --algorithm arow --json -o out",
    "train three.csv --algorithm averaged --epochs 3 -o out", "train three.csv --algorithm svm --epochs 3 -q -o out",
    "train xor.csv --algorithm kernel --epochs 3 -q -o out", "train rows.csv --algorithm neighbours -q -o out",
    "train rows.csv --algorithm voted -q -o out", "train rows.csv --algorithm mlp --hidden 3 --epochs 2 -q -o out",
    "train xor.csv --resume part.model --epochs 4 -q -o out", "train rows.csv --algorithm hard-margin -q -o out",
    "train rows.csv --holdout 0.3 --calibrate sigmoid --epochs 3 -q -o out",
    "train rows.csv --shards 3 --epochs 2 -q -o out", "train rows.csv --features fourier:4 --epochs 2 -q -o out",
    "train rows.csv --features nystroem:3 --epochs 2 -q -o out",
    "train rows.csv --scale standard --memory 1K --epochs 2 -q -o out", "train rows.csv --report page -q -o out",
    "train xor.csv --epochs 3 --record page -q -o out", "train rows.svm --stream -q -o out",
    "train rows.csv --plot --plain -o out", "test rows.model rows.csv", "predict rows.model rows.csv --scores -o out",
    "show rows.model --json", "show rows.model --top 2", "certify rows.csv -o out", "certify xor.csv -q -o out",
    "certify three.csv -q -o out", "certify rows.csv --report page -q", "verify rows.cert rows.csv",
    "verify xor.cert xor.csv", "explain rows.csv", "explain xor.csv", "trace xor.csv --epochs 2",
    "trace xor.csv --epochs 2 --exact", "compare rows.csv --seeds 1..3 --epochs 2",
    "export rows.model --to json -o out", "export rows.model --to c -o out", "import rows.json -o out",
    "pack rows.csv -q -o out", "pack rows.svm -q -o out", "check rows.csv", "report rows.run -o out",
    "report rows.model rows.csv -o out", "gen dense --rows 20 -o out",
]
OUTPUTS = ("out", "page")
VALGRIND = ["valgrind", "-q", "--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=97",
            "--trace-children=yes",
            "--soname-synonyms=somalloc=nouserintercepts"]


class Bench:
    """A folder with all that the jobs read, and what they leave when nothing disturbs them."""

    def __init__(self, given, count, fault):
        self.holder = tempfile.TemporaryDirectory()
        self.folder = self.holder.name
        self.given = given
        self.program = Program(given.program, self.folder, count, fault)
        preloaded = os.path.join(given.build, "tests", "libfailing.so")
        if given.leaks:
            self.program.before = [*VALGRIND, "env", f"LD_PRELOAD={preloaded}"]
        else:
            self.program.env["LD_PRELOAD"] = preloaded
        for name, text in FILES.items():
            with open(self.path(name), "w") as file:
                file.write(text)
        subprocess.run(["gzip", "-k", self.path("rows.csv")], check=True)
        subprocess.run(["zstd", "-q", self.path("rows.csv")], check=True)
        for words in MADE:
            subprocess.run([given.program, *words], cwd=self.folder, check=False, capture_output=True)
        self.kept = set(os.listdir(self.folder))
        self.undisturbed = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def clear(self, old=None):
        """Only what jobs read, and old bytes where they write; what else was left."""
        left = sorted(set(os.listdir(self.folder)) - self.kept)
        for name in left:
            path = self.path(name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        if old is not None:
            for name in OUTPUTS:
                with open(self.path(name), "wb") as file:
                    file.write(old)
        return left

    def written(self):
        return {name: self.read(name) for name in OUTPUTS if os.path.exists(self.path(name))}

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def whole(self, job):
        """What the job says and writes by itself, and how many allocations and changes of files it makes."""
        if job not in self.undisturbed:
            self.clear()
            code, out, _ = self.program.run(job.split(), env={"COUNT_TO": self.path("counts")})
            allocations, changes = (int(n) for n in self.read("counts").split())
            self.undisturbed[job] = (code, out, self.written(), allocations, changes)
            self.clear()
        return self.undisturbed[job]

    def told(self, job, env, what):
        self.program.fault(f"{self.program.said(job.split(), env)}: {what}")
