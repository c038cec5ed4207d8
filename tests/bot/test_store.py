"""The store: on an SQLite file, or on the PostgreSQL of TEST_DATABASE_URL."""

import sqlite3
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from hypothesis import given
from hypothesis import strategies as st

from bot.names import MOST, BadNameError, clean_name, key_of
from bot.schema import METADATA
from bot.store import MOST_VESSELS, FullError, NameTakenError, Store, StoreError, Vessel, address_of
from tests.bot.database import empty_database

TODAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ADA, BO = 42, 7_000_000_000


@pytest.fixture
def address(tmp_path: Path) -> str:
    """An empty database."""
    return empty_database(f"sqlite:///{tmp_path}/rheincrew.db")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """A store on it."""
    store = Store(address)
    yield store
    store.close()


def saved(store: Store, person: int, name: str, code: str = "wRvMl82_5mA1eS2", told: str = "a") -> Vessel:
    return store.save(person, name, code, "", "en", told, TODAY)[0]


# Vessels.


def test_a_vessel_is_kept_as_it_was_saved(store: Store) -> None:
    vessel, before = store.save(ADA, "Fähre <2>", "wRvM", "B1M2", "de", "told", TODAY)
    assert before is None
    assert vessel == Vessel(vessel.id, ADA, "Fähre <2>", "wRvM", "B1M2", "de", TODAY, "told")
    assert store.vessel(ADA, vessel.id) == vessel
    assert store.vessels(ADA) == [vessel]


def test_the_same_name_gets_the_new_case(store: Store) -> None:
    first = saved(store, ADA, "Vera")
    again, before = store.save(ADA, "VERA", "wRvT", "", "nl", "b", TODAY)
    assert before == first
    assert (again.id, again.name, again.code, again.told) == (first.id, "VERA", "wRvT", "b")
    assert saved(store, ADA, "vera", "wRvT", told="c").told == "b"  # of the same case more may be told already
    assert len(store.vessels(ADA)) == 1


def test_nobody_reaches_the_vessel_of_another(store: Store) -> None:
    mine, other = saved(store, ADA, "Vera"), saved(store, BO, "Vera")
    assert mine.id != other.id
    assert store.vessel(BO, mine.id) is None
    assert store.rename(BO, mine.id, "Mine now") is None
    assert not store.delete(BO, mine.id)
    assert store.forget(BO) == 1
    assert store.vessels(ADA) == [mine]
    assert store.vessels(BO) == []


def test_rename_and_delete(store: Store) -> None:
    vera, willem = saved(store, ADA, "Vera"), saved(store, ADA, "Willem")
    renamed = store.rename(ADA, vera.id, "VERA II")
    assert renamed
    assert renamed.name == "VERA II"
    assert store.rename(ADA, vera.id, "vera ii") is not None  # its own name, written differently
    with pytest.raises(NameTakenError):
        store.rename(ADA, vera.id, "WILLEM")
    assert store.delete(ADA, willem.id)
    assert not store.delete(ADA, willem.id)
    assert store.vessel(ADA, willem.id) is None
    assert saved(store, ADA, "Willem").id > willem.id  # the old number still stands in buttons


def test_there_is_an_end_to_it(store: Store) -> None:
    for number in range(MOST_VESSELS):
        saved(store, ADA, f"Vessel {number}")
    with pytest.raises(FullError):
        saved(store, ADA, "One more")
    assert saved(store, ADA, "vessel 3", "wRvT").code == "wRvT"
    assert saved(store, BO, "One more")


# What people chose.


def test_what_says_nothing_is_not_kept(store: Store) -> None:
    assert (store.language(ADA), store.news(ADA)) == (None, True)
    store.choose_language(ADA, "nl")
    store.switch_news(ADA, on=False)
    assert (store.language(ADA), store.news(ADA)) == ("nl", False)
    assert (store.language(BO), store.news(BO)) == (None, True)
    store.choose_language(ADA, None)
    store.switch_news(ADA, on=True)
    assert rows_of(store) == {"people": 0, "vessels": 0, "news": 0}


def test_forget_leaves_nothing(store: Store) -> None:
    for name in ("Vera", "Willem"):
        store.mark(saved(store, ADA, name), "a-law", "b", NOW)
    store.choose_language(ADA, "fr")
    assert store.forget(ADA) == 2
    assert rows_of(store) == {"people": 0, "vessels": 0, "news": 0}
    assert store.forget(ADA) == 0


def rows_of(store: Store) -> dict[str, int]:
    with store._reading() as connection:
        count = sa.select(sa.func.count())
        return {name: connection.scalar(count.select_from(table)) or 0 for name, table in METADATA.tables.items()}


# News.


def test_a_change_is_marked_once(store: Store) -> None:
    vessel = saved(store, ADA, "Vera")
    assert store.mark(vessel, "law-2", "b", NOW)
    assert not store.mark(vessel, "law-2", "b", NOW)
    told = store.vessel(ADA, vessel.id)
    assert told
    assert told.told == "b"
    assert not store.mark(told, "law-2", "c", NOW)  # the same law never twice
    assert [(mark.vessel.name, mark.change, mark.state) for mark in store.marks("marked")] == [
        ("Vera", "law-2", "marked")
    ]
    store.end(vessel, "law-2", "sent")
    assert store.marks("marked") == []
    assert store.mark(told, "law-3", "c", NOW)


def test_what_was_not_sent_can_be_marked_again(store: Store) -> None:
    vessel = saved(store, ADA, "Vera")
    assert store.mark(vessel, "law-2", "b", NOW)
    store.unmark(vessel, "law-2", "b")
    assert store.vessel(ADA, vessel.id) == vessel
    assert store.mark(vessel, "law-2", "b", NOW)


def test_nothing_is_marked_for_a_vessel_that_is_another_one_now(store: Store) -> None:
    vessel = saved(store, ADA, "Vera")
    store.switch_news(ADA, on=False)
    assert not store.mark(vessel, "law-2", "b", NOW)
    store.switch_news(ADA, on=True)
    saved(store, ADA, "Vera", "wRvT")
    assert not store.mark(vessel, "law-2", "b", NOW)
    store.delete(ADA, vessel.id)
    assert not store.mark(vessel, "law-2", "b", NOW)


def test_another_case_under_the_name_is_told_anew(store: Store) -> None:
    vessel = saved(store, ADA, "Vera")
    assert store.mark(vessel, "law-2", "b", NOW)
    assert store.mark(saved(store, ADA, "Vera", "wRvT"), "law-2", "b", NOW)


def test_who_is_followed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store._PAGE", 2)
    for number in range(5):
        saved(store, ADA + number, "Vera")
    store.switch_news(ADA + 1, on=False)
    store.choose_language(ADA + 2, "nl")
    assert [(vessel.person, language) for vessel, language in store.followed()] == [
        (ADA, "en"), (ADA + 2, "nl"), (ADA + 3, "en"), (ADA + 4, "en"),
    ]  # fmt: skip


def test_of_many_senders_one_wins(store: Store) -> None:
    vessels = [saved(store, ADA, f"Vessel {number}") for number in range(10)]
    with ThreadPoolExecutor(4) as pool:
        won = list(pool.map(lambda vessel: store.mark(vessel, "law-2", "b", NOW), vessels * 4))
    assert sum(won) == len(vessels)


# The database.


def test_the_schema_is_that_of_the_program(store: Store) -> None:
    with store._reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_processes_that_start_at_once(address: str) -> None:
    program = f"from bot.store import Store; store = Store({address!r}, patience=30); store.open(); store.close()"
    starting = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", program], stderr=subprocess.PIPE) for _ in range(3)
    ]
    for process in starting:
        assert process.communicate(timeout=60)[1] == b""
        assert process.returncode == 0


def test_a_store_survives_its_process(address: str) -> None:
    program = f"""
import os, signal
from datetime import date
from bot.store import Store
Store({address!r}).save(42, "Vera", "wRvM", "", "en", "", date(2026, 11, 30))
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == -9
    store = Store(address)
    assert [vessel.name for vessel in store.vessels(42)] == ["Vera"]
    store.close()


def test_a_database_that_is_locked(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db", patience=0.1)
    saved(store, ADA, "Vera")
    other = sqlite3.connect(tmp_path / "x.db")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match=r"^OperationalError: database is locked$"):
        saved(store, ADA, "Willem")
    assert [vessel.name for vessel in store.vessels(ADA)] == ["Vera"]  # who only reads does not wait
    other.rollback()
    other.close()
    assert saved(store, ADA, "Willem")
    store.close()


@pytest.mark.parametrize("address", ["postgresql://nobody@127.0.0.1:9/none", "sqlite:////no/such/folder/x.db"])
def test_a_database_that_is_not_there(address: str) -> None:
    store = Store(address, patience=1)
    with pytest.raises(StoreError):
        store.vessels(ADA)
    store.close()


def test_a_database_that_comes_later(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/later/x.db")
    with pytest.raises(StoreError):
        store.ping()
    (tmp_path / "later").mkdir()
    store.ping()
    assert saved(store, ADA, "Vera")
    store.close()


def test_a_database_of_a_newer_program(store: Store, address: str) -> None:
    store.open()
    with store._writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    newer = Store(address)
    with pytest.raises(StoreError, match="9999"):
        newer.open()
    newer.close()


def test_the_file_is_for_nobody_else(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db")
    saved(store, ADA, "Vera")
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("x.db*") if path.suffix != ".lock"} == {0}
    store.close()


def test_addresses() -> None:
    assert address_of("postgres://u:p@h/d").drivername == "postgresql+psycopg"
    for address in ("mysql://x/y", "x.db", ""):
        with pytest.raises(ValueError, match=r"address|kind"):
            Store(address)


# Names.

HOSTILE = {
    "  Vera\n\t II  ": "Vera II",
    "\u202eareV\u202c": "areV",
    "Ve\u200bra\ufeff\u2060": "Vera",
    "Ve\x00ra\x1b[31m": "Vera[31m",
    "Ve\u0301ra": "Véra",
    "Z\u0301\u0302\u0303\u0304\u0305a": "Ź\u0302\u0303a",  # one mark becomes part of the letter
    "\u0301Vera": "Vera",
    "Vera \u0301": "Vera",
    "\u3164Vera\u2800": "Vera",
    "a\u2028b\u3000c": "a b c",
    "<b>&amp;": "<b>&amp;",
    "渡し船 2": "渡し船 2",
    "x" * MOST: "x" * MOST,
}


@pytest.mark.parametrize(("typed", "name"), HOSTILE.items())
def test_hostile_names(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize("typed", ["", "  \n", "\u200b\u202e", "\u3164", "\u0301\u0301", "x" * (MOST + 1), "x" * 4096])
def test_names_that_are_refused(typed: str) -> None:
    with pytest.raises(BadNameError):
        clean_name(typed)


@given(st.text(max_size=60))
def test_names_are_harmless(typed: str) -> None:
    try:
        name = clean_name(typed)
    except BadNameError:
        return
    assert 1 <= len(name) <= MOST
    assert name == unicodedata.normalize("NFC", name) == clean_name(name)
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in name)
    assert len(key_of(name)) <= 200
