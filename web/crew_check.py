"""Do these people suffice? The buttons that count the people aboard, and the verdict on them, under an answer."""

from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any

from core import CodeError, Result, wording
from core.aboard import LIMIT, MARK, MOST, Counts, Kind, decode_counts, encode_counts, kinds, name, people
from core.check import Check, ModeVerdict, check
from core.check_words import missing_text, verdict_texts
from core.facts import BY_KEY, MODE
from web.place import Place


def read_counts(code: str) -> dict[Kind, int]:
    """Return the people of the part of a code behind its mark. Raises CodeError for a strange one."""
    if len(MARK + code) > LIMIT:
        raise CodeError(code[:LIMIT])
    return decode_counts(code)


def view(place: Place, result: Result, counts: Counts, today: date) -> dict[str, Any] | None:
    """Return what to draw under an answer: a row for each kind, and the verdict once somebody is counted.

    ``None`` where the law names no crew.
    """
    offered = kinds(result)
    if not offered:
        return None
    return {
        "rows": [_row(place, result, counts, kind) for kind in offered],
        "again": replace(place, aboard="").case(result.facts) if counts else None,
        "verdict": _verdict(place, result, counts, today) if counts else None,
    }


def _row(place: Place, result: Result, counts: Counts, kind: Kind) -> dict[str, Any]:
    number = counts.get(kind, 0)
    here = place.case(result.facts)
    fewer, more = (_address(place, result, counts, kind, each) for each in (number - 1, number + 1))
    return {
        "letter": kind.letter,
        "name": name(kind, number, place.language),
        "number": number,
        "fewer": fewer or here,
        "more": more or here,
        "least": fewer is None,
        "most": more is None,
    }


def _address(place: Place, result: Result, counts: Counts, kind: Kind, number: int) -> str | None:
    """Return the address with another number of one kind; ``None`` where a code cannot say it."""
    aboard = encode_counts({**counts, kind: number}) if 0 <= number <= MOST else None
    if aboard is None or len(aboard) > LIMIT:
        return None
    return replace(place, aboard=aboard).case(result.facts)


def _verdict(place: Place, result: Result, counts: Counts, today: date) -> dict[str, Any]:
    language, aboard = place.language, people(counts)
    found = check(result, aboard, result.facts, today)
    texts = [wording.say(text, language) for text in verdict_texts(result, aboard, found, language)]
    unclear = _unclear(found, language)
    doubts = {doubt["text"] for doubt in unclear}
    return {
        "verdict": found.verdict,
        "texts": [text for text in texts if text not in doubts],  # a doubt stands with its post
        "filled": _filled(found),
        "unclear": unclear,
        "modes": [_mode(place, result, mode) for mode in found.modes],
    }


def _filled(found: Check) -> list[dict[str, Any]]:
    """Return who fills which post, equal ones once with their number."""
    entries = Counter(found.assignment.filled if found.assignment else ())
    return [
        {"number": number, "post": entry.post, "by": entry.by, "provision": entry.provision}
        for entry, number in entries.items()
    ]


def _unclear(found: Check, language: str) -> list[dict[str, str]]:
    """Return the doubts, equal ones once."""
    doubts = [
        {"post": entry.post, "by": entry.by, "text": wording.say(entry.text, language), "provision": entry.provision}
        for entry in (found.assignment.unclear if found.assignment else ())
    ]
    return [doubt for place, doubt in enumerate(doubts) if doubt not in doubts[:place]]


def _mode(place: Place, result: Result, mode: ModeVerdict) -> dict[str, Any]:
    here = result.facts[MODE.key] == mode.mode.value
    missing = missing_text(mode.missing, place.language)
    return {
        "mode": mode.mode.value,
        "hours": mode.hours,
        "verdict": mode.verdict,
        "missing": wording.say(missing, place.language) if missing else None,
        "question": wording.say(BY_KEY[mode.question].name, place.language) if mode.question else None,
        "url": None if here else place.case({**result.facts, MODE.key: mode.mode.value}),
    }
