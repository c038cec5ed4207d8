"""The sheet on which the rules write their answer: crews, steps, and what must be said beside them."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.crew import Count, Crew, count, difference
from core.facts import Value
from core.law.version import Table, Version, section
from core.result import Condition, Kind, Notice, Option, Question, Rest, Result, SafetyStaff, Step
from core.text import N_, Text


class Answer:
    """An answer in the making. Every change of the crews is a step, so the steps always add up to the crews."""

    def __init__(self, kind: Kind, version: Version | None = None, section: str | None = None) -> None:
        self.kind: Kind = kind
        self.version = version
        self.section = section
        self.group: str | None = None
        self.mode: str | None = None
        self.mode_hours: int | None = None
        self.standard: str | None = None
        self.column: str | None = None
        self.table: Table | None = None
        self.equipment: str | None = None
        self.crews: tuple[Crew, ...] = ()
        self.steps: list[Step] = []
        self.options: list[Option] = []
        self.conditions: list[Condition] = []
        self.notices: list[Notice] = []
        self.certificate_entries: tuple[str, ...] = ()
        self.rest: Rest | None = None
        self.safety_staff: SafetyStaff | None = None

    def start(self, provision: str, crews: Sequence[Crew], text: Text) -> None:
        """Write the first step: the alternatives that the law begins with."""
        self.crews = tuple(crews)
        self.steps.append(Step(provision, tuple(count(crew) for crew in crews), text))

    def change(self, provision: str, text: Text, rewrite: Callable[[Crew], Crew]) -> None:
        """Write a step that rewrites every alternative."""
        self.replace(provision, text, [rewrite(crew) for crew in self.crews])

    def replace(self, provision: str, text: Text, crews: Sequence[Crew]) -> None:
        """Write a step that puts these crews in the place of the present ones, one for one."""
        effects = [difference(old, new) for old, new in zip(self.crews, crews, strict=True)]
        self.crews = tuple(crews)
        self.steps.append(Step(provision, tuple(effects), text))

    def keep(self, alternatives: Sequence[int]) -> None:
        """Go on with these alternatives only, as if the law had begun with them."""
        self.crews = tuple(self.crews[index] for index in alternatives)
        self.steps = [
            Step(step.provision, tuple(step.effects[index] for index in alternatives), step.text) for step in self.steps
        ]

    def option(
        self,
        id: str,  # noqa: A002 - the name in the machine interface
        provision: str | None,
        text: str,
        groups: Mapping[int, Iterable[int]],
        take: Count,
        put: Count,
        needs: tuple[str, ...] = (),
    ) -> None:
        """Write a substitution, once for each number of times; ``groups`` maps times to alternatives.

        Nothing is written where the provision is ``None``: that table does not have it.
        """
        if provision is None:
            return
        for times, alternatives in sorted(groups.items()):
            self.options.append(Option(id, provision, tuple(alternatives), take, put, times, needs, Text(text)))

    def condition(
        self,
        id: str,  # noqa: A002 - the name in the machine interface
        provision: str,
        text: Text,
        alternatives: Sequence[int],
        rank: str | None,
        needs: tuple[str, ...],
    ) -> None:
        """Write a condition; nothing where no alternative is concerned."""
        if alternatives:
            self.conditions.append(Condition(id, provision, tuple(alternatives), rank, needs, text))

    def notice(self, id: str, provision: str, text: str, **gaps: object) -> None:  # noqa: A002
        """Write a notice."""
        self.notices.append(Notice(id, provision, Text(text, gaps)))

    def result(
        self,
        offers: tuple[Question, ...],
        facts: Mapping[str, Value],
        normal: Mapping[str, Value],
        labels: Mapping[str, Text],
        unused: tuple[str, ...],
    ) -> Result:
        """Close the sheet."""
        return Result(
            kind=self.kind,
            version=self.version,
            section=self.section,
            group=self.group,
            mode=self.mode,
            mode_hours=self.mode_hours,
            standard=self.standard,
            column=self.column,
            steps=tuple(self.steps),
            crews=tuple(count(crew) for crew in self.crews),
            options=tuple(self.options),
            conditions=tuple(self.conditions),
            notices=tuple(self.notices),
            certificate_entries=self.certificate_entries,
            offers=offers,
            rest=self.rest,
            safety_staff=self.safety_staff,
            facts=facts,
            normal=normal,
            labels=labels,
            unused=unused,
        )


def outside_scope(version: Version, cited: str) -> Answer:
    """Return the answer for a craft that is too small for the rules of a version; ``cited`` is what the notice names."""
    result = Answer("outside", version, section(version.provisions["scope"]))
    result.notice(
        "scope",
        cited,
        N_(
            "The craft is shorter than 20 m, below 100 m³ and has no ADN certificate, so these rules prescribe no crew. "
            "Other national rules may apply; ask the waterway police or the vessel's authority."
        ),
    )
    return result
