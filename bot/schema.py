"""The tables of the store, and how they are brought up to date when a process starts."""

import fcntl
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

METADATA = sa.MetaData()
_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")

PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("language", sa.String(2), nullable=True),
    sa.Column("news", sa.Boolean, nullable=False),
)
"""Who chose a language or switched news off; ``user_id`` is Telegram's number of the person."""

VESSELS = sa.Table(
    "vessels",
    METADATA,
    sa.Column("id", _ID, primary_key=True, autoincrement=True),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("name_key", sa.String(200), nullable=False),
    sa.Column("code", sa.String(80), nullable=False),
    sa.Column("people", sa.String(40), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("created", sa.Date, nullable=False),
    sa.Column("told", sa.Text, nullable=False),
    sa.UniqueConstraint("user_id", "name_key", name="vessels_one_name"),
    sqlite_autoincrement=True,  # the number of a deleted vessel still stands in old buttons: it is never given again
)
"""Saved vessels: the name, the code of the case, the people counted with it, and the answer last told."""

NEWS = sa.Table(
    "news",
    METADATA,
    sa.Column("vessel_id", _ID, sa.ForeignKey("vessels.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("change", sa.String(200), primary_key=True),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("marked", sa.DateTime(timezone=True), nullable=False),
)
"""Which change was told for which vessel, once at most: the key is the pair."""

_LOCK = 7_246_339_201
"""The number of the advisory lock; any number that no other program of the database takes."""
_PATIENCE = "60s"
_ALEMBIC = threading.Lock()
"""Alembic keeps what it works on in one place for the whole process, so two stores cannot be opened at once."""


class SchemaError(Exception):
    """The schema is not one that this program knows: a newer one has written it."""


def migrate(engine: sa.Engine) -> None:
    """Bring the schema up to date. Of several processes that start at once, one does it and the others wait.

    Raises SchemaError, SQLAlchemyError or OSError if that cannot be done.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of every part that it loads
    # Loaded here: it takes longer than the first screens of a terminal, which need no store.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.set_main_option("path_separator", "os")
    with _ALEMBIC, _alone(engine), engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Both end with the transaction.
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{_PATIENCE}'")
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_PATIENCE}'")
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise SchemaError(str(error)) from error


@contextmanager
def _alone(engine: sa.Engine) -> Iterator[None]:
    """Hold a file beside an SQLite file, so that one process at a time changes its schema."""
    name = engine.url.database if engine.dialect.name == "sqlite" else None
    if not name or name == ":memory:" or name.startswith("file:"):
        yield
        return
    Path(name).touch(mode=0o600)  # what people saved is for nobody else on this machine
    with Path(f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
