"""What a line of text says, piece by piece: numbers with their units, lighters, modes, and the phrases of the lexicon.

Nothing is decided here. A piece that may mean several things keeps all its meanings; ``core.spoken.fitting`` chooses.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from core.days import day_at
from core.facts import BY_KEY, InputError, Value, as_typed, parse_fact
from core.spoken.lexicon import Lexicon, Meaning, lexicon
from core.spoken.tokens import Token, clean, split
from core.text import Text

KW_IN_METRIC_HORSEPOWER = Decimal("0.73549875")
KW_IN_IMPERIAL_HORSEPOWER = Decimal("0.745699872")

_METRES = "length_m"
_COUNTED = ("passengers", "beds")
_SIGNS = ("-", "−")
_HOURS_WITHIN = frozenset(["per", "innerhalb", "within", "binnen", "pro", "par", "dans", "in", "elke", "chaque"])
_OR = frozenset(["oder", "or", "of", "ou"])
_THREE_DIGITS = 3
_SIZES = ("length_m", "breadth", "draught")
_LABELS_BEHIND: Mapping[str | None, tuple[str, ...]] = {
    None: _SIZES,
    "length_m": _SIZES,
    "deadweight_t": ("deadweight_t", "displacement_t"),
    "volume": ("displacement_t",),
    "power_kw": ("power_kw",),
}
"""Which names may stand behind a number with a unit."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Words that were understood in part: ``text`` says what is open, ``candidates`` are the facts of each way out.

    ``key`` is the fact that is in doubt (``None``: it is not known which). No candidates: the interview will ask.
    """

    words: str
    text: Text
    key: str | None = None
    candidates: tuple[Mapping[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of the text and what they may mean; ``hint``, ``quiet``, ``weak`` as in the lexicon, ``note`` to be shown."""

    start: int
    words: str
    meanings: tuple[Meaning, ...]
    hint: bool = False
    quiet: bool = False
    weak: bool = False
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Bare:
    """A number without a word that says what it measures."""

    start: int
    words: str
    typed: str


@dataclass(frozen=True, slots=True)
class Dimensions:
    """Length by breadth, in metres, as typed."""

    start: int
    words: str
    length: str
    breadth: str


@dataclass(frozen=True, slots=True)
class Lighters:
    """So many lighters (any of these numbers; none: not said)."""

    start: int
    words: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hours:
    """So many hours of sailing."""

    start: int
    words: str
    hours: int


@dataclass(slots=True)
class Pieces:
    """All that a line says; ``rest`` and ``doubts`` with their place in it."""

    pieces: list[Piece] = field(default_factory=list)
    bare: list[Bare] = field(default_factory=list)
    dimensions: list[Dimensions] = field(default_factory=list)
    lighters: list[Lighters] = field(default_factory=list)
    hours: list[Hours] = field(default_factory=list)
    rest: list[tuple[int, str]] = field(default_factory=list)
    doubts: list[tuple[int, Doubt]] = field(default_factory=list)


def hear(text: str) -> Pieces:
    """Return the pieces of a text. Never raises."""
    line = clean(text)
    reader = _Reader(line, split(line), lexicon(), Pieces())
    reader.read()
    return reader.found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Goes over the tokens once, from left to right."""

    line: str
    tokens: tuple[Token, ...]
    words: Lexicon
    found: Pieces

    def read(self) -> None:
        place = 0
        while place < len(self.tokens):
            place = max(place + 1, self._step(place))

    def _step(self, place: int) -> int:
        """Read the piece that begins at a token and return where the next one begins."""
        match self.tokens[place].kind:
            case "tag":
                return self._tag(place, self.tokens[place].text.upper(), place + 1)
            case "number":
                return self._number(place)
            case "word":
                return self._word(place)
            case "mark":
                return place + 1

    # ---------------------------------------------------------------------------------------- words

    def _word(self, place: int) -> int:
        token = self.tokens[place]
        after = self._token(place + 1)
        if len(token.plain) <= 2 and after is not None and after.text in "'’":  # l'équipage, d'excursion
            return place + 2
        for attempt in (
            self._spaced_tag,
            self._labelled,
            self._limited,
            self._counted,
            self._mode_letter,
            self._without,
        ):
            end = attempt(place)
            if end is not None:
                return end
        if found := self.words.phrase(self.tokens, place):
            phrase, end = found
            said = self._said(place, end)
            denied = self._denied(place)
            match phrase.kind:
                case "sense" if denied is not None:
                    self._leave(denied, end)
                case "sense":
                    piece = Piece(token.start, said, phrase.meanings, phrase.hint, phrase.quiet, phrase.weak)
                    self.found.pieces.append(piece)
                case "lighters":
                    counts = (int(phrase.name),) if phrase.name else ()
                    self.found.lighters.append(Lighters(token.start, said, counts))
            return end
        digits = self._token(place + 1)
        if len(token.text) == 1 and digits is not None and digits.kind == "number" and digits.start == token.end:
            self._leave(place, place + 2)  # "S3"
            return place + 2
        known = (self.words.units, self.words.labels, self.words.counts)
        if len(token.plain) > 1 and not any(token.plain in table for table in known):
            self._leave(place, place + 1)
        elif self.words.units.get(token.plain) in ("cabins", "beds"):
            self.found.pieces.append(Piece(token.start, token.text, _CABINS, hint=True))
        return place + 1

    def _tag(self, place: int, tag: str, end: int) -> int:
        after = self._token(end)
        denied = self._denied(place)
        if denied is None and after is not None and after.plain in self.words.marks["denied"]:
            denied, end = place, end + 1  # "S1 nicht erfüllt"
        if denied is not None and tag[0] == "S":
            text = Text("“{words}”: what is missing of the standard decides. It will be asked.")
            self._doubt(denied, end, text, "equipment")
            return end
        if denied is not None:
            self._leave(denied, end)
            return end
        self._fact("mode" if tag[0] == "A" else "equipment", tag, place, end)
        return end

    def _denied(self, place: int) -> int | None:
        """Return where the "no", "not" before a word stands; ``None`` if there is none."""
        for before in range(place - 1, max(place - 4, -1), -1):
            if self.tokens[before].plain in self.words.marks["denied"]:
                return before
            if self.tokens[before].plain not in self.words.marks["between"]:
                return None
        return None

    def _spaced_tag(self, place: int) -> int | None:
        """Read "A 1" and "S-2"; not "a 2 lighter convoy"."""
        end = self._past(place + 1, ("-", "–"))
        digit = self._token(end)
        letter = self.tokens[place].text
        if letter.upper() not in ("A", "S") or digit is None or digit.text not in ("1", "2"):
            return None
        if letter.islower() and (end == place + 1 and self._noun(end + 1)):
            return None
        return None if self._unit(end + 1) else self._tag(place, letter.upper() + digit.text, end + 1)

    def _noun(self, place: int) -> bool:
        found = self.words.phrase(self.tokens, place)
        return found is not None and found[0].kind in ("lighters", "sense", "people")

    def _labelled(self, place: int) -> int | None:
        """Read a number with its name before it: "Länge: 82,5", "Fahrgäste 250", "zone 4"; and "mode a"."""
        label, behind = self.words.longest(self.tokens, place, self.words.labels) or (None, place)
        if label is None:
            unit = self.words.longest(self.tokens, place, self.words.units)
            if unit is None or unit[0] not in _COUNTED:
                return None
            label, behind = unit
            number = self._after_filler(behind)
            if number is None or self._unit(number + 1) or self._lighters_at(number + 1):
                return None
        if label == "mode":
            return self._named_mode(place, behind)
        if len(self.tokens[place].plain) == 1 and label == "draught" and place and self._follows_number(place):
            return None
        number = self._after_filler(behind)
        return None if number is None else self._number(number, label, place)

    def _named_mode(self, place: int, behind: int) -> int | None:
        token = self._token(self._past(behind, (":", "=")))
        if token is None or token.text.upper() not in ("A", "B", "C", "D"):
            return None
        next_one = self._token(self._past(behind, (":", "=")) + 1)
        if next_one is not None and next_one.text in ("1", "2"):
            return None
        end = self._past(behind, (":", "=")) + 1
        self._fact("mode", token.text.upper(), place, end)
        return end

    def _limited(self, place: int) -> int | None:
        """Read "over 86 m": a limit is no number; but "up to 250 passengers" is the permitted number."""
        for group in ("limit", "most"):
            found = self.words.longest(self.tokens, place, self.words.marks[group])
            number = self._token(found[1]) if found else None
            if found and number is not None and number.kind == "number":
                return self._number(found[1], None, place, limit=group)
        return None

    def _counted(self, place: int) -> int | None:
        """Read "two lighters", "zwölf Personen": numbers in words count before these only."""
        count = self.words.counts.get(self.tokens[place].plain)
        if count is None:
            return None
        if lighters := self._lighters_at(place + 1):
            return self._add_lighters(place, (count,), lighters)
        unit = self._unit(place + 1)
        if unit is None or unit[0] not in _COUNTED:
            return None
        self._fact(unit[0], str(count), place, unit[1])
        return unit[1]

    def _mode_letter(self, place: int) -> int | None:
        """Read a mode that stands alone. "a" is mostly an article, and "B 9.5" beside "L 82" is a breadth."""
        token = self.tokens[place]
        letter = token.text.upper()
        if letter not in ("A", "B", "C", "D") or len(token.text) != 1:
            return None
        after = self._token(place + 1)
        if after is not None and after.text in (":", "=", ")", "."):
            number = self._after_filler(place + 1)
            return self._number(number, "breadth", place) if letter == "B" and number is not None else None
        if letter == "B" and after is not None and after.kind == "number" and self._has_length_before(place):
            return self._number(place + 1, "breadth", place)
        if letter == "A" and not self._means_mode_a(place, after):
            return place + 1
        self._fact("mode", letter, place, place + 1)
        return place + 1

    def _means_mode_a(self, place: int, after: Token | None) -> bool:
        token = self.tokens[place]
        last_or_standard = after is None or (after.kind == "tag" and after.text[0] in "sS")
        if token.text == "a":
            return last_or_standard and place > 0
        shouted = not any(letter.islower() for letter in self.line)
        return last_or_standard or not (place == 0 or shouted or self._noun(place + 1))

    def _without(self, place: int) -> int | None:
        """Pass over "without lighters": the vessel is alone."""
        if not self.words.is_one(self.tokens[place], "none"):
            return None
        return self._lighters_at(place + 1)

    # ---------------------------------------------------------------------------------------- numbers

    def _number(self, place: int, label: str | None = None, start: int | None = None, limit: str = "") -> int:
        """Read the number at ``place``. Its words begin at ``start``, with its ``label`` or the word of a ``limit``."""
        start = place if start is None else start
        if label == "zone":
            return self._zone(place, start)
        day = day_at(self.line, self.tokens[place].start)
        if day:
            return self._day(day, place)
        for attempt in (self._dimensions, self._range, self._grouped):
            end = attempt(place, label, start)
            if end is not None:
                return end
        if lighters := self._lighters_at(self._times(place + 1)):
            return self._add_lighters(start, self._count(place), lighters)
        if more := self._more_lighters(place):
            counts = tuple(range((self._count(place) or (1,))[0], 10))
            return self._add_lighters(start, counts, more)
        return self._measure(place, label, start, limit)

    def _measure(self, place: int, label: str | None, start: int, limit: str) -> int:
        typed = self._typed(place)
        unit, end = self._unit(place + 1) or (None, place + 1)
        if label is not None and unit is not None and self._begins_next(place + 1, end):
            unit, end = None, place + 1
        if label is None and not limit:
            label, end = self._label_after(end, unit) or (None, end)
        if label == "reference":
            label = None
            if unit is None:
                return end
        if label in ("breadth", "draught"):
            return end
        if unit is None and label is None:
            return self._without_unit(place, start, typed, limit)
        return self._with_unit(place, start, end, typed, unit, label, limit)

    def _without_unit(self, place: int, start: int, typed: str, limit: str) -> int:
        after = self._token(place + 1)
        if after is not None and after.kind == "word" and after.start == self.tokens[place].end:
            end = place + 2
            if after.plain != "er":  # "12qm"
                self._leave(start, end)
            elif len(typed) == 1:  # "4er Verband"
                return self._add_lighters(start, self._count(place), end)
            else:  # "80er"
                self.found.bare.append(Bare(self.tokens[start].start, self._said(start, end), typed))
            return end
        found = self.words.phrase(self.tokens, place + 1)
        if found and (found[0].kind == "people" or found[0].hint):  # "2 boatmen", "20 cars"
            self._leave(start, found[1])
            return place + 1 if found[0].hint else found[1]
        if limit:
            self._doubt_limit(start, place + 1, None)
        else:
            self.found.bare.append(Bare(self.tokens[start].start, self._said(start, place + 1), typed))
        return place + 1

    def _with_unit(
        self, place: int, start: int, end: int, typed: str, unit: str | None, label: str | None, limit: str
    ) -> int:
        if unit == "other":
            self._leave(start, end)
        elif unit == "hours":
            self._hours(place, start, end, typed)
        elif unit == "cabins":
            self._cabins(start, end)
        elif unit == "volume" and label != "displacement_t":
            self._leave(start, end)
        elif unit in ("horsepower", "imperial_horsepower"):
            self._horsepower(start, end, typed, imperial=unit == "imperial_horsepower")
        else:
            return self._plain_measure(start, end, typed, unit, label, limit)
        return end

    def _plain_measure(self, start: int, end: int, typed: str, unit: str | None, label: str | None, limit: str) -> int:
        key = label or unit or ""
        if (
            label
            and unit not in (None, "volume")
            and label != unit
            and (label, unit) != ("displacement_t", "deadweight_t")
        ):
            self._doubt(start, end, Text("“{words}”: the name and the unit of this number do not fit together."))
        elif limit and not (limit == "most" and key in _COUNTED):
            self._doubt_limit(start, end, key)
        elif key == "power_kw" and unit is None:
            values = [*_candidates(key, (typed,)), *_candidates(key, (_metric_horsepower(typed),))]
            self._doubt(start, end, Text("“{words}”: kilowatts or horsepower (PS)?"), key, tuple(values))
        elif key == "passengers" and (aboard := self.words.longest(self.tokens, end, self.words.marks["aboard"])):
            self._aboard(start, aboard[1], typed)
            return aboard[1]
        else:
            self._fact(key, typed, start, end)
            if key == "beds":
                self.found.pieces.append(Piece(self.tokens[start].start, self._said(start, end), _CABINS, hint=True))
        return end

    def _dimensions(self, place: int, label: str | None, start: int) -> int | None:
        """Read "110 x 11,45", "110 m x 11,45 m x 3,50 m": length, breadth and perhaps draught."""
        numbers, end = [self._typed(place)], place + 1
        while len(numbers) < 4:
            here = self._past_unit(end)
            number = self._token(here + 1)
            if not self.words.is_one(self._token(here), "by") or number is None or number.kind != "number":
                break
            if self._lighters_at(here + 2):
                break
            numbers.append(number.text)
            end = here + 2
        if len(numbers) == 1 or label not in (None, _METRES):
            return None
        end = self._past_unit(end)
        said = self._said(start, end)
        self.found.dimensions.append(Dimensions(self.tokens[start].start, said, numbers[0], numbers[1]))
        return end

    def _range(self, place: int, label: str | None, start: int) -> int | None:
        """Read "80-90 m" and "3 or 4 lighters"."""
        middle, other = self._token(place + 1), self._token(place + 2)
        if middle is None or other is None or other.kind != "number":
            return None
        lighters = self._lighters_at(place + 3)
        if lighters and (middle.plain in _OR or self.words.is_one(middle, "to")):
            low, high = self._count(place), self._count(place + 2)
            counts = tuple(range(low[0], high[0] + 1)) if low and high else ()
            return self._add_lighters(start, counts, lighters)
        if not self.words.is_one(middle, "to"):
            return None
        unit, end = self._unit(place + 3) or (None, place + 3)
        self._doubt(
            start,
            end,
            Text("“{words}” is a range. One number is needed, the one in the vessel certificate."),
            label or (unit if unit in BY_KEY else None),
        )
        return end

    def _grouped(self, place: int, label: str | None, start: int) -> int | None:
        """Read "1 500 t" and "1'500 t": one number or two? Never guessed."""
        first, second = self.tokens[place], self._token(place + 1)
        joined, end = re.sub(r"['’]", "", first.text), place + 1
        if joined == first.text:
            if second is None or second.kind != "number" or second.start - first.end != 1:
                return None
            if len(second.text) != _THREE_DIGITS or not second.text.isdigit():
                return None
            if len(first.text) > _THREE_DIGITS or not first.text.isdigit() or first.text.startswith("0"):
                return None
            joined, end = first.text + second.text, place + 2
        unit, end = self._unit(end) or (None, end)
        key = label if label in BY_KEY else unit if unit in BY_KEY else None
        if key is None:
            return None
        values = [first.text, second.text] if end > place + 2 and second is not None else []
        text = Text("“{words}”: one number or two? Please write it without a separator for thousands.")
        candidates = _candidates(key, (joined, *values[1:]))
        said = self._said(start, end)
        self._add_doubt(start, Doubt(said, text.with_(words=said), key, candidates))
        return end

    def _zone(self, place: int, start: int) -> int:
        number, end = self.tokens[place].text, place + 1
        stretch = {"4": {"stretch": "usual"}, "3": {}, "2": {"stretch": "other"}, "1": {"stretch": "other"}}
        if number in stretch:
            meaning = Meaning({"zone": number, **stretch[number]})
            self.found.pieces.append(Piece(self.tokens[start].start, self._said(start, end), (meaning,)))
        else:
            self._leave(start, end)
        return end

    def _day(self, day: re.Match[str], place: int) -> int:
        """Read a day: of the voyage or of the certificate? Never guessed."""
        end = place
        while end < len(self.tokens) and self.tokens[end].start < day.end():
            end += 1
        try:
            value = parse_fact("date", day[0])
        except InputError as error:
            self._add_doubt(place, Doubt(day[0], error.text, "date"))
            return end
        text = Text("“{words}”: the day of the voyage, or the date of the vessel certificate?")
        self._doubt(place, end, text, "date", ({"date": value}, {"certificate_date": value}))
        return end

    def _hours(self, place: int, start: int, end: int, typed: str) -> None:
        """Read "14 h"; the hours in "within 24 hours" are those of every mode."""
        before = {token.plain for token in self.tokens[max(0, place - 2) : place]}
        if before & _HOURS_WITHIN:
            return
        if typed.isdigit() and len(typed) <= 2:
            self.found.hours.append(Hours(self.tokens[start].start, self._said(start, end), int(typed)))
        else:
            self._leave(start, end)

    def _cabins(self, start: int, end: int) -> None:
        self.found.pieces.append(Piece(self.tokens[start].start, self._said(start, end), _CABINS, hint=True))
        self._doubt(start, end, Text("“{words}”: the permitted number of beds counts, not that of cabins."), "beds")

    def _aboard(self, start: int, end: int, typed: str) -> None:
        text = Text("“{words}”: the number in the vessel certificate counts, not the number aboard today. Is it that?")
        self._doubt(start, end, text, "passengers", _candidates("passengers", (typed,)))

    def _horsepower(self, start: int, end: int, typed: str, *, imperial: bool) -> None:
        """Read a power in horsepower: the metric one is converted; "hp" may be either, which is a doubt."""
        try:
            number = parse_fact("power_kw", typed)
        except InputError as error:
            self._add_doubt(start, Doubt(self._said(start, end), error.text, "power_kw"))
            return
        assert isinstance(number, Decimal)  # noqa: S101 - digits never name a band
        said = self._said(start, end)
        metric = _kilowatts(number, KW_IN_METRIC_HORSEPOWER)
        if metric < 1:
            self._leave(start, end)
        elif imperial:
            text = Text("“{words}”: metric horsepower (1 PS = 0.735 kW) or imperial (1 hp = 0.746 kW)?")
            values = (metric, _kilowatts(number, KW_IN_IMPERIAL_HORSEPOWER))
            self._doubt(start, end, text, "power_kw", tuple({"power_kw": value} for value in values))
        else:
            note = Text("{words} is {number} kW (1 PS = 0.73549875 kW).", {"words": said, "number": metric})
            meaning = Meaning({"power_kw": metric})
            self.found.pieces.append(Piece(self.tokens[start].start, said, (meaning,), note=note))

    # ---------------------------------------------------------------------------------------- small things

    def _token(self, place: int) -> Token | None:
        return self.tokens[place] if place < len(self.tokens) else None

    def _past(self, place: int, marks: Sequence[str]) -> int:
        token = self._token(place)
        return place + 1 if token is not None and token.text in marks else place

    def _past_unit(self, place: int) -> int:
        unit = self._unit(place)
        return unit[1] if unit and unit[0] == _METRES else place

    def _times(self, place: int) -> int:
        """Pass over the "x" of "2x lighters" and the "-" of "4-baks"."""
        token = self._token(place)
        joined = token is not None and token.text == "-" and token.start == self.tokens[place - 1].end
        return place + 1 if joined or self.words.is_one(token, "by") else place

    def _unit(self, place: int) -> tuple[str, int] | None:
        return self.words.longest(self.tokens, place, self.words.units)

    def _lighters_at(self, place: int) -> int | None:
        """Return where the word for lighters that begins at a token ends; ``None`` if there is none."""
        found = self.words.phrase(self.tokens, place)
        return found[1] if found and found[0].kind == "lighters" and not found[0].name else None

    def _more_lighters(self, place: int) -> int | None:
        """Return where "(3) or more lighters", "(3) barges ou plus" ends; ``None`` if it does not stand there."""
        table = self.words.marks["more"]
        more = self.words.longest(self.tokens, place + 1, table)
        return self._lighters_at(more[1]) if more else None

    def _add_lighters(self, start: int, counts: tuple[int, ...], end: int) -> int:
        more = self.words.longest(self.tokens, end, self.words.marks["more"])
        if more:
            counts, end = tuple(range(counts[0] if counts else 1, 10)), more[1]
        self.found.lighters.append(Lighters(self.tokens[start].start, self._said(start, end), counts))
        return end

    def _count(self, place: int) -> tuple[int, ...]:
        text = self.tokens[place].text
        return (int(text),) if text.isdigit() and len(text) <= 2 and int(text) > 0 else ()

    def _after_filler(self, place: int) -> int | None:
        """Return where the number stands that follows at once or behind small words; ``None`` if none does."""
        for _ in range(3):
            token = self._token(place)
            if token is None or not self.words.is_one(token, "filler"):
                break
            place += 1
        token = self._token(place)
        return place if token is not None and token.kind == "number" else None

    def _begins_next(self, place: int, end: int) -> bool:
        """Say whether what looks like a unit is the name of the next number: "B 9,5 T 2,8"."""
        after = self._token(end)
        return end == place + 1 and self.tokens[place].plain == "t" and after is not None and after.kind == "number"

    def _label_after(self, place: int, unit: str | None) -> tuple[str, int] | None:
        """Return the name behind a number ("82 m lang") and where it ends; not if it names the number after it."""
        token = self._token(place)
        if token is None or (len(token.plain) <= 2 and token.plain != "de"):
            return None
        found = self.words.longest(self.tokens, place, self.words.labels)
        if found is None or found[0] not in _LABELS_BEHIND.get(unit, ()):
            return None
        return None if self._after_filler(found[1]) is not None else found

    def _follows_number(self, place: int) -> bool:
        before = self.tokens[place - 1]
        return before.kind == "number" and before.end == self.tokens[place].start

    def _has_length_before(self, place: int) -> bool:
        return any(self.words.labels.get(token.plain) == _METRES for token in self.tokens[:place])

    def _typed(self, place: int) -> str:
        """Return a number as typed, with the sign that stands right before it."""
        token = self.tokens[place]
        before = self.tokens[place - 1] if place else None
        if before is None or before.text not in _SIGNS or before.end != token.start:
            return token.text
        alone = place == 1 or self.tokens[place - 2].end < before.start
        return f"-{token.text}" if alone else token.text

    def _said(self, start: int, end: int) -> str:
        return self.line[self.tokens[start].start : self.tokens[end - 1].end]

    def _leave(self, start: int, end: int) -> None:
        self.found.rest.append((self.tokens[start].start, self._said(start, end)))

    def _fact(self, key: str, typed: str, start: int, end: int) -> None:
        """Add a fact, or the doubt that it cannot be one, with what may have been meant."""
        said = self._said(start, end)
        try:
            value = parse_fact(key, typed)
        except InputError as error:
            guesses = (error.guess,) if error.guess else _readings(typed)
            self._add_doubt(start, Doubt(said, error.text, key, _candidates(key, guesses)))
            return
        self.found.pieces.append(Piece(self.tokens[start].start, said, (Meaning({key: value}),)))

    def _doubt_limit(self, start: int, end: int, key: str | None) -> None:
        self._doubt(
            start, end, Text("“{words}” is a limit. The number itself is needed."), key if key in BY_KEY else None
        )

    def _doubt(
        self,
        start: int,
        end: int,
        text: Text,
        key: str | None = None,
        candidates: tuple[Mapping[str, Value], ...] = (),
    ) -> None:
        said = self._said(start, end)
        self._add_doubt(start, Doubt(said, text.with_(words=as_typed(said)), key, candidates))

    def _add_doubt(self, start: int, doubt: Doubt) -> None:
        self.found.doubts.append((self.tokens[start].start, doubt))


_CABINS: tuple[Meaning, ...] = (Meaning({"vessel": "cabin"}), Meaning({"vessel": "seagoing"}))


def _readings(typed: str) -> tuple[str, ...]:
    """Return both numbers that "1.350" may mean."""
    whole, mark, part = typed.replace(",", ".").partition(".")
    return (whole + part, f"{whole}.{part}0") if mark and part.isdigit() else ()


def _candidates(key: str, typed: Sequence[str]) -> tuple[Mapping[str, Value], ...]:
    found: list[Mapping[str, Any]] = []
    for each in typed:
        try:
            found.append({key: parse_fact(key, each)})
        except InputError:
            continue
    return tuple(found)


def _metric_horsepower(typed: str) -> str:
    """Return so many horsepower in kilowatts, as it would be typed; "" for what is no number."""
    try:
        number = parse_fact("power_kw", typed)
    except InputError:
        return ""
    return f"{_kilowatts(number, KW_IN_METRIC_HORSEPOWER)}" if isinstance(number, Decimal) else ""


def _kilowatts(number: Decimal, factor: Decimal) -> Decimal:
    rounded = (number * factor).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return Decimal(f"{rounded:f}".rstrip("0").rstrip("."))
