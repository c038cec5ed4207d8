"""Build hook: compile the message catalogues, so that an installed or editable copy speaks all languages.

Runs on `pip install .` and `pip install -e .` alike (hatchling calls hooks for both); `make locales` does the same by pybabel.
"""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent


def compile_catalogues(root: Path) -> list[Path]:
    """Write a .mo file beside each .po file below ``root/locales`` and return those written."""
    written = []
    for source in sorted((root / "locales").glob("*/LC_MESSAGES/*.po")):
        with source.open("rb") as stream:
            catalogue = read_po(stream)
        target = source.with_suffix(".mo")
        with target.open("wb") as stream:
            write_mo(stream, catalogue)
        written.append(target)
    return written


class CatalogueBuildHook(BuildHookInterface):
    """The hook that pyproject.toml names."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are collected."""
        del version, build_data
        compile_catalogues(Path(self.root))
