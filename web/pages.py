"""The pages: one address, one page, GET only."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, request

from core import LANGUAGES, CodeError, InputError, Question, Result, decode, settle, spoken
from core.aboard import MARK, Counts, encode_counts, fitting, kinds, split
from core.facts import BY_KEY, DATE, Value, parse_fact
from core.other_day import beside
from core.then_and_now import undated
from web import checklist, find, finder, qr
from web.cache import Page, PageCache, make_page, send
from web.crew_check import read_counts
from web.info import BY_NAME
from web.metrics import shown
from web.place import Place
from web.render import Renderer
from web.settings import Settings

_LANGUAGE = f"<any({', '.join(LANGUAGES)}):language>"
_Make = Callable[[Place, Result, Counts], str]

LONGEST_DAY = 40
"""The most characters of a day that are read."""
SECOND = {"de": "nl", "nl": "de", "fr": "de", "en": "de"}
"""The language beside the page's own when an answer is handed over and none is named."""


def blueprint(renderer: Renderer, cache: PageCache, settings: Settings, today: Callable[[], date]) -> Blueprint:
    """Return the routes of the pages."""
    pages = Blueprint("pages", __name__)

    def place(language: str, rest: str) -> Place:
        return Place(language, rest, settings.public_url or f"{request.scheme}://{request.host}")

    @pages.get(f"/{_LANGUAGE}/")
    def start(language: str) -> Response:
        """The first question; with facts in the query, the way in for forms and other sites."""
        if "q" in request.args:  # the address by which other sites search
            return redirect(f"/{language}/find?" + urlencode({"q": request.args["q"]}))  # type: ignore[return-value]
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

    @pages.get(f"/{_LANGUAGE}/find")
    def search(language: str) -> Response:
        """Read one line in everyday words: on to its case, or a page that says what was understood of it."""
        text = request.args.get("q", "").strip()[: spoken.LONGEST]
        here = place(language, "find?" + urlencode({"q": text}))
        if not text:
            return redirect(here.case({}))  # type: ignore[return-value]
        said = spoken.read(text, today())
        if find.is_clear(said):
            return redirect(here.case(said.facts))  # type: ignore[return-value]
        return send(make_page(renderer.found(here, text, said)))

    @pages.get(f"/{_LANGUAGE}/<any(rest, more):kind>/<code>")
    def beside(language: str, kind: str, code: str) -> Response:
        """What stands beside an answer: sailing and rest times; who counts, what else holds, where it stands."""
        here, day = place(language, f"{kind}/{code}"), today()

        def make() -> Page:
            return _beside(renderer, here, kind, code, day, lambda at, to, _: renderer.beside(at, to, day, kind))

        return send(make() if MARK in code else cache.get((here, day), make))

    @pages.get(f"/{_LANGUAGE}/hand/<code>")
    def hand(language: str, code: str) -> Response:
        """An answer in two languages side by side; ``to`` is the second one."""
        to = request.args.get("to", "")
        if to not in LANGUAGES or to == language:
            to = SECOND[language]
        here, day = place(language, f"hand/{code}?to={to}"), today()
        make: _Make = lambda at, result, counts: renderer.hand(at, result, day, counts, to)  # noqa: E731
        return send(_beside(renderer, here, "hand", code, day, make, f"?to={to}"))

    @pages.get(f"/{_LANGUAGE}/then/<code>")
    def then(language: str, code: str) -> Response:
        """The same case on another day (``on``) beside today, and what changed between the two."""
        on = request.args.get("on", "").strip()[:LONGEST_DAY]
        here = place(language, f"then/{code}" + (f"?{urlencode({'on': on})}" if on else ""))
        day = today()
        if MARK in code:
            return send(_then(renderer, here, code, on, day))
        return send(cache.get((here, day), lambda: _then(renderer, here, code, on, day)))

    @pages.get(f"/{_LANGUAGE}/share/")
    def share_anything(language: str) -> Response:
        """The page to share from, without a case: the script of the page fills it where there is no network."""
        here, day = place(language, "share/"), today()
        return send(cache.get((here, day), lambda: make_page(renderer.share(here, None))))

    @pages.get(f"/{_LANGUAGE}/share/<code>")
    def share(language: str, code: str) -> Response:
        """The ways to share a case: link, QR code, Telegram."""
        here = place(language, f"share/{code}")
        try:
            facts, counts = _read(code)
        except CodeError:
            return _strange(renderer, here)
        outcome, _ = settle(facts, today())
        here = replace(here, aboard=_fitting(outcome, counts))
        return send(make_page(renderer.share(here, outcome)))

    @pages.get(f"/{_LANGUAGE}/qr/<code>.svg")
    def qr_code(language: str, code: str) -> Response:
        """The QR code of a case as a file, for paper."""
        here = place(language, "")
        try:
            facts, counts = _read(code)
        except CodeError:
            return _strange(renderer, here)
        address = here.site + replace(here, aboard=encode_counts(counts)).case(facts)
        return Response(qr.svg(address), mimetype="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})

    @pages.get(f"/{_LANGUAGE}/vessels")
    def vessels(language: str) -> Response:
        """The vessels that are kept on the device: the same page for everybody."""
        here, day = place(language, "vessels"), today()
        return send(cache.get((here, day), lambda: make_page(renderer.vessels(here))))

    @pages.get(f"/{_LANGUAGE}/<any({', '.join(BY_NAME)}):name>")
    def info(language: str, name: str) -> Response:
        """The pages of text."""
        here, day = place(language, name), today()
        return send(cache.get((here, day), lambda: make_page(renderer.info(here, BY_NAME[name]))))

    return pages


def _strange(renderer: Renderer, here: Place) -> Response:
    return send(make_page(renderer.message(here.language, "strange"), 404))


def _fitting(outcome: Question | Result, counts: Counts) -> str:
    """Return the code of the people who can matter for an outcome, with its mark; questions keep them all."""
    return encode_counts(counts if isinstance(outcome, Question) else fitting(counts, kinds(outcome)))


def _beside(renderer: Renderer, here: Place, kind: str, code: str, day: date, make: _Make, query: str = "") -> Page:
    """Return a page that stands beside an answer, or where the case really is: only answers have such pages."""
    try:
        facts, counts = _read(code)
    except CodeError:
        return make_page(renderer.message(here.language, "strange"), 404)
    outcome, _ = settle(facts, day)
    here = replace(here, aboard=_fitting(outcome, counts))
    if isinstance(outcome, Question):
        return Page(302, location=here.case(outcome.facts))
    if here.code(outcome.facts) != code:
        return Page(301, location=f"/{here.language}/{kind}/{here.code(outcome.facts)}{query}")
    return make_page(make(here, outcome, fitting(counts, kinds(outcome))))


def _then(renderer: Renderer, here: Place, code: str, on: str, today: date) -> Page:
    """Return the page of a case on two days, or where it really is: the day stands in ``on``, not in the code."""
    try:
        facts, counts = _read(code)
    except CodeError:
        return make_page(renderer.message(here.language, "strange"), 404)
    own = facts.pop(DATE.key, None)
    at = replace(here, aboard=encode_counts(counts))
    try:
        day = parse_fact(DATE.key, on or own) if on or own else None
    except InputError as error:
        return make_page(renderer.then(at, facts, None, today, counts, error), 422)
    day = day if isinstance(day, date) else None
    proper = at.then(facts, day)
    if proper != f"/{here.language}/{here.rest}":
        return Page(301, location=proper)
    compared = beside(facts, day or today, today)
    if isinstance(compared.here, Question) and isinstance(compared.there, Question):
        return Page(302, location=at.case(compared.there.facts if day else undated(compared.there.facts)))
    return make_page(renderer.then(at, facts, day, today, counts))


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
    here = replace(here, aboard=_fitting(outcome, counts))
    proper = here.case(outcome.facts)
    if proper != f"/{here.language}/{here.rest}":
        return Page(302 if errors else 301, location=proper)
    if isinstance(outcome, Question):
        return make_page(renderer.question(here, outcome, day), shown=shown(outcome))
    return make_page(renderer.answer(here, outcome, day, fitting(counts, kinds(outcome))), shown=shown(outcome))


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
