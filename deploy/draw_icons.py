"""Draws the icons of the app from ``web/static/icon.svg`` with Chromium: run it after the drawing has changed.

``python deploy/draw_icons.py`` needs playwright and a ``chromium`` on the path. Browsers cut maskable icons and those of
iPhones to a shape of their own, so these have no corners, and the drawing stays within the middle four fifths.
"""

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[1] / "web" / "static"
CORNERS = re.compile(r' rx="\d+"')

ICONS = (
    # file, side in pixels, the share of the side that the drawing takes (None: as drawn, with its corners)
    ("icon-192.png", 192, None),
    ("icon-512.png", 512, None),
    ("icon-maskable-512.png", 512, 0.8),
    ("apple-touch-icon.png", 180, 0.9),
)


def drawing(share: float | None) -> str:
    """Return the SVG to draw."""
    source = (STATIC / "icon.svg").read_text(encoding="utf-8")
    if share is None:
        return source
    edge = 64 / share
    box = f'viewBox="{32 - edge / 2} {32 - edge / 2} {edge} {edge}"'
    plain = CORNERS.sub("", source).replace('viewBox="0 0 64 64"', box)
    return plain.replace('<rect width="64" height="64"', '<rect x="-64" y="-64" width="192" height="192"')


def main() -> None:
    """Draw every icon."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for file, side, share in ICONS:
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{side}px;height:{side}px}}</style>{drawing(share)}"
            )
            page.screenshot(path=STATIC / file, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
