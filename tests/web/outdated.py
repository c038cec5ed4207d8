"""The page on a server whose law changed long ago, as far as the packs are told: for a browser that missed the change."""

from datetime import date

from web import create_app
from web.pack import routes

routes.period = lambda _day: (None, date(2020, 1, 1))  # type: ignore[assignment]
app = create_app()
