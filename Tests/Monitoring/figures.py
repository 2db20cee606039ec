"""Names of figures: those that a server has, and those that an expression asks for."""
import re

import requests


def names_in(expression):
    return set(re.findall(r"\bnexttogo_\w+", expression))


def names_of(server):
    """All samples by name; a family without samples counts as well, and so do the three of a histogram."""
    text = requests.get(server.url + "/metrics", timeout=5).text
    return set(re.findall(r"^(nexttogo_\w+)", text, re.M)) | set(re.findall(r"^# TYPE (\w+)", text, re.M))
