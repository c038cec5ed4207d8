"""The answer space in one command: ``python -m core enumerate`` counts every answer and gives each a digest.

A digest stands for the values and provisions of answers and for the options of questions, never for their words: it changes
when an answer changes, and stays when a sentence or a translation does.
"""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from operator import attrgetter
from pathlib import Path
from typing import Any, TextIO, get_args

from core.bands import Band
from core.code import encode
from core.facts import plain
from core.law import DATA, read, using, versions
from core.law.version import Version
from core.result import Kind, Question, Rest, Result, SafetyStaff
from core.space import walk

KINDS: tuple[Kind, ...] = get_args(Kind)
NONE = "-"


@dataclass(frozen=True, slots=True)
class Case:
    """One question or answer of the space: where it belongs, its code, and what it says without words, as JSON.

    ``regulation`` and ``since`` are the version that answers and the day since which its text stood so, or the day of the walk;
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
        return f"{self.code or NONE} {self.regulation} {self.kind} [{short}] {digest([self.values])}"


@dataclass(frozen=True, slots=True)
class Row:
    """The cases of one vessel under one version: how many of each kind, and their digest."""

    regulation: str
    since: date
    vessel: str
    counts: Mapping[str, int]
    digest: str


def cases(today: date) -> list[Case]:
    """Walk the law of a day, and each other version and edition on the last day on which it was in force, or its first to come.

    Each of these answers for itself only; what no version answers, and the questions, are those of the day.
    """
    found = cases_of(walk(today), today)
    others: dict[date, set[str]] = {}
    for version in versions():
        for start, end in _stretches(version):
            if end is not None and end < today:
                others.setdefault(end, set()).add(version.id)
            elif start > today:
                others.setdefault(start, set()).add(version.id)
    for day, ids in sorted(others.items()):
        found += [case for case in cases_of(walk(day), day) if case.regulation in ids]
    return found


def _stretches(version: Version) -> list[tuple[date, date | None]]:
    """Return the days between which the text of a version stood still: from its start and from each edition."""
    starts = [version.start, *(amendment.start for amendment, _ in version.editions)]
    return list(zip(starts, [*(start - timedelta(days=1) for start in starts[1:]), version.end], strict=True))


def _since(id_: str, day: date) -> date:
    """Return the day since which the text of a version was what it is on a day."""
    version = next(version for version in versions() if version.id == id_)
    return max(start for start, _ in _stretches(version) if start <= day)


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
        since=_since(version.id, day) if version else day,
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


def main(arguments: Sequence[str], today: date, output: TextIO) -> int:
    """Carry out ``python -m core enumerate``. Returns 1 if ``--diff`` finds a difference.

    The table covers every version; the list, and what differs from one, is the law of one day.
    """
    options = _parser(today).parse_args(arguments)
    with using(read(DATA, *options.law)):
        if options.list or options.diff:
            text = "".join(
                f"{case.line}\n" for case in sorted(cases_of(walk(options.on), options.on), key=attrgetter("code"))
            )
        else:
            text = table(cases(options.on), options.on)
    if options.diff:
        changes = _changes(options.diff.read_text(encoding="utf-8").splitlines(), text.splitlines())
        output.writelines(f"{line}\n" for line in changes)
        return int(bool(changes))
    if options.write:
        options.write.write_text(text, encoding="utf-8")
    else:
        output.write(text)
    return 0


def _changes(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the lines that went (``-``) and came (``+``), those of a case together."""
    gone, come = set(before) - set(after), set(after) - set(before)
    changes = [*((line, "-") for line in gone), *((line, "+") for line in come)]
    changes.sort(key=lambda change: (change[0].partition(" ")[0], change[1] == "+"))
    return [f"{sign}{line}" for line, sign in changes]


def _parser(today: date) -> ArgumentParser:
    parser = ArgumentParser(
        "python -m core enumerate", description="Count every answer, with a digest of what it says."
    )
    parser.add_argument("--on", type=_day, default=today, metavar="DATE", help="the day of the law (default: today)")
    parser.add_argument(
        "--law",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="ask the versions in this folder as well",
    )
    parser.add_argument("--list", action="store_true", help="one line for each case of the day instead of the table")
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
