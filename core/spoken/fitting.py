"""From the pieces of a line to the facts of a case: what they mean together, and what of it the law can use."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from itertools import product
from typing import Any

from core.facts import BY_KEY, FACTS, InputError, Value, parse_fact, unfit_choice
from core.interview import settle
from core.law.rhine import DIMENSIONS
from core.numbers import parse_number
from core.result import Result
from core.spoken.choosing import Choice, choose
from core.spoken.grammar import Bare, Dimensions, Doubt, Piece, Pieces
from core.spoken.lexicon import Lexicon, Meaning
from core.spoken.reach import FAMILIES, modes_of, reach_of
from core.text import Text

_SAID_WITHOUT_UNIT = ("length_m", "deadweight_t", "passengers", "beds")
_CONVOY_HEADS = {"pusher": "pusher", "motor-vessel": "motor"}
_ONE_LIGHTER = {
    "rhine": ("37x15", "86x15", "116.5x15", "pusher+1-over-86"),
    "german": ("pusher+1-up-to-86", "pusher+1-longer", "116.5x15"),
}
_LONGEST_BY_SIZE, _WIDEST_BY_SIZE = Decimal("116.5"), Decimal(15)
_GERMAN_BY_SIZE_ABOVE = Decimal(86)
_S1_IS_NO_PROOF = ("towed", "harbour-tug", "passenger-ferry", "car-ferry")
_OF_THE_WATER = ("stretch", "zone")


@dataclass(frozen=True, slots=True)
class Fitted:
    """What was understood: facts, the words of each, notes to show, and the doubts and left words with their places."""

    facts: Mapping[str, Value]
    words: Mapping[str, tuple[str, ...]]
    notes: Mapping[str, Text]
    rest: tuple[str, ...]
    doubts: tuple[Doubt, ...]


def fit(found: Pieces, words: Lexicon, today: date) -> Fitted:
    """Return what the pieces mean together, as far as the law can use it."""
    return _Fitting(found, words, today, list(found.rest), list(found.doubts), []).run()


@dataclass(frozen=True, slots=True)
class _Fitting:
    found: Pieces
    words: Lexicon
    today: date
    rest: list[tuple[int, str]]
    doubts: list[tuple[int, Doubt]]
    idle: list[tuple[int, str]]

    def run(self) -> Fitted:
        pieces = list(self.found.pieces)
        choice = self._choose(pieces)
        for more in (self._lighters, self._hours, self._dimensions, self._bare):
            further = tuple(more(choice))
            if further:
                pieces += further
                choice = self._choose(pieces)
        self._doubt_disputed(choice)
        self._doubt_open(choice)
        for piece in choice.contradicted:
            text = Text("“{words}” does not fit the rest.", {"words": piece.words})
            self.doubts.append((piece.start, Doubt(piece.words, text)))
        self.idle.extend((piece.start, piece.words) for piece in choice.idle)
        facts = self._by_law(self._by_reach(dict(choice.known), choice), choice)
        return self._fitted(facts, choice)

    def _choose(self, pieces: Sequence[Piece]) -> Choice:
        return choose(pieces, self.words, self._possible)

    def _possible(self, vessel: str, facts: Mapping[str, Any]) -> bool | None:
        water = facts.get("water")
        here = reach_of(water, vessel, self.today)
        for key, value in facts.items():
            if key == "water":
                continue
            choices = here.choices(key)
            if choices is None:
                return None
            if BY_KEY[key].kind == "choice" and value not in choices:
                return False
        return True

    def _fitted(self, facts: Mapping[str, Value], choice: Choice) -> Fitted:
        if self.idle:
            items = tuple(dict.fromkeys(words for _, words in sorted(self.idle)))
            text = Text("Not needed here: {items}.", {"items": items})
            self.doubts.append((min(self.idle)[0], Doubt(", ".join(items), text)))
        said = {key: sorted(choice.said_by[key], key=lambda piece: piece.start) for key in facts}
        notes = {key: piece.note for key, pieces in said.items() for piece in pieces if piece.note}
        return Fitted(
            facts,
            {key: tuple(dict.fromkeys(piece.words for piece in pieces)) for key, pieces in said.items()},
            notes,
            tuple(words for _, words in sorted(self.rest)),
            tuple(_news(doubt, facts) for _, doubt in sorted(self.doubts, key=lambda entry: entry[0])),
        )

    # ---------------------------------------------------------------------------------------- hours, lighters, sizes, numbers

    def _hours(self, known: Choice) -> Iterable[Piece]:
        """Hours are a mode if they are its limit on the water that is named; else the next longer mode may be chosen."""
        named = known.known.get("water")
        vessels = _vessels(known)
        for each in self.found.hours:
            if vessels and not any(self._has_modes(vessel) for vessel in vessels):
                self.idle.append((each.start, each.words))
                continue
            exact, meanings = set(), []
            for water in FAMILIES if named is None else FAMILIES.keys() & {str(named)}:
                hours, mode = min(
                    ((most, mode) for mode, most in modes_of(water, self.today).items() if most >= each.hours),
                    default=(0, ""),
                )
                if mode:
                    exact.add(hours == each.hours)
                    meanings.append(Meaning({"mode": mode}, {"water": water}))
            if not meanings or each.hours == 0:
                self.rest.append((each.start, each.words))
            elif True in exact:
                yield Piece(each.start, each.words, tuple(meanings))
            else:
                text = Text("“{words}” is not the limit of an operating mode. Please choose.", {"words": each.words})
                candidates = tuple({**({} if named else meaning.where), **meaning.gives} for meaning in meanings)
                self.doubts.append((each.start, Doubt(each.words, text, "mode", candidates)))

    def _has_modes(self, vessel: str) -> bool:
        return reach_of(None, vessel, self.today).choices("mode") is not None

    def _lighters(self, known: Choice) -> Iterable[Piece]:
        """What lighters make of the vessel that is named: a convoy, and with their number a formation."""
        vessels = [str(each) for each in known.disputed.get("vessel", [known.known.get("vessel", "")])]
        named = [
            piece.meanings[0].gives["vessel"] for piece in known.said_by.get("vessel", ()) if len(piece.meanings) == 1
        ]
        heads = {_CONVOY_HEADS[vessel] for vessel in (*vessels, *named) if vessel in _CONVOY_HEADS}
        counted = any(each.counts for each in self.found.lighters)
        for each in self.found.lighters:
            if vessels[0] not in ("", "convoy", *_CONVOY_HEADS):
                self.rest.append((each.start, each.words))
            elif each.counts:
                yield Piece(each.start, each.words, (Meaning({"vessel": "convoy"}),))
                yield Piece(each.start, each.words, tuple(_formations(heads or {"pusher", "motor"}, each.counts)))
            elif vessels[0] or counted:
                yield Piece(each.start, each.words, (Meaning({"vessel": "convoy"}),))
            else:
                kinds = ["convoy", "towed"] + ["motor-vessel"] * each.words.casefold().startswith("barge")
                yield Piece(each.start, each.words, tuple(Meaning({"vessel": kind}) for kind in kinds))

    def _dimensions(self, known: Choice) -> Iterable[Piece]:
        """Length by breadth: of a convoy the row of the table, of any other vessel its length."""
        for each in self.found.dimensions:
            try:
                length = parse_fact("length_m", each.length)
            except InputError as error:
                self.doubts.append((each.start, Doubt(each.words, error.text, "length_m", _guess(error))))
                continue
            assert isinstance(length, Decimal)  # noqa: S101 - digits never name a band
            if known.known.get("vessel") != "convoy":
                yield Piece(each.start, each.words, (Meaning({"length_m": length}),))
            else:
                yield from self._size(each, length)

    def _size(self, each: Dimensions, length: Decimal) -> Iterable[Piece]:
        breadth = _metres(each.breadth)
        if breadth is None or length > _LONGEST_BY_SIZE or breadth > _WIDEST_BY_SIZE:
            if not any(lighters.counts for lighters in self.found.lighters):
                text = Text("“{words}”: beyond 116.50 × 15 m the number of lighters decides.", {"words": each.words})
                self.doubts.append((each.start, Doubt(each.words, text, "formation")))
            return
        row = next(name for name in DIMENSIONS if length <= Decimal(name.partition("x")[0]))
        german = ["116.5x15"] if length > _GERMAN_BY_SIZE_ABOVE else ["pusher+1-up-to-86", "116.5x15"]
        meanings = [Meaning({"formation": row}, {"water": "rhine"})]
        meanings += [Meaning({"formation": name}, {"water": "german"}) for name in german]
        yield Piece(each.start, each.words, tuple(meanings))

    def _bare(self, known: Choice) -> Iterable[Piece]:
        """A number without a unit is a length if the vessel has no other measure; else a doubt with what it may be."""
        keys = self._measures_of(known)
        for each in self.found.bare:
            values = {} if known.known.get("vessel") == "convoy" else _measures(each, keys)
            free = {key: value for key, value in values.items() if key not in known.known}
            if not free:
                self.rest.append((each.start, each.words))
            elif keys == ["length_m"]:
                yield Piece(each.start, each.words, (Meaning(values),))
            else:
                text = Text("“{words}”: a number of what? Please write the unit, such as 82 m, 60 t or 120 passengers.")
                candidates = tuple({key: value} for key, value in free.items())
                self.doubts.append((each.start, Doubt(each.words, text.with_(words=each.words), None, candidates)))

    def _measures_of(self, known: Choice) -> list[str]:
        """Return the measures that people give without a unit and that matter for what is known of the vessel."""
        if not (vessels := _vessels(known)):
            return [key for key in _SAID_WITHOUT_UNIT if key != "beds"]
        named = known.known.get("water")
        asked = [reach_of(str(named) if named else None, each, self.today).asked for each in vessels]
        return [key for key in _SAID_WITHOUT_UNIT if any(key in each for each in asked)]

    # ---------------------------------------------------------------------------------------- doubts

    def _doubt_disputed(self, choice: Choice) -> None:
        for key, answers in choice.disputed.items():
            pieces = sorted({piece.start: piece for each in answers.values() for piece in each}.items())
            words = " / ".join(dict.fromkeys(piece.words for _, piece in pieces))
            text = Text("{name}: more than one answer was given ({words}). Please choose.")
            if key == "vessel" and choice.beyond:
                text = Text("These do not go together: {words}. Please choose the kind of vessel.")
            candidates = tuple({key: value} for value in answers if self._may_be(key, value, choice))
            doubt = Doubt(words, text.with_(name=BY_KEY[key].name, words=words), key, candidates)
            self.doubts.append((pieces[0][0], doubt))

    def _may_be(self, key: str, value: Value, choice: Choice) -> bool:
        """Say whether an answer is one that the vessel can have on its water, as far as they are known."""
        vessel, water = choice.known.get("vessel"), choice.known.get("water")
        if key in ("water", "vessel") or vessel is None:
            return True
        return self._possible(str(vessel), {"water": str(water) if water else None, key: value}) is not False

    def _doubt_open(self, choice: Choice) -> None:
        for piece, meanings in choice.open:
            candidates = self._candidates(meanings, choice)
            if not candidates and meanings[0].gives.keys() & {"mode"}:
                self.idle.append((piece.start, piece.words))
            keys = {key for candidate in candidates for key in candidate}
            if keys:
                key = next((fact.key for fact in FACTS if fact.key in keys and fact.key != "water"), "water")
                text = Text("“{words}” may mean more than one thing. Please choose.", {"words": piece.words})
                self.doubts.append((piece.start, Doubt(piece.words, text, key, candidates)))

    def _candidates(self, meanings: Sequence[Meaning], choice: Choice) -> tuple[dict[str, Value], ...]:
        """Return what there is to choose from: the facts in which the meanings differ, as far as they matter."""
        found: list[dict[str, Value]] = []
        for meaning in meanings:
            facts = {**meaning.where, **meaning.gives}
            matters = {
                key: value
                for key, value in facts.items()
                if choice.known.get(key) != value
                and key not in choice.disputed
                and self._matters(key, facts, _vessels(choice))
            }
            if matters.keys() & meaning.gives.keys() and matters not in found:
                found.append(matters)
        return tuple(found)

    def _matters(self, key: str, facts: Mapping[str, Any], vessels: Iterable[str]) -> bool:
        """Say whether a fact may matter; what the name of a water says besides only if it does for this vessel."""
        if key in ("water", "vessel") or "vessel" in facts:
            return True
        if not vessels:
            return key not in _OF_THE_WATER
        return any(reach_of(facts.get("water"), each, self.today).choices(key) is not None for each in vessels)

    # ---------------------------------------------------------------------------------------- what the law can use

    def _by_reach(self, facts: dict[str, Value], choice: Choice) -> dict[str, Value]:
        """Drop what can no longer matter for this vessel and water, and what it cannot have."""
        vessel, water = facts.get("vessel"), facts.get("water")
        if vessel is None:
            if water in FAMILIES and "mode" in facts and facts["mode"] not in modes_of(str(water), self.today):
                self._drop("mode", facts, choice, "motor-vessel")
            return facts
        here = reach_of(str(water) if water else None, str(vessel), self.today)
        for key, value in tuple(facts.items()):
            choices = here.choices(key)
            if choices is None:
                self._set_aside(key, facts, choice)
            elif BY_KEY[key].kind == "choice" and key not in ("water", "vessel") and value not in choices:
                waters = FAMILIES if water is None else ()
                if any(reach_of(each, str(vessel), self.today).choices(key) is None for each in waters):
                    self._set_aside(key, facts, choice)
                else:
                    self._drop(key, facts, choice, str(vessel))
        return facts

    def _by_law(self, facts: dict[str, Value], choice: Choice) -> dict[str, Value]:
        """Drop what the law does not take or, once there is an answer, did not use."""
        while True:
            outcome, errors = settle(facts, self.today)
            gone = [str(error.key) for error in errors]
            for error in errors:
                piece = choice.said_by[str(error.key)][0]
                self.doubts.append((piece.start, Doubt(piece.words, error.text, error.key, _guess(error))))
                del facts[str(error.key)]
            if isinstance(outcome, Result):
                for key in outcome.unused:
                    self._set_aside(key, facts, choice)
                    gone.append(key)
            if not gone:
                return {fact.key: facts[fact.key] for fact in FACTS if fact.key in facts}

    def _set_aside(self, key: str, facts: dict[str, Value], choice: Choice) -> None:
        """Drop a fact that does not matter, and say so; not what the name of a water says besides, or what made the kind."""
        vessel = facts.get("vessel")
        made_the_kind = any((each.vessel, each.fact) == (vessel, key) and each.low == 0 for each in self.words.limits)
        del facts[key]
        if key not in _OF_THE_WATER and not made_the_kind:
            self.idle.extend((piece.start, piece.words) for piece in choice.said_by[key])

    def _drop(self, key: str, facts: dict[str, Value], choice: Choice, vessel: str) -> None:
        """Drop a fact that this vessel cannot have here; say what it can have."""
        water = str(facts["water"]) if "water" in facts else None
        choices = reach_of(water, vessel, self.today).choices(key) or {}
        value = facts.pop(key)
        piece = choice.said_by[key][0]
        text = unfit_choice(BY_KEY[key], piece.words, tuple(choices.values())).text
        candidates: list[Mapping[str, Value]] = []
        if key == "equipment" and "met" in choices and vessel not in _S1_IS_NO_PROOF:
            candidates.append({"equipment": "met"})
        if water == "german":
            candidates += self._by_free_choice(key, value, facts)
        self.doubts.append((piece.start, Doubt(piece.words, text, key, tuple(candidates))))

    def _by_free_choice(self, key: str, value: Value, facts: Mapping[str, Value]) -> list[Mapping[str, Value]]:
        """BinSchPersV § 98 Abs. 2: off the Rhine the crew of the Rhine rules may be chosen, with their modes."""
        vessel = facts.get("vessel")
        here = reach_of("german", str(vessel), self.today) if vessel else None
        if key != "mode" or here is None or "rules" not in here.offered or value not in modes_of("rhine", self.today):
            return []
        return [{"rules": "rhine", key: value}]


def _news(doubt: Doubt, facts: Mapping[str, Value]) -> Doubt:
    """Return a doubt without the ways out that would change nothing."""
    ways = tuple(way for way in doubt.candidates if way.items() - facts.items())
    return doubt if len(ways) == len(doubt.candidates) else replace(doubt, candidates=ways)


def _vessels(choice: Choice) -> frozenset[str]:
    """Return the kinds of vessel that it is or may be; none if nothing was said of it."""
    if "vessel" in choice.known:
        return frozenset((str(choice.known["vessel"]),))
    meant = (meaning.gives.get("vessel") for _, meanings in choice.open for meaning in meanings)
    return frozenset(str(vessel) for vessel in meant if vessel)


def _formations(heads: Iterable[str], counts: Iterable[int]) -> Iterable[Meaning]:
    """Return the formations of a pusher or motor vessel with so many lighters, on each water; each once."""
    by_water: dict[str, dict[str, None]] = {"rhine": {}, "german": {}}
    for head, count in product(heads, counts):
        for water, names in by_water.items():
            names.update(dict.fromkeys(_formation(head, count, water)))
    for choice in BY_KEY["formation"].choices:
        waters = [water for water, names in by_water.items() if choice.value in names]
        where = {"water": waters[0]} if len(waters) == 1 else {}
        if waters:
            yield Meaning({"vessel": "convoy", "formation": choice.value}, where)


def _formation(head: str, count: int, water: str) -> tuple[str, ...]:
    """Return the rows of the tables for a pusher or a motor vessel with so many lighters."""
    if head == "motor":
        if count == 1:
            return ("motor+1",)
        if water == "rhine":
            return ("motor+2",)
        return ("motor+2-3",) if count <= 3 else ("other",)
    if count == 1:
        return _ONE_LIGHTER[water]
    if count == 2:
        return ("pusher+2",)
    if water == "rhine":
        return ("pusher+3",)
    return ("pusher+3-4",) if count <= 4 else ("pusher+5",)


def _measures(bare: Bare, keys: Iterable[str]) -> dict[str, Value]:
    found = {}
    for key in keys:
        try:
            found[key] = parse_fact(key, bare.typed)
        except InputError:
            continue
    return found


def _metres(typed: str) -> Decimal | None:
    try:
        return parse_number(typed, "m", 1, 100, whole=False)
    except ValueError:
        return None


def _guess(error: InputError) -> tuple[Mapping[str, Value], ...]:
    return ({str(error.key): parse_fact(str(error.key), error.guess)},) if error.guess else ()
