"""Inline mode: what somebody writes behind the bot's name in any chat, answered by cards to choose from.

A card sends a message whose buttons are all addresses: others would be lost when it is forwarded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bot.answer import distinct_crews, no_crew
from bot.case import Case, open_case, settle
from bot.questions import chips_line
from bot.screen import Screen, View, plain
from bot.share import full_code, open_words, post_screen
from core import CodeError, Question, Result, wording
from core.aboard import decode_counts, split
from core.bands import Band
from core.code import decode
from core.spoken import read
from core.text import Text

CACHED_SECONDS = 300
"""How long Telegram may show the same cards to the same person again."""
HELP = Text("Write for example: 110 m A2")
"""What stands above the chat while nothing is understood; it leads to the help."""

_MOST_CARDS = 10
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

    Where the description leaves a question open, the cards are its answers, as far as there are not too many of them.
    """
    if match := _CODE.fullmatch(query.strip()):
        return _of_code(match[1], view)
    description = read(query, view.today)
    if not description.facts:
        return ()
    case = settle(description.facts, view.today)
    found = {card.id: card for card in islice(_completions(case, view), _MOST_CARDS)}
    return tuple(found.values())


def _of_code(code: str, view: View) -> tuple[Card, ...]:
    number, people = split(code)
    try:
        decode(number)
        decode_counts(people)
        return (_card(open_case(number, view.today), people, view),)
    except CodeError:
        return ()


def _completions(case: Case, view: View) -> Iterator[Card]:
    """Yield the card of the case; if it is a question, also those of its answers: crews before further questions."""
    yield _card(case, "", view)
    if not isinstance(case.outcome, Question):
        return
    fact = case.outcome.fact
    values = [option if isinstance(option, Band) else option.value for option in case.outcome.options]
    following = [open_case(case.with_(fact.key, value), view.today) for value in values]
    for answered in sorted(following, key=lambda each: isinstance(each.outcome, Question)):
        yield _card(answered, "", view)


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
