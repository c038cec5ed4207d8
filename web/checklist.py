"""The list of equipment under a question: what is ticked in it becomes one answer.

The question decides which list stands there, so the boxes are all that a browser sends.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core import Question, equipment, wording
from core.text import Text
from web.place import Place

_STANDARDS_HELP = Text(
    "Tick what is aboard and works. What the list says about your vessel must also be entered in its certificate."
)
_LIST_HELP = Text("Tick what is aboard and works, and what your vessel does not need because it is smaller.")


@dataclass(frozen=True, slots=True)
class CheckList:
    """Boxes under one heading: a text or a provision, the parameter they send, and the items by what each box sends."""

    heading: Text | str
    name: str
    items: Mapping[str, Text]


def lists(question: Question) -> tuple[CheckList, ...]:
    """Return the lists behind a question; none where there is nothing to tick (ferries are asked item by item)."""
    german = equipment.german_list(question)
    if german:
        provision, items = german
        return (CheckList(provision, "item", {str(number): item for number, item in enumerate(items, start=1)}),)
    if question.fact.key == "equipment" and "S2" in _values(question):
        return (
            CheckList(Text("Standard S1"), "s1", equipment.S1_ITEMS),
            CheckList(Text("Standard S2, in addition"), "s2", {"yes": equipment.s2_item(question.used)}),
        )
    return ()


def answer(question: Question, ticked: Callable[[str], Iterable[str]]) -> str | None:
    """Return the answer that the ticked boxes give, ``None`` where the question has no list.

    ``ticked`` returns what the boxes of a name have sent.
    """
    missing = {each.name: set(each.items) - set(ticked(each.name)) for each in lists(question)}
    if "item" in missing:
        return "not-met" if missing["item"] else "met"
    if "s1" not in missing:
        return None
    standard = equipment.from_items(missing["s1"], s2=not missing["s2"])
    return standard if standard in _values(question) else "none"


def view(place: Place, question: Question) -> dict[str, Any] | None:
    """Return the form to draw under a question, or ``None``."""
    language, groups = place.language, lists(question)
    if not groups:
        return None
    return {
        "action": f"/{language}/equipment",
        "fields": [("code", place.code(question.facts))],
        "help": wording.say(_LIST_HELP if groups[0].name == "item" else _STANDARDS_HELP, language),
        "groups": [_group(each, language) for each in groups],
    }


def _group(each: CheckList, language: str) -> dict[str, Any]:
    heading = each.heading
    return {
        "legend": wording.say(heading, language) if isinstance(heading, Text) else wording.cite(heading, language),
        "name": each.name,
        "options": [{"value": value, "text": wording.say(text, language)} for value, text in each.items.items()],
    }


def _values(question: Question) -> list[str]:
    return [option.value for option in question.options]
