"""The settings of the page: name, default, meaning. Read from the environment by ``from_environment``."""

import os
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator may set; every field is an environment variable in capitals."""

    public_url: str = ""
    """The address people reach the page at, for share links; empty: the address of the request."""
    page_cache: int = 1000
    """How many rendered pages a process keeps."""
    packs: str = ""
    """The folder of the offline packs; empty: in the user's cache."""


def from_environment() -> Settings:
    """Return the settings of the environment: ``PUBLIC_URL``, ``PAGE_CACHE``, ``PACKS``."""
    given: dict[str, Any] = {}
    for field in fields(Settings):
        text = os.environ.get(field.name.upper())
        if text is not None:
            given[field.name] = int(text) if isinstance(field.default, int) else text.rstrip("/")
    return Settings(**given)
