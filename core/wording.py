"""Words: questions and results in a language, as the objects of the machine interface.

Everything a person reads passes through here. Provisions stay in their German canonical form in the objects, since
programs compare them; ``cite`` says them in the reader's language.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

from babel.dates import format_date
from babel.numbers import format_decimal

from core.bands import Band
from core.catalogue import catalogue
from core.code import encode
from core.facts import BY_KEY, Choice, Fact, InputError, Value, plain
from core.law.version import StaffRow, Version, section
from core.result import Note, Question, Rest, Result, SafetyStaff
from core.text import N_, Counted, Plural, Text

RANK_NAMES: Mapping[str, Plural] = {
    "boatmaster": Plural("boatmaster", "boatmasters"),
    "helmsman": Plural("helmsman", "helmsmen"),
    "able_boatman": Plural("able boatman", "able boatmen"),
    "boatman": Plural("boatman", "boatmen"),
    "apprentice": Plural("apprentice", "apprentices"),
    "deckhand": Plural("deckhand", "deckhands"),
    "deckhand_180": Plural("deckhand with 180 days", "deckhands with 180 days"),
    "engineer": Plural("engineer", "engineers"),
    "engine_minder": Plural("engine-minder", "engine-minders"),
    "engine_boatman": Plural("engine boatman", "engine boatmen"),
    "ferry_master": Plural("ferry master", "ferry masters"),
    "seafarer": Plural("seafarer", "seafarers"),
    "helper": Plural("person able to help", "persons able to help"),
    "passenger_expert": Plural("passenger navigation expert", "passenger navigation experts"),
    "first_aider": Plural("first-aider", "first-aiders"),
    "breathing_apparatus": Plural("breathing apparatus wearer", "breathing apparatus wearers"),
}

# The parts of a citation. The German form is the canonical one.
_CITATION_WORDS = {
    "Nr.": N_("no."),
    "Buchst.": N_("letter"),
    "Satz": N_("sentence"),
    "Abs.": N_("para."),
    "Fußnote": N_("footnote"),
    "und": N_("and"),
    "bis": N_("to"),
    "Stufe": N_("group"),
    "Kapitel": N_("chapters"),
    "§": N_("§"),
}
_CITATION = re.compile(r"Nr\.|Buchst\.|Satz|Abs\.|Fußnote|\b(?:und|bis|Stufe|Kapitel)\b|§")

_GAZETTE = "https://www.bgbl.de/xaver/bgbl/start.xav?startbk=Bundesanzeiger_BGBl&jumpTo={page}.pdf"
_OFFICIAL = {
    "RheinSchPersV 2011": _GAZETTE.format(page="bgbl211s1300"),
    "BinSchUO 1988": _GAZETTE.format(page="bgbl188s0238"),
    "BinSchUO 2008": _GAZETTE.format(page="bgbl108s2450"),
    "BinSchUO 2018 Anhang VI": _GAZETTE.format(page="bgbl118s1398"),
    "BinSchUO Anhang II": "https://www.gesetze-im-internet.de/binschuo2018anh_ii/",
    "BinSchPersV": "https://www.gesetze-im-internet.de/binschpersv/__{section}.html",
    "BinSchUO": "https://www.gesetze-im-internet.de/binschuo_2018/__{section}.html",
    "RheinSchPersEV": "https://www.gesetze-im-internet.de/rheinschpersv_2023/",
    "RheinSchPersV": "https://www.gesetze-im-internet.de/rheinschpersv_2023/__{section}.html",
}
_RHINE = N_("RheinSchPersV")


# How each language writes numbers and days; the day stands before the month in all of them.
_LOCALES = {"de": "de", "nl": "nl", "fr": "fr", "en": "en_GB"}


def say(text: Text, language: str) -> str:
    """Return a sentence in a language, its gaps filled."""
    sentence = catalogue(language).gettext(text.msgid)
    if not text.params:
        return sentence
    said = {name: _gap(value, language) for name, value in text.params.items()}
    return sentence.format_map(said)


def _gap(value: object, language: str) -> str:
    match value:
        case Text():
            return say(value, language)
        case Counted():
            name = catalogue(language).ngettext(value.name.singular, value.name.plural, value.number)
            return f"{number(Decimal(value.number), language)}\u00a0{name}"
        case Decimal() | int():
            return number(Decimal(value), language)
        case date():
            return day(value, language)
        case tuple():
            return ", ".join(_gap(part, language) for part in value)
        case _:
            return str(value)


@lru_cache(maxsize=4096)
def number(value: Decimal, language: str, unit: str = "") -> str:
    """Return a number as the language writes it, with two decimals where it is a fraction, and its unit."""
    pattern = "#,##0" if value == value.to_integral_value() else "#,##0.00"
    text = format_decimal(value, pattern, locale=_LOCALES[language], group_separator=False)
    return f"{text}\u00a0{unit}" if unit else text


def day(value: date, language: str) -> str:
    """Return a day as the language writes it, the month in words."""
    text = format_date(value, "long", locale=_LOCALES[language])
    if language == "fr" and value.day == 1:  # the locale data has "1 mai"
        text = text.replace("1", "1er", 1)
    return text


def rank_name(rank: str, count: int, language: str) -> str:
    """Return the name of a rank, singular or plural."""
    name = RANK_NAMES[rank]
    return catalogue(language).ngettext(name.singular, name.plural, count)


def cite(provision: str, language: str) -> str:
    """Return a provision in the reader's language: "§ 19.02 Nr. 1" is "art. 19.02, lid 1" in Dutch."""
    words = catalogue(language)
    return _CITATION.sub(lambda match: words.gettext(_CITATION_WORDS[match[0]]), provision)


def regulation(provision: str, version: Version | None, language: str) -> str:
    """Return the short name of the regulation in which a provision stands, as the language calls it: RSP, RPN."""
    head = provision.partition(" ")[0]
    return catalogue(language).gettext(head if head in _OFFICIAL else version.short if version else _RHINE)


def source_url(provision: str, version: Version | None = None) -> str:
    """Return the official address of a provision's section; one without a regulation's name is of this version."""
    named = next((name for name in _OFFICIAL if provision.startswith(f"{name} ")), None)
    if named:
        base = _OFFICIAL[named]
    elif version is None:
        base = _OFFICIAL[_RHINE]
    else:
        # A repealed version stands as a whole in the law gazette.
        base = version.source + "__{section}.html" if version.section_pages else version.source
    return base.format(section=section(provision).replace(".", "_"))


def answer_label(outcome: Question | Result, key: str, language: str) -> str:
    """Return an answer of a case in words, as that case has it: mode B has other hours on other waters."""
    used = outcome.used if isinstance(outcome, Question) else outcome.facts
    if key in outcome.labels:
        return say(outcome.labels[key], language)
    return value_label(BY_KEY[key], used.get(key, outcome.facts.get(key, "")), language)


def value_label(fact: Fact, value: Value, language: str) -> str:
    """Return a value in words, short enough for a chip: "82,50 m", "Motorschiff"."""
    match value:
        case Decimal():
            return number(value, language, fact.unit)
        case Band():
            return band_label(fact, value, language)
        case date():
            return day(value, language)
        case str():
            choice = fact.choice(value)
            return say(choice.chip or choice.label, language)


def band_label(fact: Fact, band: Band, language: str) -> str:
    """Return a band in words: "over 70 up to 86 m"."""
    unit = fact.unit
    low = None if band.low is None else number(band.low, language, "" if band.high is not None else unit)
    high = None if band.high is None else number(band.high, language, unit)
    if fact.whole and band.low is not None and band.low_open and band.high is not None:
        # Nobody counts from "over 75": the first whole number that belongs to the band.
        text, low = Text("{low} to {high}"), number(band.low + 1, language)
    elif low is None:
        text = Text("below {high}") if band.high_open else Text("up to {high}")
    elif high is None:
        text = Text("over {low}")
    else:
        text = Text("over {low} up to {high}") if band.low_open else Text("{low} to {high}")
    return say(Text(text.msgid, {"low": low or "", "high": high or ""}), language)


def error_object(error: InputError, language: str) -> dict[str, Any]:
    """Return the ``error`` object of the machine interface."""
    return {"key": error.key, "value": error.value, "message": say(error.text, language)}


def question_object(question: Question, language: str) -> dict[str, Any]:
    """Return the ``question`` object of the machine interface; an offered fact also has its ``default``."""
    fact = question.fact
    words: dict[str, Any] = {"key": fact.key, "kind": fact.kind}
    if fact.kind == "number":
        words["unit"] = fact.unit or None
    words["options"] = [_option_object(fact, option, language) for option in question.options]
    words["label"] = say(question.question, language)
    words["help"] = say(question.help, language)
    if question.default is not None or fact.offered:
        words["default"] = None if question.default is None else plain(question.default)
    return words


def _option_object(fact: Fact, option: Choice | Band, language: str) -> dict[str, Any]:
    if isinstance(option, Choice):
        return {"value": option.value, "label": say(option.label, language)}
    low = "above" if option.low is None or option.low_open else "from"
    high = "below" if option.high is None or option.high_open else "up_to"
    return {
        "value": option.value,
        low: None if option.low is None else plain(option.low),
        high: None if option.high is None else plain(option.high),
        "label": band_label(fact, option, language),
    }


def outcome_object(outcome: Question | Result, language: str) -> dict[str, Any]:
    """Return ``{"question": …}`` or ``{"result": …}`` of the machine interface, with words in a language."""
    if isinstance(outcome, Result):
        return {"result": result_object(outcome, language)}
    words = question_object(outcome, language)
    words |= {"facts": _facts_object(outcome.facts), "code": encode(outcome.facts)}
    return {"question": words}


def result_object(result: Result, language: str) -> dict[str, Any]:
    """Return the ``result`` object of the machine interface."""
    version = result.version
    code, facts = encode(result.facts), _facts_object(result.facts)
    return {
        "regulation": version.id if version else None,
        "in_force": [version.start.isoformat(), version.end.isoformat() if version.end else None]
        if version
        else [None, None],
        "section": result.section,
        "group": result.group,
        "mode": result.mode,
        "mode_hours": result.mode_hours,
        "standard": result.standard,
        "column": result.column,
        "kind": result.kind,
        "base": [dict(crew) for crew in result.base],
        "crews": [dict(crew) for crew in result.crews],
        "steps": [
            {
                "provision": step.provision,
                "effects": [dict(effect) for effect in step.effects],
                "text": say(step.text, language),
            }
            for step in result.steps
        ],
        "options": [
            {
                "id": option.id,
                "provision": option.provision,
                "alternatives": list(option.alternatives),
                "take": dict(option.take),
                "put": dict(option.put),
                "times": option.times,
                "needs": list(option.needs),
                "text": say(option.text, language),
            }
            for option in result.options
        ],
        "conditions": [
            {
                "id": condition.id,
                "provision": condition.provision,
                "alternatives": list(condition.alternatives),
                "rank": condition.rank,
                "needs": list(condition.needs),
                "text": say(condition.text, language),
            }
            for condition in result.conditions
        ],
        "notices": [
            {"id": notice.id, "provision": notice.provision, "text": say(notice.text, language)}
            for notice in result.notices
        ],
        "certificate_entries": list(result.certificate_entries),
        "offers": [question_object(offer, language) | {"facts": facts, "code": code} for offer in result.offers],
        "rest": _rest_object(result.rest, language),
        "safety_staff": _staff_object(result.safety_staff, language),
        "sources": [
            {"provision": provision, "url": source_url(provision, version)}
            for provision in _sections(_provisions(result))
        ],
        "code": code,
        "facts": facts,
        "unused": list(result.unused),
    }


def chips(outcome: Question | Result, language: str) -> list[dict[str, str]]:
    """Return what is known of a case, in the order in which the law asked: ``key``, ``name`` and ``value`` in words.

    Facts that were given but not asked yet come last.
    """
    used = outcome.used if isinstance(outcome, Question) else outcome.facts
    given = {**used, **{key: value for key, value in outcome.facts.items() if key not in used}}
    return [
        {"key": key, "name": say(BY_KEY[key].name, language), "value": answer_label(outcome, key, language)}
        for key in given
    ]


_HEADLINE = frozenset(
    ["water", "vessel", "ship", "ferry_kind", "formation", "zone", "length_m", "deadweight_t", "displacement_t"]
)


def headline(result: Result, language: str) -> str:
    """Return what the answer is for, in one line: "Rhein · Motorschiff · 82,50 m"."""
    parts = (headline_part(key, value, language) for key, value in result.facts.items())
    return " · ".join(part for part in parts if part)


def headline_part(key: str, value: Value, language: str) -> str | None:
    """Return what a fact adds to the headline; ``None`` for one that does not belong there."""
    if key in ("passengers", "beds"):
        text = Text("{n} passengers") if key == "passengers" else Text("{n} beds")
        part = say(text.with_(n=value_label(BY_KEY[key], value, language)), language)
    elif key in _HEADLINE or (key, value) in (("rules", "rhine"), ("passengers_aboard", "no")):
        part = value_label(BY_KEY[key], value, language)
    else:
        return None
    return part.replace(" ", "\u00a0")


def in_force(version: Version, language: str) -> str:
    """Return since when, or from when to when, a version is the law."""
    if version.end is None:
        return say(Text("in force since {start}", {"start": version.start}), language)
    return say(Text("in force from {start} to {end}", {"start": version.start, "end": version.end}), language)


def as_of(version: Version, language: str) -> str:
    """Return how old the text of a version is and when it was last checked."""
    dates = {"text": version.text_as_of, "checked": version.checked}
    return say(Text("text as of {text}, checked on {checked}", dates), language)


def _facts_object(facts: Mapping[str, Value]) -> dict[str, Any]:
    return {key: plain(value) for key, value in facts.items()}


def _notes_object(notes: Iterable[Note], language: str) -> list[dict[str, str]]:
    return [{"provision": note.provision, "text": say(note.text, language)} for note in notes]


def _rest_object(rest: Rest | None, language: str) -> dict[str, Any] | None:
    if rest is None:
        return None
    operation = rest.operation
    stop = operation.stop if operation else None
    return {
        "hours": operation.hours if operation else None,
        "stop": {"hours": stop.hours, "from": stop.start, "to": stop.end} if stop else None,
        "for": [
            {
                "who": rule.who,
                "hours": rule.hours,
                "in_one_piece": rule.in_one_piece,
                "outside_sailing": rule.outside_sailing,
                "per_hours": rule.per_hours,
                "provision": rule.provision,
            }
            for rule in (operation.rest if operation else ())
        ],
        "notes": _notes_object(rest.notes, language),
    }


def _staff_object(staff: SafetyStaff | None, language: str) -> dict[str, Any] | None:
    if staff is None:
        return None
    return {
        "rows": [_staff_row(row) for row in staff.rows],
        "one_person": staff.one_person,
        "notes": _notes_object(staff.notes, language),
    }


def _staff_row(row: StaffRow) -> dict[str, Any]:
    words: dict[str, Any] = {"state": row.state, "measure": row.measure}
    if row.above is not None:
        words["above"] = row.above
    words["up_to"] = row.up_to
    words["passenger_expert"] = row.passenger_expert
    words["first_aider"] = row.first_aider
    words["breathing_apparatus"] = row.breathing_apparatus
    return words


def _provisions(result: Result) -> Iterable[str]:
    for group in (result.steps, result.conditions, result.options, result.notices):
        yield from (entry.provision for entry in group)
    if result.rest:
        yield from (rule.provision for rule in (result.rest.operation.rest if result.rest.operation else ()))
        yield from (note.provision for note in result.rest.notes)
    if result.safety_staff:
        yield from (note.provision for note in result.safety_staff.notes)


def _sections(provisions: Iterable[str]) -> Sequence[str]:
    """Return the sections of provisions, each once, in order: "§ 19.02 Nr. 1" and "§ 19.02 Nr. 2" are "§ 19.02"."""
    found: dict[str, None] = {}
    for provision in provisions:
        head, mark, _ = provision.partition("§ ")
        found[f"{head}{mark}{section(provision)}"] = None
    return tuple(found)
