"""Runs examples/python.ipynb from top to bottom.

    build/python/bin/python tests/python/notebook.py            prints what came out otherwise than it is stored
    build/python/bin/python tests/python/notebook.py --update   stores what came out, to be read before it is committed"""
import os
import sys

import nbformat
from nbclient import NotebookClient

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PATH = os.path.join(ROOT, "examples", "python.ipynb")


def executed():
    """The notebook with what its cells give now."""
    book = nbformat.read(PATH, 4)
    here = os.path.dirname(os.path.dirname(__import__("perceptron").__file__))
    os.environ["PYTHONPATH"] = here   # the kernel is the system's, and must find this package
    NotebookClient(book, timeout=120, kernel_name="python3", resources={"metadata": {"path": os.path.dirname(PATH)}}
                   ).execute()
    for cell in book.cells:
        cell["metadata"].pop("execution", None)   # a clock
        cell["outputs"] = joined(cell["outputs"]) if "outputs" in cell else []
        if cell["cell_type"] != "code":
            del cell["outputs"]
    return book


def joined(found):
    """What was printed in several pieces, as chance had it, in one."""
    made = []
    for output in found:
        if made and output["output_type"] == made[-1]["output_type"] == "stream" and output["name"] == made[-1]["name"]:
            made[-1]["text"] += output["text"]
        else:
            made.append(output)
    return made


def outputs(book):
    """What each cell shows, as plain data."""
    return [[dict(output) for output in cell.get("outputs", [])] for cell in book.cells]


def differences():
    stored, now = outputs(nbformat.read(PATH, 4)), outputs(executed())
    return [f"cell {i}: stored {str(a)[:600]}\nnow {str(b)[:600]}" for i, (a, b) in enumerate(zip(stored, now)) if a != b]


if __name__ == "__main__":
    if "--update" in sys.argv:
        nbformat.write(executed(), PATH)
    else:
        print("\n".join(differences()))
