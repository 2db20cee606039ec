"""The page and other people's EventSources in Chromium, through each proxy."""
import time

import pytest

from listener import OPEN, Listener
from pages import LISTENER
from processes import Server

READ = """
const root = document.querySelector('next-to-go')?.shadowRoot;
return root && {
  state: root.querySelector('.board')?.dataset.state ?? null,
  rows: [...root.querySelectorAll('.row .count time')].map((each) => each.textContent),
};
"""


def live(browser, seconds=15, after=""):
    """Waits until the page is live, and gives the times to go."""
    end = time.monotonic() + seconds
    while not ((read := browser.run(READ)) and read["state"] == "live" and read["rows"]):
        assert time.monotonic() < end, f"{after} not live within {seconds} s: {read}"
        time.sleep(0.1)
    return read["rows"]


@pytest.fixture
def tabs(chromium):
    """Opens a tab after the other; all but the first are closed again."""
    def opened(count):
        for index in range(count):
            if index:
                chromium.driver.switch_to.new_window("tab")
            yield chromium.driver.current_window_handle
    yield opened
    chromium.calm()


@pytest.mark.parametrize("path", ["/", "/racing/", "/racing/?category=horse&count=3"])
def test_the_page_is_live(site, chromium, path):
    chromium.complaints()
    chromium.open(site.url + path)
    first = live(chromium)
    time.sleep(2.2)
    assert live(chromium, 1) != first, "the countdown does not move"
    folder = site.url + path.partition("?")[0]
    asked = chromium.run("return performance.getEntriesByType('resource').map((each) => each.name)")
    assert asked and all(name.startswith(folder) for name in asked), asked
    assert chromium.run("return performance.getEntriesByType('navigation')[0].nextHopProtocol") == "h2"
    assert chromium.run("return fetch('board.txt').then((answer) => answer.status)") == 200
    assert chromium.complaints() == []
    chromium.open("about:blank")


def listening_tabs(chromium, tabs, origin, url, count=10):
    """So many tabs with an EventSource of their own each; those in which it is open and has had two countdowns."""
    page = origin.put("/listener.html", LISTENER)
    handles = []
    for handle in tabs(count):
        Listener(chromium, page, url)
        handles.append(handle)
    time.sleep(4)
    good = 0
    for handle in handles:
        chromium.driver.switch_to.window(handle)
        state = chromium.run("return window.source.readyState")
        seconds = chromium.run("return window.seen.filter((each) => each.type === 'countdown').length")
        good += state == OPEN and seconds >= 2
    return good


def test_ten_tabs_listen_at_once_over_http_2(site, chromium, tabs, origin):
    assert listening_tabs(chromium, tabs, origin, f"{site.url}/events") == 10


def test_six_of_ten_do_without_it(chromium, tabs, origin):
    """The limit that HTTP/2 lifts, so that the test before would have seen it."""
    with Server() as server:
        server.wait_for_races(5)
        assert listening_tabs(chromium, tabs, origin, f"{server.url}/events") == 6


def test_ten_tabs_show_the_page(site, chromium, tabs):
    handles = []
    for handle in tabs(10):
        chromium.open(f"{site.url}/racing/")
        handles.append(handle)
    for handle in handles:
        chromium.driver.switch_to.window(handle)
        live(chromium)
