"""Builds the engine with CMake, and the module that binds it with cffi.

The engine's source stands beside this folder, or in `engine` within a source archive. PERCEPTRON_BUILD names a folder
where CMake has built it already (`make python` does); without it that is done here."""
import os
import shutil
import subprocess
import sys

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ["CMakeLists.txt", "LICENSE", "cmake", "include", "src", "cli", "perceptron.pc.in", "perceptron-core.pc.in"]
sys.path.insert(0, HERE)


class BuildEngine(build_ext):
    """Compiles libperceptron.a and the command's sentences first, and links them in."""

    def run(self):
        folder = os.environ.get("PERCEPTRON_BUILD")
        if not folder:
            folder = os.path.abspath(os.path.join(self.build_temp, "engine"))
            from declarations import ENGINE
            subprocess.run(["cmake", "-S", ENGINE, "-B", folder, "-DBUILD_TESTING=OFF", "-DPERCEPTRON_WERROR=OFF"],
                           check=True, stdout=subprocess.DEVNULL)
            subprocess.run(["cmake", "--build", folder, "--target", "perceptron_words", "perceptron_static",
                            "--parallel", str(os.cpu_count() or 1)], check=True, stdout=subprocess.DEVNULL)
        archives = [os.path.join(os.path.abspath(folder), "lib", f"lib{name}.a")
                    for name in ("perceptron_words", "perceptron")]
        for extension in self.extensions:
            extension.extra_objects.extend(archives)
            extension.extra_link_args.extend(self.libraries_of(folder))
            extension.depends.extend(archives)
        super().run()

    @staticmethod
    def libraries_of(folder):
        """What the engine needs itself, as its pkg-config file says."""
        said = subprocess.run(["pkg-config", "--static", "--libs", os.path.join(folder, "perceptron.pc")], check=True,
                              capture_output=True, text=True).stdout
        return [word for word in said.split() if word.startswith(("-l", "-pthread")) and word != "-lperceptron"]


class SourceArchive(sdist):
    """Takes the engine's source along."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        from declarations import ENGINE
        for part in PARTS:
            source, target = os.path.join(ENGINE, part), os.path.join(base_dir, "engine", part)
            if os.path.isdir(source):
                shutil.copytree(source, target)
            else:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copy(source, target)


setup(cffi_modules=["declarations.py:builder"],
      cmdclass={"build_ext": BuildEngine, "sdist": SourceArchive},
      options={"bdist_wheel": {"py_limited_api": "cp39"}})
