"""Runs the tests of this folder; see run. Ends with "N passed, N failed"."""
import glob
import importlib
import os
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)


def tests():
    for path in sorted(glob.glob(os.path.join(HERE, "test_*.py"))):
        module = importlib.import_module(os.path.basename(path)[:-3])
        for name, value in vars(module).items():
            if name.startswith("test_") and callable(value):
                yield name, value


def passes(name, test):
    start = time.monotonic()
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        try:
            test()
        except Exception:  # noqa: BLE001
            print(f"FAILED {name}")
            traceback.print_exc()
            return False
        finally:
            os.chdir(before)
    print(f"passed {name} ({time.monotonic() - start:.1f} s)")
    return True


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if "--long" in sys.argv:
        os.environ["PERCEPTRON_LONG"] = "1"
    found = [(name, test) for name, test in tests() if not words or any(word in name for word in words)]
    results = [passes(name, test) for name, test in found]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if results and all(results) else 1


sys.exit(main())
