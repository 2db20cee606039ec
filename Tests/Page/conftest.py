"""What the checks of the page share. NEXTTOGO_URL names a running server; without it, and wherever a fault must be
made on purpose, the stand-in serves public/."""
import json
import os
import pathlib
import time

import pytest

from browsers import BROWSERS
from stand_in import StandIn

PUBLIC = pathlib.Path(os.environ.get("NEXTTOGO_PUBLIC") or pathlib.Path(__file__).parents[2] / "public")

READ = """
const root = document.querySelector('next-to-go')?.shadowRoot;
if (!root) return null;
const text = (selector, from = root) => from.querySelector(selector)?.textContent ?? '';
const seen = (node) => node && node.checkVisibility();
return {
  title: document.title,
  heading: text('h2'),
  status: text('.state'),
  state: root.querySelector('.board').dataset.state,
  clock: text('.clock'),
  notices: [...root.querySelectorAll('.notices li')].map((each) => each.textContent),
  note: seen(root.querySelector('.short')) ? text('.short') : '',
  left: seen(root.querySelector('.left')) ? text('.left') : '',
  rows: [...root.querySelectorAll('.row')].map((row) => ({
    id: row.dataset.id, category: row.dataset.category, urgency: row.dataset.urgency,
    name: row.querySelector('a').innerText.replace(/\\s+/g, ' ').trim(),
    race: text('.name', row), venue: text('.venue', row), word: text('.word', row),
    text: text('.count time', row), spoken: text('.count b', row),
    start: text('.start', row), note: seen(row.querySelector('.note')) ? text('.note', row) : '',
  })),
  said: document.querySelector('[aria-live=polite]')?.textContent ?? null,
  log: [...root.querySelectorAll('.log li')].map((each) => each.lastChild.textContent.trim()),
  focus: root.activeElement?.closest('li')?.dataset.id ?? root.activeElement?.textContent ?? null,
};
"""

LISTEN = """
window.heard = [];
const region = document.querySelector('[aria-live=polite]');
new MutationObserver(() => {
  if (region.textContent) window.heard.push([performance.now(), region.textContent]);
}).observe(region, { childList: true, characterData: true, subtree: true });
"""


class Page:
    """The page in a browser: what it shows, and the few things a person does to it."""

    def __init__(self, browser, url):
        self.browser = browser
        self.url = url

    def open(self, query="", live=True):
        self.browser.open(self.url + query)
        self.wait(lambda: self.run("return Boolean(document.querySelector('next-to-go')?.shadowRoot)"))
        if live:
            self.live()
        return self

    def run(self, body, *arguments):
        return self.browser.run(body, *arguments)

    def read(self):
        return self.run(READ)

    def live(self, seconds=15):
        return self.wait(lambda: (board := self.read()) and board["state"] == "live" and board, seconds)

    def wait(self, met, seconds=10):
        """Waits until `met` gives something true, and gives it."""
        end = time.monotonic() + seconds
        while True:
            value = met()
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds} s; the page: {json.dumps(self.read(), ensure_ascii=False)}")
            time.sleep(0.1)

    def until(self, condition, seconds=10):
        """Waits until what is read fits, and gives it."""
        return self.wait(lambda: (board := self.read()) and condition(board) and board, seconds)

    def settle(self):
        """Brings all that moves to its end: a colour in the middle of a fade is nobody's."""
        self.run("""for (const root of [document, document.querySelector('next-to-go').shadowRoot])
            for (const each of root.getAnimations()) each.finish();""")

    def click(self, words):
        """Clicks the control that shows these words."""
        done = self.run("""
            const root = document.querySelector('next-to-go').shadowRoot;
            const control = [...root.querySelectorAll('button, label, summary')]
              .find((each) => each.checkVisibility() && each.innerText.trim() === arguments[0]);
            control?.click();
            return Boolean(control);""", words)
        assert done, f"no control shows {words}"

    def focus(self, identifier):
        self.run("""document.querySelector('next-to-go').shadowRoot
            .querySelector(`[data-id='${arguments[0]}'] a`).focus()""", identifier)

    def listen(self):
        self.run(LISTEN)

    def heard(self):
        """What the live region was given since `listen`, with the times."""
        return self.run("return window.heard")

    def spoken(self):
        return [text.rstrip("\u00a0") for _, text in self.heard()]


def pytest_addoption(parser):
    parser.addoption("--core", action="store_true", help="the short set, in Chromium alone")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--core"):
        return
    def chosen(item):
        browser = getattr(item, "callspec", None) and item.callspec.params.get("browser", "chromium")
        return item.get_closest_marker("core") and browser in (None, "chromium")
    config.hook.pytest_deselected(items=[item for item in items if not chosen(item)])
    items[:] = [item for item in items if chosen(item)]


@pytest.fixture(scope="session")
def running():
    """The browsers that were started, by name."""
    started = {}
    yield started
    for browser in started.values():
        browser.quit()


def use(running, name):
    kind = BROWSERS[name]
    if not kind.available:
        pytest.skip(f"{name} is not installed")
    if name not in running:
        running[name] = kind()
    running[name].calm()
    return running[name]


@pytest.fixture(params=list(BROWSERS))
def browser(request, running):
    """Each browser in turn."""
    yield use(running, request.param)
    running[request.param].calm()


@pytest.fixture
def chromium(running):
    """The browser whose media and clock can be emulated."""
    yield use(running, "chromium")
    running["chromium"].calm()


@pytest.fixture
def stand_in():
    with StandIn(PUBLIC) as server:
        yield server


@pytest.fixture
def page(browser, stand_in):
    """The page from the stand-in, in each browser."""
    return Page(browser, stand_in.url)


@pytest.fixture
def chromium_page(chromium, stand_in):
    return Page(chromium, stand_in.url)


@pytest.fixture
def real_page(browser):
    """The page from a running server, in each browser."""
    url = os.environ.get("NEXTTOGO_URL")
    if not url:
        pytest.skip("NEXTTOGO_URL names no running server")
    return Page(browser, url.rstrip("/") + "/")
