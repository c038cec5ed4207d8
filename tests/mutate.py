"""``make mutate``: small faults put into the core, one at a time. The tests of the core must notice most of them.

cosmic-ray says where a fault can stand and what it is; this module draws a sample of places by a printed seed and runs the
tests of the core for each, in a process of its own that loads the faulty module in place of the real one. No file is changed.
What cannot matter is left out: annotations, decorators (caches, slots), imports for the type checker only, and stars that
multiply nothing.
"""

import argparse
import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType

ROOT = Path(__file__).parents[1]
AIM = 0.85
# The quickest and most telling tests first: the first that fails ends the run of a fault.
ORDER = (
    "cases", "old_law", "german_questions", "equipment", "wording", "people", "numbers", "interview", "tables", "waters",
    "limits", "spoken_edges", "then_and_now", "day_beside", "timeline", "data_faults", "law_update", "choice", "enumeration",
    "spoken", "code", "answers", "interface", "check", "changes", "other_days",
)  # fmt: skip
# Nearly all tests import these: no sign that a test is about them.
_EVERYWHERE = ("core", "core.facts", "core.law")
# What the tests import besides the core, loaded once and shared by all runs.
SHARED = (
    "pytest",
    "hypothesis",
    "hypothesis.strategies",
    "babel.dates",
    "babel.numbers",
    "babel.support",
    "jsonschema",
)
# What asks a process of its own, in which there is no fault.
ELSEWHERE = "not process and not one_answer_for_each_line and not by_a_word and not a_word_that"
SECONDS = 60  # of work, however busy the machine is
LOST = 900  # by the clock, for a fault that waits for ever
BYTES = 4 * 2**30

# Comparing by identity is the same for the short texts and small numbers that the core compares: no fault to notice.
_NO_FAULT = ("Eq_Is", "Eq_IsNot", "NotEq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq", "RemoveDecorator", "Variable")
_UNPACKING = re.compile(r"(?<![^\s([{])\*\*?(?! )")

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: its file, what is done, and where it begins."""

    path: Path
    operator: str
    occurrence: int
    start: Place
    end: Place

    @property
    def module(self) -> str:
        """The name of the module, as it is imported."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def source(self) -> str:
        """Return the whole text of the file with the fault in it."""
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        text = mutate_code(self.path.read_text(encoding="utf-8"), get_operator(self.operator)(), self.occurrence)
        if text is None:
            raise ValueError(self)
        return str(text)

    def line(self) -> str:
        """Return where the fault stands and what the line is then."""
        number = self.start[0]
        before = self.path.read_text(encoding="utf-8").splitlines()[number - 1].strip()
        after = self.source().splitlines()[number - 1].strip()
        return f"{self.path.relative_to(ROOT)}:{number}\n    - {before}\n    + {after}"


def mutants(path: Path) -> list[Mutant]:
    """Return every fault that can be put into a file."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    text = path.read_text(encoding="utf-8")
    tree, idle = get_ast(text), [*_idle(ast.parse(text)), *_unpacking(text)]
    found = []
    for name in operator_names():
        if any(part in name for part in _NO_FAULT):
            continue
        operator = get_operator(name)()
        places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(places):
            if not any(first <= start and end <= last for first, last in idle):
                found.append(Mutant(path, name, occurrence, start, end))
    return found


def _idle(tree: ast.AST) -> Iterator[tuple[Place, Place]]:
    """Yield the stretches of a file in which a fault changes nothing that a test could see."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield from map(_stretch, node.decorator_list)
                if node.returns:
                    yield _stretch(node.returns)
            case ast.ClassDef():
                yield from map(_stretch, node.decorator_list)
            case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
                yield _stretch(annotation)
            case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.If(test=ast.Compare(left=ast.Name("__name__"))):
                yield _stretch(node)
            case ast.MatchOr():
                yield _stretch(node)
            case ast.Assign(value=ast.BinOp(op=ast.BitOr())) | ast.Assign(value=ast.Subscript()):
                yield _stretch(node)  # the name of a type


def _unpacking(text: str) -> Iterator[tuple[Place, Place]]:
    """Yield the stars of "*people", "{**facts}" and signatures: cosmic-ray takes them for products and powers."""
    for number, line in enumerate(text.splitlines(), start=1):
        for star in _UNPACKING.finditer(line):
            yield (number, star.start()), (number, star.end())


def _stretch(node: ast.expr | ast.stmt | ast.pattern) -> tuple[Place, Place]:
    return (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)


def sample(number: int, seed: int, folders: Sequence[str]) -> list[Mutant]:
    """Draw places by a seed, every place as likely as any other, and for each one of the faults that can stand there."""
    paths = sorted(
        path for folder in folders for path in [*(ROOT / folder).rglob("*.py"), ROOT / folder] if path.is_file()
    )
    by_place: dict[tuple[Path, Place, Place], list[Mutant]] = {}
    for path in paths:
        for mutant in mutants(path):
            by_place.setdefault((path, mutant.start, mutant.end), []).append(mutant)
    draw = random.Random(seed)
    places = list(by_place)
    print(f"{len(places)} places in {len(paths)} files, {min(number, len(places))} drawn with seed {seed}", flush=True)
    return [draw.choice(by_place[place]) for place in draw.sample(places, min(number, len(places)))]


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module from a text in place of its file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.get_filename(fullname), "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the one module that is faulty."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.text = mutant, mutant.source()

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 - as the import system calls it
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.mutant.module:
            return None
        file = str(self.mutant.path)
        folders = [str(self.mutant.path.parent)] if self.mutant.path.name == "__init__.py" else None
        loader = _Loader(fullname, file, self.text)
        return importlib.util.spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=folders)


def run(mutant: Mutant | None, files: Sequence[str]) -> bool:
    """Run the tests with a fault (or with none) in a process of its own. Returns whether a test noticed.

    Running for too long, or out of memory, is noticed too.
    """
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        os._exit(_tests(mutant, files))
    end = time.monotonic() + LOST
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status != 0
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def _tests(mutant: Mutant | None, files: Sequence[str]) -> int:
    import pytest
    from hypothesis import settings

    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    settings.register_profile("mutate", database=None, derandomize=True, max_examples=50, deadline=None)
    settings.load_profile("mutate")
    try:
        if mutant:
            sys.meta_path.insert(0, _Finder(mutant))
        early = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
        return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-W", early, "-k", ELSEWHERE, *files]))
    except BaseException:
        return 1


def main() -> int:
    """Draw, run, print what survived; 1 if fewer than the aim were noticed."""
    parser = argparse.ArgumentParser(
        "python -m tests.mutate", description=__doc__.partition("\n")[0] if __doc__ else None
    )
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--number", type=int, default=200, help="how many faults (default: 200)")
    parser.add_argument("--minutes", type=float, default=12, help="when to begin no more (default: 12)")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--in", dest="folders", nargs="+", default=["core"], help="folders or files (default: core)")
    parser.add_argument("--without", nargs="*", default=[], help="tests to leave out, such as enumeration")
    options = parser.parse_args()
    for name in SHARED:
        importlib.import_module(name)
    files = [f"tests/core/test_{name}.py" for name in _ordered() if name not in options.without]
    began = time.monotonic()
    if run(None, files):
        print("the tests fail without a fault")
        return 1
    print(f"without a fault the tests take {time.monotonic() - began:.0f} s", flush=True)
    drawn = sample(options.number, options.seed, options.folders)
    with ThreadPoolExecutor(options.processes) as pool:
        late = began + 60 * options.minutes
        runs = pool.map(lambda mutant: run(mutant, nearest(mutant, files)) if time.monotonic() < late else None, drawn)
        done = []
        for mutant, seen in zip(drawn, runs, strict=True):
            if seen is not None:
                done.append((mutant, seen))
            if seen is False:
                print(f"survived: {mutant.line()}", flush=True)
    return _report(done, time.monotonic() - began)


def _ordered() -> list[str]:
    """Return the names of the tests of the core, those not named above at the end."""
    there = sorted(path.stem.removeprefix("test_") for path in (ROOT / "tests" / "core").glob("test_*.py"))
    return sorted(there, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))


def nearest(mutant: Mutant, files: Sequence[str]) -> list[str]:
    """Return the same tests, those that import the faulty module (or its package) themselves first."""
    names = {".".join(mutant.module.split(".")[:parts]) for parts in (1, 2, 3)}.difference(_EVERYWHERE)
    return sorted(files, key=lambda file: names.isdisjoint(_imported(file)))


@lru_cache(maxsize=64)
def _imported(file: str) -> frozenset[str]:
    return frozenset(re.findall(r"^from ([\w.]+) import", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE))


def _report(done: Sequence[tuple[Mutant, bool]], seconds: float) -> int:
    lost = Counter(mutant.path for mutant, seen in done if not seen)
    for path, number in sorted(Counter(mutant.path for mutant, _ in done).items()):
        print(f"{number - lost[path]:4} of {number:4} noticed in {path.relative_to(ROOT)}")
    noticed = len(done) - lost.total()
    print(f"{noticed} of {len(done)} noticed: {noticed / len(done):.1%} (aim: {AIM:.0%}), in {seconds:.0f} s")
    return int(noticed < AIM * len(done))


if __name__ == "__main__":
    sys.exit(main())
