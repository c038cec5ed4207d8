"""The languages: one loader of message catalogues for every surface."""

from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path

from babel.support import Translations

from core.text import LANGUAGES

LOCALES = Path(__file__).resolve().parent.parent / "locales"
DOMAIN = "rheincrew"


class MissingCatalogueError(RuntimeError):
    """A compiled catalogue is not there; installing the project makes it."""


@lru_cache(maxsize=len(LANGUAGES))
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language: ``gettext`` and ``ngettext``.

    Raises KeyError for a language that Rheincrew does not speak, MissingCatalogueError if the catalogue was not compiled.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == "en":
        return NullTranslations()
    if not (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.mo").exists():
        raise MissingCatalogueError(f"no compiled catalogue for {language}: run `pip install -e .` or `make locales`")
    return Translations.load(LOCALES, [language], DOMAIN)
