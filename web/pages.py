"""The pages: one address, one page, GET only."""

from collections.abc import Callable
from datetime import date

from flask import Blueprint, Response, abort, redirect, request

from core import LANGUAGES, CodeError, Question, decode, equipment, settle
from core.facts import BY_KEY, Value
from web.cache import Page, PageCache, make_page, send
from web.render import Place, Renderer
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
        return send(cache.get((here, day), lambda: _case_page(renderer, here, {}, day)))

    @pages.get(f"/{_LANGUAGE}/r/<code>")
    def case(language: str, code: str) -> Response:
        """The page of a case: its next question or its answer."""
        here, day = place(language, f"r/{code}"), today()
        return send(cache.get((here, day), lambda: _page_of_code(renderer, here, code, day)))

    @pages.get(f"/{_LANGUAGE}/equipment")
    def from_equipment(language: str) -> Response:
        """Turn the ticked list of equipment into one answer."""
        try:
            facts = decode(request.args.get("code", ""))
        except CodeError:
            abort(404)
        met = set(request.args.getlist("s1"))
        value = equipment.from_items(set(equipment.S1_ITEMS) - met, s2="s2" in request.args)
        return redirect(place(language, "").case({**facts, "equipment": value}))  # type: ignore[return-value]

    @pages.get(f"/{_LANGUAGE}/sources")
    def sources(language: str) -> Response:
        here, day = place(language, "sources"), today()
        return send(cache.get((here, day), lambda: make_page(renderer.sources(here))))

    @pages.get(f"/{_LANGUAGE}/privacy")
    def privacy(language: str) -> Response:
        here, day = place(language, "privacy"), today()
        return send(cache.get((here, day), lambda: make_page(renderer.privacy(here))))

    return pages


def _page_of_code(renderer: Renderer, here: Place, code: str, day: date) -> Page:
    try:
        facts = decode(code)
    except CodeError:
        return make_page(renderer.message(here.language, "strange"), 404)
    return _case_page(renderer, here, facts, day)


def _case_page(renderer: Renderer, here: Place, facts: dict[str, Value], day: date) -> Page:
    """Return the page of a case, or where it really is.

    A fact that cannot be in this case is dropped and asked again; one that does not matter is left out of the address.
    """
    outcome, errors = settle(facts, day)
    if errors:
        return make_page(renderer.error(here, errors[0], outcome, day), 422)
    proper = here.case(outcome.facts)
    if proper != f"/{here.language}/{here.rest}":
        return Page(301, location=proper)
    if isinstance(outcome, Question):
        return make_page(renderer.question(here, outcome, day))
    return make_page(renderer.answer(here, outcome, day))


def _enter(renderer: Renderer, here: Place, given: dict[str, str], day: date) -> Response:
    """Read facts from a form or another site and go to their page; a bad one is asked again, the others are kept."""
    outcome, errors = settle(given, day)
    known = [error for error in errors if error.key in BY_KEY]
    if known:
        return send(make_page(renderer.error(here, known[0], outcome, day), 422))
    return redirect(here.case(outcome.facts))  # type: ignore[return-value]
