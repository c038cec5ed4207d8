"""The documents say what is true: settings, commands, files, coverage."""

import re
import tomllib
from pathlib import Path

from bot.settings import SETTINGS
from core.law import versions
from web.settings import SETTINGS as PAGE_SETTINGS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TELEGRAM = (ROOT / "docs" / "telegram.md").read_text(encoding="utf-8")
LAW = (ROOT / "docs" / "law.md").read_text(encoding="utf-8")


def test_the_settings_to_begin_with_exist() -> None:
    """All settings stand in docs/page.md and docs/telegram.md; the README names a few."""
    named = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert named
    assert named <= {setting.name for setting in (*SETTINGS, *PAGE_SETTINGS)} | {"PORT"}


def test_every_setting_of_the_page_is_documented_as_it_is() -> None:
    rows = re.findall(
        r"^\| `([A-Z_]+)` \| (?:`([^`]+)`|–) \| (.+) \|$",
        (ROOT / "docs" / "page.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert rows == [(setting.name, setting.default, setting.meaning) for setting in PAGE_SETTINGS]


def test_every_setting_of_the_bot_is_documented_as_it_is() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)`( \(file\))? \| (.*) \| (.*) \|$", TELEGRAM, re.MULTILINE)
    table = [(s.name, " (file)" * s.secret, f"`{s.default}`" if s.default else "–", s.meaning) for s in SETTINGS]
    assert rows == table


def test_every_command_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    documents = [README, *(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))]
    for document in documents:
        assert set(re.findall(r"(?:^|`)make ([a-z]+)\b", document, re.MULTILINE)) <= targets


def test_every_file_that_is_linked_or_named_exists() -> None:
    for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        linked = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", text)
        for target in (first or second for first, second in linked):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
        for target in re.findall(r"`((?:core|bot|web|tests|deploy|locales|bench)/[\w./-]+)`", text):
            assert (ROOT / target).exists(), f"{path.name}: {target}"


def test_coverage_says_what_the_data_holds() -> None:
    for version in versions():
        assert str(version.start) in LAW
        assert str(version.text_as_of) in LAW
        assert str(version.checked) in LAW
        assert version.source in LAW
        assert all(
            amendment.removeprefix("BGBl. ") in LAW.replace(" and ", ", BGBl. 2024 II Nr. ")
            for amendment in version.pending
        )


def test_every_dependency_earns_its_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(name for group in project["optional-dependencies"].values() for name in group),
    ]
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for requirement in wanted:
        name = re.split(r"[\[>=]", requirement)[0]
        assert re.search(rf"\b{re.escape(name)}\b", text), name
