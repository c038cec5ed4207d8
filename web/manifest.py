"""The app to install: one manifest for each language."""

from typing import Any

from core import wording
from core.text import Text
from web.assets import static_url

PAPER = "#fdfcf8"
INK = "#18222c"

_ABOUT = Text(
    "How many crew of which rank your vessel must have aboard on the Rhine and on German inland waterways, "
    "why, and what may be replaced."
)
_ASK = Text("Ask")
_VESSELS = Text("My vessels")


def manifest(language: str) -> dict[str, Any]:
    """Return the manifest in a language. It is one app, whatever the language: ``id``, name and icons are the same."""
    return {
        "id": "/",
        "name": "Rheincrew",
        "short_name": "Rheincrew",
        "description": wording.say(_ABOUT, language),
        "lang": language,
        "dir": "ltr",
        "start_url": f"/{language}/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["navigation", "utilities", "travel"],
        "icons": [
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            _icon("icon-maskable-512.png", "512x512", "maskable"),
            {"src": static_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        ],
        "shortcuts": [
            _shortcut(wording.say(_ASK, language), f"/{language}/"),
            _shortcut(wording.say(_VESSELS, language), f"/{language}/vessels"),
        ],
    }


def about(language: str) -> str:
    """Return in one sentence what the app is for."""
    return wording.say(_ABOUT, language)


def _icon(file: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    return {"src": static_url(file), "sizes": sizes, "type": "image/png", "purpose": purpose}


def _shortcut(name: str, url: str) -> dict[str, Any]:
    return {"name": name, "url": url, "icons": [_icon("icon-192.png", "192x192")]}
