"""What people asked the bot to keep: saved vessels, a chosen language, news switched off. Nothing else is stored.

Every call names the person and reaches only what is theirs. The calls block: run them in a thread. A database that is
locked or gone makes them raise StoreError within seconds; questions and answers do not need it.
"""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from sqlite3 import Connection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from bot.names import key_of
from bot.schema import NEWS, PEOPLE, VESSELS, SchemaError, migrate

logger = logging.getLogger(__name__)

MOST_VESSELS = 30
"""The most vessels that one person may save."""
PATIENCE = 2
"""How long, in seconds, the database is waited for."""
IN_MEMORY = "sqlite://"
"""The address of a store that ends with the process."""

_PAGE = 500


class StoreError(Exception):
    """The store cannot be reached now; nothing was changed, or it is not known."""


class FullError(Exception):
    """Somebody has saved as many vessels as one person may."""


class NameTakenError(Exception):
    """Another vessel of the same person has this name."""


@dataclass(frozen=True, slots=True)
class Vessel:
    """A saved vessel.

    ``person`` is the owner, ``code`` the case, ``people`` the code of the people counted with it (without its mark),
    ``language`` the one it was saved in, ``created`` the day, ``told`` the answer last told (``bot.told``).
    """

    id: int
    person: int
    name: str
    code: str
    people: str
    language: str
    created: date
    told: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A change that was marked as told for a vessel, and how that ended: ``marked`` until it is known."""

    vessel: Vessel
    change: str
    state: str
    marked: datetime


class Store:
    """The store at an address: ``sqlite:///file``, ``sqlite://`` (memory) or ``postgresql://…``.

    The database is opened, and its schema brought up to date, by the first call that reaches it, so a process can start
    before its database does. Raises ValueError for an address of another kind.
    """

    def __init__(self, address: str = IN_MEMORY, patience: float = PATIENCE) -> None:
        self._engine = _engine(address, patience)
        self._patience = patience
        self._opening = threading.Lock()
        self._open = False

    def open(self) -> None:
        """Reach the database and bring its schema up to date. Raises StoreError."""
        if self._open:
            return
        if not self._opening.acquire(timeout=self._patience):
            raise StoreError("the store is being opened")
        try:
            if not self._open:
                migrate(self._engine)
                self._open = True
        except (SQLAlchemyError, SchemaError, OSError) as error:
            raise _told(error) from error
        finally:
            self._opening.release()

    def ping(self) -> None:
        """Do nothing but reach the database. Raises StoreError."""
        with self._reading() as connection:
            connection.execute(sa.select(1))

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    # What a person chose.

    def language(self, person: int) -> str | None:
        """Return the language that somebody chose, or ``None``."""
        with self._reading() as connection:
            found = connection.scalar(sa.select(PEOPLE.c.language).where(PEOPLE.c.user_id == person))
        return str(found) if found else None

    def choose_language(self, person: int, language: str | None) -> None:
        """Keep the language that somebody chose; ``None`` forgets it."""
        self._choose(person, language=language)

    def news(self, person: int) -> bool:
        """Say whether somebody is told when the law changes an answer."""
        with self._reading() as connection:
            found = connection.scalar(sa.select(PEOPLE.c.news).where(PEOPLE.c.user_id == person))
        return found is None or bool(found)

    def switch_news(self, person: int, *, on: bool) -> None:
        """Keep whether somebody wants news."""
        self._choose(person, news=on)

    def _choose(self, person: int, **values: str | bool | None) -> None:
        """Write what somebody chose; a row that says nothing any more goes."""
        mine = PEOPLE.c.user_id == person
        try:
            with self._writing() as connection:
                if not connection.execute(sa.update(PEOPLE).where(mine).values(**values)).rowcount:
                    row: dict[str, Any] = {"user_id": person, "language": None, "news": True, **values}
                    connection.execute(sa.insert(PEOPLE).values(**row))
                nothing = sa.and_(mine, PEOPLE.c.language.is_(None), PEOPLE.c.news.is_(True))
                connection.execute(sa.delete(PEOPLE).where(nothing))
        except IntegrityError:  # two processes at once: the other one has made the row
            self._choose(person, **values)

    # Saved vessels.

    def vessels(self, person: int) -> list[Vessel]:
        """Return somebody's vessels in the order of their names."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(VESSELS).where(VESSELS.c.user_id == person)).all()
        return sorted((_vessel(row) for row in rows), key=lambda vessel: (key_of(vessel.name), vessel.id))

    def vessel(self, person: int, number: int) -> Vessel | None:
        """Return a vessel of somebody; ``None`` if there is none of this number, or if it is another person's."""
        with self._reading() as connection:
            return _vessel_of(connection, person, number)

    def save(
        self, person: int, name: str, code: str, people: str, language: str, told: str, today: date
    ) -> tuple[Vessel, Vessel | None]:
        """Keep a case under a name; a vessel that has the name already gets the new case.

        Returns the vessel, and what it was before if it was there. Raises FullError.
        """
        values = {"name": name, "code": code, "people": people, "language": language, "told": told, "created": today}
        named = sa.and_(VESSELS.c.user_id == person, VESSELS.c.name_key == key_of(name))
        try:
            with self._writing() as connection:
                row = connection.execute(sa.select(VESSELS).where(named)).first()
                if row is not None:
                    if row.code == code:  # of this case more may be told already
                        values["told"] = row.told
                    else:
                        connection.execute(sa.delete(NEWS).where(NEWS.c.vessel_id == row.id))
                    connection.execute(sa.update(VESSELS).where(VESSELS.c.id == row.id).values(**values))
                    number, before = row.id, _vessel(row)
                else:
                    count = sa.select(sa.func.count()).where(VESSELS.c.user_id == person)
                    if (connection.scalar(count) or 0) >= MOST_VESSELS:
                        raise FullError
                    insert = sa.insert(VESSELS).values(user_id=person, name_key=key_of(name), **values)
                    number, before = connection.execute(insert.returning(VESSELS.c.id)).scalar_one(), None
                saved = _vessel_of(connection, person, number)
        except IntegrityError:  # saved by another process at the same instant
            return self.save(person, name, code, people, language, told, today)
        if saved is None:
            raise StoreError("the vessel was deleted while it was saved")
        return saved, before

    def rename(self, person: int, number: int, name: str) -> Vessel | None:
        """Give a vessel of somebody another name; ``None`` if it is not there. Raises NameTakenError."""
        mine = sa.and_(VESSELS.c.id == number, VESSELS.c.user_id == person)
        try:
            with self._writing() as connection:
                connection.execute(sa.update(VESSELS).where(mine).values(name=name, name_key=key_of(name)))
                return _vessel_of(connection, person, number)
        except IntegrityError:
            raise NameTakenError from None

    def delete(self, person: int, number: int) -> bool:
        """Delete a vessel of somebody, and say whether it was there."""
        with self._writing() as connection:
            mine = sa.and_(VESSELS.c.id == number, VESSELS.c.user_id == person)
            return bool(connection.execute(sa.delete(VESSELS).where(mine)).rowcount)

    def forget(self, person: int) -> int:
        """Delete all that is stored of somebody, and return how many vessels that were."""
        with self._writing() as connection:
            number = connection.execute(sa.delete(VESSELS).where(VESSELS.c.user_id == person)).rowcount
            connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.user_id == person))
        return number

    # News: at most one message for a change and a vessel.

    def followed(self) -> Iterator[tuple[Vessel, str]]:
        """Yield every vessel whose owner wants news, with the language to write in; the store may change meanwhile."""
        last = 0
        while True:
            query = (
                sa.select(VESSELS, PEOPLE.c.language.label("chosen"))
                .select_from(VESSELS.outerjoin(PEOPLE, VESSELS.c.user_id == PEOPLE.c.user_id))
                .where(VESSELS.c.id > last, sa.or_(PEOPLE.c.news.is_(None), PEOPLE.c.news.is_(True)))
                .order_by(VESSELS.c.id)
                .limit(_PAGE)
            )
            with self._reading() as connection:
                rows = connection.execute(query).all()
            for row in rows:
                yield _vessel(row), row.chosen or row.language
            if len(rows) < _PAGE:
                return
            last = rows[-1].id

    def mark(self, vessel: Vessel, change: str, told: str, now: datetime) -> bool:
        """Mark a change as told, before it is sent; ``False`` if that must not be sent (any more).

        So it is when another sender was first, the vessel was changed or deleted, or its owner switched news off.
        """
        off = sa.exists().where(PEOPLE.c.user_id == vessel.person, PEOPLE.c.news.is_(False))
        unchanged = sa.and_(
            VESSELS.c.id == vessel.id, VESSELS.c.code == vessel.code, VESSELS.c.told == vessel.told, ~off
        )
        try:
            with self._writing() as connection:
                # The row is locked by this; a second sender waits here and then finds another answer told.
                if not connection.execute(sa.update(VESSELS).where(unchanged).values(told=told)).rowcount:
                    return False
                row = {"vessel_id": vessel.id, "change": change, "state": "marked", "marked": now}
                connection.execute(sa.insert(NEWS).values(**row))
        except IntegrityError:
            return False
        return True

    def end(self, vessel: Vessel, change: str, state: str) -> None:
        """Note how a marked message ended: ``sent``, ``blocked`` or ``refused``."""
        with self._writing() as connection:
            marked = sa.and_(NEWS.c.vessel_id == vessel.id, NEWS.c.change == change)
            connection.execute(sa.update(NEWS).where(marked).values(state=state))

    def unmark(self, vessel: Vessel, change: str, told: str) -> None:
        """Take a mark back whose message was certainly not sent; ``told`` is what the mark had written."""
        with self._writing() as connection:
            marked = sa.and_(NEWS.c.vessel_id == vessel.id, NEWS.c.change == change)
            connection.execute(sa.delete(NEWS).where(marked))
            written = sa.and_(VESSELS.c.id == vessel.id, VESSELS.c.told == told)
            connection.execute(sa.update(VESSELS).where(written).values(told=vessel.told))

    def note(self, vessel: Vessel, told: str) -> None:
        """Keep that a new version was looked at which changes nothing for a vessel."""
        with self._writing() as connection:
            unchanged = sa.and_(VESSELS.c.id == vessel.id, VESSELS.c.told == vessel.told)
            connection.execute(sa.update(VESSELS).where(unchanged).values(told=told))

    def marks(self, *states: str) -> list[Marked]:
        """Return the marks in these states, the oldest first."""
        query = (
            sa.select(VESSELS, NEWS.c.change, NEWS.c.state, NEWS.c.marked)
            .join(NEWS, NEWS.c.vessel_id == VESSELS.c.id)
            .where(NEWS.c.state.in_(states))
            .order_by(NEWS.c.marked, VESSELS.c.id)
        )
        with self._reading() as connection:
            rows = connection.execute(query).all()
        return [Marked(_vessel(row), row.change, row.state, row.marked) for row in rows]

    # The database.

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        self.open()
        with _reached(), self._engine.execution_options(reading=True).begin() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """Hold a transaction that is written at the end. Lets IntegrityError through."""
        self.open()
        with _reached(), self._engine.begin() as connection:
            yield connection


@contextmanager
def _reached() -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except SQLAlchemyError as error:
        raise _told(error) from error


def _told(error: Exception) -> StoreError:
    """Return what is said of an error: its kind and the words of the database, without what was to be written."""
    words = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return StoreError(f"{type(error).__name__}: {words}")


def _vessel(row: sa.Row[Any]) -> Vessel:
    return Vessel(row.id, row.user_id, row.name, row.code, row.people, row.language, row.created, row.told)


def _vessel_of(connection: sa.Connection, person: int, number: int) -> Vessel | None:
    mine = sa.and_(VESSELS.c.id == number, VESSELS.c.user_id == person)
    row = connection.execute(sa.select(VESSELS).where(mine)).first()
    return None if row is None else _vessel(row)


# ------------------------------------------------------------------------------------------------ the two databases


def address_of(address: str) -> sa.URL:
    """Return the address of a database with the driver to be used. Raises ValueError if it is of no known kind."""
    try:
        url = sa.make_url(address)
    except SQLAlchemyError:
        raise ValueError("this is no address of a database") from None
    kind = url.drivername.partition("+")[0]
    if kind in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if kind == "sqlite":
        return url.set(drivername="sqlite")
    raise ValueError(f"{kind} is no kind of database that is known here")


def _engine(address: str, patience: float) -> sa.Engine:
    url = address_of(address)
    if url.drivername == "sqlite":
        return _sqlite(url, patience)
    limit = int(patience * 1000)
    options = f"-c statement_timeout={limit} -c lock_timeout={limit}"
    arguments = {"connect_timeout": max(2, int(patience)), "options": options, "application_name": "rheincrew"}
    return sa.create_engine(
        url, connect_args=arguments, pool_pre_ping=True, pool_timeout=patience, hide_parameters=True
    )


def _sqlite(url: sa.URL, patience: float) -> sa.Engine:
    in_memory = not url.database or url.database == ":memory:"
    # What is in memory belongs to its connection: there is one, and threads take turns.
    size: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if in_memory else {}
    arguments = {"timeout": patience, "check_same_thread": False}
    engine = sa.create_engine(
        url, connect_args=arguments, poolclass=QueuePool, pool_timeout=patience, hide_parameters=True, **size
    )

    @sa.event.listens_for(engine, "connect")
    def _connected(connection: Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions begin below, not where the driver thinks best
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA foreign_keys=ON")

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
