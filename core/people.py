"""The people aboard: who they are, as far as it can matter for a post.

The shapes are those of ``aboard`` in the machine interface.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.crew import RANKS
from core.facts import InputError, as_typed
from core.text import N_, Text

MOST = 99
"""More people of one kind than any inland vessel has."""


@dataclass(frozen=True, slots=True)
class Person:
    """One person, or ``count`` people alike.

    ``age``, ``training_year`` and ``sailing_days`` (navigation time in days) are ``None`` where unknown.
    ``boatmaster_certificate`` is that of a helmsman who also holds one; ``stretch``: entitled as boatmaster for this
    stretch; ``final_exam``: passed the final examination for boatmen; ``old_paper``: holds a German paper from before
    2022 (BinSchPersV § 124).
    """

    rank: str
    count: int = 1
    age: int | None = None
    training_year: int | None = None
    sailing_days: int | None = None
    boatmaster_certificate: bool = False
    stretch: bool = True
    final_exam: bool = False
    old_paper: bool = False


_NUMBERS = {"count": (0, MOST), "age": (0, 120), "training_year": (0, 9), "sailing_days": (0, 40_000)}
_FLAGS = ("boatmaster_certificate", "stretch", "final_exam")


def parse_people(raw: object) -> tuple[Person, ...]:
    """Read ``aboard``: a list of objects, each with a ``rank`` and what else is known.

    Raises InputError, with the key ``aboard`` and the value that was wrong.
    """
    if not isinstance(raw, list | tuple):
        raise _error(raw, Text(N_("“aboard” must be a list of people, each with a “rank”.")))
    people = [_parse_person(entry) for entry in raw]
    return tuple(person for person in people if person.count)


def _parse_person(raw: object) -> Person:
    if not isinstance(raw, Mapping) or "rank" not in raw:
        raise _error(raw, Text(N_("“aboard” must be a list of people, each with a “rank”.")))
    known: dict[str, object] = {}
    for key, value in raw.items():
        if key == "rank":
            if value not in RANKS:
                text = N_("“{value}” is not a rank. Possible: {ranks}.")
                raise _error(value, Text(text, {"value": as_typed(value), "ranks": RANKS}))
            known["rank"] = value
        elif key in _NUMBERS:
            known[key] = _whole(key, value)
        elif key in _FLAGS:
            known[key] = _flag(key, value)
        elif key == "paper":
            if value != "old":
                raise _error(value, Text(N_("“paper” can only be “old”: a German paper from before 2022.")))
            known["old_paper"] = True
        else:
            raise _error(raw[key], Text(N_("“{key}” says nothing about a person here."), {"key": as_typed(key)}))
    return Person(**known)  # type: ignore[arg-type]


def _whole(key: str, value: object) -> int | None:
    low, high = _NUMBERS[key]
    if value is None and key != "count":
        return None
    number = value
    match value:
        case str() if value.isascii() and value.isdigit() and len(value) < 6:
            number = int(value)
        case float() if value.is_integer():  # 2.0 is a whole number to JSON
            number = int(value)
    if isinstance(number, int) and not isinstance(number, bool) and low <= number <= high:
        return number
    text = N_("“{key}” must be a whole number from {low} to {high}.")
    raise _error(value, Text(text, {"key": key, "low": low, "high": high}))


def _flag(key: str, value: object) -> bool:
    match value:
        case bool():
            return value
        case "yes":
            return True
        case "no":
            return False
    raise _error(value, Text(N_("“{key}” must be true or false."), {"key": key}))


def _error(value: object, text: Text) -> InputError:
    return InputError("aboard", as_typed(value), text)
