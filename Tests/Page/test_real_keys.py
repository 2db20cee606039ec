"""Firefox on a screen, used with the keys of a keyboard: its remote control presses no buttons with keys, on any page."""
import os
import shutil
import subprocess
import time

import pytest

from browsers import Firefox
from conftest import Page

NEEDED = ("Xvfb", "openbox", "xdotool")
FOCUS = """const at = document.querySelector('next-to-go').shadowRoot.activeElement;
    return at && (at.closest('li')?.dataset.id ?? at.closest('label')?.innerText ?? at.innerText).trim();"""
CHOSEN = """return [...document.querySelector('next-to-go').shadowRoot.querySelectorAll('input:checked')]
    .map((each) => each.value);"""
LOG_OPEN = "return document.querySelector('next-to-go').shadowRoot.querySelector('details').open"


@pytest.fixture(scope="module")
def display():
    """A screen of its own with a window manager, without which no window has the keyboard."""
    missing = [name for name in NEEDED if not shutil.which(name)] + ([] if Firefox.available else ["firefox"])
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    reading, writing = os.pipe()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1000x24"], pass_fds=(writing,), **quiet)
    name = ":" + os.read(reading, 16).decode().strip()
    manager = subprocess.Popen(["openbox"], env={**os.environ, "DISPLAY": name}, **quiet)
    yield name
    for process in (manager, screen):
        process.terminate()
        process.wait(10)


class Keyboard:
    """`keyboard("Tab", "space")` presses keys, by their names in X, and lets the page take each one in."""

    def __init__(self, display):
        self.environment = {**os.environ, "DISPLAY": display}

    def __call__(self, *names):
        for name in names:
            self._do("key", "--clearmodifiers", name)
            time.sleep(0.15)

    def take(self, seconds=30):
        """Gives the keyboard to the browser's window."""
        end = time.monotonic() + seconds
        while (found := self._do("search", "--onlyvisible", "--class", "firefox")) == "":
            assert time.monotonic() < end, "the browser shows no window"
            time.sleep(0.3)
        self._do("windowactivate", "--sync", found.split()[-1])

    def _do(self, *arguments):
        return subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, timeout=20).stdout


@pytest.fixture(scope="module")
def firefox(display):
    """A Firefox with a window."""
    browser = Firefox(display)
    yield browser
    browser.quit()


@pytest.fixture
def keyed(firefox, display, stand_in):
    """The page with the keyboard on its first control, and the keyboard."""
    page, keyboard = Page(firefox, stand_in.url).open(), Keyboard(display)
    keyboard.take()
    for _ in range(20):
        keyboard("F6")
        if page.run("return document.hasFocus()"):
            break
    for _ in range(20):
        if page.run(FOCUS) == "Pause":
            return page, keyboard
        keyboard("Tab")
    raise AssertionError(f"the keyboard does not reach the page: {page.run(FOCUS)}")


def reach(page, keyboard, words):
    for _ in range(14):
        if page.run(FOCUS) == words:
            return
        keyboard("Tab")
    raise AssertionError(f"Tab does not reach {words}")


def test_pause_and_resume(keyed):
    page, keyboard = keyed
    keyboard("Return")
    page.until(lambda board: board["status"].startswith("Paused at "), 3)
    assert page.run(FOCUS) == "Resume"
    keyboard("space")
    page.until(lambda board: board["state"] == "live", 3)
    assert page.run(FOCUS) == "Pause"


def test_filters_with_space(keyed):
    page, keyboard = keyed
    reach(page, keyboard, "Horse")
    keyboard("space")
    page.until(lambda board: board["heading"] == "Next five horse races")
    reach(page, keyboard, "Greyhound")
    keyboard("space")
    page.until(lambda board: board["heading"] == "Next five horse and greyhound races")
    assert page.run("return location.search") == "?category=horse,greyhound"
    keyboard("alt+Left")
    page.until(lambda board: board["heading"] == "Next five horse races")
    assert page.run(CHOSEN) == ["horse", "frequent"]
    keyboard("alt+Right")
    page.until(lambda board: board["heading"] == "Next five horse and greyhound races")


def test_how_much_is_announced_with_arrows(keyed, stand_in):
    page, keyboard = keyed
    reach(page, keyboard, "Frequent")
    keyboard("Left")
    page.wait(lambda: "announce=milestones" in stand_in.opened[-1], 4)
    assert page.run(CHOSEN) == ["milestones"] and page.run(FOCUS) == "Milestones"
    keyboard("Left")
    page.wait(lambda: "announce=off" in stand_in.opened[-1], 4)
    keyboard("Right", "Right")
    page.wait(lambda: "announce=" not in stand_in.opened[-1], 4)
    page.run("localStorage.clear()")


def test_the_time_to_the_next_race_and_the_log(keyed):
    page, keyboard = keyed
    reach(page, keyboard, "Time to next race")
    page.listen()
    keyboard("space")
    page.wait(page.spoken, 3)
    assert page.spoken()[0].startswith("Next: Flemington race 2, Horse racing: ")
    keyboard("Tab")
    assert page.run(FOCUS) == "Last announcements" and not page.run(LOG_OPEN)
    keyboard("Return")
    page.wait(lambda: page.run(LOG_OPEN), 3)
    assert page.read()["log"][0] == page.spoken()[0]
    keyboard("space")
    page.wait(lambda: not page.run(LOG_OPEN), 3)


def test_a_row_is_followed_with_enter_and_left_with_it(keyed):
    page, keyboard = keyed
    race = page.read()["rows"][1]["id"]
    reach(page, keyboard, race)
    keyboard("Return")
    page.wait(lambda: page.run("return location.hash") == f"#race={race}", 3)
    assert page.run(FOCUS) == race
    keyboard("Return")
    page.wait(lambda: page.run("return location.hash") == "", 3)
    keyboard("shift+Tab")
    assert page.run(FOCUS) == page.read()["rows"][0]["id"]
