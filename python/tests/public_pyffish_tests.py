"""Runs pyffish's own public tests against `carn.pyffish`: `python tests/public_pyffish_tests.py test.py`.

The file is Fairy-Stockfish's `test.py`, which is not kept here. Each assertion is counted by itself and none ends a
test, so that one known difference does not hide what follows it. A function that fails answers with its exception.
"""

import runpy
import sys
import types
import unittest
from collections import Counter
from typing import Any

import carn.pyffish

held: Counter[str] = Counter()
failed: Counter[str] = Counter()
notes: list[str] = []


def forgiving(function: Any) -> Any:
    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except (ValueError, KeyError) as error:
            return error

    return call


def counted(name: str) -> Any:
    original = getattr(unittest.TestCase, name)

    def check(case: unittest.TestCase, *arguments: Any, **options: Any) -> None:
        test = case.id().rsplit(".", 1)[-1]
        try:
            original(case, *arguments, **options)
            held[test] += 1
        except (AssertionError, TypeError) as error:
            failed[test] += 1
            line = sys._getframe(1).f_lineno
            message = " ".join(str(error).split())
            notes.append(f"{test}, line {line}: {message[:220]}")

    return check


def main() -> None:
    module = types.ModuleType("pyffish")
    for name in dir(carn.pyffish):
        value = getattr(carn.pyffish, name)
        module.__dict__[name] = forgiving(value) if isinstance(value, types.FunctionType) else value
    module.__dict__["get_fog_fen"] = lambda fen, variant: NotImplementedError("fog of war")
    sys.modules["pyffish"] = module
    for name in ("assertEqual", "assertNotEqual", "assertTrue", "assertFalse", "assertIn", "assertNotIn",
                 "assertCountEqual", "assertIsNone"):
        setattr(unittest.TestCase, name, counted(name))
    tests = runpy.run_path(sys.argv[1], run_name="public")
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(tests["TestPyffish"])
    result = unittest.TextTestRunner(stream=sys.stderr, verbosity=0).run(suite)
    for note in notes:
        print(note)
    for test in sorted(held.keys() | failed.keys()):
        print(f"{test}: {held[test]} hold, {failed[test]} do not")
    print(f"{held.total()} passed, {failed.total()} failed")
    sys.exit(1 if result.errors else 0)


if __name__ == "__main__":
    main()
