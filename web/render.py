"""From an outcome to HTML: what the templates need, in one language."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from flask.templating import Environment
from jinja2 import StrictUndefined
from markupsafe import Markup

from core import LANGUAGES, InputError, Question, Result, choice, remaining, wording
from core.aboard import Counts
from core.catalogue import catalogue
from core.coverage import COVERAGE
from core.facts import BY_KEY, Value, parse_fact
from core.law import versions
from core.law.version import Version
from core.text import Text
from web import checklist, comparison, crew_check, finder
from web.assets import static_url
from web.place import Place

LANGUAGE_NAMES = {"de": "Deutsch", "nl": "Nederlands", "fr": "Français", "en": "English"}

# Where the notices of a result stand on the page; everything else belongs to this very case and is always open.
WHO_COUNTS = (
    "drop-out", "on-board", "children", "maternity", "papers", "higher-rank",
    "apprentice-proof", "old-papers", "old-papers-ferry",
)  # fmt: skip
FOR_EVERYONE = ("equivalence", "adn", "lng", "dutch-rules", "safety-training", "more-crew", "new-technology")
SAID_BY_THE_PAGE = ("certificate",)

WHOLE = 20
"""The most characters of a headline's part that stay on one line."""
_UNGLUED = re.compile(r"\u00a0(?!(?:m|t|kW)\b)")


class Renderer:
    """The templates, in every language."""

    def __init__(self, environment: Environment) -> None:
        environment.trim_blocks = True
        environment.lstrip_blocks = True
        environment.undefined = StrictUndefined
        environment.globals["static_url"] = static_url
        environment.globals["source_url"] = wording.source_url
        self._environment = environment
        self._words = {language: _functions(language) for language in LANGUAGES}

    def question(self, place: Place, question: Question, today: date) -> str:
        """Return the page of a question; the first one is the start page."""
        template = "question.html" if question.facts else "start.html"
        return self._page(template, place, **question_view(place, question, today))

    def answer(self, place: Place, result: Result, today: date, counts: Counts) -> str:
        """Return the page of an answer, with the verdict on the people aboard if some are counted."""
        suffice = crew_check.view(place, result, counts, today)
        return self._page("answer.html", place, **answer_view(place, result, today), suffice=suffice)

    def error(self, place: Place, error: InputError, outcome: Question | Result, today: date) -> str:
        """Return the page that says what was wrong and asks again."""
        view = _frame(place, outcome, today)
        view["doc"] = {"error": wording.error_object(error, place.language)}
        view["guess"] = None
        if error.guess is not None and error.key is not None:
            value = wording.value_label(BY_KEY[error.key], parse_fact(error.key, error.guess), place.language)
            view["guess"] = {"label": value, "url": place.case({**outcome.facts, error.key: error.guess})}
        view["same_question"] = isinstance(outcome, Question) and outcome.fact.key == error.key
        view |= _question_parts(place, outcome if isinstance(outcome, Question) else None)
        return self._page("error.html", place, **view)

    def waters(self, place: Place, question: Question, name: str, today: date) -> str:
        """Return the page of the waters that a name may mean."""
        view = _frame(place, question, today)
        view |= {
            "water_finder": finder.form(place, question, name),
            "found": finder.found(place, question, name),
            "name": name,
            "question_url": place.case(question.facts),
        }
        return self._page("waters.html", place, **view)

    def message(self, language: str, kind: str) -> str:
        """Return a page for a strange code, an address that does not exist, or something that broke."""
        title, text = MESSAGES[kind]
        view = {"title": wording.say(title, language), "text": wording.say(text, language), "actions": []}
        return self._page("message.html", Place(language, "", ""), **empty_frame(), message=view)

    def sources(self, place: Place) -> str:
        """Return the page of what is collected, how old it is, and what is missing."""
        language = place.language
        collected = [
            {"version": v, "in_force": wording.in_force(v, language), "as_of": wording.as_of(v, language)}
            for v in versions()
        ]
        coverage = [
            {"name": entry.name, "years": entry.years, "state": wording.say(entry.state, language)}
            for entry in COVERAGE
        ]
        return self._page("sources.html", place, **empty_frame(), collected=collected, coverage=coverage)

    def privacy(self, place: Place) -> str:
        """Return the page on what is known of whoever asks: nothing."""
        return self._page("privacy.html", place, **empty_frame())

    def offline_note(self, place: Place, day: date, until: date | None) -> str:
        """Return the line on top of a page that the worker makes; ``until``: since when its law is no longer the law."""
        said = {"day": wording.day(day, place.language), "until": until and wording.day(until, place.language)}
        return self._environment.get_template("_offline.html").render(**self._words[place.language], **said).strip()

    def _page(self, template: str, place: Place, **view: Any) -> str:  # noqa: ANN401 - whatever the template needs
        return self._environment.get_template(template).render(
            **frame_of_page(place), **self._words[place.language], **view
        )


def frame_of_page(place: Place) -> dict[str, Any]:
    """Return what every page is given, whatever it shows."""
    language = place.language
    return {
        "lang": language,
        "languages": [(code, LANGUAGE_NAMES[code], f"/{code}/{place.rest}") for code in LANGUAGES],
        "start_url": f"/{language}/",
        "sources_url": f"/{language}/sources",
        "privacy_url": f"/{language}/privacy",
    }


MESSAGES = {
    "strange": (
        Text("This code is not a case"),
        Text("The address holds a code that Rheincrew does not know. Perhaps a part of it was lost on the way."),
    ),
    "lost": (Text("There is no such page"), Text("The address does not exist here.")),
    "broken": (Text("Something went wrong"), Text("This is our fault, not yours. Please try again in a moment.")),
}


def _functions(language: str) -> dict[str, Callable[..., object]]:
    """Return what the templates call, bound to a language."""
    words = catalogue(language)

    def translate(msgid: str, **values: object) -> Markup:
        return Markup(words.gettext(msgid)).format(**values)  # noqa: S704 - our own texts; the values are escaped

    return {
        "_": translate,
        "cite": lambda provision: wording.cite(provision, language),
        "rank_name": lambda rank, count: wording.rank_name(rank, count, language),
        "rank_name_de": lambda rank, count: wording.rank_name(rank, count, "de"),
    }


def empty_frame() -> dict[str, Any]:
    """Return what a page is given that belongs to no case."""
    return {"doc": {}, "chips": [], "progress": None, "back_url": None, "description": None}


def _frame(place: Place, outcome: Question | Result, today: date) -> dict[str, Any]:
    """Return what question, answer and error pages share: chips, progress, the way back, the form's hidden fields."""
    facts = outcome.facts
    used = list(outcome.used if isinstance(outcome, Question) else facts)
    left = remaining(outcome, today)
    last = next((key for key in reversed(used) if not BY_KEY[key].offered), None)
    return {
        "chips": [
            {**chip, "url": place.case(_without(facts, chip["key"]))} for chip in wording.chips(outcome, place.language)
        ],
        "progress": len(used) / (len(used) + left) if used else None,
        "back_url": place.case({key: value for key, value in facts.items() if key != last}) if last else None,
        "form_action": f"/{place.language}/",
        "form_fields": [("code", place.code(facts))],
        "description": None,
    }


def _without(facts: Mapping[str, Value], key: str) -> dict[str, Value]:
    """Return the case with one answer open again; whoever changes the rules goes to the case by the other rules."""
    if key == "rules":
        return choice.carry(facts)
    return {each: value for each, value in facts.items() if each != key}


def _question_object(place: Place, question: Question) -> dict[str, Any]:
    """Return a question with the address that each of its options leads to."""
    words = wording.question_object(question, place.language)
    for option in words["options"]:
        option["url"] = place.case({**question.facts, question.fact.key: option["value"]})
    return words


def _question_parts(place: Place, question: Question | None) -> dict[str, Any]:
    """Return a question to draw, with what helps to answer it; all ``None`` without a question."""
    return {
        "question": _question_object(place, question) if question else None,
        "equipment_helper": checklist.view(place, question) if question else None,
        "water_finder": finder.form(place, question) if question else None,
    }


def question_view(place: Place, question: Question, today: date) -> dict[str, Any]:
    """Return what the page of a question is given."""
    view = _frame(place, question, today) | _question_parts(place, question)
    view["doc"] = {"question": view["question"]}
    if not question.facts:
        view["description"] = wording.say(
            Text(
                "How many crew of which rank your vessel must have aboard on the Rhine and on German inland waterways, "
                "why, and what may be replaced."
            ),
            place.language,
        )
    return view


def answer_view(place: Place, result: Result, today: date) -> dict[str, Any]:
    """Return what the page of an answer is given, but for the people aboard."""
    language = place.language
    words = wording.result_object(result, language)
    other_crew = comparison.view(place, result, today)
    words["offers"] = [
        offer_object(place, result.facts, offer)
        for offer in words["offers"]
        if not (offer["key"] == "rules" and other_crew)  # the other crew has a section of its own
    ]
    notices = [notice for notice in words["notices"] if notice["id"] not in SAID_BY_THE_PAGE]
    view = _frame(place, result, today)
    view |= {
        "doc": {"result": words},
        "headline": breakable(wording.headline(result, language)),
        "cards": _cards(words),
        "other_crew": other_crew,
        "regulation": _regulation(result.version, language),
        "source_url": partial(wording.source_url, version=result.version),
        "notices": [notice for notice in notices if notice["id"] not in WHO_COUNTS + FOR_EVERYONE],
        "drop_out": [notice for notice in notices if notice["id"] in WHO_COUNTS],
        "general": [notice for notice in notices if notice["id"] in FOR_EVERYONE],
        "share_url": place.site + place.case(result.facts),
    }
    return view


def breakable(headline: str) -> str:
    """Return a headline whose long parts may break on a small screen, though not between a number and its unit."""
    parts = [part if len(part) <= WHOLE else _UNGLUED.sub(" ", part) for part in headline.split(" · ")]
    return " · ".join(parts)


def offer_object(place: Place, facts: Mapping[str, Value], offer: dict[str, Any]) -> dict[str, Any]:
    """Return an offer with the address of each option; the other rules take along only what they understand."""
    for option in offer["options"]:
        taken = {**facts, offer["key"]: option["value"]}
        option["url"] = place.case(choice.carry(facts) if offer["key"] == "rules" else taken)
    return offer


def _cards(words: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the alternatives to draw; equal ones under equal conditions once."""
    cards: list[dict[str, Any]] = []
    for index, crew in enumerate(words["crews"]):
        conditions = [condition for condition in words["conditions"] if index in condition["alternatives"]]
        same = next((card for card in cards if card["crew"] == crew and card["conditions"] == conditions), None)
        if same:
            same["indices"].append(index)
        else:
            cards.append({"indices": [index], "crew": crew, "conditions": conditions})
    return cards


def _regulation(version: Version | None, language: str) -> dict[str, str] | None:
    if version is None:
        return None
    return {
        "family": version.family,
        "name": wording.say(Text(version.short), language),
        "in_force": wording.in_force(version, language),
        "as_of": wording.as_of(version, language),
    }
