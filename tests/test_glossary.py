"""The glossary calls ranks and vessels what people read."""

import re
from pathlib import Path

from core.crew import RANKS
from core.facts import VESSEL
from core.wording import RANK_NAMES, rank_name, say

PAGE = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")
LANGUAGES = ("en", "de", "nl", "fr")


def named(heading: str) -> dict[str, list[str]]:
    """The names in English, German, Dutch and French by the value in the machine interface."""
    part = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+) \| .+ \| (.+) \| (.+) \| (.+) \| `(.+)` \|$", part, re.MULTILINE)
    return {value: names for *names, value in rows}


def test_ranks() -> None:
    assert set(named("Ranks")) == RANK_NAMES.keys() & set(RANKS)
    for rank, names in named("Ranks").items():
        for name, language in zip(names, LANGUAGES, strict=True):
            # A rank that has no translation yet is the business of another test.
            assert rank_name(rank, 1, language) in (name, rank_name(rank, 1, "en")), (rank, language)


def test_vessels() -> None:
    expected = {
        choice.value: [say(choice.chip or choice.label, language) for language in LANGUAGES]
        for choice in VESSEL.choices
    }
    assert named("Vessels") == expected
