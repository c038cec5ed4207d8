"""The pages: one address, one page, GET only."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request

from core import LANGUAGES, CodeError, Question, decode, settle
from core.aboard import MARK, Counts, encode_counts, fitting, kinds, split
from core.facts import BY_KEY, Value
from web import checklist, finder
from web.cache import Page, PageCache, make_page, send
from web.crew_check import read_counts
from web.place import Place
from web.render import Renderer
from web.settings import Settings

_LANGUAGE = f"<any({', '.join(LANGUAGES)}):language>"


def blueprint(renderer: Renderer, cache: PageCache, settings: Settings, today: Callable[[], date]) -> Blueprint:
    """Return the routes of the pages."""
    pages = Blueprint("pages", __name__)

    def place(language: str, rest: str) -> Place:
        return Place(language, rest, settings.public_url or f"{request.scheme}://{request.host}")

    @pages.get(f"/{_LANGUAGE}/")
    def start(language: str) -> Response:
        """The first question; with facts in the query, the way in for forms and other sites."""
        if request.args:
            return _enter(renderer, place(language, ""), dict(request.args), today())
        here, day = place(language, ""), today()
        return send(cache.get((here, day), lambda: _case_page(renderer, here, {}, day, {})))

    @pages.get(f"/{_LANGUAGE}/r/<code>")
    def case(language: str, code: str) -> Response:
        """The page of a case: its next question or its answer."""
        here, day = place(language, f"r/{code}"), today()
        if MARK in code:  # too many crews are possible: pages with people are made each time and not kept
            return send(_page_of_code(renderer, here, code, day))
        return send(cache.get((here, day), lambda: _page_of_code(renderer, here, code, day)))

    @pages.get(f"/{_LANGUAGE}/equipment")
    def from_equipment(language: str) -> Response:
        """Turn the ticked list of equipment into the answer of the question that the code stands at."""
        here = place(language, "")
        try:
            facts, counts = _read(request.args.get("code", ""))
        except CodeError:
            return _strange(renderer, here)
        here = replace(here, aboard=encode_counts(counts))
        outcome, _ = settle(facts, today())
        value = checklist.answer(outcome, request.args.getlist) if isinstance(outcome, Question) else None
        answered = {} if value is None else {"equipment": value}
        return redirect(here.case({**outcome.facts, **answered}))  # type: ignore[return-value]

    @pages.get(f"/{_LANGUAGE}/water")
    def by_name(language: str) -> Response:
        """Find a water by its name for the question that the code stands at."""
        code, name = request.args.get("code", ""), request.args.get("q", "").strip()[: finder.LONGEST]
        here = place(language, "water?" + urlencode({"code": code, "q": name}))
        try:
            facts, counts = _read(code)
        except CodeError:
            return _strange(renderer, here)
        here = replace(here, aboard=encode_counts(counts))
        outcome, _ = settle(facts, today())
        if not (isinstance(outcome, Question) and finder.can_find(outcome) and name):
            return redirect(here.case(outcome.facts))  # type: ignore[return-value]
        found = finder.matches(outcome, name)
        if len(found) == 1 and found[0].plain:
            return redirect(here.case(found[0].facts))  # type: ignore[return-value]
        return send(make_page(renderer.waters(here, outcome, name, today())))

    @pages.get(f"/{_LANGUAGE}/sources")
    def sources(language: str) -> Response:
        here, day = place(language, "sources"), today()
        return send(cache.get((here, day), lambda: make_page(renderer.sources(here))))

    @pages.get(f"/{_LANGUAGE}/privacy")
    def privacy(language: str) -> Response:
        here, day = place(language, "privacy"), today()
        return send(cache.get((here, day), lambda: make_page(renderer.privacy(here))))

    return pages


def _strange(renderer: Renderer, here: Place) -> Response:
    return send(make_page(renderer.message(here.language, "strange"), 404))


def _page_of_code(renderer: Renderer, here: Place, code: str, day: date) -> Page:
    try:
        facts, counts = _read(code)
    except CodeError:
        return make_page(renderer.message(here.language, "strange"), 404)
    return _case_page(renderer, here, facts, day, counts)


def _read(code: str) -> tuple[dict[str, Value], Counts]:
    """Return the facts and the people of a code that may have both. Raises CodeError for a strange one."""
    case, aboard = split(code)
    return decode(case), read_counts(aboard)


def _case_page(renderer: Renderer, here: Place, facts: dict[str, Value], day: date, counts: Counts) -> Page:
    """Return the page of a case, or where it really is.

    A fact that does not matter is left out of the address; one that cannot be in this case, such as a mode of other
    waters, is dropped and asked again. People who cannot matter for an answer are left out too; questions keep them all.
    """
    outcome, errors = settle(facts, day)
    if not isinstance(outcome, Question):
        counts = fitting(counts, kinds(outcome))
    here = replace(here, aboard=encode_counts(counts))
    proper = here.case(outcome.facts)
    if proper != f"/{here.language}/{here.rest}":
        return Page(302 if errors else 301, location=proper)
    if isinstance(outcome, Question):
        return make_page(renderer.question(here, outcome, day))
    return make_page(renderer.answer(here, outcome, day, counts))


def _enter(renderer: Renderer, here: Place, given: dict[str, str], day: date) -> Response:
    """Read facts from a form or another site and go to their page; a bad one is asked again, the others are kept.

    ``code`` is the case so far in a form of ours: what of it does not fit is dropped, and only what was typed is an error.
    """
    try:
        so_far, counts = _read(given.pop("code", ""))
    except CodeError:
        return _strange(renderer, here)
    here = replace(here, aboard=encode_counts(counts))
    outcome, errors = settle({**so_far, **given}, day)
    typed = [error for error in errors if error.key in BY_KEY and error.key in given]
    if typed:
        return send(make_page(renderer.error(here, typed[0], outcome, day), 422))
    return redirect(here.case(outcome.facts))  # type: ignore[return-value]
