"""The screens that ask: a question with its options, the list of equipment, a prompt for a typed answer, the answers."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from bot.case import Case
from bot.screen import ROOM, Button, Rows, Screen, View, bold, esc, in_pairs, in_rows, italic, link, paragraphs
from bot.tap import Action, prompt_link
from core import Question, Result, equipment, remaining, waters, wording
from core.bands import Band
from core.facts import BY_KEY, EQUIPMENT, STRETCH, WATER, ZONE, Choice, Fact, InputError, Value, as_typed, parse_fact
from core.law.version import Version
from core.text import Text, named

BACK = Text("Back")
START_AGAIN = Text("Start again")
CHANGE_ANSWER = Text("Change an answer")
LANGUAGE = Text("Language")
BACK_TO_ANSWER = Text("Back to the answer")

_INTRODUCTION = Text("Rheincrew says how many crew, and of which rank, your vessel must have aboard. Just tap.")
_BY_LETTER: Mapping[str, Fact] = {fact.letter: fact for fact in BY_KEY.values()}
# What stands in the empty field of a prompt.
_EXAMPLES = {
    "length_m": Decimal("82.5"),
    "deadweight_t": Decimal(900),
    "displacement_t": Decimal(600),
    "power_kw": Decimal(550),
    "passengers": Decimal(180),
    "beds": Decimal(80),
    "towed_vessels": Decimal(2),
}
FOUND_BY_NAME = (WATER, STRETCH, ZONE)
"""What the name of a water answers."""
_PEOPLE_STAY = Text("The people who are counted stay with the case.")
_WATER_NAME = Text("Name of the water")
_AGAIN = Text("Type it again")
_ALL_THERE = Text("All are there")
_SOMETHING_MISSING = Text("Something is missing")


def fact_of_letter(letter: str) -> Fact | None:
    """Return the fact that the letters behind a hyphen name, or ``None``."""
    return _BY_LETTER.get(letter)


def typed_fact(letter: str) -> Fact | None:
    """Return the fact that the letters behind a hyphen name if its answer can be typed, or ``None``."""
    fact = fact_of_letter(letter)
    return fact if fact and (fact.kind != "choice" or fact in FOUND_BY_NAME) else None


# ------------------------------------------------------------------------------------------------ a question


def question_screen(case: Case, question: Question, view: View, keep: Case | None = None) -> Screen:
    """Ask a question. ``keep`` is the case with its present answer, where that answer may stay."""
    fact = question.fact
    first = not case.used
    text = paragraphs(
        esc(chips_line(case, view)) if case.facts else esc(view.say(_INTRODUCTION)),
        *_dropped(case, view),
        esc(view.say(_PEOPLE_STAY)) if view.people else "",
        bold(view.say(question.question)) + "\n" + esc(view.say(question.help)),
        _spelled_out(question, view),
        "" if first else italic(_progress(case, question, view)),
    )
    rows = option_buttons(case, question, view) + _ways_to_find_out(case, question, view)
    return Screen(text, rows + _ways_out(case, view, keep, fact))


def chips_line(case: Case, view: View) -> str:
    """Return what is known of a case in one line."""
    return " · ".join(chip_value(key, case, view) for key in case.known)


def chip_value(key: str, case: Case, view: View) -> str:
    """Return one answer in words; a bare number and a day get the name of the fact before them."""
    fact = BY_KEY[key]
    value = wording.answer_label(case.outcome, key, view.language)
    if fact.kind == "date" or (fact.kind == "number" and not fact.unit):
        return view.say(named(fact.name, value))
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


def _ways_to_find_out(case: Case, question: Question, view: View) -> Rows:
    fact = question.fact
    if fact.kind == "number":
        return ((type_button(Text("Type a number"), case.code, fact, view),),)
    if fact in FOUND_BY_NAME:
        return ((type_button(Text("Find by name"), case.code, fact, view),),)
    if _has_items(question):
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


def _has_items(question: Question) -> bool:
    """Say whether a list of equipment helps with a question: one of the German lists, or the items of S1 and S2."""
    if question.fact is not EQUIPMENT:
        return False
    return equipment.german_list(question) is not None or any(option.value == "S2" for option in question.options)


def items_screen(case: Case, question: Question, view: View) -> Screen | None:
    """Ask for the equipment by its items, for somebody who does not know the letters; ``None`` where no list helps."""
    if not _has_items(question):
        return None
    listed = equipment.german_list(question)
    return _s1_screen(case, question, view) if listed is None else _german_list_screen(case, question, *listed, view)


def _german_list_screen(case: Case, question: Question, provision: str, listed: Sequence[Text], view: View) -> Screen:
    items = "\n".join(f"{number}. {esc(view.say(item))}" for number, item in enumerate(listed, 1))
    text = paragraphs(
        bold(view.say(question.question)) + f"\n{cited_in_full(provision, None, view)}",
        items,
        esc(view.say(Text("What does not concern your vessel counts as there."))),
    )
    rows = (
        (view.button(_ALL_THERE, Action.CASE, case.with_(EQUIPMENT.key, "met")),),
        (view.button(_SOMETHING_MISSING, Action.CASE, case.with_(EQUIPMENT.key, "not-met")),),
        (view.button(BACK, Action.CASE, case.code),),
    )
    return Screen(text, rows)


def _s1_screen(case: Case, question: Question, view: View) -> Screen:
    provision, listed = equipment.s1_list(question)
    own = dict(zip(equipment.S1_ITEMS, listed, strict=True))  # the letters of the day that is asked for
    items = "\n".join(f"{bold(letter)}  {esc(view.say(item))}" for letter, item in listed.items())
    text = paragraphs(
        esc(view.say(Text("Look first at no. 47 of your vessel certificate: it names S1 or S2."))),
        esc(view.say(Text("If it does not, go through this list of standard S1.")))
        + f" ({cited_in_full(provision, None, view)})",
        items,
        bold(view.say(Text("What is missing or does not work?"))),
    )
    missing = {
        "a": Text("a, b or c is missing"),
        "g": Text("Only {one} and/or {other} is missing", {"one": own["g"], "other": own["j"]}),
        "d": Text("Something else is missing"),
    }
    answers = {_fitting(question, letter): label for letter, label in missing.items()}
    if len(answers) == 1:
        answers = dict.fromkeys(answers, _SOMETHING_MISSING)
    rows = [(view.button(_ALL_THERE, Action.S2_ITEM, case.code),)]
    for value, label in answers.items():
        rows.append((view.button(label, Action.CASE, case.with_(EQUIPMENT.key, value)),))
    return Screen(text, (*rows, (view.button(BACK, Action.CASE, case.code),)))


def _fitting(question: Question, missing: str, *, s2: bool = False) -> str:
    """Return the answer for what is missing of S1; where the rules only know whether a standard is met, "none"."""
    value = equipment.from_items(missing, s2=s2)
    return value if any(option.value == value for option in question.options) else "none"


def s2_screen(case: Case, question: Question, view: View) -> Screen | None:
    """Ask whether what standard S2 needs besides is aboard; ``None`` where that is not the question."""
    if not _has_items(question) or equipment.german_list(question):
        return None
    item = esc(view.say(equipment.s2_item(question.used)))
    text = paragraphs(
        esc(view.say(Text("All items of S1 are there. Standard S2 also needs:"))) + f"\n{item}",
        bold(view.say(Text("Is that aboard too?"))),
    )
    without = _fitting(question, "")
    no = Text("No: standard S1") if without == "S1" else Text("No: standard S2 is not met")
    rows = (
        (view.button(Text("Yes: standard S2"), Action.CASE, case.with_(EQUIPMENT.key, "S2")),),
        (view.button(no, Action.CASE, case.with_(EQUIPMENT.key, without)),),
        (view.button(BACK, Action.ITEMS, case.code),),
    )
    return Screen(text, rows)


def cited_in_full(provision: str, version: Version | None, view: View) -> str:
    """Return a provision with the name of its regulation, linked to the official text."""
    words = wording.cite(provision, view.language)
    if provision.startswith("§"):
        words = f"{wording.regulation(provision, version, view.language)} {words}"
    return link(words, wording.source_url(provision, version))


# ------------------------------------------------------------------------------------------------ typed answers


def prompt_screen(case: Case, fact: Fact, view: View) -> Screen:
    """Ask for a typed answer. The case stands in the address behind the first words."""
    named = fact in FOUND_BY_NAME
    name = view.say(_WATER_NAME if named else fact.name)
    if view.username:
        tap = view.button(name, Action.TYPE, case.code, fact.letter).tap
        name = link(name, prompt_link(view.username, tap)) if tap else name
    if named:
        placeholder = "Mosel"
        how = view.say(Text("Please write the name of the river or canal, such as Mosel, MDK or Kiel Canal."))
        return Screen(paragraphs(f"<b>{name}</b>\n{esc(how)}"), placeholder=placeholder)
    if fact.kind == "date":
        placeholder = "30.11.2026"
        how = view.say(Text("Please write the day as 30.11.2026 or 2026-11-30."))
    else:
        placeholder = wording.number(_EXAMPLES[fact.key], view.language)
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
    return _not_taken(case, fact, error.text, rows, view)


def waters_screen(case: Case, fact: Fact, typed: str, view: View) -> Screen:
    """Offer the waters that a typed name means, each with what it answers."""
    found = waters.search(typed)
    gaps = {"typed": as_typed(typed)}
    if not found:
        text = Text("No water on the list is called “{typed}”. Try another name.", gaps)
        return _not_taken(case, fact, text, (), view)
    rows: Rows = ()
    for water in found:
        words = f"{water.name} – {view.say(water.part)}" if water.part else water.name
        rows += ((view.button(words, Action.CASE, case.with_all(water.facts)),),)
    rows += ((type_button(_AGAIN, case.code, fact, view),), (view.button(BACK, Action.CASE, case.code),))
    lines = "\n".join(f"– {esc(_water_line(water, view))}" for water in found)
    title = bold(view.say(Text("Which water do you mean by “{typed}”?", gaps)))
    return Screen(paragraphs(title, lines), rows)


def _water_line(water: waters.Water, view: View) -> str:
    """Return a water with its part and with what its name answers."""
    names = [water.name, view.say(water.part)] if water.part else [water.name]
    shown = [water_fact for water_fact in (WATER, ZONE) if water_fact.key in water.facts]
    answers = [wording.value_label(each, water.facts[each.key], view.language) for each in shown]
    return view.say(named(", ".join(names), " · ".join(answers)))


def _not_taken(case: Case, fact: Fact, text: Text, rows: Rows, view: View) -> Screen:
    """Say why a typed answer is not taken; it can be typed again or, if it is the question, chosen."""
    rows += ((type_button(_AGAIN, case.code, fact, view),),)
    if isinstance(case.outcome, Question) and case.outcome.fact is fact:
        rows += option_buttons(case, case.outcome, view)
    rows += ((view.button(BACK, Action.CASE, case.code),),)
    return Screen(esc(view.say(text)), rows)


# ------------------------------------------------------------------------------------------------ change an answer


def change_screen(case: Case, view: View) -> Screen:
    """List the answers; each is a button that asks for it again and keeps the others."""
    text = paragraphs(
        bold(view.say(Text("Which answer do you want to change?"))),
        esc(view.say(Text("The other answers stay as far as they fit."))),
    )
    rows: list[tuple[Button, ...]] = []
    for key in case.used:
        fact = BY_KEY[key]
        label = named(fact.name, wording.answer_label(case.outcome, key, view.language))
        if key not in case.offered():
            button = view.button(label, Action.ASK_AGAIN, case.code, fact.letter)
        elif isinstance(case.outcome, Result):
            button = view.button(label, Action.APPLIES, case.code)
        else:  # there is no answer yet beside which it could be said: it is taken back
            button = view.button(f"☑ {view.say(label)}", Action.CASE, case.without(key))
        rows.append((button,))
    back = BACK_TO_ANSWER if isinstance(case.outcome, Result) else BACK
    rows.append((view.button(back, Action.CASE, case.code), view.button(LANGUAGE, Action.LANGUAGE, case.code)))
    return Screen(text, tuple(rows))
