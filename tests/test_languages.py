"""The catalogues: complete, no guesses, no broken gaps, the terms of the trade; and every sentence of every outcome translated."""

import ast
import json
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from core import LANGUAGES, Question, Result, wording
from core.catalogue import DOMAIN, LOCALES, MissingCatalogueError, catalogue

ROOT = Path(__file__).parents[1]
TRANSLATED = [language for language in LANGUAGES if language != "en"]
KEYWORDS = {"N_": None, "Text": None, "Plural": (1, 2), "_": None}
GAP = re.compile(r"\{\w+\}")

# The trade's words (DE / NL / FR), singular and plural.
TERMS = {
    "boatmaster": [("Schiffsführer", "Schiffsführer"), ("schipper", "schippers"), ("conducteur", "conducteurs")],
    "helmsman": [("Steuermann", "Steuerleute"), ("stuurman", "stuurlieden"), ("timonier", "timoniers")],
    "able_boatman": [("Bootsmann", "Bootsleute"), ("volmatroos", "volmatrozen"), ("maître matelot", "maîtres matelots")],
    "boatman": [("Matrose", "Matrosen"), ("matroos", "matrozen"), ("matelot", "matelots")],
    "apprentice": [("Leichtmatrose", "Leichtmatrosen"), ("lichtmatroos", "lichtmatrozen"), ("matelot léger", "matelots légers")],
    "deckhand": [("Decksmann", "Decksleute"), ("deksman", "deksmannen"), ("homme de pont", "hommes de pont")],
    "engineer": [("Maschinist", "Maschinisten"), ("machinist", "machinisten"), ("mécanicien", "mécaniciens")],
}  # fmt: skip

# Words that are the same in two languages, and names.
SAME = re.compile(
    r"^(§|or|standard \{standard\}|\{.*|RheinSchPersV|A1 .*|B .*|Standard S[12]|Privacy|Start|Alternative.*|Cargo|Day .*|Convoy|Formation|Conditions|"
    r"Rhine|Zone( [1-4])?|standard S1|Sources|Questions|Contact|Note|no\.|note|date|Passengers|[0-9].*)$"
)


def po(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as stream:
        return read_po(stream, locale=language)


def extracted() -> set[str | tuple[str, ...]]:
    """Every msgid in the sources."""
    found: set[str | tuple[str, ...]] = set()
    for folder in ("core", "bot", "web"):
        methods = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
        for _file, _line, message, _comments, _context in extract_from_dir(
            ROOT / folder, methods, {"**/templates/**.html": {"silent": "false"}}, KEYWORDS
        ):
            found.add(tuple(message) if isinstance(message, list | tuple) else message)
    return found


def written() -> set[str | tuple[str, ...]]:
    """Every msgid in the Python sources as the compiler sees it: what an extractor overlooks is missing above."""
    found: set[str | tuple[str, ...]] = set()
    for path in (path for folder in ("core", "bot", "web") for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("N_", "Text", "Plural")
            ):
                words = [
                    word.value for word in node.args if isinstance(word, ast.Constant) and isinstance(word.value, str)
                ]
                if words:
                    found.add(tuple(words) if node.func.id == "Plural" else words[0])
    return found


def texts(message: object) -> list[str]:
    return list(message) if isinstance(message, list | tuple) else [str(message)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_has_every_sentence_of_the_sources_and_no_other(language: str) -> None:
    have = {
        tuple(message.id) if isinstance(message.id, list | tuple) else message.id
        for message in po(language)
        if message.id
    }
    assert have == extracted()


def test_the_extractor_overlooks_nothing() -> None:
    assert written() <= extracted()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_entry_is_complete_and_keeps_its_gaps(language: str) -> None:
    problems = []
    for message in po(language):
        if not message.id:
            continue
        if message.fuzzy:
            problems.append(f"fuzzy: {message.id!r}")
        for source, target in zip(texts(message.id), texts(message.string), strict=True):
            if not target.strip():
                problems.append(f"empty: {source!r}")
            elif set(GAP.findall(source)) != set(GAP.findall(target)):
                problems.append(f"gaps differ: {source!r} → {target!r}")
            elif source == target and len(source) > 3 and not SAME.match(source):
                problems.append(f"untranslated: {source!r}")
            if "  " in target or target != target.strip():
                problems.append(f"stray spaces: {target!r}")
            if "!" in target:
                problems.append(f"an exclamation mark: {target!r}")
    assert problems == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_source(language: str) -> None:
    words = catalogue(language)
    for message in po(language):
        if isinstance(message.id, str) and message.id:
            assert words.gettext(message.id) == message.string


def test_plural_forms() -> None:
    assert po("fr").plural_expr == "(n > 1)"
    for rank, names in TERMS.items():
        for language, (one, many) in zip(TRANSLATED, names, strict=True):
            assert wording.rank_name(rank, 1, language) == one
            assert wording.rank_name(rank, 2, language) == many


def test_mode_letters_never_stand_without_their_hours() -> None:
    bare = re.compile(r"\b(?:A1|A2)\b(?! ?[·(])")
    for language in TRANSLATED:
        for message in po(language):
            for source, target in zip(texts(message.id), texts(message.string), strict=True):
                if re.search(r"\bA[12]\b", source) and "hours)" in source and "and the reinforcement" not in source:
                    assert len(bare.findall(target)) <= len(bare.findall(source)), target


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_outcome_is_said_in_full(outcomes: list[Question | Result], language: str) -> None:
    """Every question and every answer, in every language, with no gap left open."""
    for outcome in outcomes:
        words = json.dumps(wording.outcome_object(outcome, language), ensure_ascii=False)
        assert not re.search(r"\{\w+\}", words.replace("{}", ""))
        chips = wording.chips(outcome, language)
        assert all(chip["name"] and chip["value"] for chip in chips)
        if isinstance(outcome, Result):
            assert wording.headline(outcome, language)


def test_citations_are_said_in_every_language() -> None:
    provision = "§ 19.05 Nr. 1 Buchst. b Satz 2"
    assert wording.cite(provision, "de") == provision
    assert wording.cite(provision, "en") == "§ 19.05 no. 1 letter b sentence 2"
    for language in ("nl", "fr"):
        said = wording.cite(provision, language)
        assert "19.05" in said
        assert not re.search("Nr|Buchst|Satz|§", said)


def test_numbers_and_days_are_written_as_the_language_does() -> None:
    from datetime import date
    from decimal import Decimal

    assert [wording.number(Decimal("82.5"), language, "m") for language in LANGUAGES] == [
        "82,50\u00a0m", "82,50\u00a0m", "82,50\u00a0m", "82.50\u00a0m",
    ]  # fmt: skip
    assert [wording.day(date(2026, 1, 6), language) for language in LANGUAGES] == [
        "6. Januar 2026", "6 januari 2026", "6 janvier 2026", "6 January 2026",
    ]  # fmt: skip


def test_a_language_that_is_not_spoken_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        catalogue("it")
    monkeypatch.setattr("core.catalogue.LOCALES", tmp_path)
    catalogue.cache_clear()
    with pytest.raises(MissingCatalogueError):
        catalogue("de")
    catalogue.cache_clear()


def test_german_never_says_du_and_french_never_tu() -> None:
    for language, familiar in (
        ("de", r"\b(du|dein\w*|dir|dich)\b"),
        ("fr", r"\b(tu|ton|ta|tes|toi)\b"),
        ("nl", r"\b(jij|je|jouw)\b"),
    ):
        for message in po(language):
            for target in texts(message.string):
                assert not re.search(familiar, target, re.IGNORECASE), target


def test_the_machine_interface_speaks_every_language() -> None:
    lines = b"".join(json.dumps({"facts": {}, "language": language}).encode() + b"\n" for language in LANGUAGES)
    done = subprocess.run([sys.executable, "-m", "core"], input=lines, capture_output=True, check=True, timeout=60)
    labels = [json.loads(line)["question"]["label"] for line in BytesIO(done.stdout)]
    assert len(set(labels)) == len(LANGUAGES)
