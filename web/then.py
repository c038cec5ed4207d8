"""Then and now: a case of today beside the same case on another day, and what changed between them."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from core import InputError, Question, Result, wording
from core.aboard import Counts, fitting, kinds, people
from core.changes_in_words import DayInWords, by_day
from core.check import check
from core.check_words import verdict_texts
from core.facts import Value
from core.old_ranks import old_ranks
from core.other_day import Beside, beside, summary, turns, why_none
from core.text import Text
from core.then_and_now import Documented, undated
from web.place import Place


def view(
    place: Place, facts: Mapping[str, Value], day: date | None, today: date, counts: Counts, error: InputError | None
) -> dict[str, Any]:
    """Return what to draw: the form with the days worth a look and, where another day than today is asked for, both answers.

    ``facts`` are the case without a day. ``error`` says why a day that was typed cannot be taken.
    """
    compared = beside(facts, day, today) if day and day != today else None
    outcome = compared.here if compared else beside(facts, today, today).here
    return {
        "case_url": place.case(undated(outcome.facts)),
        "headline": _headline(compared, outcome, place.language),
        "then_action": f"/{place.language}/then/{place.code(facts)}",
        "day": error.value if error else day.isoformat() if day else "",
        "wrong": wording.say(error.text, place.language) if error else None,
        "is_today": day == today,
        "turns": [
            {
                "url": place.then(facts, turn.day),
                "day": wording.day(turn.day, place.language),
                "version": turn.version.cited_as,
                "counts": turn.counts,
                "here": turn.day == day,
            }
            for turn in turns(facts, today)
        ],
        "compared": _compared(place, compared, today, counts) if compared else None,
    }


def _headline(compared: Beside | None, outcome: Question | Result, language: str) -> str | None:
    """Return what the case is, in the words of today where today has an answer."""
    for each in (outcome, compared.there if compared else None):
        if isinstance(each, Result):
            return wording.headline(each, language)
    return None


def _compared(place: Place, compared: Beside, today: date, counts: Counts) -> dict[str, Any]:
    language, said = place.language, summary(compared)
    return {
        "sides": [
            _side(place, compared.here, None, today, counts),
            _side(place, compared.there, compared.day, today, counts),
        ],
        "summary": wording.say(said, language) if said else None,
        "later": compared.day > today,
        "counting": _changes((each for each in compared.changes if each.counts), language),
        "others": _changes((each for each in compared.changes if not each.counts), language),
    }


def _side(place: Place, outcome: Question | Result, day: date | None, today: date, counts: Counts) -> dict[str, Any]:
    """Return one day: its law, and its crews, why there are none, or the question that it needs answered first.

    ``day`` is ``None`` for today.
    """
    language = place.language
    shown = wording.day(day or today, language)
    words: dict[str, Any] = {
        "title": wording.say(Text("Today, {day}", {"day": shown}), language) if day is None else shown,
        "url": place.case(outcome.facts if day else undated(outcome.facts)),
        "question": None,
    }
    if isinstance(outcome, Question):
        return words | {"question": wording.say(outcome.question, language)}
    version = outcome.version
    return words | {
        "kind": outcome.kind,
        "law": version.cited_as if version else None,
        "provision": outcome.steps[0].provision if outcome.steps else None,
        "source": wording.source_url(outcome.steps[0].provision, version) if outcome.steps else None,
        "mode": outcome.mode,
        "hours": outcome.mode_hours,
        "crews": distinct(outcome),
        "old": {rank: wording.say(text, language) for rank, text in old_ranks(outcome).items()},
        "why": [wording.say(each.text, language) for each in why_none(outcome)] if outcome.kind != "determined" else [],
        "verdict": _verdict(place, outcome, today, counts),
    }


def distinct(result: Result) -> list[dict[str, Any]]:
    """Return every alternative once, each with its total."""
    crews: list[dict[str, int]] = []
    for crew in result.crews:
        if dict(crew) not in crews:
            crews.append(dict(crew))
    return [{"crew": crew, "total": sum(crew.values())} for crew in crews]


def _verdict(place: Place, result: Result, today: date, counts: Counts) -> dict[str, str] | None:
    """Return the verdict on the people who are counted, by the law of the day; ``None`` if nobody can be."""
    known = fitting(counts, kinds(result))
    if not known:
        return None
    found = check(result, people(known), result.facts, today)
    texts = verdict_texts(result, people(known), found, place.language)
    return {"verdict": found.verdict, "text": wording.say(texts[0], place.language) if texts else ""}


def _changes(changes: Iterable[Documented], language: str) -> list[dict[str, Any]]:
    return changes_view(by_day(changes, language), language)


def changes_view(days: Iterable[DayInWords], language: str) -> list[dict[str, Any]]:
    """Return changes to draw, under their day and amendment."""
    return [
        {"day": wording.day(each.day, language), "amendment": each.amendment, "texts": each.sentences} for each in days
    ]


def address(place: Place, result: Result) -> str:
    """Return the page on which an answer stands beside another day: its own day, if it has one."""
    day = result.facts.get("date")
    return place.then(undated(result.facts), day if isinstance(day, date) else None)
