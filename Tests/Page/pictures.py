"""Pictures of the page for the README: python3 pictures.py FOLDER. From NEXTTOGO_URL, else from the stand-in."""
import os
import pathlib
import sys
import time

from browsers import Chromium
from conftest import PUBLIC, Page
from stand_in import StandIn

PICTURES = {
    "light": {"size": (1280, 900), "media": {"prefers_color_scheme": "light"}},
    "dark": {"size": (1280, 900), "media": {"prefers_color_scheme": "dark"}},
    "phone": {"size": (390, 844), "media": {"prefers_color_scheme": "light"}},
    "large-text": {"size": (1280, 1600), "media": {"prefers_color_scheme": "light"}, "type": "310%"},
    "forced-colours": {"size": (1280, 900), "media": {"forced_colors": "active"}},
    "kiosk": {"size": (1920, 1080), "media": {"prefers_color_scheme": "dark"}, "query": "?kiosk"},
}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    browser = Chromium()
    try:
        with StandIn(PUBLIC) as server:
            page = Page(browser, os.environ.get("NEXTTOGO_URL", server.url).rstrip("/") + "/")
            for name, wanted in PICTURES.items():
                server.fill((-20, 26, 54, 204, 750, 1300, 3825))
                browser.media(**wanted["media"])
                browser.size(*wanted["size"])
                page.open(wanted.get("query", ""))
                page.run("document.documentElement.style.fontSize = arguments[0]", wanted.get("type", ""))
                time.sleep(1)
                (folder / f"{name}.png").write_bytes(browser.picture())
    finally:
        browser.quit()


if __name__ == "__main__":
    main()
