"""The people aboard: who they are, by plus and minus, whether they suffice, and in which operating modes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count
from string import ascii_lowercase

from bot.answer import PEOPLE, SAVE, SHARE, cited, headline
from bot.case import Case
from bot.questions import BACK_TO_ANSWER
from bot.screen import MAX_TEXT, Button, Rows, Screen, View, bold, esc, length, paragraphs
from bot.tap import Action
from core import Result, aboard, wording
from core.aboard import MARK, MOST, Counts, Kind
from core.check import Assignment, ModeVerdict, Verdict, check
from core.check_words import missing_text, people_words, verdict_texts
from core.facts import BY_KEY
from core.text import Text

_VERDICTS: Mapping[Verdict, tuple[str, Text]] = {
    "sufficient": ("✓", Text("Sufficient")),
    "insufficient": ("✕", Text("Insufficient")),
    "unclear": ("?", Text("Unclear")),
}


def people_screen(case: Case, result: Result, said: Counts, view: View) -> Screen | None:
    """Show the verdict on the people aboard, and count them; ``None`` where there is no crew to compare them with."""
    offered = aboard.kinds(result)
    if not offered:
        return None
    counts = aboard.fitting(said, offered)
    marks = _marks(offered)
    rows = (*_plus_and_minus(case, counts, marks, view), *_ways(case, counts, view))
    title, who = bold(view.say(PEOPLE)), _people_aboard(counts, marks, view)
    head = headline(case, result, view)
    if not counts:
        nobody = esc(view.say(Text("Count the people aboard with plus and minus.")))
        return Screen(paragraphs(head, f"{title}\n{nobody}", who), rows)
    people = aboard.people(counts)
    found = check(result, people, result.facts, view.today)
    sentences = " ".join(view.say(text) for text in verdict_texts(result, people, found, view.language))
    verdict = f"{title}\n{bold(_signed(found.verdict, view))}\n{esc(sentences)}"
    rest = (_not_certain(result, found.assignment, view), _modes(found.modes, view), _drop_out(result, view), who)
    text = paragraphs(head, verdict, _who_fills(result, found.assignment, view), *rest)
    if length(text) > MAX_TEXT:
        text = paragraphs(head, verdict, *rest)
    return Screen(text, rows)


def people_code(result: Result, said: Counts) -> str:
    """Return the code of the people aboard as far as they matter for an answer, with its mark; "" for nobody."""
    return aboard.encode_counts(aboard.fitting(said, aboard.kinds(result)))


# ------------------------------------------------------------------------------------------------ the verdict


def _signed(verdict: Verdict, view: View) -> str:
    sign, word = _VERDICTS[verdict]
    return f"{sign} {view.say(word)}"


def _who_fills(result: Result, assignment: Assignment | None, view: View) -> str:
    """Return who fills which post by which provision, equal ones once with their number."""
    if assignment is None or not assignment.filled:
        return ""
    lines = []
    for entry, number in Counter(assignment.filled).items():
        by = people_words({entry.by: number}, view.language)
        words = by if entry.by == entry.post else _as_post(by, entry.post, number, view)
        lines.append(f"– {esc(words)} ({cited(entry.provision, result.version, view)})")
    return "\n".join((bold(view.say(Text("Who fills which post"))), *lines))


def _not_certain(result: Result, assignment: Assignment | None, view: View) -> str:
    """Return which posts are filled only if a doubt turns out well; the sentences of the verdict say which doubt."""
    if assignment is None or not assignment.unclear:
        return ""
    lines = []
    for post, by, provision in dict.fromkeys((entry.post, entry.by, entry.provision) for entry in assignment.unclear):
        who = wording.rank_name(by, 1, view.language)
        words = who if by == post else _as_post(who, post, 1, view)
        lines.append(f"– {esc(words)} ({cited(provision, result.version, view)})")
    return "\n".join((bold(view.say(Text("What is not certain"))), *lines))


def _as_post(by: str, post: str, number: int, view: View) -> str:
    return view.say(Text("{by} as {post}", {"by": by, "post": wording.rank_name(post, number, view.language)}))


def _modes(modes: Sequence[ModeVerdict], view: View) -> str:
    if not modes:
        return ""
    title = bold(view.say(Text("With these people, by operating mode")))
    return "\n".join((title, *(esc(_mode(mode, view)) for mode in modes)))


def _drop_out(result: Result, view: View) -> str:
    """Return whether the voyage may go on if one drops out under way."""
    title = bold(view.say(Text("What if one drops out?")))
    lines = [
        f"{esc(view.say(notice.text))} ({cited(notice.provision, result.version, view)})"
        for notice in result.notices
        if notice.id == "drop-out"
    ]
    return "\n".join((title, *lines)) if lines else ""


def _mode(mode: ModeVerdict, view: View) -> str:
    """Return an operating mode with its hours, the verdict, and what is missing: people, or a fact that it needs first."""
    lines = [f"{view.say(mode.mode.label)} – {_signed(mode.verdict, view)}"]
    if mode.question:
        needed = Text("This mode needs one more answer: {question}", {"question": BY_KEY[mode.question].question})
        lines.append(view.say(needed))
    elif missing := missing_text(mode.missing, view.language):
        lines.append(view.say(missing))
    return "\n".join(lines)


# ------------------------------------------------------------------------------------------------ the people


def _marks(offered: Sequence[Kind]) -> list[tuple[Kind, str]]:
    """Return the kinds with a letter for each whose name is too long for a button; the text spells it out."""
    number = count()
    return [(kind, f"({ascii_lowercase[next(number)]}) " if kind.name else "") for kind in offered]


def _people_aboard(counts: Counts, marks: Sequence[tuple[Kind, str]], view: View) -> str:
    """Return who is counted, and the kinds that have a letter on their buttons."""
    lines = []
    for kind, mark in marks:
        number = counts.get(kind, 0)
        if number or mark:
            lines.append(esc(f"{mark}{number} × {aboard.name(kind, number, view.language)}"))
    return "\n".join((bold(view.say(Text("People aboard"))), *lines)) if lines else ""


def _plus_and_minus(case: Case, counts: Counts, marks: Sequence[tuple[Kind, str]], view: View) -> Rows:
    """Return a row for each kind. The minus stays at zero, where it changes nothing: no button moves under the finger."""
    rows: list[tuple[Button, ...]] = []
    for kind, mark in marks:
        number, rank = counts.get(kind, 0), kind.person.rank
        minus = f"− {mark}{wording.rank_name(rank, 1, view.language)}"
        plus = f"+ {number} × {mark}{wording.rank_name(rank, number, view.language)}"
        fewer, more = {**counts, kind: max(number - 1, 0)}, {**counts, kind: min(number + 1, MOST)}
        rows.append((_counting(minus, case, fewer, view), _counting(plus, case, more, view)))
    return tuple(rows)


def _counting(label: str, case: Case, counts: Counts, view: View) -> Button:
    return view.button(label, Action.PEOPLE, case.code, aboard.encode_counts(counts).removeprefix(MARK))


def _ways(case: Case, counts: Counts, view: View) -> Rows:
    back = (view.button(BACK_TO_ANSWER, Action.CASE, case.code),)
    if not counts:
        return (back,)
    people = aboard.encode_counts(counts).removeprefix(MARK)
    ways = [view.button(SAVE, Action.SAVE, case.code, people)]
    if view.username or view.public_url:
        ways.append(view.button(SHARE, Action.SHARE, case.code, people))
    return (tuple(ways), back)
