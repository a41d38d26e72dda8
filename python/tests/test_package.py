"""The command, the documentation's examples, the types."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import carn

ROOT = Path(__file__).parents[2]


def carn_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "carn", *arguments], capture_output=True, text=True, check=False)


def test_the_command() -> None:
    assert carn_command("perft", "chess", "3").stdout == "1\t20\n2\t400\n3\t8902\n"
    assert carn_command("--version").stdout.strip() == f"carn {carn.__version__}"
    wrong = carn_command("moves", "nothing-of-the-kind")
    assert wrong.returncode == 2 and "nothing-of-the-kind" in wrong.stderr
    script = Path(sys.executable).with_name("carn")
    if script.exists():
        listed = subprocess.run([script, "list"], capture_output=True, text=True, check=True)
        assert "xiangqi" in listed.stdout


def test_the_command_starts_itself() -> None:
    played = carn_command("match", "breakthrough", "carn:0", "random", "--games", "2", "--movetime", "0.01")
    assert "carn" in played.stdout + played.stderr and played.returncode == 0, played.stderr


def test_docstrings() -> None:
    for module in pkgutil.iter_modules(carn.__path__):
        if module.name in ("__main__", "_carn"):
            continue
        try:
            loaded = importlib.import_module(f"carn.{module.name}")
        except ImportError:
            continue
        assert doctest.testmod(loaded).failed == 0, module.name
    assert doctest.testmod(carn).failed == 0


def test_the_guide() -> None:
    """Every Python block of docs/python.md runs, one after the other; the Chinese page has the same blocks."""
    pages = [(ROOT / "docs" / name).read_text() for name in ("python.md", "python.zh.md")]
    blocks, chinese = (re.findall(r"```python\n(.*?)```", text, re.DOTALL) for text in pages)
    assert len(blocks) > 5 and blocks == chinese
    names: dict[str, object] = {}
    for block in blocks:
        if "# not run" in block:
            continue
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, "docs/python.md", None, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(test, clear_globs=False)
            assert runner.summarize().failed == 0
            names.update(test.globs)
        else:
            exec(compile(block, "docs/python.md", "exec"), names)


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_types(checker: str) -> None:
    pytest.importorskip(checker)
    arguments = [sys.executable, "-m", checker]
    if checker == "pyright":
        arguments += ["--pythonpath", sys.executable]
    found = subprocess.run(arguments, cwd=ROOT / "python", capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_stubs_are_whole() -> None:
    """Every class and function of the module is in its stubs, and none is missing."""
    stubs = (Path(carn.__file__).parent / "_carn.pyi").read_text()
    module = importlib.import_module("carn._carn")
    for name in dir(module):
        if not name.startswith("_"):
            assert re.search(rf"(class|def) {name}\b", stubs), name
            thing = getattr(module, name)
            for member in vars(thing) if isinstance(thing, type) else ():
                if not member.startswith("_"):
                    assert re.search(rf"def {member}\b|    {member}:", stubs), f"{name}.{member}"
