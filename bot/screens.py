"""Every screen of the bot, from the data of a button or a typed answer alone: nothing is remembered between two taps."""

from dataclasses import replace
from functools import lru_cache

from bot.answer import answer_screen
from bot.case import Case, open_case
from bot.details import applies_screen, detail_screen, other_crew_screen
from bot.people import people_code, people_screen
from bot.questions import (
    BACK,
    change_screen,
    fact_of_letter,
    items_screen,
    problem_screen,
    prompt_screen,
    question_screen,
    s2_screen,
    typed_fact,
    waters_screen,
)
from bot.screen import Rows, Screen, View, bold, esc, paragraphs
from bot.share import post_screen, qr_screen, share_screen
from bot.tap import DAY, Action, Tap, TapError, read_start, read_tap
from bot.then import day_prompt_screen, then_screen, typed_day_screen
from bot.vessels import name_screen, rename_screen, save_screen
from core import LANGUAGES, CodeError, Question, Result
from core.aboard import MARK, Counts, decode_counts, encode_counts
from core.facts import InputError, parse_fact
from core.text import Text

LANGUAGE_NAMES = {"de": "Deutsch", "nl": "Nederlands", "fr": "Français", "en": "English"}
"""Each language in its own words; these are the same everywhere."""
START = Text("Start")


@lru_cache(maxsize=256)
def screen(data: str, view: View) -> Screen:
    """Return the screen of a button. The language is the button's own; that of ``view`` serves for strange data only.

    Screens are kept: most people tap the same few, and drawing one costs more than all the rest of an answer.
    """
    try:
        tap = read_tap(data)
    except TapError:
        return strange_screen(view)
    return tap_screen(tap, view.spoken(tap.language))


def tap_screen(tap: Tap, view: View) -> Screen:
    """Return the screen of a tap; a code that cannot be read gets a friendly answer.

    Taps that read or change what somebody has saved are answered by ``bot.kept``; here they show the case.
    """
    if tap.action is Action.RENAME:
        return rename_screen(tap.vessel, view)
    try:
        if tap.action is Action.THEN:
            return then_screen(tap, view)
        case = open_case(tap.code, view.today)
        counts = decode_counts(tap.people)
    except CodeError:
        return strange_screen(view)
    if tap.action is Action.TYPE and tap.letter == DAY:
        return day_prompt_screen(tap, view)
    if isinstance(case.outcome, Result):
        return _result_screen(case, case.outcome, tap, counts, view)
    return _question_screen(case, case.outcome, tap, view.with_people(encode_counts(counts).removeprefix(MARK)))


def _question_screen(case: Case, question: Question, tap: Tap, view: View) -> Screen:
    """Return the screen of a tap on a case that is still a question; what needs an answer shows the question."""
    match tap.action:
        case Action.CHANGE if case.facts:
            return change_screen(case, view)
        case Action.ASK_AGAIN:
            return _ask_again(case, tap, view)
        case Action.TYPE:
            return _prompt(case, tap, view)
        case Action.ITEMS:
            return items_screen(case, question, view) or case_screen(case, view)
        case Action.S2_ITEM:
            return s2_screen(case, question, view) or case_screen(case, view)
        case Action.LANGUAGE:
            return language_screen(view, case.code)
        case Action.SHARE | Action.POST | Action.QR:
            return _shared(case, tap, view.people, view)
        case _:
            return case_screen(case, view)


def _result_screen(case: Case, result: Result, tap: Tap, counts: Counts, view: View) -> Screen:
    """Return the screen of a tap on a case that has an answer."""
    match tap.action:
        case Action.CASE | Action.PEOPLE if counts or tap.action is Action.PEOPLE:
            return people_screen(case, result, counts, view) or case_screen(case, view)
        case Action.CHANGE:
            return change_screen(case, view)
        case Action.ASK_AGAIN:
            return _ask_again(case, tap, view)
        case Action.TYPE:
            return _prompt(case, tap, view)
        case Action.LANGUAGE:
            return language_screen(view, case.code)
        case Action.SHARE | Action.POST | Action.QR:
            return _shared(case, tap, people_code(result, counts).removeprefix(MARK), view)
        case Action.SAVE:
            return save_screen(case, people_code(result, counts).removeprefix(MARK), view)
        case Action.NAME:
            return name_screen(case, people_code(result, counts).removeprefix(MARK), view)
        case Action.APPLIES:
            return applies_screen(case, result, view)
        case Action.OTHER_CREW:
            return other_crew_screen(case, result, view) or case_screen(case, view)
        case Action.WHY | Action.REPLACE | Action.REST | Action.SAFETY | Action.NOTICES:
            return detail_screen(case, result, tap.action, tap.page, view)
        case _:
            return case_screen(case, view)


def _shared(case: Case, tap: Tap, people: str, view: View) -> Screen:
    """Return one of the screens by which a case with its people is passed on."""
    match tap.action:
        case Action.POST:
            return post_screen(case, people, view)
        case Action.QR:
            return qr_screen(case, people, view)
        case _:
            return share_screen(case, people, view)


def case_screen(case: Case, view: View) -> Screen:
    """Return the question or the answer of a case."""
    if isinstance(case.outcome, Question):
        shown = question_screen(case, case.outcome, view)
    else:
        shown = answer_screen(case, case.outcome, view)
    return replace(shown, outcome=case.outcome)


def code_screen(code: str, view: View) -> Screen:
    """Return the case of a code, with the people of the view."""
    return tap_screen(Tap(Action.CASE, view.language, code, view.people), view)


def start_screen(argument: str, view: View) -> Screen:
    """Return what a deep link opens: a case, or the people aboard."""
    return tap_screen(read_start(argument, view.language), view)


def typed_screen(tap: Tap, text: str, view: View) -> Screen:
    """Return what follows a typed answer; ``tap`` is the one that asked for it."""
    view = view.spoken(tap.language)
    fact = typed_fact(tap.letter)
    try:
        if tap.letter == DAY:
            return typed_day_screen(tap, text, view)
        case = open_case(tap.code, view.today)
        view = view.with_people(encode_counts(decode_counts(tap.people)).removeprefix(MARK))
    except CodeError:
        return strange_screen(view)
    if fact is None:
        return strange_screen(view)
    if fact.kind == "choice":
        return waters_screen(case, fact, text, view)
    try:
        value = parse_fact(fact.key, text.strip())
    except InputError as error:
        return problem_screen(case, fact, error, view)
    return code_screen(case.with_(fact.key, value), view)


def _ask_again(case: Case, tap: Tap, view: View) -> Screen:
    """Ask for an answer again; it stays if it is not changed."""
    fact = fact_of_letter(tap.letter)
    if fact is None or fact.key not in case.facts:
        return case_screen(case, view)
    without = open_case(case.without(fact.key), view.today)
    if isinstance(without.outcome, Question):
        keep = case if without.outcome.fact is fact else None
        return question_screen(without, without.outcome, view, keep)
    return applies_screen(without, without.outcome, view)


def _prompt(case: Case, tap: Tap, view: View) -> Screen:
    fact = typed_fact(tap.letter)
    if fact is None:
        return case_screen(case, view)
    return prompt_screen(case, fact, view)


def language_screen(view: View, code: str = "") -> Screen:
    """Offer the languages; each button shows the case in its language."""
    text = paragraphs(
        bold(view.say(Text("Which language do you want to read?"))),
        esc(view.say(Text("In a private chat the bot remembers what you choose here, for new messages and for news. In a "
                          "group only this message changes. /forget deletes it."))),
    )  # fmt: skip
    names = [view.spoken(language).button(LANGUAGE_NAMES[language], Action.SPEAK, code) for language in LANGUAGES]
    follow = view.button(Text("As in my Telegram"), Action.SPEAK, code, "0")
    back = ((view.button(BACK, Action.CASE, code),),) if code else ()
    return Screen(text, (tuple(names[:2]), tuple(names[2:]), (follow,), *back))


def strange_screen(view: View) -> Screen:
    """Answer a button or a code that cannot be read."""
    text = Text("This code cannot be read. It may have been cut off on the way. A new start takes about a minute.")
    return Screen(esc(view.say(text)), start_row(view))


def start_row(view: View) -> Rows:
    """Return the button that starts a new case."""
    return ((view.button(START, Action.CASE),),)
