"""The search line: a vessel in everyday words becomes a case, or a page that says what was understood and what was not."""

from collections.abc import Mapping
from typing import Any

from core import wording
from core.facts import BY_KEY, Value
from core.spoken import EXAMPLES, Description, Doubt
from core.text import named
from web.place import Place


def form(place: Place, text: str = "") -> dict[str, Any]:
    """Return the form of the search line."""
    return {"action": f"/{place.language}/find", "text": text, "example": wording.say(EXAMPLES[0], place.language)}


def is_clear(said: Description) -> bool:
    """Say whether nothing need be said about a line: all of it was understood, and nothing else."""
    return bool(said.facts) and not (said.rest or said.doubts or said.notes)


def view(place: Place, text: str, said: Description) -> dict[str, Any]:
    """Return what to draw for a line that was not wholly understood."""
    language = place.language
    return {
        "search": form(place, text),
        "examples": [wording.say(example, language) for example in EXAMPLES],
        "understood": [
            {
                "words": ", ".join(said.words.get(key, ())),
                "means": _means({key: value}, language),
                "note": wording.say(said.notes[key], language) if key in said.notes else None,
            }
            for key, value in said.facts.items()
        ],
        "rest": said.rest,
        "doubts": [_doubt(place, said, doubt) for doubt in said.doubts],
        "case_url": place.case(said.facts) if said.facts else None,
    }


def _doubt(place: Place, said: Description, doubt: Doubt) -> dict[str, Any]:
    return {
        "text": wording.say(doubt.text, place.language),
        "options": [
            {"label": _means(candidate, place.language), "url": place.case({**said.facts, **candidate})}
            for candidate in doubt.candidates
        ],
    }


def _means(facts: Mapping[str, Value], language: str) -> str:
    """Return facts in words: "Length: 82.50 m"."""
    return " · ".join(
        wording.say(named(BY_KEY[key].name, wording.value_label(BY_KEY[key], value, language)), language)
        for key, value in facts.items()
    )
