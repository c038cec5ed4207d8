"""A language's pack: the interview, the answers and the words, for the worker in the browser.

Whatever a template is given comes from the same functions as on the server (``web.render``), asked once for each different
question and answer. What depends on the exact case stands in it as a gap that the worker fills: addresses, codes. Few
things are drawn up by the worker itself: chips, progress, headline, the people aboard, the other crew, the offers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import Any

from flask.templating import Environment

from core import Question, Result, choice, wording
from core.aboard import KINDS, kinds
from core.bands import Band, find
from core.catalogue import catalogue
from core.check import best_way
from core.code import BAND_LETTERS
from core.facts import RULES, band_of
from core.law.posts import Place as Post
from core.law.posts import line_ups, standing
from core.law.version import Version, mode_choices
from web import comparison, render
from web.assets import static_url
from web.pack.graph import Answer, Ask, Day, Node, Peek, inside
from web.pack.shared import Known, Shared, Written, compact, differences
from web.pack.tables import bounds, tables
from web.pack.templates import Compiler
from web.place import Place

FORMAT = 1
"""Raised whenever the worker of an older format could not read a pack any more."""
PAGES = (
    "start.html", "question.html", "answer.html", "rest.html", "more.html", "error.html", "waters.html", "message.html",
)  # fmt: skip
"""The templates that the worker draws."""

# A gap in a text, for the worker to fill: what is wanted, and how the facts differ from those of the page.
GAP, PART, END = "\ue000", "\ue002", "\ue001"
_DRAWN_BY_THE_WORKER = ("chips", "progress", "back_url", "headline", "other_crew", "source_url", "suffice")
_OF_THE_EXACT_CASE = ("facts", "code", "unused", "needs", "offers")
_OF_THE_CASE = ("version", "offers", "facts", "normal", "labels", "unused")


@dataclass(frozen=True, slots=True)
class Blank(Place):
    """A place whose case is not known: addresses are gaps that say how the facts differ from those of the page."""

    base: Mapping[str, object] = field(default_factory=dict)

    def case(self, facts: Mapping[str, object]) -> str:
        """Return the gap of an address."""
        if facts == choice.carry(self.base):  # type: ignore[arg-type]
            return f"{GAP}other{END}"
        return self._gap("case" if self.aboard else "bare", facts)

    def code(self, facts: Mapping[str, object]) -> str:
        """Return the gap of a code."""
        return self._gap("code", facts)

    def _gap(self, wanted: str, facts: Mapping[str, object]) -> str:
        gone = [f"-{key}" for key in self.base if key not in facts]
        new = [f"{key}={_plain(value)}" for key, value in facts.items() if _plain(self.base.get(key)) != _plain(value)]
        return GAP + PART.join((wanted, *gone, *new)) + END


def _plain(value: object) -> object:
    return value.value if isinstance(value, Band) else value


def blank(language: str, facts: Mapping[str, object]) -> Blank:
    """Return the place of a page with these facts, whose case has gaps."""
    return Blank(language, f"{GAP}rest{END}", f"{GAP}site{END}", "people", facts)


def build(environment: Environment, language: str, tree: Node, today: date) -> bytes:
    """Return the pack of a language for the law of a day, as it is sent."""
    return _Builder(language, today).pack(environment, tree)


@dataclass(frozen=True, slots=True)
class _Sent:
    """A node of the interview: its kind, its value in the heap, the numbers of the nodes it leads to."""

    kind: str
    value: int
    ways: tuple[int, ...] = ()
    exact: tuple[tuple[Band, int], ...] = ()


class _Builder:
    """What one pack is made of while it grows."""

    def __init__(self, language: str, today: date) -> None:
        self._language = language
        self._today = today
        self._heap = Shared()
        self._nodes: dict[_Sent, int] = {}
        self._answers: dict[str, int] = {}
        self._posts: dict[str, Known] = {}
        self._provisions: dict[Version | None, set[str]] = {None: set()}

    def pack(self, environment: Environment, tree: Node) -> bytes:
        language = self._language
        compiler = Compiler(environment, catalogue(language).gettext, static_url)
        templates = compiler.compile(PAGES)
        root = self._node(tree)
        first = tree.question if isinstance(tree, Ask) else None
        assert first is not None  # noqa: S101 - the law begins with a question
        start = render.question_view(blank(language, {}), first, self._today)
        self._provisions[None] |= {text for text in compiler.constants if "§" in text}
        terms = comparison.terms_view(self._today, language)
        self._provisions[None] |= {terms["provision"]} if terms else set()
        heap = self._heap.written()
        return compact(
            {
                "format": FORMAT,
                "language": language,
                "files": sorted(compiler.files),
                "heap": heap.heap,
                "nodes": self._nodes_sent(heap),
                "root": root,
                "templates": templates,
                "frame": render.frame_of_page(blank(language, {})),
                "empty": render.empty_frame(),
                "start": {key: value for key, value in start.items() if key not in _DRAWN_BY_THE_WORKER},
                **tables(language, terms),
                **self._law(),
            }
        )

    def _node(self, node: Node) -> int:
        """Return the number of a node of the interview; equal ones are one."""
        match node:
            case Answer():
                sent = _Sent("answer", self._answer(node.result))
            case Ask():
                ways = tuple(self._node(way) for way in node.ways)
                exact = tuple((band, self._node(way)) for band, way in node.exact)
                exact = () if _as_by_band(node.question, ways, exact) else exact
                sent = _Sent("offer" if node.offered else "ask", self._question(node), ways, exact)
            case Day():
                sent = _Sent("day", self._question(node), (self._node(node.way),))
            case Peek():
                ways = (self._node(node.absent), self._node(node.given))
                sent = _Sent("peek", self._heap.add(node.key), ways)
        return self._nodes.setdefault(sent, len(self._nodes))

    def _nodes_sent(self, heap: Written) -> dict[str, Any]:
        """Return the interview column by column: kind, value, the number of ways, and how far back each way leads."""
        kinds_, values, numbers, ways, exact = [], [], [], [], {}
        for place, node in enumerate(self._nodes):
            kinds_.append(_KINDS.index(node.kind))
            values.append(heap[node.value])
            numbers.append(len(node.ways))
            ways += [place - way for way in node.ways]
            if node.exact:
                exact[place] = [[*bounds(band), way] for band, way in node.exact]
        return {"kinds": kinds_, "values": differences(values), "numbers": numbers, "ways": ways, "exact": exact}

    def _question(self, node: Ask | Day) -> int:
        """Return the number of what is to know about a question or an offer."""
        question, language = node.question, self._language
        if not question.facts:
            # Without a fact the first question is the start page, which the pack has once more; here it is asked again.
            question = replace(question, facts={RULES.key: RULES.choices[0].value})
        fact = question.fact
        place = blank(language, question.facts)
        known: dict[str, Any] = {
            "key": fact.key,
            "values": [_plain(option) if isinstance(option, Band) else option.value for option in question.options],
        }
        if fact.kind == "choice":
            known["labels"] = [wording.say(option.chip or option.label, language) for option in question.options]  # type: ignore[union-attr]
        if fact.kind == "number":
            known["bounds"] = [bounds(band) for band in question.options if isinstance(band, Band)]
            known["accepts"] = _accepted(question)
        if isinstance(node, Day) or node.offered:
            words = wording.question_object(question, language)
            if fact.kind == "date":
                words["default"] = None
            known["offer"] = render.offer_object(place, question.facts, words)
        else:
            view = render.question_view(place, question, self._today)
            known["view"] = {key: value for key, value in view.items() if key not in (*_DRAWN_BY_THE_WORKER, "doc")}
        return self._heap.add(known)

    def _answer(self, result: Result) -> int:
        """Return the number of what is to know about an answer; many cases have the same."""
        same = repr([getattr(result, name) for name in _OF_THE_ANSWER] + [result.version and result.version.id])
        if same not in self._answers:
            self._answers[same] = self._heap.add(self._new_answer(result))
        return self._answers[same]

    def _new_answer(self, result: Result) -> dict[str, Any]:
        view = render.answer_view(blank(self._language, result.facts), result, self._today)
        words = {key: value for key, value in view["doc"]["result"].items() if key not in _OF_THE_EXACT_CASE}
        view["description"] = view["description"].replace(view["headline"], f"{GAP}headline{END}")
        view["day"] = f"{GAP}day{END}"
        view = {key: value for key, value in view.items() if key not in (*_DRAWN_BY_THE_WORKER, "doc")}
        version = result.version
        posts: list[Any] = []
        if result.kind == "determined" and version:
            posts = [[[self._post(post, version) for post in each] for each in crew] for crew in line_ups(result)]
        known: dict[str, Any] = {
            "view": view,
            "result": words,
            "version": version.id if version else None,
            "kinds": "".join(kind.letter for kind in kinds(result)),
            "posts": posts,
        }
        self._provisions.setdefault(version, set()).update(_provisions(view), _provisions(words))
        return known

    def _post(self, post: Post, version: Version) -> Known:
        """Return a post: its rank, and for each kind of people who may fill it the cost, the provision and the doubts."""
        same = repr((version.family, post.rank, post.ways))
        if same not in self._posts:
            self._posts[same] = Known(self._heap.add(self._new_post(post, version)))
        return self._posts[same]

    def _new_post(self, post: Post, version: Version) -> dict[str, Any]:
        ways = {}
        for kind in KINDS:
            person, paper = standing(kind.person, version)
            way = best_way(person, post)
            if way is None:
                continue
            cost, chosen, doubts = way
            provision = f"{paper} und {chosen.provision}" if paper and paper != chosen.provision else chosen.provision
            self._provisions.setdefault(version, set()).add(provision)
            said = [[need, wording.say(text, self._language), text.msgid] for need, text in doubts]
            ways[kind.letter] = [cost, provision, said]
        return {"rank": post.rank, "ways": ways}

    def _law(self) -> dict[str, Any]:
        """Return the words of provisions and their official addresses, and the operating modes of each version."""
        everywhere = self._provisions.pop(None)
        every = set().union(everywhere, *self._provisions.values())
        plain = {provision: wording.source_url(provision) for provision in sorted(every)}
        own = {
            version.id: {
                provision: url
                for provision in sorted(every)
                if (url := wording.source_url(provision, version)) != plain[provision]
            }
            for version in self._provisions
            if version
        }
        cited = {provision: wording.cite(provision, self._language) for provision in sorted(every)}
        return {
            "cited": {provision: words for provision, words in cited.items() if words != provision},
            "sources": {"": plain, **own},
            "modes": {
                version.id: [[mode.value, version.operation[mode.value].hours or 0] for mode in mode_choices(version)]
                for version in self._provisions
                if version
            },
        }


_OF_THE_ANSWER = [field.name for field in fields(Result) if field.name not in _OF_THE_CASE]
_KINDS = ("answer", "ask", "offer", "day", "peek")


def _as_by_band(question: Question, ways: tuple[int, ...], exact: tuple[tuple[Band, int], ...]) -> bool:
    """Say whether exact numbers lead nowhere else than their bands."""
    bands = [band for band in question.options if isinstance(band, Band)]
    own = ((find(bands, inside(stretch)), way) for stretch, way in exact)
    return all(band is not None and way == ways[bands.index(band)] for band, way in own)


def _accepted(question: Question) -> dict[str, int]:
    """Return which option each band that a code can name falls into."""
    bands = [band for band in question.options if isinstance(band, Band)]
    found = {name: find(bands, band_of(question.fact, name)) for name in BAND_LETTERS[question.fact.key]}
    return {name: bands.index(band) for name, band in found.items() if band}


def _provisions(view: object) -> Iterable[str]:
    """Yield every provision that stands in what a template is given."""
    if isinstance(view, dict):
        if isinstance(view.get("provision"), str):
            yield view["provision"]
        view = list(view.values())
    if isinstance(view, list):
        for value in view:
            if isinstance(value, dict | list):
                yield from _provisions(value)
