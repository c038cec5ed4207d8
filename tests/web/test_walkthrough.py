"""The walk of docs/accessibility.md: by keyboard, and as screen readers are told."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import NEEDS_CHROMIUM, context

pytestmark = NEEDS_CHROMIUM

FOCUSED = """() => {
    const element = document.activeElement;
    const ring = getComputedStyle(element.closest(".box") || element.closest(".file") || element);
    return [element.getAttribute("aria-label") || element.textContent.trim() || element.id, ring.outlineStyle !== "none"];
}"""


def tab_until(page: Page, wanted: str) -> list[str]:
    """Press Tab until something is reached; return the names on the way. Everything on it must show the focus."""
    passed: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name, ring = page.evaluate(FOCUSED)
        assert ring, f"the focus cannot be seen on {name}"
        passed.append(re.sub(r"\s+", " ", name))
        if wanted in passed[-1]:
            return passed
    raise AssertionError(f"{wanted} is not reached: {passed}")


def test_from_the_start_to_a_verdict_by_keyboard(page: Page) -> None:
    page.goto("/en/")
    passed = tab_until(page, "The Rhine")
    assert passed == ["Skip to the content", "Rheincrew", "Language: EN", "Night", "f-find", "Search", "The Rhine"]
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    assert tab_until(page, "Motor vessel") == ["Motor vessel (cargo or tanker), alone"]
    page.keyboard.press("Enter")
    page.get_by_text("How long is the vessel?").wait_for()
    tab_until(page, "f-length_m")
    page.keyboard.type("82,5")
    page.keyboard.press("Enter")
    page.wait_for_url("**/en/r/wRvMl82_5")
    page.goto("/en/r/wRvMl82_5mA1eS2")
    tab_until(page, "boatmasters: one more")
    page.keyboard.press("Enter")
    page.locator("#verdict.insufficient").wait_for()
    assert page.evaluate(FOCUSED)[0] == "boatmaster: one more"
    expect(page.get_by_role("status")).to_contain_text("These people would be enough with: 1 boatman, 1 apprentice.")
    tab_until(page, "Install as an app" if page.locator(".can-install").count() else "Accessibility")


def test_screen_readers_hear_the_number_in_words(page: Page) -> None:
    page.goto("/en/r/wRvMl82_5mA1eS1")
    expect(page.get_by_role("region", name="Minimum crew")).to_match_aria_snapshot("""
      - region "Minimum crew":
        - heading "Minimum crew" [level=2]
        - heading "Alternative 1" [level=3]
        - list:
          - listitem: 1 boatmaster Schiffsführer
          - listitem: 1 able boatman Bootsmann
        - paragraph: or
        - heading "Alternative 2" [level=3]
        - list:
          - listitem: 1 boatmaster Schiffsführer
          - listitem: 1 boatman Matrose
          - listitem: 1 apprentice Leichtmatrose
        - paragraph
    """)


def test_screen_readers_hear_what_was_wrong(page: Page) -> None:
    page.goto("/en/r/wRvM")
    page.get_by_label("Exact number").fill("8250")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("must lie between 5 and 300 m")
    expect(page.get_by_label("Exact number")).to_have_attribute("aria-describedby", "wrong")
    expect(page.get_by_label("Exact number")).to_have_attribute("aria-invalid", "true")


def test_with_forced_colours_everything_keeps_its_edge(browser: Browser, server: str) -> None:
    with context(browser, base_url=server, forced_colors="active") as opened:
        page = opened.new_page()
        page.goto("/de/r/wRvMl82_5mA1eS1-B1")
        bare = page.evaluate(
            """() => [...document.querySelectorAll('a.opt, button, a.chip, .card, .bar')]
                .filter(element => element.offsetParent && !element.matches('.install'))
                .filter(element => getComputedStyle(element).borderTopStyle === 'none')
                .map(element => element.className)"""
        )
        assert bare == []


def test_without_motion_nothing_moves(browser: Browser, server: str) -> None:
    with context(browser, base_url=server, reduced_motion="reduce") as opened:
        page = opened.new_page()
        page.goto("/de/r/wRvMl82_5mA1eS1")
        moving = page.evaluate(
            """() => [...document.querySelectorAll('*')].flatMap(element => ['', '::after', '::before']
                .map(part => getComputedStyle(element, part || null)))
                .filter(style => style.animationName !== 'none' || parseFloat(style.transitionDuration) > 0).length"""
        )
        assert moving == 0


@pytest.mark.parametrize("path", ["/de/", "/de/r/wRvMl82_5mA1eS1", "/de/vessels", "/de/hand/wRvMl82_5mA1eS1"])
def test_the_page_leaves_room_for_notch_and_bar(page: Page, path: str) -> None:
    page.goto(path)
    assert "viewport-fit=cover" in str(page.locator("meta[name=viewport]").get_attribute("content"))
