"""Who may fill which post, by the written substitutions of each family of law.

A post has ways to be filled: people of certain ranks, what they must fulfil, the provision, and the gap in the law where
a way holds by an unwritten reading only. Substitutions that change several posts at once make further line-ups. What the
law leaves open is decided in READINGS sections 2, 3 and 5.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.people import Person
from core.result import Condition, Option, Result
from core.text import Text


@dataclass(frozen=True, slots=True)
class Gap:
    """Why the law leaves it open whether a way is allowed: the reading that says so (or the paper it turns on), in words."""

    id: str
    text: Text


@dataclass(frozen=True, slots=True)
class Way:
    """One way to fill a post; ``gap`` says why it is not certain that the law allows it."""

    ranks: frozenset[str]
    provision: str
    needs: tuple[str, ...] = ()
    gap: Gap | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One post of an alternative: its rank, and the ways to fill it, the ordinary one first."""

    rank: str
    ways: tuple[Way, ...]


LineUp = tuple[Place, ...]
"""All the places of one alternative, or of what a substitution makes of it."""

_HIGHER: Mapping[str, tuple[str, ...]] = {
    "helmsman": ("boatmaster",),
    "able_boatman": ("helmsman", "boatmaster"),
    "boatman": ("able_boatman", "helmsman", "boatmaster"),
    "deckhand": ("boatman", "able_boatman", "helmsman", "boatmaster"),
}
_BOATMAN_AND_HIGHER = ("boatman", *_HIGHER["boatman"])
# How old whoever holds the paper is at least: RheinSchPersV §§ 10.01, 10.02, 12.01; BinSchPersV §§ 29 to 37.
_YOUNGEST = {
    "deckhand": 16,
    "deckhand_180": 16,
    "boatman": 17,
    "able_boatman": 17,
    "helmsman": 17,
    "engineer": 18,
    "engine_minder": 18,
    "ferry_master": 18,
    "boatmaster": 18,
    "old_ferry_master": 17,
    "old_engineer": 17,
}
_OLD_PAPERS = {
    "ferry_master": ("old_ferry_master", "§ 124 Abs. 1 Nr. 3"),
    "engine_boatman": ("able_boatman", "§ 124 Abs. 1 Nr. 9"),
    "engineer": ("old_engineer", "§ 124 Abs. 1 Nr. 10 und 11"),
}
_GAP_APPRENTICE_RHINE = Gap(
    "R12",
    Text(
        "A boatman or a higher rank in the post of an apprentice: the Rhine rules do not say that this is allowed. The German "
        "rules, which fill gaps on the German Rhine, point to yes."
    ),
)
_GAP_OVER_18 = Gap(
    "R28",
    Text(
        "One of the two apprentices must be over 18. Whether a deckhand over 18 in place of one of them is enough is not written."
    ),
)
_GAP_SEAFARER = Gap(
    "R24",
    Text(
        "Only the number of people counts here, but they must be qualified under the rules for seagoing ships (IMO, STCW)."
    ),
)
_GAP_EXPERIENCED = Gap(
    "B22",
    Text(
        "A boatman or a higher rank in the post of an apprentice with navigation time: one sentence of the rules allows every "
        "lower function, another allows this replacement only where it is said expressly."
    ),
)
_GAP_DECKHAND = Gap("B27", Text("An apprentice in the post of a deckhand: the rules do not say that this is allowed."))
_GAP_OLD_ENGINEER = Gap(
    "B25", Text("An old engineer's paper counts as able boatman only if it was gained by navigation time.")
)
_GAP_CLASS_F = Gap(
    "class_f",
    Text(
        "An old ferry certificate is enough to command a ferry only if it is a licence of class F that is still valid."
    ),
)
_GAP_AGAIN = Gap(
    "B22", Text("Whether the apprentice who replaces a boatman may be replaced by a deckhand in turn is not written.")
)
_GAP_OLD_RHINE_ENGINEER = Gap("B25", Text("An old engineer's paper counts here only if it is one of the Rhine rules."))


# What an old paper counts as wherever that rank counts, and the gap that comes with it (READINGS B25).
_COUNTS_AS: Mapping[str, tuple[str, Gap | None]] = {
    "old_ferry_master": ("helmsman", None),
    "old_engineer": ("able_boatman", _GAP_OLD_ENGINEER),
}


@lru_cache(maxsize=4096)
def standing(person: Person, family: str) -> tuple[Person, str | None]:
    """Return the person as the law counts them, and the provision where that is another rank than the paper says.

    A boatmaster without entitlement for the stretch counts as helmsman (READINGS R14); old German papers count by
    BinSchPersV § 124 (READINGS B25); a deckhand with 180 days of navigation time is a deckhand with 180 days.
    """
    if person.rank == "boatmaster" and not person.stretch:
        serve = _SERVE if family == "rhine" else _LOWER
        return replace(person, rank="helmsman", boatmaster_certificate=True), serve
    if family == "germany" and person.rank in _OLD_PAPERS and (person.old_paper or person.rank == "engine_boatman"):
        rank, provision = _OLD_PAPERS[person.rank]
        return replace(person, rank=rank), provision
    return person, None


def doubts(person: Person, way: Way) -> list[tuple[str, Text]] | None:
    """Return why it is not certain that this person may fill a post in this way; ``None`` if it is certain that not.

    Each doubt is the need that is not known to be met, or the name of a gap in the law, and a sentence.
    """
    found = [(way.gap.id, way.gap.text)] if way.gap else []
    if person.rank not in way.ranks:
        rank, gap = _COUNTS_AS.get(person.rank, ("", None))
        if rank not in way.ranks:
            return None
        found += [(gap.id, gap.text)] if gap else []
    for need in way.needs:
        outcome = _fulfils(person, need)
        if outcome is False:
            return None
        if outcome is not True:
            found.append((need, outcome))
    return found


def line_ups(result: Result) -> list[list[LineUp]]:
    """Return for each alternative of a determined crew its line-ups; the first is that of the table itself."""
    assert result.version is not None  # noqa: S101 - an answer with crews has a version
    return _line_ups(_Case(result, (result.version.id, *result.normal.items())))


class _Case:
    """A result that is equal to another one with the same normal form: the posts follow from that."""

    def __init__(self, result: Result, normal: tuple[object, ...]) -> None:
        self.result = result
        self.normal = normal

    def __hash__(self) -> int:
        return hash(self.normal)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Case) and self.normal == other.normal


@lru_cache(maxsize=8192)
def _line_ups(case: _Case) -> list[list[LineUp]]:
    result = case.result
    posts = _rhine_line_ups if result.version and result.version.family == "rhine" else _german_line_ups
    return [[_shared(line_up) for line_up in posts(result, index)] for index in range(len(result.crews))]


def _shared(line_up: LineUp) -> LineUp:
    """Return the line-up with equal places as one and the same object, so that they are judged once."""
    found: list[Place] = []
    for place in line_up:
        same = (other for other in found if (other.rank, other.ways) == (place.rank, place.ways))
        found.append(next(same, place))
    return tuple(found)


# ------------------------------------------------------------------------------------------------------------- needs


def _fulfils(person: Person, need: str) -> bool | Text:
    """Say whether a person meets a need of the law, or why that is not certain."""
    match need:
        case "boatmaster_certificate":
            return person.boatmaster_certificate or person.rank == "boatmaster"
        case "stretch":
            return person.stretch
        case "able_to_help" | "rhine_engineer":
            return True
        case "enough_rest":
            return Text("Only if it is made sure that the boatmasters get enough rest during the voyage.")
        case "age>=18|final_exam":
            return person.final_exam or _age(person, 18)
        case "age>18":
            if person.age is None:
                return Text("The age is not given. It must be over {age}.", {"age": 18})
            return person.age > 18
    name, _, limit = need.partition(">=")
    least = int(limit)
    if name == "age":
        return _age(person, least)
    if name == "training_year":
        if person.training_year is None:
            return Text("The year of training is not given. It must be the third or a later one.")
        return person.training_year >= least
    return _sailing_days(person.sailing_days, least)


def _age(person: Person, least: int) -> bool | Text:
    if person.age is not None:
        return person.age >= least
    if _YOUNGEST.get(person.rank, 0) >= least:
        return True
    return Text("The age is not given. It must be at least {age}.", {"age": least})


def _sailing_days(days: int | None, least: int) -> bool | Text:
    """READINGS R26: 360 days are a year for certain; from 180 on it depends on how a year is counted."""
    if days is None:
        return Text("The navigation time is not given. It must be at least {days} days.", {"days": least})
    if days >= least:
        return True
    if least >= 360 and days >= least // 2:
        return Text(
            "The rules speak of years of navigation time and do not say how many days a year is. {least} days are enough for "
            "certain; {days} are not.",
            {"least": least, "days": days},
        )
    return False


# --------------------------------------------------------------------------------------------------------- both families


def _ways(ranks: Iterable[str], provision: str, needs: Sequence[str] = (), gap: Gap | None = None) -> Way:
    return Way(frozenset(ranks), provision, tuple(needs), gap)


def _options(result: Result, index: int) -> dict[str, Option]:
    return {option.id: option for option in result.options if index in option.alternatives}


def _conditions(result: Result, index: int) -> dict[str, Condition]:
    return {condition.id: condition for condition in result.conditions if index in condition.alternatives}


def _own(result: Result) -> str:
    return result.steps[0].provision


# ----------------------------------------------------------------------------------------------------------- the Rhine

_SERVE = "§ 3.02 Nr. 2"


def _rhine_line_ups(result: Result, index: int) -> list[LineUp]:
    options, conditions = _options(result, index), _conditions(result, index)
    crew = result.crews[index]
    whole = options.get("boatman-for-engineer")
    replaced = whole.put["boatman"] * whole.times if whole else 0
    uses: list[tuple[dict[str, Option], int | None]] = [(options, None)]
    if 0 < replaced < crew.get("engineer", 0):
        # Nr. 10: boatmen only if exactly as many engineers are replaced as the table has able boatmen. So there are two
        # line-ups: one without boatmen, and one in which exactly so many are replaced.
        without = {id_: option for id_, option in options.items() if option is not whole}
        uses = [(without, None), (options, replaced)]
    either = "over-18" in conditions and "deckhand-for-apprentice" in options and crew.get("apprentice", 0) > 1
    return [
        tuple(
            Place(rank, tuple(_rhine_ways(result, rank, n, use, conditions, limit, by_deckhand_over_18=over_18)))
            for rank, number in crew.items()
            for n in range(number)
        )
        for use, limit in uses
        for over_18 in ((False, True) if either else (False,))
    ]


def _rhine_ways(
    result: Result,
    rank: str,
    n: int,
    options: Mapping[str, Option],
    conditions: Mapping[str, Condition],
    engineers: int | None,
    *,
    by_deckhand_over_18: bool,
) -> Iterable[Way]:
    """The ways to fill the n-th post of a rank by RheinSchPersV; substitutions stand at the first posts of a rank."""
    own = _own(result)
    match rank:
        case "boatmaster":
            yield _ways(["boatmaster"], own)
            yield _ways(["helmsman"], "§ 3.02 Nr. 1", ("boatmaster_certificate", "stretch"))
        case "helmsman":
            needs = conditions["certificate"].needs if "certificate" in conditions else ()
            yield _ways(["helmsman"], own, needs)
            yield _ways(_HIGHER[rank], _SERVE, needs)
        case "able_boatman" | "boatman":
            yield _ways([rank], own)
            yield _ways(_HIGHER[rank], _SERVE)
            relief = options.get("boatman-for-added-able-boatman")
            if rank == "able_boatman" and relief and n < relief.times:
                yield _ways(["boatman"], relief.provision)
            apprentice = options.get("apprentice-for-boatman")
            if rank == "boatman" and apprentice and n < apprentice.times:
                yield _ways(["apprentice"], apprentice.provision, apprentice.needs)
        case "apprentice":
            yield from _rhine_apprentice(own, n, options, conditions, by_deckhand_over_18=by_deckhand_over_18)
        case "engineer":
            if engineers is None or n >= engineers:
                yield _ways(["engineer"], own)
            able, boatman = options.get("able-boatman-for-engineer"), options.get("boatman-for-engineer")
            if engineers is None or n < engineers:
                if able and n < able.times:
                    yield _ways(("able_boatman", *_HIGHER["able_boatman"]), able.provision)
                if boatman and n < boatman.times * sum(boatman.put.values()):
                    yield _ways(["boatman"], boatman.provision)
        case "seafarer":
            yield _ways(["seafarer", "boatmaster"], own)
            yield _ways(
                ("helmsman", "able_boatman", "boatman", "engineer", "deckhand", "apprentice"), own, gap=_GAP_SEAFARER
            )
        case _:
            helper = conditions.get("helper-age") or conditions.get("helper")
            yield _ways(("helper", "apprentice", "deckhand", "deckhand_180", "engineer", "seafarer", "ferry_master",
                         "engine_minder", "engine_boatman", *_BOATMAN_AND_HIGHER),
                        own, helper.needs if helper else ())  # fmt: skip


def _rhine_apprentice(
    own: str,
    n: int,
    options: Mapping[str, Option],
    conditions: Mapping[str, Condition],
    *,
    by_deckhand_over_18: bool,
) -> Iterable[Way]:
    """The first apprentice is the one who must be over 18, if one must; the last one may be a deckhand, if one may."""
    over_18 = conditions.get("over-18")
    needs = over_18.needs if over_18 and n == 0 else ()
    deckhand = options.get("deckhand-for-apprentice")
    footnote = deckhand is not None and n == (1 if over_18 and not by_deckhand_over_18 else 0)
    if by_deckhand_over_18 and n == 0 and deckhand:
        yield _ways(("deckhand", "deckhand_180", *_BOATMAN_AND_HIGHER), deckhand.provision, needs, _GAP_OVER_18)
        return
    yield _ways(["apprentice"], own, needs)
    if footnote and deckhand:
        yield _ways(["deckhand", "deckhand_180"], deckhand.provision)
        yield _ways(_BOATMAN_AND_HIGHER, f"{deckhand.provision} und {_SERVE}")
    else:
        yield _ways(_BOATMAN_AND_HIGHER, _SERVE, needs, _GAP_APPRENTICE_RHINE)


# ------------------------------------------------------------------------------------------------------------- Germany

_LOWER = "§ 96 Abs. 2 Satz 1"
_FERRY = "§ 11 Abs. 1"


def _german_line_ups(result: Result, index: int) -> list[LineUp]:
    options, conditions = _options(result, index), _conditions(result, index)

    def places(ranks: Mapping[str, int]) -> LineUp:
        use = dict(options)
        if not ranks.get("boatman"):
            use.pop("minder-for-able-boatman", None)
        return tuple(
            Place(rank, tuple(_german_ways(result, rank, n, use, conditions)))
            for rank, number in ranks.items()
            for n in range(number)
        )

    crew = dict(result.crews[index])
    found = [places(crew)]
    split, merge = options.get("two-entry-level-for-boatman"), options.get("boatman-for-two-entry-level")
    if split:
        rest = places({rank: number - split.take.get(rank, 0) for rank, number in crew.items()})
        entry = Place("boatman", (_ways(("apprentice", "deckhand", "deckhand_180"), split.provision),))
        found.append((*rest, entry, entry))
    if merge:
        rest = places({rank: number - merge.take.get(rank, 0) for rank, number in crew.items()})
        replaced = next(iter(merge.take))
        adult = conditions.get("adult-boatman")
        way = _ways(_BOATMAN_AND_HIGHER, merge.provision, adult.needs if adult else ())
        found.append((*rest, Place(replaced, (way,))))
    return found


def _german_ways(
    result: Result, rank: str, n: int, options: Mapping[str, Option], conditions: Mapping[str, Condition]
) -> Iterable[Way]:
    """The ways to fill the n-th post of a rank by BinSchPersV; substitutions stand at the first posts of a rank."""
    own = _own(result)
    higher = ("ferry_master", *_HIGHER.get(rank, ()))
    match rank:
        case "boatmaster":
            yield _ways(["boatmaster"], own)
            yield _ways(["helmsman"], _FERRY, ("boatmaster_certificate", "stretch"))
            third = options.get("helmsman-for-third-boatmaster")
            if third and n == 0:
                yield _ways(["helmsman"], third.provision, third.needs)
        case "ferry_master":
            yield _ways(["ferry_master"], own)
            yield _ways(["boatmaster"], _FERRY)
            yield _ways(["helmsman"], _FERRY, ("boatmaster_certificate", "stretch"))
            yield _ways(["old_ferry_master"], "§ 126 Abs. 3", gap=_GAP_CLASS_F)
        case "helmsman" | "able_boatman" | "boatman":
            adult = conditions.get("adult-boatman") if rank == "boatman" else None
            needs = adult.needs if adult else ()
            yield _ways([rank], own, needs)
            yield _ways(higher, _LOWER, needs)
            for name in ("minder-for-able-boatman", "apprentice-for-boatman", "engine_minder-for-boatman"):
                option = options.get(name)
                if option and rank in option.take and n < option.times:
                    minders = ["engineer", "old_engineer"] if "engine_minder" in option.put else []
                    yield _ways([*option.put, *minders], option.provision)
                    if "apprentice" in option.put:
                        deckhands = ("deckhand", "deckhand_180")
                        yield _ways(deckhands, f"{option.provision} und § 96 Abs. 2 Satz 2", ("age>=17",), _GAP_AGAIN)
        case "apprentice":
            yield from _german_apprentice(own, n, options, conditions)
        case "deckhand":
            yield _ways(["deckhand", "deckhand_180"], own)
            yield _ways((*_BOATMAN_AND_HIGHER, "ferry_master"), _LOWER)
            yield _ways(["apprentice"], own, gap=_GAP_DECKHAND)
        case "deckhand_180":
            yield _ways(["deckhand_180"], own)
            yield _ways(["deckhand"], own, ("sailing_days>=180",))
            yield _ways((*_BOATMAN_AND_HIGHER, "ferry_master"), _LOWER)
        case "engine_minder":
            yield _ways(["engine_minder"], own)
            yield _ways(["engineer", "old_engineer"], "§ 96 Abs. 2 Satz 4")
        case _:
            yield _ways([rank], own)
            yield _ways(["old_engineer"], "§ 124 Abs. 1 Nr. 11", gap=_GAP_OLD_RHINE_ENGINEER)


def _german_apprentice(
    own: str, n: int, options: Mapping[str, Option], conditions: Mapping[str, Condition]
) -> Iterable[Way]:
    """READINGS B22: without navigation time any deck crew of 17; with it nobody else for certain."""
    experienced = conditions.get("experienced-apprentice")
    if experienced:
        yield _ways(["apprentice"], own, experienced.needs)
        yield _ways((*_BOATMAN_AND_HIGHER, "ferry_master"), _LOWER, gap=_GAP_EXPERIENCED)
        return
    yield _ways(["apprentice"], own)
    replaced = options.get("deck-crew-for-apprentice")
    if replaced and n < replaced.times:
        yield _ways(["deckhand", "deckhand_180"], replaced.provision, replaced.needs)
        yield _ways((*_BOATMAN_AND_HIGHER, "ferry_master"), _LOWER)
