"""The page on the architecture is true to the code: its parts against the imports."""

import re
from pathlib import Path

import grimp

PAGE = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
DRAWN = PAGE.partition("## What builds on what")[2].partition("\n## ")[0]


def rows() -> list[tuple[str, list[str], set[str]]]:
    """Each part with its modules and the parts that it builds on, from top to bottom."""
    lines = re.findall(r"^\| (\w+) \| (`.*`) \|(.*)\|$", DRAWN, re.MULTILINE)
    return [
        (part, re.findall(r"`([\w.*]+)`", modules), set(re.findall(r"\w+", below))) for part, modules, below in lines
    ]


def part_of(module: str) -> str:
    """The part in which a module is drawn. Raises LookupError if it is drawn nowhere or twice."""
    found = [
        part
        for part, patterns, _ in rows()
        if any(module == name or (name.endswith(".*") and module.startswith(name[:-1])) for name in patterns)
    ]
    if len(found) != 1:
        raise LookupError(f"{module} is drawn in {found or 'no part'} of docs/architecture.md")
    return found[0]


def graph() -> grimp.ImportGraph:
    return grimp.build_graph("core", "bot", "web", cache_dir=None, exclude_type_checking_imports=True)


def test_every_module_is_drawn_and_every_drawn_module_exists() -> None:
    modules = graph().modules
    for module in modules:
        part_of(module)
    drawn = {name for _, patterns, _ in rows() for name in patterns if not name.endswith(".*")}
    assert drawn <= modules


def test_each_part_builds_on_what_is_drawn_and_on_nothing_else() -> None:
    imports = graph()
    built: dict[str, set[str]] = {part: set() for part, _, _ in rows()}
    for module in imports.modules:
        part = part_of(module)
        built[part] |= {part_of(other) for other in imports.find_modules_directly_imported_by(module)} - {part}
    assert built == {part: below for part, _, below in rows()}


def test_a_part_builds_only_on_parts_below_it() -> None:
    order = [part for part, _, _ in rows()]
    for place, (part, _, below) in enumerate(rows()):
        assert below <= set(order[place + 1 :]), part


def test_what_the_drawing_at_the_top_names_exists() -> None:
    drawing = PAGE.partition("```")[2].partition("```")[0]
    named = set(re.findall(r"\b((?:core|bot|web)(?:\.\w+)*)\b", drawing))
    assert named <= graph().modules | {"core.law.data"}
