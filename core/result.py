"""What the law answers: a crew with its reasons, before any of it has a language.

The shapes follow the machine interface; ``core.wording`` turns them into its objects with words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.bands import Band
from core.crew import Count
from core.facts import Choice, Fact, Value
from core.law.version import Operation, StaffRow, Version
from core.text import Text

Kind = Literal["determined", "authority", "outside"]


@dataclass(frozen=True, slots=True)
class Question:
    """The first fact that is missing, or one that is offered beside an answer.

    ``options`` are the choices or bands that this case can have; ``default`` is the ordinary value of an offered fact;
    ``facts`` are all facts given so far, ``used`` those that the law has asked for before this one, in that order, ``normal``
    the same with every number as its band; ``labels`` are the words of the choices among them, as this case has them.
    """

    fact: Fact
    options: tuple[Choice, ...] | tuple[Band, ...]
    facts: Mapping[str, Value]
    used: Mapping[str, Value]
    normal: Mapping[str, Value]
    labels: Mapping[str, Text]
    question: Text
    help: Text
    default: Value | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One provision and what it does to each alternative."""

    provision: str
    effects: tuple[Count, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Option:
    """What the law allows besides: ``take`` away, ``put`` in, at most ``times``, under the conditions of ``needs``."""

    id: str
    provision: str
    alternatives: tuple[int, ...]
    take: Count
    put: Count
    times: int
    needs: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Condition:
    """What one person of a rank (or the whole crew: ``None``) must fulfil in these alternatives."""

    id: str
    provision: str
    alternatives: tuple[int, ...]
    rank: str | None
    needs: tuple[str, ...]
    text: Text


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to know about this answer: a reading of the law, a rule for everyone, whom to ask."""

    id: str
    provision: str
    text: Text


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence with its provision, beside rest times or safety staff."""

    provision: str
    text: Text


@dataclass(frozen=True, slots=True)
class Rest:
    """Sailing hours and rest of the operating mode; ``operation`` has no mode where none was needed."""

    operation: Operation | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class SafetyStaff:
    """Safety staff while passengers are aboard; ``one_person``: expert and first-aider may be the same under way."""

    rows: tuple[StaffRow, ...]
    one_person: bool
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of the law to a case.

    ``crews`` are the sums of all steps, ``base`` is the effect of the first; both are empty unless ``determined``.
    ``facts`` are those that the law used, ``normal`` the same with every number as its band, ``unused`` the keys of the
    others. ``version`` is ``None`` where no regulation that is collected applies.
    """

    kind: Kind
    version: Version | None
    section: str | None
    group: str | None
    mode: str | None
    mode_hours: int | None
    standard: str | None
    column: str | None
    steps: tuple[Step, ...]
    crews: tuple[Count, ...]
    options: tuple[Option, ...]
    conditions: tuple[Condition, ...]
    notices: tuple[Notice, ...]
    certificate_entries: tuple[str, ...]
    offers: tuple[Question, ...]
    rest: Rest | None
    safety_staff: SafetyStaff | None
    facts: Mapping[str, Value]
    normal: Mapping[str, Value]
    labels: Mapping[str, Text]
    unused: tuple[str, ...]

    @property
    def base(self) -> tuple[Count, ...]:
        """The alternatives of the table: the effect of the first step."""
        return self.steps[0].effects if self.steps else ()
