"""Fenced blocks of Markdown, with what a comment before them says about running them.

    <!-- run: 3 lines -->                     it goes on; it is ended after three lines, or ends well by itself
    <!-- run: each command, 3 lines -->       the same for each line of the block
    <!-- run: 3 lines in browsers -->         a module in a page; lines are what it writes to the console
    <!-- run: shows "PATTERN" in browsers --> a page; the pattern is looked for in its text
    <!-- run: to the end -->                  it ends with status 0 and has written something
    <!-- run: no, REASON -->                  it is not run
"""
import dataclasses
import re

# Blocks in these languages are for running, so that each must say how.
RUNNABLE = {"sh", "bash", "python", "js", "html", "swift"}
HOW = re.compile(r"""(?P<each>each\ command,\ )?(?P<lines>\d+)\ lines?(?P<browsers>\ in\ browsers)?
                     |shows\ "(?P<shows>.+)"\ in\ browsers|(?P<end>to\ the\ end)|no,\ (?P<reason>.+)""", re.X)


@dataclasses.dataclass(frozen=True)
class Snippet:
    place: str
    language: str
    text: str
    # What the comment says; None where there is none.
    how: re.Match | None

    def __str__(self):
        return f"{self.place}-{self.language}"

    @property
    def in_browsers(self):
        return bool(self.how and (self.how["browsers"] or self.how["shows"]))

    def at(self, url):
        """The text with the address of a running server."""
        return self.text.replace("http://127.0.0.1:8080", url)


def snippets(path, languages=RUNNABLE):
    """All blocks of a file in one of these languages."""
    found, how, block = [], None, None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if block is not None:
            if line.startswith("```"):
                language, first, text = block
                if language in languages:
                    found.append(Snippet(f"{path.name}:{first}", language, "".join(text), how))
                how = block = None
            else:
                block[2].append(line + "\n")
        elif fence := re.fullmatch(r"```(\w*)", line):
            block = (fence[1], number, [])
        elif comment := re.fullmatch(r"<!-- run: (.+) -->", line):
            how = HOW.fullmatch(comment[1])
            if not how:
                raise ValueError(f"{path.name}:{number}: '{comment[1]}' is no way to run a block")
        elif line:
            how = None
    return found
