"""The answers that are kept beside the code are those that the code gives."""

import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from core import Question, Result, enumeration, run
from core.enumeration import cases_of, rows
from core.law import versions
from core.law.version import Amendment, Version
from core.result import Notice
from core.text import Text

from ..conftest import TODAY

KEPT = Path(__file__).parents[1] / "cases" / "answers.txt"


def kept() -> dict[tuple[str, str, str], list[str]]:
    """The lines of the kept file: the counts and the digest of each version and vessel."""
    lines = [line.split() for line in KEPT.read_text(encoding="utf-8").splitlines()[2:]]
    return {(line[0], line[1], line[2]): line[3:] for line in lines}


def enumerate_(*arguments: str) -> tuple[int, str]:
    output = io.StringIO()
    return enumeration.main(arguments, TODAY, output), output.getvalue()


def test_the_kept_answers_of_the_law_in_force_are_current(outcomes: list[Question | Result]) -> None:
    found = {
        (row.regulation, str(row.since), row.vessel): [
            *(str(row.counts.get(kind, 0)) for kind in ("determined", "authority", "outside", "question")),
            row.digest,
        ]
        for row in rows(cases_of(outcomes, TODAY))
    }
    earlier = {version.id for version in versions() if not version.in_force(TODAY)}
    current = {key: value for key, value in kept().items() if key[0] not in {*earlier, "total"}}
    assert found == current, "answers changed: look at them with `python -m core enumerate --diff`, then `make answers`"


@pytest.mark.proof
def test_all_kept_answers_are_current() -> None:
    assert enumerate_() == (0, KEPT.read_text(encoding="utf-8"))


def answer(**facts: str) -> Result:
    outcome = run({"water": "rhine", "vessel": "peniche", **facts}, TODAY)
    assert isinstance(outcome, Result)
    return outcome


CHANGES: dict[str, Callable[[Result], Result]] = {
    "a crew": lambda result: replace(result, crews=({"boatmaster": 2},)),
    "a provision": lambda result: replace(result, steps=(replace(result.steps[0], provision="§ 19.99"),)),
    "a notice": lambda result: replace(result, notices=(Notice("R99", "§ 19.99", Text("New.")), *result.notices)),
    "an entry": lambda result: replace(result, certificate_entries=("99",)),
    "an offer": lambda result: replace(result, offers=result.offers[1:]),
    "rest": lambda result: replace(result, rest=None),
    "the hours": lambda result: replace(result, mode_hours=1),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_digest_changes_with_the_answer(what: str) -> None:
    result = answer()
    assert digest_of([CHANGES[what](result)]) != digest_of([result])


def test_a_digest_does_not_change_with_words_or_order() -> None:
    one, other = answer(), answer(vessel="other")
    said = replace(one, steps=tuple(replace(step, text=Text("In other words.")) for step in one.steps))
    said = replace(said, notices=tuple(replace(notice, text=Text("In other words.")) for notice in one.notices))
    assert digest_of([said, other]) == digest_of([other, one])


def digest_of(outcomes: Iterable[Question | Result]) -> str:
    return enumeration.digest(case.values for case in cases_of(outcomes, TODAY))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small answer space: two waters without rules of ours."""
    monkeypatch.setattr(
        enumeration, "walk", lambda day: [run({"water": water}, day) for water in ("elsewhere", "rhine")]
    )


@pytest.mark.usefixtures("few")
def test_a_list_can_be_laid_beside_another(tmp_path: Path) -> None:
    before = tmp_path / "before.txt"
    assert enumerate_("--list", "--write", str(before)) == (0, "")
    first, second = before.read_text(encoding="utf-8").splitlines()
    assert first.startswith("wE - outside [] ")
    assert second.startswith("wR questions question [] ")
    assert enumerate_("--diff", str(before)) == (0, "")
    other = first.replace("outside", "authority")
    before.write_text(f"{other}\n{second}\nwX - outside [] 0\n", encoding="utf-8")
    assert enumerate_("--diff", str(before)) == (1, f"-{other}\n+{first}\n-wX - outside [] 0\n")


@pytest.mark.usefixtures("few")
def test_without_a_file_the_table_is_printed() -> None:
    status, text = enumerate_("--on", "2026-12-01")
    assert status == 0
    assert text.startswith("# Every question and answer there is, on 2026-12-01.")
    assert text.splitlines()[-1].split()[:7] == ["total", "-", "-", "0", "0", "1", "1"]


@pytest.mark.usefixtures("few")
def test_each_version_that_is_not_in_force_answers_on_a_day_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    now = next(version for version in versions() if version.in_force(TODAY))
    now = replace(now, editions=((Amendment(date(2025, 1, 1), "made up"), now),))
    past = replace(now, editions=(), id="past", start=date(2010, 1, 1), end=date(2010, 12, 31))
    future = replace(now, editions=(), id="future", start=date(2030, 1, 1), end=None)
    monkeypatch.setattr(enumeration, "versions", lambda: (past, now, future))
    asked: list[date] = []

    def walk(day: date) -> list[Result]:
        asked.append(day)
        return [replace(answer(), version=version) for version in (past, now, future) if version.in_force(day)]

    monkeypatch.setattr(enumeration, "walk", walk)
    found = [(case.regulation, case.since) for case in enumeration.cases(TODAY)]
    assert asked == [TODAY, date(2010, 12, 31), date(2024, 12, 31), date(2030, 1, 1)]
    assert found == [
        (now.id, date(2025, 1, 1)), ("past", past.start), (now.id, now.start), ("future", future.start),
    ]  # fmt: skip


def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        enumerate_("--on", "tomorrow")
    assert "“tomorrow” is not a day" in capsys.readouterr().err


def test_the_table_has_a_total() -> None:
    text = enumeration.table(cases_of([answer(), run({}, TODAY)], TODAY), TODAY)
    lines = [line.split() for line in text.splitlines()[1:]]
    assert lines[0] == ["regulation", "since", "vessel", "determined", "authority", "outside", "question", "digest"]
    assert lines[-1][:7] == ["total", "-", "-", "1", "0", "0", "1"]
    assert [line[0] for line in lines[1:-1]] == ["questions", version_id()]
    ends = {line.rstrip().rindex(" ") for line in text.splitlines()[1:]}
    assert len(ends) == 1, "the digests stand below each other"
    head, *below = text.splitlines()[1:]
    for kind in ("determined", "authority", "outside", "question"):
        end = head.index(kind) + len(kind)
        assert all(line[end - 1].isdigit() and line[end] == " " for line in below), "numbers end below each other"


def version_id() -> str:
    version = answer().version
    assert isinstance(version, Version)
    return version.id
