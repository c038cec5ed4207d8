"""From an outcome to HTML: what the templates need, in one language."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from flask.templating import Environment
from jinja2 import StrictUndefined
from markupsafe import Markup

from core import LANGUAGES, InputError, Question, Result, choice, encode, remaining, wording
from core.aboard import Counts
from core.catalogue import catalogue
from core.facts import BY_KEY, Value, parse_fact
from core.law.version import Version
from core.old_ranks import old_ranks
from core.other_day import matters
from core.spoken import Description
from core.text import Text
from core.then_and_now import announced, undated
from web import checklist, comparison, crew_check, find, finder, info, qr, then
from web.assets import static_url
from web.manifest import about
from web.place import Place
from web.settings import Settings

LANGUAGE_NAMES = {"de": "Deutsch", "nl": "Nederlands", "fr": "Français", "en": "English"}

# Where the notices of a result stand on the page; everything else belongs to this very case and is always open.
WHO_COUNTS = (
    "drop-out", "on-board", "children", "maternity", "papers", "higher-rank",
    "apprentice-proof", "old-papers", "old-papers-ferry", "old-ranks",
)  # fmt: skip
FOR_EVERYONE = ("equivalence", "adn", "lng", "dutch-rules", "safety-training", "more-crew", "new-technology")
SAID_BY_THE_PAGE = ("certificate",)

TELEGRAM_LIMIT = 64
"""The most characters that Telegram takes behind ``?start=``."""
WHOLE = 20
"""The most characters of a headline's part that stay on one line."""
_UNGLUED = re.compile(r"\u00a0(?!(?:m|t|kW)\b)")


class Renderer:
    """The templates, in every language."""

    def __init__(self, environment: Environment, settings: Settings) -> None:
        environment.trim_blocks = True
        environment.lstrip_blocks = True
        environment.undefined = StrictUndefined
        environment.globals["static_url"] = static_url
        environment.globals["source_url"] = wording.source_url
        self._environment = environment
        self._settings = settings
        self._words = {language: _functions(language) for language in LANGUAGES}

    def question(self, place: Place, question: Question, today: date) -> str:
        """Return the page of a question; the first one is the start page."""
        template = "question.html" if question.facts else "start.html"
        return self._page(template, place, **question_view(place, question, today))

    def answer(self, place: Place, result: Result, today: date, counts: Counts) -> str:
        """Return the page of an answer, with the verdict on the people aboard if some are counted."""
        suffice = crew_check.view(place, result, counts, today)
        return self._page("answer.html", place, **answer_view(place, result, today), suffice=suffice)

    def beside(self, place: Place, result: Result, today: date, kind: str) -> str:
        """Return a page of what stands beside an answer: ``rest`` (times) or ``more`` (who counts, what else holds)."""
        view = answer_view(place, result, today) | {"description": None}
        view["canonical"] = f"{place.site}/{place.language}/{kind}/{encode(result.facts)}"
        return self._page(f"{kind}.html", place, **view)

    def hand(self, place: Place, result: Result, today: date, counts: Counts, to: str) -> str:
        """Return the page that shows an answer in the page's language and in another one side by side."""
        sides = [
            _side(replace(place, language=language), result, today, counts) | self._words[language]
            for language in (place.language, to)
        ]
        view = empty_frame() | {
            "sides": sides,
            "case_url": place.case(result.facts),
            "others": [
                {"code": code, "name": LANGUAGE_NAMES[code], "here": code == to}
                for code in LANGUAGES
                if code != place.language
            ],
        }
        return self._page("hand.html", place, **view)

    def then(
        self,
        place: Place,
        facts: Mapping[str, Value],
        day: date | None,
        today: date,
        counts: Counts,
        error: InputError | None = None,
    ) -> str:
        """Return the page of a case on two days; ``error`` says why a day cannot be taken."""
        view = then.view(place, facts, day, today, counts, error)
        return self._page("then.html", place, **empty_frame(), **view, canonical=None)

    def share(self, place: Place, outcome: Question | Result | None) -> str:
        """Return the page to share a case from; without one, the page that a script fills where there is no network."""
        view = empty_frame() | {"share": None, "headline": None, "case_url": None}
        if outcome is not None:
            address = place.site + place.case(outcome.facts)
            view["share"] = {"url": address, "qr": qr.draw(address), "telegram": self._telegram(place, outcome)}
            view["case_url"] = place.case(outcome.facts)
            if isinstance(outcome, Result):
                view["headline"] = breakable(wording.headline(outcome, place.language))
        return self._page("share.html", place, **view)

    def vessels(self, place: Place) -> str:
        """Return the page of the vessels that are kept on the device; a script of the page fills it."""
        return self._page("vessels.html", place, **empty_frame())

    def error(self, place: Place, error: InputError, outcome: Question | Result, today: date) -> str:
        """Return the page that says what was wrong and asks again."""
        view = _frame(place, outcome, today)
        view["doc"] = {"error": wording.error_object(error, place.language)}
        view["guess"] = None
        if error.guess is not None and error.key is not None:
            value = wording.value_label(BY_KEY[error.key], parse_fact(error.key, error.guess), place.language)
            view["guess"] = {"label": value, "url": place.case({**outcome.facts, error.key: error.guess})}
        question = outcome if isinstance(outcome, Question) else _offered(outcome, error.key)
        view["same_question"] = question is not None and question.fact.key == error.key
        view["answer_url"] = place.case(outcome.facts) if isinstance(outcome, Result) else None
        view |= _question_parts(place, question)
        return self._page("error.html", place, **view, canonical=None)

    def waters(self, place: Place, question: Question, name: str, today: date) -> str:
        """Return the page of the waters that a name may mean."""
        view = _frame(place, question, today)
        view |= {
            "water_finder": finder.form(place, question, name),
            "found": finder.found(place, question, name),
            "name": name,
            "question_url": place.case(question.facts),
        }
        return self._page("waters.html", place, **view, canonical=None)

    def found(self, place: Place, text: str, said: Description) -> str:
        """Return the page of a line that was not wholly understood."""
        return self._page("find.html", place, **empty_frame(), **find.view(place, text, said), canonical=None)

    def message(self, language: str, kind: str) -> str:
        """Return a page for a strange code, an address that does not exist, or something that broke."""
        title, text = MESSAGES[kind]
        view = {"title": wording.say(title, language), "text": wording.say(text, language), "actions": []}
        return self._page("message.html", Place(language, "", ""), **empty_frame(), message=view, canonical=None)

    def info(self, place: Place, page: info.Info) -> str:
        """Return one of the pages of text."""
        title = wording.say(page.title, place.language)
        view = page.view(place.language, self._settings)
        return self._page(page.template, place, **empty_frame(), title=title, **view)

    def offline_note(self, place: Place, day: date, until: date | None) -> str:
        """Return the line on top of a page that the worker makes; ``until``: since when its law is no longer the law."""
        said = {"day": wording.day(day, place.language), "until": until and wording.day(until, place.language)}
        return self._environment.get_template("_offline.html").render(**self._words[place.language], **said).strip()

    def _page(self, template: str, place: Place, **view: Any) -> str:  # noqa: ANN401 - whatever the template needs
        frame = frame_of_page(place) | self._words[place.language]
        return self._environment.get_template(template).render(frame | view)

    def _telegram(self, place: Place, outcome: Question | Result) -> str | None:
        """Return the link that opens a case in the bot, if the bot is known."""
        code = place.code(outcome.facts)
        if not self._settings.telegram_bot or len(code) > TELEGRAM_LIMIT:
            return None
        return f"https://t.me/{self._settings.telegram_bot}?start={code}"


def frame_of_page(place: Place) -> dict[str, Any]:
    """Return what every page is given, whatever it shows."""
    language = place.language
    return {
        "lang": language,
        "languages": [(code, LANGUAGE_NAMES[code], f"/{code}/{place.rest}") for code in LANGUAGES],
        "site": place.site,
        "canonical": f"{place.site}/{language}/{place.rest}",
        "start_url": f"/{language}/",
        "vessels_url": f"/{language}/vessels",
        "info_pages": info.footer(language),
        "about": about(language),
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
        view["search"] = find.form(place)
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
    headline = breakable(wording.headline(result, language))
    view = _frame(place, result, today)
    view |= {
        "doc": {"result": words},
        "headline": headline,
        "cards": _cards(words),
        "other_crew": other_crew,
        "regulation": _regulation(result.version, language),
        "source_url": partial(wording.source_url, version=result.version),
        "notices": [notice for notice in notices if notice["id"] not in WHO_COUNTS + FOR_EVERYONE],
        "drop_out": [notice for notice in notices if notice["id"] in WHO_COUNTS],
        "general": [notice for notice in notices if notice["id"] in FOR_EVERYONE],
        "share_url": place.site + place.case(result.facts),
        "case_url": place.case(result.facts),
        "code": place.code(result.facts),
        "then_url": then.address(place, result) if matters(result) else None,
        "announced": _announced(place, result, today),
        "old_ranks": {rank: wording.say(text, language) for rank, text in old_ranks(result).items()},
        "day": wording.day(_law_day(result, today), language),
        "canonical": place.site + replace(place, aboard="").case(result.facts),
        "description": wording.say(
            Text("The minimum crew, why, and what may be replaced: {case}.").with_(case=headline), language
        ),
    }
    return view


def _announced(place: Place, result: Result, today: date) -> dict[str, str] | None:
    """Return what a version that is collected already will change on this answer, and where both crews stand."""
    found = announced(result, today)
    if found is None:
        return None
    return {
        "text": wording.say(found.text, place.language),
        "law": found.version.cited_as,
        "url": place.then(undated(result.facts), found.day),
    }


def _law_day(result: Result, today: date) -> date:
    day = result.facts.get("date", today)
    return day if isinstance(day, date) else today


def _side(place: Place, result: Result, today: date, counts: Counts) -> dict[str, Any]:
    """Return one language of an answer that is shown in two."""
    suffice = crew_check.view(place, result, counts, today) if counts else None
    view = answer_view(place, result, today)
    kept = ("doc", "headline", "cards", "regulation", "source_url", "notices", "old_ranks")
    return {name: view[name] for name in kept} | {"lang": place.language, "suffice": suffice}


def breakable(headline: str) -> str:
    """Return a headline whose long parts may break on a small screen, though not between a number and its unit."""
    parts = [part if len(part) <= WHOLE else _UNGLUED.sub(" ", part) for part in headline.split(" · ")]
    return " · ".join(parts)


def _offered(result: Result, key: str | None) -> Question | None:
    """Return the question that is offered beside an answer under this key."""
    return next((offer for offer in result.offers if offer.fact.key == key), None)


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
