"""The database that tests of the store run on: SQLite, or the PostgreSQL of TEST_DATABASE_URL."""

import os

import sqlalchemy as sa

from bot.store import IN_MEMORY, address_of


def empty_database(otherwise: str = IN_MEMORY) -> str:
    """The address of an empty database; ``otherwise`` where no PostgreSQL is given."""
    url = os.environ.get("TEST_DATABASE_URL")
    if not url:
        return otherwise
    engine = sa.create_engine(address_of(url))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE IF EXISTS news, vessels, people, alembic_version CASCADE")
    engine.dispose()
    return url
