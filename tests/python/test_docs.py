"""The examples in the package's documentation are true."""
import doctest
import importlib
import inspect
import pkgutil
import warnings

import perceptron


def test_examples_in_docstrings_are_true():
    run = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for info in pkgutil.iter_modules(perceptron.__path__, "perceptron."):
            if info.name.endswith("_engine"):
                continue
            result = doctest.testmod(importlib.import_module(info.name))
            assert result.failed == 0, info.name
            run += result.attempted
        result = doctest.testmod(perceptron)
        assert result.failed == 0
    assert run + result.attempted > 40


def test_everything_public_is_documented():
    for name in dir(perceptron):
        value = getattr(perceptron, name)
        if name[0] != "_" and (inspect.isclass(value) or inspect.isfunction(value)):
            assert inspect.getdoc(value), name
            assert name in perceptron.__all__, name
    for kind in perceptron.ESTIMATORS:
        for name in kind().get_params():
            assert f"\n    {name} : " in kind.__doc__, (kind, name)


def test_the_page_about_python_tells_the_truth():
    import os
    from support import ROOT
    os.makedirs("examples")
    os.symlink(os.path.join(ROOT, "examples", "data"), os.path.join("examples", "data"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = doctest.testfile(os.path.join(ROOT, "docs", "python.md"), module_relative=False)
    assert result.failed == 0 and result.attempted > 25
