"""Pictures of the page and of a terminal for the README: python3 pictures.py FOLDER (see Scripts/pictures).

Each is of the real server, over a feed of made-up races at every distance from their start; the terminal is a real xterm.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from browsers import Chromium
from conftest import PUBLIC, Page
from processes import BINARY, Program, environment

CATEGORIES = {"horse": "4a2788f8-e825-4d36-9894-efd4baf1cfae", "harness": "161d9be2-e909-4326-8c2c-35ed71fb460b",
              "greyhound": "9daef0d7-bf3c-4f50-921d-8e818c60fe61"}
RACES = [("Quandong Flat", 3, "Saddler's Row Maiden Plate", "horse", "VIC", "AUS", -21),
         ("Tussock Harbour", 10, "Maple Street Dental Pace", "harness", "QLD", "AUS", 27),
         ("Elder Green", 4, "Wheelwright's Arms 525 Yds (A4)", "greyhound", None, "UK", 55),
         ("Otterwick", 1, "Bluebell Florist Novices' Chase", "horse", None, "UK", 206),
         ("Quandong Bend", 8, "Kite & Key Locksmiths 525 (5)", "greyhound", "NSW", "AUS", 753),
         ("Saltbush Creek", 2, "O'Hara's Stockfeeds Handicap", "horse", "WA", "AUS", 1300)]
LIGHT, DARK = {"prefers_color_scheme": "light"}, {"prefers_color_scheme": "dark"}
PAGES = {
    "light": {"size": (1280, 880), "media": LIGHT},
    "dark": {"size": (1280, 880), "media": DARK},
    "large-text": {"size": (1280, 1640), "media": LIGHT, "type": "310%"},
    "kiosk": {"size": (1280, 720), "media": DARK, "query": "?kiosk"},
}
# Between the start of a server and the picture lies at least this (s).
LEAD = 3
COLUMNS, LINES = 80, 9


def feed():
    """The races as a feed lists them, their starts counted from the moment of the picture."""
    now = int(time.time()) + LEAD
    summaries = {}
    for number, (meeting, race, name, category, state, country, start) in enumerate(RACES):
        key = f"00000000-0000-4000-8000-{number:012d}"
        summaries[key] = {
            "race_id": key, "race_name": name, "race_number": race, "meeting_id": key, "meeting_name": meeting,
            "category_id": CATEGORIES[category], "advertised_start": {"seconds": now + start}, "venue_id": key,
            "venue_name": meeting, "venue_state": state or country, "venue_country": country}
    return {"status": 200, "data": {"next_to_go_ids": list(summaries), "race_summaries": summaries}}


class Server:
    """`with Server(folder) as url`: the real server over a feed made now."""

    def __init__(self, folder):
        self.file = pathlib.Path(folder) / "feed.json"

    def __enter__(self):
        self.began = time.time()
        self.file.write_text(json.dumps(feed()), encoding="utf-8")
        self.program = Program([BINARY, "--port", "0", "--threads", "1", "--feed", f"file:{self.file}", "--public", PUBLIC],
                               env=environment())
        self.url = self.program.wait_for(r"listening on (http://\S+)")[1]
        return self

    def __exit__(self, *_):
        self.program.end()

    def wait(self):
        """Until the moment of the picture, when all that arrives has arrived."""
        time.sleep(max(0, self.began + LEAD + 0.3 - time.time()))


def page_picture(browser, folder, size, media, query="", type=""):
    browser.media(**media)
    browser.size(*size)
    with Server(folder) as server:
        page = Page(browser, server.url + "/").open(query)
        page.until(lambda board: len(board["rows"]) == 5)
        page.run("document.documentElement.style.fontSize = arguments[0]", type)
        page.settle()
        server.wait()
        return browser.picture()


def terminal_picture(folder):
    """/board in an xterm on a screen of its own, as large as the window."""
    reading, writing = os.pipe()
    screen = subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1100x300x24"], pass_fds=(writing,),
                              stderr=subprocess.DEVNULL)
    display = {**os.environ, "DISPLAY": ":" + os.read(reading, 16).decode().strip()}
    try:
        with Server(folder) as server:
            terminal = subprocess.Popen(
                ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "13", "-geometry", f"{COLUMNS}x{LINES}+0+0", "-b", "14",
                 "-bw", "0", "-bg", "#111411", "-fg", "#f2f0e9", "-T", "board", "-e", "curl", "-sN", f"{server.url}/board"],
                env=display, stderr=subprocess.DEVNULL)
            server.wait()
            window = subprocess.run(["xdotool", "search", "--name", "^board$"], env=display, capture_output=True, text=True,
                                    check=True).stdout.split()[0]
            picture = subprocess.run(["import", "-window", window, "png:-"], env=display, capture_output=True, check=True).stdout
            terminal.terminate()
            terminal.wait(10)
    finally:
        screen.terminate()
        screen.wait(10)
    return picture


def main():
    target = pathlib.Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        browser = Chromium()
        try:
            for name, wanted in PAGES.items():
                (target / f"{name}.png").write_bytes(page_picture(browser, folder, **wanted))
        finally:
            browser.quit()
        (target / "board.png").write_bytes(terminal_picture(folder))


if __name__ == "__main__":
    main()
