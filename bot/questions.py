"""The screens that ask: a question with its options, the list of equipment, a prompt for a typed answer, the answers."""

from collections.abc import Mapping
from decimal import Decimal

from bot.case import Case
from bot.screen import ROOM, Button, Rows, Screen, View, bold, esc, in_pairs, in_rows, italic, link, paragraphs
from bot.tap import Action, Tap, prompt_link
from core import Question, Result, equipment, remaining, wording
from core.bands import Band
from core.facts import BY_KEY, Choice, Fact, InputError, Value, parse_fact
from core.text import Text

BACK = Text("Back")
START_AGAIN = Text("Start again")
CHANGE_ANSWER = Text("Change an answer")
LANGUAGE = Text("Language")
BACK_TO_ANSWER = Text("Back to the answer")

_INTRODUCTION = Text("Rheincrew says how many crew, and of which rank, your vessel must have aboard. Just tap.")
_BY_LETTER: Mapping[str, Fact] = {fact.letter: fact for fact in BY_KEY.values()}
_EXAMPLES = {"m": Decimal("82.5"), "": Decimal(180)}


def fact_of_letter(letter: str) -> Fact | None:
    """Return the fact that a letter behind a hyphen names, or ``None``."""
    return _BY_LETTER.get(letter)


# ------------------------------------------------------------------------------------------------ a question


def question_screen(case: Case, question: Question, view: View, keep: Case | None = None) -> Screen:
    """Ask a question. ``keep`` is the case with its present answer, where that answer may stay."""
    fact = question.fact
    first = not case.used
    text = paragraphs(
        esc(chips_line(case, view)) if case.facts else esc(view.say(_INTRODUCTION)),
        *_dropped(case, view),
        bold(view.say(question.question)) + "\n" + esc(view.say(question.help)),
        _spelled_out(question, view),
        "" if first else italic(_progress(case, question, view)),
    )
    rows = option_buttons(case, question, view) + _ways_to_find_out(case, fact, view)
    return Screen(text, rows + _ways_out(case, view, keep, fact))


def chips_line(case: Case, view: View) -> str:
    """Return what is known of a case in one line."""
    return " · ".join(chip_value(key, case, view) for key in case.known)


def chip_value(key: str, case: Case, view: View) -> str:
    """Return one answer in words; a bare number and a day get the name of the fact before them."""
    fact = BY_KEY[key]
    value = wording.value_label(fact, case.known[key], view.language)
    if fact.kind == "date" or (fact.kind == "number" and not fact.unit):
        return view.say(Text("{name}: {value}", {"name": fact.name, "value": value}))
    return value


def option_buttons(case: Case, question: Question, view: View) -> Rows:
    """Return a button for each option; each carries the case with that answer."""
    return in_rows(
        view.button(label, Action.CASE, case.with_(question.fact.key, value))
        for value, label in _labels(question, view)
    )


def _labels(question: Question, view: View) -> list[tuple[Value, str]]:
    """Return each option with the words of its button: the short forms where a long one would not fit."""
    fact, labels = question.fact, list[tuple[Value, str]]()
    short = any(isinstance(option, Choice) and len(view.say(option.label)) > ROOM for option in question.options)
    for option in question.options:
        if isinstance(option, Band):
            labels.append((option, wording.band_label(fact, option, view.language)))
        else:
            labels.append((option.value, view.say((option.chip if short else None) or option.label)))
    return labels


def _spelled_out(question: Question, view: View) -> str:
    """Return the full words of the options whose buttons show a short form."""
    lines = []
    for option, (_value, shown) in zip(question.options, _labels(question, view), strict=True):
        if isinstance(option, Choice) and (label := view.say(option.label)) != shown:
            lines += [f"– {esc(label)}"]
    return "\n".join(lines)


def _progress(case: Case, question: Question, view: View) -> str:
    number = len(case.used) + 1
    most = len(case.used) + remaining(question, case.today)
    return view.say(Text("Question {number} of at most {most}", {"number": number, "most": most}))


def _dropped(case: Case, view: View) -> list[str]:
    said = Text("{name}: the earlier answer does not fit here and was left out.")
    return [esc(view.say(said.with_(name=BY_KEY[key].name))) for key in case.dropped]


def _ways_to_find_out(case: Case, fact: Fact, view: View) -> Rows:
    if fact.kind == "number":
        return ((type_button(Text("Type a number"), case.code, fact, view),),)
    if fact.key == "equipment":
        return ((view.button(Text("Find out from the equipment"), Action.ITEMS, case.code),),)
    return ()


def type_button(label: Text, code: str, fact: Fact, view: View) -> Button:
    """Return the button that asks for a typed answer."""
    return view.button(label, Action.TYPE, code, fact.letter)


def _ways_out(case: Case, view: View, keep: Case | None, fact: Fact) -> Rows:
    if keep is not None:
        kept = Text("Keep: {answer}", {"answer": chip_value(fact.key, keep, view)})
        return ((view.button(kept, Action.CASE, keep.code),),)
    back = case.back()
    if back is None:
        return ((view.button(LANGUAGE, Action.LANGUAGE, case.code),),)
    row = [view.button(BACK, Action.CASE, back), view.button(START_AGAIN, Action.CASE)]
    if len(case.used) < 2:
        return in_pairs(row)
    return (tuple(row), (view.button(CHANGE_ANSWER, Action.CHANGE, case.code),))


# ------------------------------------------------------------------------------------------------ the list of equipment


def items_screen(case: Case, view: View) -> Screen:
    """Ask for the standard by the items of S1, for somebody who does not know the letters."""
    items = "\n".join(f"{bold(letter)}  {esc(view.say(item))}" for letter, item in equipment.S1_ITEMS.items())
    text = paragraphs(
        esc(view.say(Text("Look first at no. 47 of your vessel certificate: it names S1 or S2."))),
        esc(view.say(Text("If it does not, go through this list of standard S1."))) + f" ({_provision(view)})",
        items,
        bold(view.say(Text("What is missing or does not work?"))),
    )
    missing = (
        (Text("a, b or c is missing"), "a"),
        (Text("Only g and/or j is missing"), "g"),
        (Text("Something else is missing"), "d"),
    )
    rows = [(view.button(Text("All are there"), Action.S2_ITEM, case.code),)]
    for label, letters in missing:
        answer = case.with_("equipment", equipment.from_items(letters, s2=False))
        rows.append((view.button(label, Action.CASE, answer),))
    return Screen(text, (*rows, (view.button(BACK, Action.CASE, case.without("equipment")),)))


def s2_screen(case: Case, view: View) -> Screen:
    """Ask whether what standard S2 needs besides is aboard."""
    item = esc(view.say(equipment.s2_item(case.facts)))
    text = paragraphs(
        esc(view.say(Text("All items of S1 are there. Standard S2 also needs:"))) + f"\n{item}",
        bold(view.say(Text("Is that aboard too?"))),
    )
    yes = case.with_("equipment", equipment.from_items("", s2=True))
    no = case.with_("equipment", equipment.from_items("", s2=False))
    rows = (
        (view.button(Text("Yes: standard S2"), Action.CASE, yes),),
        (view.button(Text("No: standard S1"), Action.CASE, no),),
        (view.button(BACK, Action.ITEMS, case.without("equipment")),),
    )
    return Screen(text, rows)


def _provision(view: View) -> str:
    name = (
        f"{wording.regulation(equipment.PROVISION, view.language)} {wording.cite(equipment.PROVISION, view.language)}"
    )
    return link(name, wording.source_url(equipment.PROVISION))


# ------------------------------------------------------------------------------------------------ typed answers


def prompt_screen(case: Case, fact: Fact, view: View) -> Screen:
    """Ask for a typed answer. The case stands in the address behind the first words."""
    name = view.say(fact.name)
    if view.username:
        name = link(name, prompt_link(view.username, Tap(Action.TYPE, view.language, case.code, fact.letter)))
    if fact.kind == "date":
        placeholder = "30.11.2026"
        how = view.say(Text("Please write the day as 30.11.2026 or 2026-11-30."))
    else:
        placeholder = wording.number(_EXAMPLES[fact.unit], view.language)
        gaps = {"low": Decimal(fact.low), "high": Decimal(fact.high), "unit": fact.unit and f"\u00a0{fact.unit}"}
        how = view.say(Text("Please write a number between {low} and {high}{unit}.", gaps))
    return Screen(paragraphs(f"<b>{name}</b>\n{esc(view.say(fact.help))}", esc(how)), placeholder=placeholder)


def problem_screen(case: Case, fact: Fact, error: InputError, view: View) -> Screen:
    """Say what was wrong with a typed answer and what would be right, with a button for what was probably meant."""
    rows: Rows = ()
    if error.guess is not None:
        value = parse_fact(fact.key, error.guess)
        guess = Text("{value}?", {"value": wording.value_label(fact, value, view.language)})
        rows = ((view.button(guess, Action.CASE, case.with_(fact.key, value)),),)
    rows += ((type_button(Text("Type it again"), case.code, fact, view),),)
    if isinstance(case.outcome, Question) and case.outcome.fact is fact:
        rows += option_buttons(case, case.outcome, view)
    rows += ((view.button(BACK, Action.CASE, case.code),),)
    return Screen(esc(view.say(error.text)), rows)


# ------------------------------------------------------------------------------------------------ change an answer


def change_screen(case: Case, view: View) -> Screen:
    """List the answers; each is a button that asks for it again and keeps the others."""
    text = paragraphs(
        bold(view.say(Text("Which answer do you want to change?"))),
        esc(view.say(Text("The other answers stay as far as they fit."))),
    )
    rows: list[tuple[Button, ...]] = []
    for key, value in case.used.items():
        fact = BY_KEY[key]
        words = {"name": fact.name, "value": wording.value_label(fact, value, view.language)}
        label = Text("{name}: {value}", words)
        rows.append(
            (
                view.button(label, Action.ASK_AGAIN, case.code, fact.letter)
                if key not in case.offered()
                else view.button(label, Action.APPLIES, case.code),
            )
        )
    back = BACK_TO_ANSWER if isinstance(case.outcome, Result) else BACK
    rows.append((view.button(back, Action.CASE, case.code), view.button(LANGUAGE, Action.LANGUAGE, case.code)))
    return Screen(text, tuple(rows))
