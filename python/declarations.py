"""What cffi is told: the declarations of include/perceptron.h itself, run through the preprocessor, and shim.h."""
import os
import subprocess
import tempfile

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.path.join(HERE, "engine") if os.path.isdir(os.path.join(HERE, "engine")) else os.path.dirname(HERE)


def preprocessed(path):
    """The header without its includes of the system, which cffi knows, and without attributes."""
    with tempfile.TemporaryDirectory() as empty:
        for name in ("stdbool.h", "stddef.h", "stdint.h"):
            open(os.path.join(empty, name), "w").close()
        command = [os.environ.get("CC", "cc").split()[0], "-E", "-P", "-undef", "-nostdinc", "-I", empty,
                   "-I", os.path.join(ENGINE, "include"), path]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


CALLBACKS = """extern "Python" {
    bool python_on_block(void *self, const ptron_progress *progress);
    bool python_on_epoch(void *self, const ptron_progress *progress);
    bool python_on_rows(void *self, uint64_t done, uint64_t total);
    bool python_on_step(void *self, const ptron_certify_progress *progress);
}"""

builder = FFI()
builder.cdef(preprocessed(os.path.join(ENGINE, "include", "perceptron.h")))
builder.cdef(preprocessed(os.path.join(HERE, "shim.h")))
builder.cdef(CALLBACKS)
with open(os.path.join(HERE, "shim.c"), encoding="utf-8") as shim:
    builder.set_source("perceptron._engine", shim.read(), py_limited_api=True,
                       include_dirs=[*(os.path.join(ENGINE, part) for part in ("include", "cli", "src")), HERE],
                       extra_compile_args=["-std=gnu17", "-g0"], extra_link_args=["-s"])

if __name__ == "__main__":
    builder.compile(verbose=True)
