"""Inline mode: what somebody writes behind the bot's name in any chat, answered by cards to choose from.

A card sends a message whose buttons are all addresses: others would be lost when it is forwarded.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from bot.answer import distinct_crews, no_crew
from bot.case import Case, open_case, settle
from bot.described import ways_out
from bot.questions import chips_line
from bot.screen import Screen, View, plain
from bot.share import full_code, open_words, post_screen
from core import CodeError, Question, Result, wording
from core.aboard import decode_counts, split
from core.bands import Band
from core.code import decode
from core.facts import Value
from core.spoken import read
from core.text import Text

CACHED_SECONDS = 300
"""How long Telegram may show the same cards to the same person again."""
HELP = Text("Write for example: 110 m A2")
"""What stands above the chat while nothing is understood; it leads to the help."""

_MOST_CARDS = 10
_MOST_QUESTIONS = 3
_OF_ONE_QUESTION = 3
_MOST_DESCRIPTION = 200
_CODE = re.compile(r"(?:\S*start=)?(w[A-Z]\w*(?:-\w+)?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Card:
    """One card: at most 64 bytes of ``id``, what is seen in the list, and the message that it sends."""

    id: str
    title: str
    description: str
    shown: Screen


def cards(query: str, view: View) -> tuple[Card, ...]:
    """Return the cards for a description ("110 m A2") or for the code of a case; none if nothing is understood.

    Where the description leaves something open, the first card is the question, and the others are answers that use all
    that was said; where none is near, they are the answers of that question.
    """
    if match := _CODE.fullmatch(query.strip()):
        return _of_code(match[1], view)
    description = read(query, view.today)
    said: list[Mapping[str, Value]] = [{**description.facts, **meant} for _words, meant in ways_out(description)]
    if not said and description.facts:
        said = [description.facts]
    found: dict[str, Card] = {}
    for facts in said:
        # Each of the things that may be meant has its share of the cards.
        for case in islice(_cases(settle(facts, view.today), frozenset(facts)), max(_MOST_CARDS // len(said), 1)):
            card = _card(case, "", view)
            found.setdefault(card.id, card)
    return tuple(islice(found.values(), _MOST_CARDS))


def _of_code(code: str, view: View) -> tuple[Card, ...]:
    number, people = split(code)
    try:
        decode(number)
        decode_counts(people)
        return (_card(open_case(number, view.today), people, view),)
    except CodeError:
        return ()


def _cases(case: Case, said: frozenset[str]) -> Iterator[Case]:
    """Yield a case; if it is a question, also answers that may be meant."""
    yield case
    if isinstance(case.outcome, Question):
        answers = tuple(islice(_answers(case, said, _MOST_QUESTIONS), _MOST_CARDS))
        yield from answers or (each for each in _next(case) if isinstance(each.outcome, Question))


def _answers(case: Case, said: frozenset[str], questions: int) -> Iterator[Case]:
    """Yield the crews that are so many questions away, and for which the law uses all that was said; three of a question."""
    here = 0
    for each in _next(case):
        outcome = each.outcome
        if isinstance(outcome, Result):
            if outcome.kind == "determined" and said <= outcome.facts.keys() and here < _OF_ONE_QUESTION:
                here += 1
                yield each
        elif questions > 1 and not each.dropped:
            yield from _answers(each, said, questions - 1)


def _next(case: Case) -> Iterator[Case]:
    """Yield a case with each of the answers to its question."""
    if isinstance(case.outcome, Question):
        for option in case.outcome.options:
            value = option if isinstance(option, Band) else option.value
            yield open_case(case.with_(case.outcome.fact.key, value), case.today)


def _card(case: Case, people: str, view: View) -> Card:
    outcome = case.outcome
    known = chips_line(case, view)
    if isinstance(outcome, Question):
        title, description = known, view.say(open_words(outcome))
    else:
        title, description = crew_in_a_line(outcome, view), known
    name = full_code(case, people) or "start"
    return Card(name, title, description[:_MOST_DESCRIPTION], post_screen(case, people, view))


def crew_in_a_line(result: Result, view: View) -> str:
    """Return the minimum crew in one line, alternatives separated by "or"."""
    if result.kind != "determined":
        return plain(no_crew(result, view))
    crews = []
    for crew, _places in distinct_crews(result):
        ranks = [f"{count} {wording.rank_name(rank, count, view.language)}" for rank, count in crew.items()]
        crews.append(", ".join(ranks) or view.say(Text("No crew is needed.")))
    return f" {view.say(Text('or'))} ".join(crews)
