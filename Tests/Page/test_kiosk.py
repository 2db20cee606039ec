"""A screen on a wall: what it hides, and what it says when it cannot stay awake."""
import time

import pytest

LOCKS = {
    "granted": "window.asked = 0; navigator.wakeLock.request = () => { window.asked += 1; window.lock = new EventTarget(); return Promise.resolve(window.lock); };",
    "refused": "window.asked = 0; navigator.wakeLock.request = () => { window.asked += 1; return Promise.reject(new DOMException('no', 'NotAllowedError')); };",
    "not offered": "window.asked = 0; Object.defineProperty(Navigator.prototype, 'wakeLock', { value: undefined });",
}
NOTE = "return document.querySelector('#awake').checkVisibility() ? document.querySelector('#awake').innerText : ''"
POINTER = """return [document.documentElement, document.querySelector('next-to-go'),
    document.querySelector('next-to-go').shadowRoot.querySelector('.row'),
    document.querySelector('next-to-go').shadowRoot.querySelector('.row a')].map((each) => getComputedStyle(each).cursor)"""
WARNING = "This screen may go dark: the browser cannot keep it awake here."


@pytest.fixture
def kiosk(chromium_page):
    """Opens the kiosk in a browser that grants, refuses or lacks the wake lock."""
    added = []

    def opened(lock="granted"):
        added.append(chromium_page.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=LOCKS[lock]))
        return chromium_page.open("?kiosk")

    yield opened
    for script in added:
        chromium_page.browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])


@pytest.mark.parametrize("lock,words", [("granted", ""), ("refused", WARNING), ("not offered", WARNING)])
def test_says_so_when_the_screen_cannot_be_kept_awake(kiosk, lock, words):
    page = kiosk(lock)
    page.wait(lambda: page.run(NOTE) == words, 3)


def test_says_so_when_the_lock_is_taken_away_and_asks_for_it_again(kiosk):
    page = kiosk()
    page.wait(lambda: page.run("return Boolean(window.lock)"), 3)
    page.run("""window.later = []; window.setTimeout = (what, ms) => { window.later.push([ms, what]); return 1; };
        window.lock.dispatchEvent(new Event('release'));""")
    page.wait(lambda: page.run(NOTE) == WARNING, 3)
    page.run("for (const [ms, what] of window.later) if (ms === 60000) what()")
    page.wait(lambda: page.run(NOTE) == "", 3)
    assert page.run("return window.asked") == 2


def test_asks_again_when_it_is_seen_again(kiosk):
    page = kiosk()
    assert page.run("return window.asked") == 1
    page.run("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.run("return window.asked") == 2


@pytest.mark.core
def test_the_pointer_is_hidden_but_for_three_seconds_after_it_moved(kiosk):
    page = kiosk()
    assert set(page.run(POINTER)) == {"none"}
    page.run("dispatchEvent(new PointerEvent('pointermove'))")
    assert "none" not in page.run(POINTER)
    time.sleep(2)
    assert "none" not in page.run(POINTER)
    page.wait(lambda: set(page.run(POINTER)) == {"none"}, 3)


def test_has_no_control_and_nothing_to_tab_to_but_the_races(kiosk):
    page = kiosk()
    stops = set()
    for _ in range(8):
        page.browser.keys("Tab")
        stops.add(page.run("return document.querySelector('next-to-go').shadowRoot.activeElement?.closest('li')?.dataset.id ?? null"))
    assert stops - {None} == {row["id"] for row in page.read()["rows"]}
