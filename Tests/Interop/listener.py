"""An EventSource in a page of a browser (LISTENER in pages.py), and what it has been given."""
import json
import time

from clients import Recording

CONNECTING, OPEN, CLOSED = 0, 1, 2


class Listener:
    """An EventSource in a page, and what it has been given."""

    def __init__(self, browser, page, url):
        self.browser = browser
        browser.open(page)
        browser.run("window.listen(arguments[0])", url)

    def seen(self, *types):
        return [each for each in self.browser.run("return window.seen") if not types or each["type"] in types]

    def wait(self, count, *types, after=0.0, seconds=10):
        """At least so many events of these types, of those after a time."""
        end = time.monotonic() + seconds
        while True:
            found = [each for each in self.seen(*types) if each["at"] > after]
            if len(found) >= count:
                return found
            if time.monotonic() > end:
                kinds = [(each["type"], round(each["at"] - time.time(), 1)) for each in self.seen()]
                raise AssertionError(f"{len(found)} of {count} {types} within {seconds} s: {kinds[-20:]}")
            time.sleep(0.1)

    def state(self):
        return self.browser.run("return window.source.readyState")

    def recording(self):
        recording = Recording()
        for each in self.seen("feed", "races", "countdown"):
            recording.add(each["type"], json.loads(each["data"]), each["id"], each["at"])
        return recording


def data(event):
    return json.loads(event["data"])
