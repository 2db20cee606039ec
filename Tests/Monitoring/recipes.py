"""The blocks of docs/dashboards.md, by what the comment before them says they are tried as."""
import re

from processes import ROOT

PAGE = ROOT / "docs/dashboards.md"


def recipes():
    """The text of each block, by name; `yaml` may come more than once, so that each is a list."""
    found = {}
    for name, text in re.findall(r"<!-- try: ([\w -]+) -->\n```\w*\n(.*?)```\n", PAGE.read_text("utf-8"), re.S):
        found.setdefault(name, []).append(text)
    return found


def recipe(name, url):
    """The one block of that name, with the address of a running server."""
    [text] = recipes()[name]
    return text.replace("http://127.0.0.1:8080", url).replace("127.0.0.1:8080", url.removeprefix("http://"))
