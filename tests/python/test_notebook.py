"""The notebook under examples/ shows what its cells give."""
import notebook


def test_the_notebooks_outputs_still_hold():
    found = notebook.differences()
    assert not found, "\n".join(found)
