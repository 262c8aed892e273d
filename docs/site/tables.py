"""Faults of a page that no link shows: rows of tables that have not as many cells as the head, and words in capitals that
stand for something still to come.
"""

import re

RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
# A word in capitals with _ is a name only in code; one alone in its paragraph waits for its text.
WAITING = re.compile(r"\b(?:TODO|FIXME|TBD|XXX)\b|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b")
ALONE = re.compile(r"[A-Z][A-Z0-9_]{2,}")


def cells(row):
    """How many cells a row has, as GitHub and MyST count: also a | in code parts two, unless there is a \\ before it."""
    row = row.strip().replace(r"\|", "")
    return row.removeprefix("|").removesuffix("|").count("|") + 1


def faults(text):
    """(line, what) of each."""
    lines = text.split("\n")
    fence = ""
    wide = 0  # cells of the head of the table that the line is in
    for k, line in enumerate(lines):
        opens = re.match(r"\s*(`{3,})", line)
        if opens and (not fence or opens[1] == fence):
            fence = "" if fence else opens[1]
            wide = 0
            continue
        if fence:
            continue
        if not line.startswith("|"):
            wide = 0
        elif wide == 0:
            wide = cells(line)
            if k + 1 == len(lines) or not RULE.fullmatch(lines[k + 1]):
                yield k + 1, "a row of a table without a head"
        elif cells(line) != wide:
            yield k + 1, f"{cells(line)} cells in a row of a table of {wide}"
        words = re.sub(r"`[^`]*`|\$[^$]+\$|\]\([^)]*\)", "", line)
        waiting = WAITING.search(words) or ALONE.fullmatch(line.strip())
        if waiting:
            yield k + 1, f"{waiting[0]} stands for something"
