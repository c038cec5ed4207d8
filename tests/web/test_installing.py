"""The app is installed: nothing stands against it in Chromium, and iPhones are told once how."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.web.browsing import CHROMIUM, NEEDS_CHROMIUM, OPTIONS, PHONE, context

pytestmark = NEEDS_CHROMIUM

IPHONE = "Object.defineProperty(Navigator.prototype, 'standalone', { get: () => %s })"


@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_stands_against_installing(playwright: Playwright, server: str, tmp_path: Path, language: str) -> None:
    """A profile on disk: private windows cannot install."""
    opened = playwright.chromium.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=OPTIONS, viewport=PHONE, service_workers="block"
    )
    page = opened.pages[0]
    page.goto(f"{server}/{language}/")
    browser = opened.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{server}/{language}/app.webmanifest"
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    opened.close()


def test_the_browsers_prompt_waits_behind_our_button(page: Page) -> None:
    page.goto("/en/")
    button = page.locator("[data-act=install]")
    expect(button).to_be_hidden()
    page.evaluate(
        """() => {
            const offer = new Event("beforeinstallprompt", { cancelable: true });
            offer.prompt = () => { document.documentElement.dataset.prompted = "yes"; };
            window.dispatchEvent(offer);
            document.documentElement.dataset.held = offer.defaultPrevented;
        }"""
    )
    expect(page.locator("html")).to_have_attribute("data-held", "true")  # the browser's own bar does not come up
    button.click()
    expect(page.locator("html")).to_have_attribute("data-prompted", "yes")
    expect(button).to_be_hidden()  # a prompt can be used once


def test_iphones_are_told_once_how_to_install(browser: Browser, server: str) -> None:
    with context(browser, base_url=server) as phone:
        phone.add_init_script(IPHONE % "false")
        page = phone.new_page()
        page.goto("/en/")
        hint = page.locator("footer .iphone")
        expect(hint).to_be_visible()
        page.locator("a.opt").first.click()
        page.wait_for_url("**/en/r/wR")
        expect(hint).to_be_visible()  # until it was read
        hint.get_by_role("button").click()
        expect(hint).to_be_hidden()
        page.reload()
        expect(hint).to_be_hidden()


@pytest.mark.parametrize("standalone", ["true", "undefined"])
def test_others_and_installed_iphones_are_not_told(browser: Browser, server: str, standalone: str) -> None:
    with context(browser, base_url=server) as phone:
        phone.add_init_script(IPHONE % standalone)
        page = phone.new_page()
        page.goto("/en/")
        expect(page.locator("footer .iphone")).to_be_hidden()
