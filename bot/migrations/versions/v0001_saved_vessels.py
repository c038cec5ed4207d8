"""Saved vessels, what people chose, and which news was told."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("language", sa.String(2), nullable=True),
        sa.Column("news", sa.Boolean, nullable=False),
    )
    op.create_table(
        "vessels",
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
        sqlite_autoincrement=True,
    )
    op.create_table(
        "news",
        sa.Column("vessel_id", _ID, sa.ForeignKey("vessels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("change", sa.String(200), primary_key=True),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("marked", sa.DateTime(timezone=True), nullable=False),
    )
