"""What the README, docs/consumers.md and the server's own /help show is run as it stands there."""
import re
import shutil
import subprocess
import sys
import time
import urllib.request

import pytest

from pages import page_with
from processes import ROOT, environment
from shell import Pipe
from snippets import snippets

SNIPPETS = [each for name in ("README.md", "docs/consumers.md") for each in snippets(ROOT / name)]
IN_BROWSERS = [each for each in SNIPPETS if each.in_browsers]
IN_SHELLS = [each for each in SNIPPETS if not each.in_browsers]


def command_of(snippet, server, folder):
    """The line of shell that runs a snippet."""
    text = snippet.at(server.url)
    if snippet.language in ("sh", "bash"):
        return text
    if snippet.language == "python":
        (folder / "snippet.py").write_text(text)
        return f"exec '{sys.executable}' '{folder}/snippet.py'"
    if snippet.language == "js":
        if not shutil.which("node"):
            pytest.skip("node is not installed")
        (folder / "snippet.mjs").write_text(text)
        return f"exec node '{folder}/snippet.mjs'"
    if not shutil.which("swiftc"):
        pytest.skip("swiftc is not installed")
    (folder / "main.swift").write_text(text)
    subprocess.run(["swiftc", "-swift-version", "6", "-warnings-as-errors", "-o", folder / "snippet",
                    folder / "main.swift"], check=True, timeout=70, env=environment())
    return f"exec '{folder}/snippet'"


def run(command, lines):
    """Runs until there are so many lines, or to the end; what it wrote."""
    pipe = Pipe(command, lines, 25)
    written = [line for _, line in pipe.lines]
    assert len(written) == lines or pipe.status == 0 and written, f"{command}\n{written}\n{pipe.errors[-1000:]}"
    return written


@pytest.mark.parametrize("snippet", IN_SHELLS, ids=str)
def test_a_snippet_runs_as_it_stands(server, tmp_path, snippet):
    if not snippet.how:
        pytest.skip(f"{snippet.place}: no comment says how to run it (see Tests/Interop/snippets.py)")
    if snippet.how["reason"]:
        return
    command = command_of(snippet, server, tmp_path)
    if snippet.how["end"]:
        assert run(command, 10_000)
    elif snippet.how["each"]:
        for line in command.splitlines():
            run(line, int(snippet.how["lines"]))
    else:
        run(command, int(snippet.how["lines"]))


@pytest.mark.parametrize("snippet", IN_BROWSERS, ids=str)
def test_a_snippet_runs_in_browsers(browser, origin, server, snippet):
    text = snippet.at(server.url)
    shows = snippet.how["shows"]
    wanted = re.compile(shows) if shows else re.compile(rf"(?:.+\n){{{snippet.how['lines']}}}")
    browser.open(origin.put("/snippet.html", text if snippet.language == "html" else page_with(text)))
    try:
        end = time.monotonic() + 15
        while not wanted.search(shown := browser.run("return document.body.innerText + '\\n'")):
            assert time.monotonic() < end, shown
            time.sleep(0.2)
    finally:
        browser.open("about:blank")


def test_what_help_tells_people_to_type_works(server):
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{server.url}/help", timeout=10) as answer:
        text = answer.read().decode().replace("|\n", "|")
    commands = re.findall(r"^ +(curl .+)", text, re.M)
    assert len(commands) >= 5
    for command in commands:
        assert server.url in command
        if "announce" not in command:
            run(command, 2)
