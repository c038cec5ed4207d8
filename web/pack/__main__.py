"""``python -m web.pack`` builds the packs that are missing, for the settings of the environment."""

import argparse
import os
import sys
from datetime import date

from core import LANGUAGES
from web.app import berlin_today
from web.pack.fill import fill
from web.pack.store import folder_of
from web.settings import SettingError, from_environment


def main() -> int:
    """Build; returns 0, or 2 if a setting or the folder cannot be used."""
    arguments = argparse.ArgumentParser(prog="python -m web.pack", description="Builds the offline packs.")
    arguments.add_argument("--day", type=date.fromisoformat, default=None, help="the law of this day (today)")
    arguments.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES, help="these only")
    given = arguments.parse_args()
    try:
        settings = from_environment()
    except SettingError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    os.nice(10)  # visitors come first
    try:
        fill(settings, given.day or berlin_today(), given.languages)
    except OSError as error:
        sys.stderr.write(f"The folder {folder_of(settings)} cannot be used ({error}). Set PACKS to one that can.\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
