"""``make pictures``: the pictures of the README, taken anew from the page as it is."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web.browsing import CHROMIUM, OPTIONS, context, serving

FOLDER = Path(__file__).parents[2] / "docs" / "images"
SIZE = {"width": 360, "height": 740}
# Of each picture: the address, the palette, and what is tapped before.
PICTURES = {
    "question-night": ("/de/r/wRvMl82_5", "night", ()),
    "answer-day": ("/en/r/wRvMl82_5mA1eS2", "day", ()),
    "verdict-day": ("/en/r/wRvMl82_5mA1eS2", "day", ("boatmasters: one more", "boatmen: one more")),
}


def main() -> None:
    """Take every picture."""
    with serving({}) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        for name, (path, palette, taps) in PICTURES.items():
            with context(chromium, base_url=address, viewport=SIZE, device_scale_factor=1.5) as opened:
                opened.add_init_script(f"localStorage.setItem('palette', '{palette}')")
                page = opened.new_page()
                page.set_default_timeout(5000)
                page.goto(path, wait_until="networkidle")
                for tap in taps:
                    page.get_by_role("link", name=tap, exact=True).click()
                    page.wait_for_load_state("networkidle")
                if taps:
                    page.locator("#verdict").scroll_into_view_if_needed()
                    page.evaluate("document.activeElement.blur()")
                page.screenshot(path=FOLDER / f"{name}.png")
        chromium.close()


if __name__ == "__main__":
    main()
