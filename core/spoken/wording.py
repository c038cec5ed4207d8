"""What was understood of a line of text, in words."""

from collections.abc import Mapping

from core.facts import BY_KEY, Value
from core.spoken import Description
from core.text import Text, named
from core.wording import say, value_label

_COUNTED = {"passengers": Text("{n} passengers"), "beds": Text("{n} beds")}


def understood(said: Description, language: str) -> list[dict[str, str]]:
    """Return what each fact was read from: ``key``, ``words`` as typed, ``name``, ``value`` in words, ``note`` or ""."""
    return [
        {
            "key": key,
            "words": " … ".join(said.words[key]),
            "name": say(BY_KEY[key].name, language),
            "value": value_label(BY_KEY[key], value, language),
            "note": say(said.notes[key], language) if key in said.notes else "",
        }
        for key, value in said.facts.items()
    ]


def facts_line(facts: Mapping[str, Value], language: str) -> str:
    """Return facts in one line, for the button of a candidate: "Rhine · A1 · up to 14 hours", "250 passengers"."""
    parts = []
    for key, value in facts.items():
        label = value_label(BY_KEY[key], value, language)
        if key in _COUNTED:
            label = say(_COUNTED[key].with_(n=label), language)
        elif BY_KEY[key].kind == "date":
            label = say(named(BY_KEY[key].name, label), language)
        parts.append(label)
    return " · ".join(parts)
