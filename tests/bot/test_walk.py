"""Every question and every answer that can be reached, within Telegram's limits."""

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import cycle
from typing import Any

import pytest

from bot.case import Case, open_case
from bot.screen import PAGE, Screen, View, length, plain
from bot.screens import tap_screen
from bot.tap import LIMIT as MOST_DATA
from bot.tap import Action, Tap
from core import LANGUAGES, Question, Result, aboard, encode
from core.bands import Band
from core.choice import other_answer
from core.code import LIMIT
from core.facts import BY_KEY, CERTIFICATE_DATE, DATE

TODAY = date(2026, 11, 30)
LONGEST = "de"
"""The language with the longest words: what fits in it is checked for every case."""


def other_crew(result: Result) -> Any:
    """What the screen of both crews shows; ``None`` where there is no choice."""
    other = other_answer(result, TODAY)
    return other and (result.crews, result.mode, "rules" in result.facts, encode(other.facts))


DETAILS: dict[Action, Callable[[Result], Any]] = {
    Action.WHY: lambda result: (result.steps, result.crews),
    Action.REPLACE: lambda result: (result.options, result.crews),
    Action.REST: lambda result: result.rest,
    Action.SAFETY: lambda result: result.safety_staff,
    Action.NOTICES: lambda result: result.notices,
    Action.OTHER_CREW: other_crew,
}
"""The screens behind the buttons of an answer, with the part of the result that they show."""


def view_of(language: str) -> View:
    return View(language, TODAY, "rheincrew_test_bot", "https://rheincrew.example")


@lru_cache(maxsize=1)
def cases() -> dict[str, Case]:
    """Follow every option of every question and every choice beside an answer but the ordinary ones; equal cases once."""
    found: dict[str, Case] = {}
    waiting, opened = [""], set[str]()
    while waiting:
        code = waiting.pop()
        if code not in opened:
            opened.add(code)
            case = open_case(code, TODAY)
            if case.code not in found:
                found[case.code] = case
                waiting += neighbours(case)
    return found


def cases_of(language: str) -> Iterator[tuple[str, Case]]:
    """Every case for the longest language; for the others each case once, in turn."""
    others = [each for each in LANGUAGES if each != LONGEST]
    for case, turn in zip(cases().items(), cycle(others), strict=False):
        if language in (LONGEST, turn):
            yield case


def neighbours(case: Case) -> Iterator[str]:
    outcome = case.outcome
    questions = (outcome,) if isinstance(outcome, Question) else outcome.offers
    for question in questions:
        for option in question.options:
            value = option if isinstance(option, Band) else option.value
            if value != question.default:
                yield case.with_(question.fact.key, value)


def everybody(result: Result, number: int) -> str:
    """The code of so many people of every kind that can matter for an answer, without its mark."""
    return aboard.encode_counts(dict.fromkeys(aboard.kinds(result), number)).removeprefix(aboard.MARK)


def checked(shown: Screen) -> None:
    """The limits of text and buttons are the constructor's; here is what it cannot know."""
    text = plain(shown.text) + "".join(button.label for row in shown.rows for button in row)
    assert "{" not in text
    assert "%(" not in text
    for row in shown.rows:
        for button in row:
            assert len(button.data.encode()) <= MOST_DATA
            assert button.tap is None or len(button.tap.code) <= LIMIT


def pages(tap: Tap, view: View) -> Iterator[Screen]:
    """A screen and the pages after it."""
    shown = tap_screen(tap, view)
    yield shown
    after = [b.tap for row in shown.rows for b in row if b.tap and b.tap.action == tap.action and b.tap.page > tap.page]
    for following in after:
        yield from pages(following, view)


def test_the_walk_finds_the_whole_law() -> None:
    kinds = [case.outcome.kind for case in cases().values() if isinstance(case.outcome, Result)]
    assert len(kinds) > 3_000
    assert set(kinds) == {"determined", "authority", "outside"}
    assert max(map(len, cases())) <= LIMIT
    families = {
        case.outcome.version.family
        for case in cases().values()
        if isinstance(case.outcome, Result) and case.outcome.version
    }
    assert families == {"rhine", "germany"}


def test_every_question_and_answer(language: str) -> None:
    view = view_of(language)
    for code, case in cases_of(language):
        shown = tap_screen(Tap(Action.CASE, language, code), view)
        checked(shown)
        if isinstance(case.outcome, Result):
            assert_answer(shown, case.outcome, view)


def assert_answer(shown: Screen, result: Result, view: View) -> None:
    """Every doubt is visible: readings, and whom to ask where there is no crew."""
    text = plain(shown.text)
    for notice in result.notices:
        if notice.id[1:].isdigit() or notice.id in ("certificate", "inspection-body", "authority", "scope"):
            assert view.say(notice.text) in text
    for condition in result.conditions:
        assert view.say(condition.text) in text
    assert length(shown.text) <= 2_500


def test_every_detail(language: str) -> None:
    view, seen = view_of(language), set[Any]()
    for code, case in cases_of(language):
        if not isinstance(case.outcome, Result):
            continue
        for action, part in DETAILS.items():
            shows = part(case.outcome)
            key = (action, repr(shows))
            if shows is not None and key not in seen:
                seen.add(key)
                for shown in pages(Tap(action, language, code), view):
                    checked(shown)


def test_every_other_screen(language: str) -> None:
    """Change, share, save, language, what applies, the lists of equipment and prompts, for each set of facts once."""
    view, seen = view_of(language), set[Any]()
    for code, case in cases_of(language):
        offers = case.outcome.offers if isinstance(case.outcome, Result) else ()
        key = (frozenset(case.known), tuple(offer.fact.key for offer in offers))
        if key in seen:
            continue
        seen.add(key)
        for action in (
            Action.CHANGE, Action.SHARE, Action.POST, Action.QR, Action.SAVE, Action.NAME, Action.LANGUAGE, Action.APPLIES,
            Action.ITEMS, Action.S2_ITEM,
        ):  # fmt: skip
            checked(tap_screen(Tap(action, language, code), view))
        questions = (case.outcome,) if isinstance(case.outcome, Question) else offers
        for fact in [question.fact for question in questions]:
            checked(tap_screen(Tap(Action.TYPE, language, code, fact.letter), view))
        for letter in ("w", "v", "l", "m", "e", "g", "ya", "xs"):
            checked(tap_screen(Tap(Action.ASK_AGAIN, language, code, letter), view))


def test_the_people_aboard(language: str) -> None:
    """Nobody, one and many of every kind, for each crew once. The button is there where somebody can be counted."""
    view, seen = view_of(language), set[Any]()
    for code, case in cases_of(language):
        result = case.outcome
        if not isinstance(result, Result):
            continue
        offered = aboard.kinds(result)
        key = (offered, repr((result.crews, result.conditions, result.options)), result.version)
        if key in seen:
            continue
        seen.add(key)
        shown = tap_screen(Tap(Action.CASE, language, code), view)
        opens = [b for row in shown.rows for b in row if b.tap and b.tap.action is Action.PEOPLE]
        assert len(opens) == bool(offered)
        assert bool(offered) is any(result.crews)  # some vessels need no crew
        for number in (0, 1, aboard.MOST) if offered else ():
            people = everybody(result, number)
            shown = tap_screen(Tap(Action.PEOPLE, language, code, people), view)
            checked(shown)
            assert any(f"<b>{sign} " in shown.text for sign in "✓✕?") is bool(number)
            assert len(f"{code}{aboard.MARK}{people}") <= MOST_DATA


def test_the_longest_codes() -> None:
    """Numbers with decimals in place of bands, both days, and the letters of every fact behind the code."""
    view, seen = view_of(LONGEST), set[Any]()
    for case in cases().values():
        key = frozenset(case.used)
        if not isinstance(case.outcome, Result) or key in seen:
            continue
        seen.add(key)
        long = {**{k: number_in(k, value) for k, value in case.used.items()}, DATE.key: date(2024, 2, 1)}
        dated = open_case(encode({**long, CERTIFICATE_DATE.key: date(2012, 5, 1)}), TODAY)
        assert isinstance(dated.outcome, Result)
        for action in (Action.CASE, Action.APPLIES, Action.CHANGE, Action.OTHER_CREW):
            checked(tap_screen(Tap(action, LONGEST, dated.code), view))
        if people := everybody(dated.outcome, aboard.MOST):
            assert len(aboard.MARK + people) <= aboard.LIMIT
            for action in (Action.PEOPLE, Action.SHARE, Action.POST, Action.QR, Action.SAVE):
                checked(tap_screen(Tap(action, LONGEST, dated.code, people), view))
        for fact_key in dated.used:
            again = Tap(Action.ASK_AGAIN, LONGEST, dated.code, BY_KEY[fact_key].letter)
            checked(tap_screen(again, view))


def number_in(key: str, value: Any) -> Any:
    """A number of a band that is as long as they come; anything else as it is."""
    if not isinstance(value, Band):
        return value
    inside = (value.low or value.high or Decimal(0)) + (Decimal("0.25") if value.low else Decimal("-0.25"))
    return value.high or value.low + 1 if BY_KEY[key].whole else inside  # type: ignore[operator]


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
        if place % 80 == 0 and isinstance(case.outcome, Result):
            dated = open_case(case.with_(DATE.key, day), TODAY)
            dated = open_case(dated.with_("certificate_date", date(2012, 5, 1)), TODAY)
            for action in (Action.CASE, Action.APPLIES, Action.CHANGE, Action.NOTICES):
                checked(tap_screen(Tap(action, language, dated.code), view_of(language)))
