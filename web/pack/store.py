"""Where packs are kept once they are built: a folder for each state of the sources and of the law.

Packs are built by a process of their own, once for all processes that serve them: whoever needs one that is not there
starts ``python -m web.pack``; a lock lets one work, and files appear as a whole or not at all.
"""

import fcntl
import gzip
import hashlib
import json
import logging
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path

import core
import web
from core import LANGUAGES
from core.catalogue import LOCALES
from core.law import versions
from web.settings import SETTINGS, Settings

_KEPT = 3
_AGAIN = 600.0
_SOURCES = ("*.py", "*.toml", "*.html", "*.js", "*.css", "*.svg", "*.png")
_NOT_IN_PAGES = ("api_rate", "health", "packs", "page_cache", "proxies")


@dataclass(frozen=True, slots=True)
class Kept:
    """A pack that was built: its file, the number of its bytes before compression, and their digest."""

    file: str
    bytes: int
    sha256: str


def folder_of(settings: Settings) -> Path:
    """Return the folder of all packs: the one that is set, or one in the user's cache."""
    if settings.packs:
        return Path(settings.packs)
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache") / "rheincrew" / "packs"


def period(day: date) -> tuple[date | None, date | None]:
    """Return since when and until when the law stays as it is on a day: the first day, and the day of the next change."""
    changes = {version.start for version in versions()}
    changes |= {version.end + timedelta(days=1) for version in versions() if version.end}
    return max((each for each in changes if each <= day), default=None), min(
        (each for each in changes if each > day), default=None
    )


@lru_cache(maxsize=1)
def _digest_of_sources() -> str:
    folders = (Path(str(core.__file__)).parent, Path(str(web.__file__)).parent)
    paths = [path for folder in folders for pattern in _SOURCES for path in folder.rglob(pattern)]
    paths += LOCALES.rglob("*.mo")
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(paths):
        digest.update(str(path.name).encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def key(settings: Settings, day: date) -> str:
    """Return the name of the state that packs are built from: sources, settings, and the law of the day."""
    set_ = [getattr(settings, each.name) for each in fields(settings) if each.name not in _NOT_IN_PAGES]
    state = f"{_digest_of_sources()} {set_} {period(day)[0]}"
    return hashlib.sha256(state.encode()).hexdigest()[:20]


class Packs:
    """The packs of one set of settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = folder_of(settings)
        self._builder: subprocess.Popen[bytes] | None = None
        self._not_before = 0.0

    def find(self, language: str, day: date) -> Kept | None:
        """Return the pack of a language for the law of a day; if it is not there yet, it is being built from now on."""
        entry = self._folder / key(self._settings, day) / f"{language}.json"
        try:
            return Kept(**json.loads(entry.read_bytes()))
        except OSError:
            self._build(language, day)
            return None

    def read(self, file: str) -> bytes | None:
        """Return a pack as it is sent, compressed; ``None`` if there is none of this name."""
        found = next(self._folder.glob(f"*/{file}.gz"), None)
        return found.read_bytes() if found else None

    def keep(self, language: str, day: date, pack: bytes) -> Kept:
        """Keep a pack that was built."""
        digest = hashlib.sha256(pack).hexdigest()
        kept = Kept(f"{language}-{digest[:16]}.json", len(pack), digest)
        folder = self._folder / key(self._settings, day)
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / f"{kept.file}.gz", gzip.compress(pack, 9, mtime=0))
        _write(folder / f"{language}.json", json.dumps(asdict(kept)).encode())
        return kept

    def missing(self, day: date, languages: Iterable[str] = LANGUAGES) -> list[str]:
        """Return the languages whose packs are not there."""
        folder = self._folder / key(self._settings, day)
        return [language for language in languages if not (folder / f"{language}.json").exists()]

    def tidy_up(self) -> None:
        """Remove all but the newest folders; a browser that asks for an older pack is given the new one."""
        folders = sorted(
            (each for each in self._folder.iterdir() if each.is_dir()), key=lambda each: each.stat().st_mtime
        )
        for folder in folders[:-_KEPT]:
            shutil.rmtree(folder, ignore_errors=True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait until no other process builds."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _build(self, first: str, day: date) -> None:
        """Start to build in another process, one language first, unless one is at it or failed a short while ago."""
        if time.monotonic() < self._not_before or (self._builder and self._builder.poll() is None):
            return
        if self._builder and self._builder.returncode:
            logging.getLogger(__name__).error("The offline packs could not be built; set PACKS to a writable folder?")
            self._not_before, self._builder = time.monotonic() + _AGAIN, None
            return
        names = {setting.name for setting in SETTINGS}
        others = {name: value for name, value in os.environ.items() if name not in names}
        own = {each.name.upper(): str(getattr(self._settings, each.name)) for each in fields(self._settings)}
        languages = sorted(LANGUAGES, key=lambda language: language != first)
        command = [sys.executable, "-m", "web.pack", "--day", day.isoformat(), "--languages", *languages]
        paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._builder = subprocess.Popen(command, env={**others, **own, **paths})  # noqa: S603 - our own command


def _write(path: Path, content: bytes) -> None:
    """Write a file so that it appears as a whole."""
    beginning = path.with_name(f".{path.name}.{os.getpid()}")
    beginning.write_bytes(content)
    beginning.replace(path)
