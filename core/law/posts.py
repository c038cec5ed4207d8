"""Who may fill which post, by the written substitutions of each family of law.

A post has ways to be filled: people of certain ranks, what they must fulfil, the provision, and the gap in the law where
a way holds by an unwritten reading only. Substitutions that change several posts at once make further line-ups. What the
law leaves open is decided in READINGS sections 2, 3 and 5.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.law.version import Serve, Version
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
    """One way to fill a post; ``gap`` says why it is not certain that the law allows it.

    ``year_is_defined``: the law says how many days of navigation time a year is, so nothing is open there.
    """

    ranks: frozenset[str]
    provision: str
    needs: tuple[str, ...] = ()
    gap: Gap | None = None
    year_is_defined: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One post of an alternative: its rank, and the ways to fill it, the ordinary one first."""

    rank: str
    ways: tuple[Way, ...]


LineUp = tuple[Place, ...]
"""All the places of one alternative, or of what a substitution makes of it."""

_BOATMAN_AND_HIGHER = ("boatman", "able_boatman", "helmsman", "boatmaster")
# How old whoever holds the paper is at least: RheinSchPersV §§ 10.01, 10.02, 12.01; BinSchPersV §§ 29 to 37.
_YOUNGEST = {
    "apprentice": 15,
    "engine_boatman": 17,
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
_GAP_APPRENTICE_BEFORE_2023 = Gap(
    "R12",
    Text("A boatman or a higher rank in the post of an apprentice: these rules do not say that this is allowed."),
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
_GAP_FERRY_LICENCE = Gap(
    "not-collected",
    Text(
        "Which licence was enough to command a ferry stood in the BinSchPatentV of that time, which is not collected here."
    ),
)
# The gaps that a version names for its general rule of who may serve in a lower post.
_SERVE_GAPS = {
    "not-collected": Gap(
        "not-collected",
        Text(
            "A boatmaster in a lower post: these rules refer to a sentence of the Rhine rules of that time that is not collected "
            "here."
        ),
    ),
}
_GAP_OLD_RHINE_ENGINEER = Gap("B25", Text("An old engineer's paper counts here only if it is one of the Rhine rules."))


# What an old paper counts as wherever that rank counts, and the gap that comes with it (READINGS B25).
_COUNTS_AS: Mapping[str, tuple[str, Gap | None]] = {
    "old_ferry_master": ("helmsman", None),
    "old_engineer": ("able_boatman", _GAP_OLD_ENGINEER),
}


@lru_cache(maxsize=4096)
def standing(person: Person, version: Version) -> tuple[Person, str | None]:
    """Return the person as a version counts them, and the provision where that is another rank than the paper says.

    A boatmaster without entitlement for the stretch counts as helmsman (READINGS R14); old German papers count by
    BinSchPersV § 124 (READINGS B25); a deckhand with 180 days of navigation time is a deckhand with 180 days.
    """
    if person.rank == "boatmaster" and not person.stretch:
        return replace(person, rank="helmsman", boatmaster_certificate=True), _serve(version).provision
    counts = "old_papers" in version.provisions
    if counts and person.rank in _OLD_PAPERS and (person.old_paper or person.rank == "engine_boatman"):
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
        outcome = _fulfils(person, need, year_is_defined=way.year_is_defined)
        if outcome is False:
            return None
        if outcome is not True:
            found.append((need, outcome))
    return found


def line_ups(result: Result) -> list[list[LineUp]]:
    """Return for each alternative of a determined crew its line-ups; the first is that of the table itself."""
    assert result.version is not None  # noqa: S101 - an answer with crews has a version
    return _line_ups(_Case(result, (result.version, *result.normal.items())))


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


def _fulfils(person: Person, need: str, *, year_is_defined: bool) -> bool | Text:
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
    return _sailing_days(person.sailing_days, least, year_is_defined=year_is_defined)


def _age(person: Person, least: int) -> bool | Text:
    if person.age is not None:
        return person.age >= least
    if _YOUNGEST.get(person.rank, 0) >= least:
        return True
    return Text("The age is not given. It must be at least {age}.", {"age": least})


def _sailing_days(days: int | None, least: int, *, year_is_defined: bool) -> bool | Text:
    """READINGS R26: where a year is not defined, 360 days are one for certain; from 180 on it depends on how it is counted."""
    if days is None:
        return Text("The navigation time is not given. It must be at least {days} days.", {"days": least})
    if days >= least:
        return True
    if not year_is_defined and least >= 360 and days >= least // 2:
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


def _version_of(result: Result) -> Version:
    assert result.version is not None  # noqa: S101 - an answer with crews has a version
    return result.version


def _serve(version: Version) -> Serve:
    assert version.serve is not None  # noqa: S101 - every version says who may serve in a lower post, or that nobody may
    return version.serve


def _higher(version: Version, post: str, needs: Sequence[str] = (), gap: Gap | None = None) -> Iterator[Way]:
    """The ways of the general rule: who may fill a lower post."""
    serve = _serve(version)
    ranks = serve.ranks.get(post, frozenset())
    gap = _SERVE_GAPS[serve.gap] if serve.gap else gap
    if ranks:
        yield _ways(ranks, serve.provision, needs, gap)
    if serve.holders and "boatmaster" in ranks and "helmsman" not in ranks:
        yield _ways(["helmsman"], serve.provision, (*needs, "boatmaster_certificate"), gap)


def _qualified(version: Version, post: str, section: str | None = None) -> Iterator[Way]:
    """The way of those who meet all that a version (or one section of it) asks for a rank: little more than an age."""
    qualify = version.qualify.get(f"{post} {section}") or version.qualify.get(post)
    if qualify:
        yield replace(_ways(qualify.ranks, qualify.provision, qualify.needs), year_is_defined=True)


# ----------------------------------------------------------------------------------------------------------- the Rhine


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
    own, version = _own(result), _version_of(result)
    match rank:
        case "boatmaster":
            yield _ways(["boatmaster"], own)
            yield _ways(["helmsman"], version.provisions["papers"], ("boatmaster_certificate", "stretch"))
        case "helmsman":
            needs = conditions["certificate"].needs if "certificate" in conditions else ()
            yield _ways(["helmsman"], own, needs)
            yield from _higher(version, rank, needs)
        case "able_boatman" | "boatman" | "engine_boatman":
            yield _ways([rank], own)
            yield from _higher(version, rank)
            relief = options.get("boatman-for-added-able-boatman")
            if rank == "able_boatman" and relief and n < relief.times:
                yield _ways(["boatman"], relief.provision)
            apprentice = options.get("apprentice-for-boatman")
            if rank == "boatman" and apprentice and n < apprentice.times:
                way = _ways(["apprentice"], apprentice.provision, apprentice.needs)
                yield replace(way, year_is_defined=version.rules["year_is_defined"])
        case "apprentice":
            yield from _rhine_apprentice(version, own, n, options, conditions, by_deckhand_over_18=by_deckhand_over_18)
        case "engineer":
            if engineers is None or n >= engineers:
                yield _ways(["engineer"], own)
            able, boatman = options.get("able-boatman-for-engineer"), options.get("boatman-for-engineer")
            if engineers is None or n < engineers:
                if able and n < able.times:
                    yield _ways(("able_boatman", *_serve(version).ranks["able_boatman"]), able.provision)
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
    version: Version,
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
        for way in (*_higher(version, "deckhand"), *_qualified(version, "deckhand")):
            yield replace(way, provision=f"{deckhand.provision} und {way.provision}")
    else:
        serve = _serve(version)
        gap = _GAP_APPRENTICE_BEFORE_2023 if serve.holders else _GAP_APPRENTICE_RHINE
        of_that_time = ("engine_boatman",) if "engine_boatman" in serve.ranks else ()
        yield _ways((*_BOATMAN_AND_HIGHER, *of_that_time), serve.provision, needs, gap)


# ------------------------------------------------------------------------------------------------------------- Germany


def _german_line_ups(result: Result, index: int) -> list[LineUp]:
    options, conditions = _options(result, index), _conditions(result, index)
    version = _version_of(result)

    def places(ranks: Mapping[str, int]) -> LineUp:
        use = dict(options)
        if not ranks.get("boatman"):
            use.pop(version.rules["engine_swap"]["id"], None)
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
        entry = Place("boatman", tuple(_entry_level(version, split)))
        found.append((*rest, entry, entry))
    if merge:
        rest = places({rank: number - merge.take.get(rank, 0) for rank, number in crew.items()})
        replaced = next(iter(merge.take))
        adult = conditions.get("adult-boatman")
        higher = _serve(version).ranks.get("boatman", frozenset()) if not _serve(version).gap else frozenset()
        way = _ways(("boatman", *higher - {"ferry_master"}), merge.provision, adult.needs if adult else ())
        found.append((*rest, Place(replaced, (way,))))
    return found


def _entry_level(version: Version, split: Option) -> Iterator[Way]:
    """§ 118 Abs. 1 Satz 1: who are the two in place of one boatman."""
    ranks = ("apprentice", "deckhand", "deckhand_180") if "deckhand" in split.put else ("apprentice",)
    yield _ways(ranks, split.provision)
    if "deckhand" not in split.put:
        again = f"{split.provision} und {version.provisions['apprentice_by_deck_crew']}"
        yield _ways(("deckhand", "deckhand_180"), again, ("age>=17",), _GAP_AGAIN)


def _german_ways(
    result: Result, rank: str, n: int, options: Mapping[str, Option], conditions: Mapping[str, Condition]
) -> Iterable[Way]:
    """The ways to fill the n-th post of a rank by BinSchPersV; substitutions stand at the first posts of a rank."""
    own, version = _own(result), _version_of(result)
    p = version.provisions
    match rank:
        case "boatmaster":
            yield _ways(["boatmaster"], own)
            yield _ways(["helmsman"], p["papers"], ("boatmaster_certificate", "stretch"))
            third = options.get("helmsman-for-third-boatmaster")
            if third and n == 0:
                yield _ways(["helmsman"], third.provision, third.needs)
        case "ferry_master":
            yield from _ferry_master(version, own)
        case "helmsman" | "able_boatman" | "boatman" | "engine_boatman":
            adult = conditions.get("adult-boatman") if rank == "boatman" else None
            needs = adult.needs if adult else ()
            yield _ways([rank], own, needs)
            yield from _higher(version, rank, needs)
            for name in (version.rules["engine_swap"]["id"], "apprentice-for-boatman", "engine_minder-for-boatman"):
                option = options.get(name)
                if option and rank in option.take and n < option.times:
                    minders = ["engineer", "old_engineer"] if "engine_minder" in option.put else []
                    yield _ways([*option.put, *minders], option.provision)
                    if "apprentice" in option.put:
                        again = f"{option.provision} und {p['apprentice_by_deck_crew']}"
                        yield _ways(("deckhand", "deckhand_180"), again, ("age>=17",), _GAP_AGAIN)
        case "apprentice":
            yield from _german_apprentice(version, own, n, options, conditions)
        case "deckhand" | "deckhand_180":
            yield from _german_deckhand(version, own, rank, result.section)
        case "engine_minder":
            yield _ways(["engine_minder"], own)
            yield _ways(["engineer", "old_engineer"], p["old_papers_minder"])
        case _:
            yield _ways([rank], own)
            if "old_papers_engineer" in p:
                yield _ways(["old_engineer"], p["old_papers_engineer"], gap=_GAP_OLD_RHINE_ENGINEER)


def _ferry_master(version: Version, own: str) -> Iterator[Way]:
    p = version.provisions
    yield _ways(["ferry_master"], own)
    gap = None if "old_papers_ferry" in p else _GAP_FERRY_LICENCE
    yield _ways(["boatmaster"], p["papers"], gap=gap)
    yield _ways(["helmsman"], p["papers"], ("boatmaster_certificate", "stretch"), gap)
    if "old_papers_ferry" in p:
        yield _ways(["old_ferry_master"], p["old_papers_ferry"], gap=_GAP_CLASS_F)


def _german_deckhand(version: Version, own: str, rank: str, section: str | None) -> Iterator[Way]:
    """READINGS B27: the deckhand of ferries and passenger boats, with and without 180 days."""
    qualified = tuple(_qualified(version, rank, section))
    if rank == "deckhand":
        yield _ways(["deckhand", "deckhand_180"], own)
    else:
        yield _ways(["deckhand_180"], own)
        if not qualified:
            yield _ways(["deckhand"], own, ("sailing_days>=180",))
    yield from _higher(version, rank)
    yield from qualified
    if rank == "deckhand" and not qualified:
        yield _ways(["apprentice"], own, gap=_GAP_DECKHAND)


def _german_apprentice(
    version: Version, own: str, n: int, options: Mapping[str, Option], conditions: Mapping[str, Condition]
) -> Iterable[Way]:
    """READINGS B22: without navigation time any deck crew of 17; with it nobody else for certain."""
    experienced = conditions.get("experienced-apprentice")
    if experienced:
        defined = version.rules["year_is_defined"]
        yield replace(_ways(["apprentice"], own, experienced.needs), year_is_defined=defined)
        if not _serve(version).gap:
            yield from _higher(version, "apprentice", gap=_GAP_EXPERIENCED)
        return
    yield _ways(["apprentice"], own)
    replaced = options.get("deck-crew-for-apprentice")
    if replaced and n < replaced.times:
        yield _ways(["deckhand", "deckhand_180"], replaced.provision, replaced.needs)
        if "apprentice" in _serve(version).ranks:
            yield from _higher(version, "apprentice")
        else:
            yield _ways((*_BOATMAN_AND_HIGHER, "engine_boatman"), replaced.provision, replaced.needs)
