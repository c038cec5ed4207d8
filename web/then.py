"""Then and now: a case of today beside the same case on another day, and what changed between them."""

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby
from typing import Any

from core import InputError, Question, Result, wording
from core.aboard import Counts, fitting, kinds, people
from core.check import check
from core.check_words import verdict_texts
from core.facts import Value
from core.old_ranks import old_ranks
from core.other_day import Beside, beside, summary, turns, undated
from core.text import Text
from core.then_and_now import Documented
from core.timeline import Turn
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
        "counting": _by_day((each for each in compared.changes if each.counts), language),
        "others": _by_day((each for each in compared.changes if not each.counts), language),
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
        "why": [] if outcome.kind == "determined" else _why_none(outcome, language),
        "verdict": _verdict(place, outcome, today, counts),
    }


def distinct(result: Result) -> list[dict[str, Any]]:
    """Return every alternative once, each with its total."""
    crews: list[dict[str, int]] = []
    for crew in result.crews:
        if dict(crew) not in crews:
            crews.append(dict(crew))
    return [{"crew": crew, "total": sum(crew.values())} for crew in crews]


_WHY = ("date-missing", "authority", "inspection-body", "scope", "sea-papers", "seagoing-missing", "no-convoy-table")


def _why_none(result: Result, language: str) -> list[str]:
    """Return why there is no crew, and whom to ask."""
    named = [notice for notice in result.notices if notice.id in _WHY] or result.notices[:1]
    return [wording.say(notice.text, language) for notice in named]


def _verdict(place: Place, result: Result, today: date, counts: Counts) -> dict[str, str] | None:
    """Return the verdict on the people who are counted, by the law of the day; ``None`` if nobody can be."""
    known = fitting(counts, kinds(result))
    if not known:
        return None
    found = check(result, people(known), result.facts, today)
    texts = verdict_texts(result, people(known), found, place.language)
    return {"verdict": found.verdict, "text": wording.say(texts[0], place.language) if texts else ""}


def _by_day(changes: Iterable[Documented], language: str) -> list[dict[str, Any]]:
    """Return changes under their day and amendment; those that say the same once, with all their provisions."""
    return [
        {"day": wording.day(day, language), "amendment": amendment, "texts": said_once(same_day, language)}
        for (day, amendment), same_day in groupby(changes, key=lambda each: (each.day, each.amendment))
    ]


def said_once(changes: Iterable[Documented | Turn], language: str) -> list[dict[str, Any]]:
    """Return changes with their provisions; what reads the same for several provisions once."""
    said: dict[str, list[str]] = {}
    for each in changes:
        said.setdefault(wording.say(each.text, language), []).append(_places(each.before, each.after, language))
    return [{"text": text, "places": list(dict.fromkeys(where))} for text, where in said.items()]


def _places(before: str | None, after: str | None, language: str) -> str:
    """Return the provisions before and after a change: "§ 3.07 no. 1 → § 107 para. 1", "§ 3.16 no. 4 (new)"."""
    old, new = (wording.cite(each, language) if each else "" for each in (before, after))
    if old == new:
        return new
    if not old:
        return wording.say(Text("{place} (new)", {"place": new}), language)
    return f"{old} → {new}" if new else wording.say(Text("{place} (gone)", {"place": old}), language)


def address(place: Place, result: Result) -> str:
    """Return the page on which an answer stands beside another day: its own day, if it has one."""
    day = result.facts.get("date")
    return place.then(undated(result.facts), day if isinstance(day, date) else None)

