"""The packs that are missing are built: here, and by one process at a time."""

from collections.abc import Iterable
from datetime import date

from core import LANGUAGES
from web.app import create_app
from web.pack.build import build
from web.pack.graph import grow
from web.pack.store import Packs
from web.settings import Settings


def fill(settings: Settings, day: date, languages: Iterable[str] = LANGUAGES) -> None:
    """Build the packs of these languages that are not there for the law of a day, after whoever builds now.

    Raises OSError if the folder of the packs cannot be used.
    """
    packs = Packs(settings)
    with packs.alone():
        missing = packs.missing(day, languages)
        if missing:
            tree, environment = grow(day), create_app(settings).jinja_env
            for language in missing:
                packs.keep(language, day, build(environment, language, tree, day))
        packs.tidy_up()
