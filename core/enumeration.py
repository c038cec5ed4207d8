"""The answer space in one command: ``python -m core enumerate`` counts every answer and gives each a digest.

A digest stands for the values and provisions of answers and for the options of questions, never for their words: it changes
when an answer changes, and stays when a sentence or a translation does.
"""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO, get_args

from core.bands import Band
from core.code import encode
from core.facts import plain
from core.law import versions
from core.law.version import Version
from core.result import Kind, Question, Rest, Result, SafetyStaff
from core.space import walk

KINDS: tuple[Kind, ...] = get_args(Kind)
NONE = "-"


@dataclass(frozen=True, slots=True)
class Case:
    """One question or answer of the space: where it belongs, its code, and what it says without words, as JSON.

    ``regulation`` and ``since`` are the version that answers and the day it began, or the day of the walk where none does;
    ``kind`` is that of the result, or ``question``.
    """

    regulation: str
    since: date
    vessel: str
    kind: str
    code: str
    values: str

    @property
    def line(self) -> str:
        """The case in one line, to be laid beside that of another run; the digest stands for all that it says."""
        crews = json.loads(self.values).get("crews", ())
        short = " / ".join(" ".join(f"{rank}:{number}" for rank, number in crew.items()) for crew in crews)
        return f"{self.regulation} {self.since} {self.code or NONE} {self.kind} [{short}] {digest([self.values])}"


@dataclass(frozen=True, slots=True)
class Row:
    """The cases of one vessel under one version: how many of each kind, and their digest."""

    regulation: str
    since: date
    vessel: str
    counts: Mapping[str, int]
    digest: str


def cases(today: date) -> list[Case]:
    """Walk the law of a day, and each other version on the last day on which it was in force (or its first to come).

    Each version answers for itself only; what no version answers, and the questions, are those of the day.
    """
    found = cases_of(walk(today), today)
    others: dict[date, set[str]] = {}
    for version in versions():
        if not version.in_force(today):
            others.setdefault(_day_of(version, today), set()).add(version.id)
    for day, ids in sorted(others.items()):
        found += [case for case in cases_of(walk(day), day) if case.regulation in ids]
    return found


def _day_of(version: Version, today: date) -> date:
    return version.end if version.end is not None and version.end < today else version.start


def cases_of(outcomes: Iterable[Question | Result], day: date) -> list[Case]:
    """Return the cases of one walk."""
    return [_case(outcome, day) for outcome in outcomes]


def _case(outcome: Question | Result, day: date) -> Case:
    if isinstance(outcome, Question):
        code = encode(outcome.facts)
        asked = _json({"code": code, "asks": _asked(outcome)})
        return Case("questions", day, _vessel(outcome.facts), "question", code, asked)
    version = outcome.version
    return Case(
        regulation=version.id if version else NONE,
        since=version.start if version else day,
        vessel=_vessel(outcome.facts),
        kind=outcome.kind,
        code=encode(outcome.normal),
        values=_json(values(outcome)),
    )


def _vessel(facts: Mapping[str, object]) -> str:
    return str(facts.get("vessel", NONE))


def values(result: Result) -> dict[str, Any]:
    """Return all that an answer says without words: numbers, ranks, provisions, conditions."""
    return {
        "code": encode(result.normal),
        "regulation": result.version.id if result.version else None,
        "kind": result.kind,
        "section": result.section,
        "group": result.group,
        "mode": [result.mode, result.mode_hours],
        "standard": result.standard,
        "column": result.column,
        "crews": [dict(crew) for crew in result.crews],
        "steps": [[step.provision, [dict(effect) for effect in step.effects]] for step in result.steps],
        "options": [
            [o.id, o.provision, o.alternatives, dict(o.take), dict(o.put), o.times, o.needs] for o in result.options
        ],
        "conditions": [[c.id, c.provision, c.alternatives, c.rank, c.needs] for c in result.conditions],
        "notices": [[notice.id, notice.provision] for notice in result.notices],
        "certificate_entries": result.certificate_entries,
        "offers": [_asked(offer) for offer in result.offers],
        "rest": _rest(result.rest) if result.rest else None,
        "safety_staff": _staff(result.safety_staff) if result.safety_staff else None,
    }


def _rest(rest: Rest) -> list[Any]:
    operation = rest.operation
    stop = operation.stop if operation else None
    return [
        operation.hours if operation else None,
        [stop.hours, stop.start, stop.end, stop.provision] if stop else None,
        [
            [rule.who, rule.hours, rule.in_one_piece, rule.outside_sailing, rule.per_hours, rule.provision]
            for rule in (operation.rest if operation else ())
        ],
        [note.provision for note in rest.notes],
    ]


def _staff(staff: SafetyStaff) -> list[Any]:
    numbers = [
        [row.state, row.measure, row.above, row.up_to, row.passenger_expert, row.first_aider, row.breathing_apparatus]
        for row in staff.rows
    ]
    return [numbers, staff.one_person, [note.provision for note in staff.notes]]


def _asked(question: Question) -> list[Any]:
    """What a question asks: the key, the options with their limits, and the ordinary value."""
    default = None if question.default is None else plain(question.default)
    return [
        question.fact.key,
        [_limits(option) if isinstance(option, Band) else option.value for option in question.options],
        default,
    ]


def _limits(band: Band) -> list[Any]:
    low, high = (None if limit is None else str(limit) for limit in (band.low, band.high))
    return [band.value, low, band.low_open, high, band.high_open]


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def digest(parts: Iterable[str]) -> str:
    """Return twelve digits that stand for these texts, whatever their order."""
    return sha256("\n".join(sorted(parts)).encode()).hexdigest()[:12]


def rows(found: Iterable[Case]) -> list[Row]:
    """Return the cases by version and vessel, in the order of their names."""
    by_key: dict[tuple[str, date, str], list[Case]] = {}
    for case in found:
        by_key.setdefault((case.regulation, case.since, case.vessel), []).append(case)
    return [
        Row(*key, Counter(case.kind for case in group), digest(case.values for case in group))
        for key, group in sorted(by_key.items())
    ]


def table(found: Sequence[Case], today: date) -> str:
    """Return the table that is kept beside the code: a line for each version and vessel, then the total."""
    kinds = (*KINDS, "question")
    head = ("regulation", "since", "vessel", *kinds, "digest")
    lines = [head, *(_cells(row, kinds) for row in rows(found))]
    total = Counter(case.kind for case in found)
    lines.append(("total", NONE, NONE, *(str(total[kind]) for kind in kinds), digest(case.values for case in found)))
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    text = [
        f"# Every question and answer there is, on {today}. Written by `make answers`; CONTRIBUTING.md says how to read it.",
        *(
            "  ".join(
                cell.rjust(width) if 3 <= place < 3 + len(kinds) else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ),
    ]
    return "\n".join(text) + "\n"


def _cells(row: Row, kinds: Sequence[str]) -> tuple[str, ...]:
    return (row.regulation, str(row.since), row.vessel, *(str(row.counts.get(kind, 0)) for kind in kinds), row.digest)


def _listed(found: Iterable[Case]) -> list[str]:
    return sorted(case.line for case in found)


def main(arguments: Sequence[str], today: date, output: TextIO) -> int:
    """Carry out ``python -m core enumerate``. Returns 1 if ``--diff`` finds a difference."""
    options = _parser(today).parse_args(arguments)
    found = cases(options.on)
    if options.diff:
        changes = _changes(options.diff.read_text(encoding="utf-8").splitlines(), _listed(found))
        output.writelines(f"{line}\n" for line in changes)
        return int(any(changes))
    text = "".join(f"{line}\n" for line in _listed(found)) if options.list else table(found, options.on)
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    else:
        output.write(text)
    return 0


def _changes(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the lines that went (``-``) and came (``+``)."""
    return [line for line in list(unified_diff(before, after, n=0, lineterm=""))[2:] if not line.startswith("@@")]


def _parser(today: date) -> ArgumentParser:
    parser = ArgumentParser(
        "python -m core enumerate", description="Count every answer, with a digest of what it says."
    )
    parser.add_argument("--on", type=_day, default=today, metavar="DATE", help="the day of the law (default: today)")
    parser.add_argument("--list", action="store_true", help="one line for each case instead of the table")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write into a file")
    parser.add_argument(
        "--diff", type=Path, metavar="FILE", help="show what differs from a list that was written before"
    )
    return parser


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"“{text}” is not a day; write it like 2026-11-30") from None
