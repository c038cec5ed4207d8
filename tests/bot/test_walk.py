"""Every question and every answer that can be reached, in every language, within Telegram's limits."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import lru_cache
from typing import Any

import pytest

from bot.case import Case, open_case
from bot.screen import PAGE, Screen, View, length, plain
from bot.screens import tap_screen
from bot.tap import Action, Tap
from core import Question, Result
from core.code import LIMIT
from core.facts import DATE

TODAY = date(2026, 11, 30)
DETAILS: dict[Action, Callable[[Result], Any]] = {
    Action.WHY: lambda result: (result.steps, result.crews),
    Action.REPLACE: lambda result: (result.options, result.crews),
    Action.REST: lambda result: result.rest,
    Action.SAFETY: lambda result: result.safety_staff,
    Action.NOTICES: lambda result: result.notices,
}
"""The screens behind the buttons of an answer, with the part of the result that they show."""


def view_of(language: str) -> View:
    return View(language, TODAY, "rheincrew_test_bot", "https://rheincrew.example")


@lru_cache(maxsize=1)
def cases() -> dict[str, Case]:
    """Follow every option of every question and every choice beside an answer but the ordinary ones; equal cases once."""
    found: dict[str, Case] = {}
    waiting = [""]
    while waiting:
        code = waiting.pop()
        if code not in found:
            case = found[code] = open_case(code, TODAY)
            waiting += neighbours(case)
    return found


def neighbours(case: Case) -> Iterator[str]:
    outcome = case.outcome
    questions = (outcome,) if isinstance(outcome, Question) else outcome.offers
    for question in questions:
        for option in question.options:
            if option.value != question.default:
                yield case.with_(question.fact.key, option.value)


def checked(shown: Screen, most: int = LIMIT) -> None:
    """The limits of text and buttons are the constructor's; here is what it cannot know."""
    text = plain(shown.text) + "".join(button.label for row in shown.rows for button in row)
    assert "{" not in text
    assert "%(" not in text
    assert all(button.tap is None or len(button.tap.code) <= most for row in shown.rows for button in row)


def pages(tap: Tap, view: View) -> Iterator[Screen]:
    """A screen and the pages after it."""
    shown = tap_screen(tap, view)
    yield shown
    after = [b.tap for row in shown.rows for b in row if b.tap and b.tap.action == tap.action and b.tap.page > tap.page]
    for following in after:
        yield from pages(following, view)


def test_the_walk_finds_the_whole_law() -> None:
    kinds = [case.outcome.kind for case in cases().values() if isinstance(case.outcome, Result)]
    assert len(kinds) > 1_000
    assert set(kinds) == {"determined", "authority", "outside"}
    assert max(map(len, cases())) <= LIMIT


def test_every_question_and_answer(language: str) -> None:
    view = view_of(language)
    for code, case in cases().items():
        shown = tap_screen(Tap(Action.CASE, language, code), view)
        checked(shown)
        if isinstance(case.outcome, Result):
            assert_answer(shown, case.outcome, view)


def assert_answer(shown: Screen, result: Result, view: View) -> None:
    """Every doubt is visible: readings, and whom to ask where there is no crew."""
    text = plain(shown.text)
    for notice in result.notices:
        if notice.id[1:].isdigit() or notice.id in ("certificate", "inspection-body", "national-next", "scope"):
            assert view.say(notice.text) in text
    for condition in result.conditions:
        assert view.say(condition.text) in text
    assert length(shown.text) <= 2_500


def test_every_detail(language: str) -> None:
    view, seen = view_of(language), set[Any]()
    for code, case in cases().items():
        if not isinstance(case.outcome, Result):
            continue
        for action, part in DETAILS.items():
            key = (action, repr(part(case.outcome)))
            if key not in seen:
                seen.add(key)
                for shown in pages(Tap(action, language, code), view):
                    checked(shown)


def test_every_other_screen(language: str) -> None:
    """Change, share, language, what applies, the list of equipment and prompts, for each set of facts once."""
    view, seen = view_of(language), set[Any]()
    for code, case in cases().items():
        offers = case.outcome.offers if isinstance(case.outcome, Result) else ()
        key = (frozenset(case.known), tuple(offer.fact.key for offer in offers))
        if key in seen:
            continue
        seen.add(key)
        for action in (Action.CHANGE, Action.SHARE, Action.LANGUAGE, Action.APPLIES, Action.ITEMS, Action.S2_ITEM):
            checked(tap_screen(Tap(action, language, code), view))
        questions = (case.outcome,) if isinstance(case.outcome, Question) else offers
        for fact in [question.fact for question in questions]:
            checked(tap_screen(Tap(Action.TYPE, language, code, fact.letter), view))
        for letter in "wvlme":
            checked(tap_screen(Tap(Action.ASK_AGAIN, language, code, letter), view))


def test_long_screens_come_in_pages() -> None:
    view = view_of("en")
    notices = list(pages(Tap(Action.NOTICES, "en", "wGrRvCfM2mA2eS2"), view))
    assert len(notices) > 1
    assert f"(page 1 of {len(notices)})" in notices[0].text
    assert f"(page {len(notices)} of {len(notices)})" in notices[-1].text
    assert all(length(shown.text) < PAGE + 500 for shown in notices)
    assert tap_screen(Tap(Action.NOTICES, "en", "wGrRvCfM2mA2eS2", "99"), view) == notices[-1]


@pytest.mark.parametrize("day", [date(2024, 1, 1), date(2023, 4, 14), date(1999, 1, 1)])
def test_other_days(day: date, language: str) -> None:
    """Answers for past days; most cases say the same, so a share of them is enough. A button has room for both dates."""
    for place, case in enumerate(cases().values()):
        if place % 40 == 0 and isinstance(case.outcome, Result):
            dated = open_case(case.with_(DATE.key, day), TODAY)
            dated = open_case(dated.with_("certificate_date", date(2012, 5, 1)), TODAY)
            for action in (Action.CASE, Action.APPLIES, Action.CHANGE, Action.NOTICES):
                checked(tap_screen(Tap(action, language, dated.code), view_of(language)), most=62)
