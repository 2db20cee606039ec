"""More than one window, and the board on other people's pages."""
import http.server
import threading
import time

import pytest

from conftest import Page
from test_truth import seconds

WAYS = {
    "a worker": "",
    "a lock": "delete window.SharedWorker;",
    "an election": "delete window.SharedWorker; Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });",
}


@pytest.fixture
def windows(chromium, stand_in):
    """Opens as many windows as asked, in which the browser's abilities are cut down to a way of sharing; all are new, for
    what is cut off stays so until a window is closed."""
    def opened(count, way="a worker", query=""):
        pages = []
        for index in range(count):
            chromium.driver.switch_to.new_window("window")
            chromium.cdp("Page.addScriptToEvaluateOnNewDocument", source=WAYS[way])
            pages.append(Page(chromium, stand_in.url).open(query(index) if callable(query) else query, live=False))
            pages[-1].handle = chromium.driver.current_window_handle
        return pages
    yield opened


def to(page):
    page.browser.driver.switch_to.window(page.handle)
    return page


@pytest.mark.parametrize("way", [pytest.param(way, marks=pytest.mark.core) if way == "a worker" else way for way in WAYS])
def test_seven_windows_are_live_on_one_stream(windows, stand_in, way):
    pages = windows(7, way)
    for page in pages:
        to(page).live(8)
    page.wait(lambda: stand_in.streams == 1, 5)
    time.sleep(2)
    for page in pages:
        assert to(page).read()["state"] == "live"
    assert stand_in.streams == 1


@pytest.mark.parametrize("way", WAYS)
def test_another_window_goes_on_when_the_one_with_the_stream_closes(windows, stand_in, way):
    pages = windows(3, way)
    for page in pages:
        to(page).live(8)
    to(pages[0]).browser.driver.close()
    to(pages[1])
    time.sleep(7)
    assert [to(page).read()["state"] for page in pages[1:]] == ["live", "live"]
    assert stand_in.streams == 1


@pytest.mark.core
def test_only_the_window_in_use_speaks(windows, stand_in):
    stand_in.faults.announce = {}
    pages = windows(3)
    for page in pages:
        to(page).live(8)
        page.listen()
    to(pages[1]).run("dispatchEvent(new Event('focus'))")
    text = "20 seconds: Flemington race 2"
    stand_in.faults.announce = {"text": text, "validForMs": 5000, "parts": [{"kind": "soon", "races": [], "text": text}]}
    time.sleep(2.5)
    assert [len(to(page).heard()) for page in pages] == [0, 1, 0]


def test_a_window_unseen_for_half_a_minute_gives_its_stream_back(windows, stand_in):
    page, = windows(1)
    page.live()
    handle = page.browser.driver.current_window_handle
    page.run("""Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
        document.dispatchEvent(new Event('visibilitychange'));""")
    time.sleep(25)
    assert stand_in.streams == 1
    page.wait(lambda: stand_in.streams == 0, 9)
    assert page.browser.driver.current_window_handle == handle
    page.run("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    page.live(4)
    assert stand_in.streams == 1


def test_a_window_opened_behind_the_others_gives_its_stream_back_unseen(windows, stand_in):
    page, = windows(1)
    hide = "Object.defineProperty(Document.prototype, 'hidden', { configurable: true, get: () => true });"
    added = page.browser.cdp("Page.addScriptToEvaluateOnNewDocument", source=hide)
    try:
        page.open()
    finally:
        page.browser.cdp("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])
    assert stand_in.streams == 1
    page.wait(lambda: stand_in.streams == 0, 39)


def crowd(windows, stand_in, boards):
    """As many windows, each with a board of its own."""
    pages = windows(boards, query=lambda index: f"?count={index + 1}")
    for page in pages[:5]:
        to(page).live(8)
    pages[0].wait(lambda: stand_in.streams == 5, 5)
    return pages


CROWDED = "Not live: too many different boards are open"


def test_more_different_boards_than_connections_say_so_and_take_turns(windows, stand_in):
    *pages, sixth, seventh = crowd(windows, stand_in, 7)
    for page in (sixth, seventh):
        to(page).until(lambda board: board["status"] == CROWDED, 5)
    to(pages[1]).browser.driver.close()
    to(sixth).live(8)
    assert len(sixth.read()["rows"]) == 6
    assert to(seventh).read()["status"] == CROWDED
    seventh.wait(lambda: stand_in.streams == 5, 5)


def test_a_window_among_many_boards_still_changes_its_own(windows, stand_in):
    pages = crowd(windows, stand_in, 5)
    to(pages[2]).click("Horse")
    pages[2].until(lambda board: board["heading"] == "Next three horse races" and board["state"] == "live", 8)
    pages[2].wait(lambda: stand_in.streams == 5, 5)


@pytest.fixture
def foreign():
    """Somebody else's page, on another origin."""
    body = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def do_GET(self):
            data = body["html"].encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def serve(html):
        body["html"] = html
        return f"http://localhost:{server.server_address[1]}/"
    yield serve
    server.shutdown()


@pytest.mark.core
def test_the_element_works_on_a_foreign_page_and_two_share_a_stream(browser, stand_in, foreign):
    url = foreign(f"""<!doctype html><html lang="en"><title>Elsewhere</title>
        <script type="module" src="{stand_in.url}next-to-go.js"></script>
        <next-to-go category="horse" count="3"></next-to-go><next-to-go category="horse" count="3"></next-to-go>
        <style>next-to-go {{ --next-to-go-ink: rgb(1, 2, 3) }} next-to-go::part(heading) {{ font-size: 10px }}</style>""")
    page = Page(browser, url).open()
    boards = page.wait(lambda: (all_ := page.run("""return [...document.querySelectorAll('next-to-go')].map((each) =>
        [each.shadowRoot.querySelector('h2').textContent, each.shadowRoot.querySelectorAll('.row').length,
         each.shadowRoot.querySelector('.board').dataset.state, getComputedStyle(each).color,
         getComputedStyle(each.shadowRoot.querySelector('h2')).fontSize,
         each.shadowRoot.querySelectorAll('.row svg path').length > 2])""")) and all(b[2] == "live" for b in all_) and all_)
    assert boards == [["Next three horse races", 3, "live", "rgb(1, 2, 3)", "10px", True]] * 2
    assert stand_in.streams == 1
    assert page.run("return document.querySelectorAll('[aria-live]').length") == 1
    assert page.run("return document.title") == "Elsewhere"


# The half minute of a window that nobody sees passes in half a second.
HASTE = "const later = setTimeout; window.setTimeout = (run, ms, ...more) => later(run, ms === 30000 ? 500 : ms, ...more);"
UNSEEN = """Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'))"""
SEEN = "delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))"


def test_a_window_seen_again_is_live_though_the_servers_clock_was_set_back(windows, chromium, stand_in):
    first, second = windows(2)
    to(first).live()
    to(second).run(HASTE + UNSEEN)
    time.sleep(1)
    stand_in.faults.offset = -60
    stand_in.faults.reset += 1
    time.sleep(6)
    second.run(SEEN)
    second.live(4)
    board, now = second.read(), stand_in.now()
    assert abs(seconds(board["rows"][0]["text"]) - (stand_in.board([], 1, now)[0]["start"] - now)) <= 1
    assert stand_in.streams == 1


@pytest.mark.parametrize("name", ["a path", "a path without its slash", "an address"])
def test_the_element_takes_the_folder_of_its_server_as_people_write_it(browser, stand_in, name):
    source = {"a path": stand_in.prefix, "a path without its slash": stand_in.prefix.rstrip("/"),
              "an address": stand_in.url.rstrip("/")}[name]
    page = Page(browser, stand_in.url).open()
    page.run("""const board = document.createElement('next-to-go'); board.setAttribute('src', arguments[0]);
        board.setAttribute('count', '2'); document.querySelector('next-to-go').replaceWith(board);""", source)
    page.until(lambda board: board["state"] == "live" and len(board["rows"]) == 2, 5)


def test_an_element_on_no_page_answers_and_can_be_taken_away_and_put_back(browser, stand_in):
    page = Page(browser, stand_in.url).open()
    found = page.run("""const board = document.createElement('next-to-go');
        for (const name of ['pause', 'resume', 'sayNext', 'follow']) board[name]('none');
        return board.board;""")
    assert found == {"now": None, "races": [], "wanted": None, "live": False}
    page.run("window.board = document.querySelector('next-to-go'); board.remove()")
    page.wait(lambda: stand_in.streams == 0, 5)
    assert page.run("return board.board.live") is False
    page.run("document.querySelector('main').append(board)")
    page.live(5)


def test_over_plain_http_in_a_local_network_windows_share_a_stream_all_the_same(chromium, stand_in):
    url = stand_in.url.replace("127.0.0.1", "board.test")
    chromium.driver.switch_to.new_window("window")
    first = Page(chromium, url).open()
    first.handle = chromium.driver.current_window_handle
    assert first.run("return [isSecureContext, Boolean(navigator.locks), Boolean(navigator.wakeLock)]") == [False, False, False]
    chromium.driver.switch_to.new_window("window")
    second = Page(chromium, url).open("?kiosk")
    second.until(lambda board: len(board["rows"]) == 5)
    assert second.run("return document.querySelector('#awake').checkVisibility()")
    second.wait(lambda: stand_in.streams == 1, 5)
    assert to(first).read()["state"] == "live"
