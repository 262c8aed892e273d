"""Does what a page says, in the folder it is started in: pages.py PAGE

Files that the page says to save are written, commands of the shell and code of Python are run, in their order.
"""

import pathlib
import re
import subprocess
import sys


def blocks(text):
    """(what, name or language, content) of each fence."""
    end = 0
    for fence in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.M | re.S):
        before = text[end:fence.start()]
        end = fence.end()
        saved = re.findall(r"(?:[Ss]ave this|and this) as `([^`]+)`", before)
        if saved:
            yield "save", saved[-1], fence[2]
        else:
            yield "run", fence[1], fence[2]


def main(page):
    names = {"__name__": "__page__"}
    for what, name, content in blocks(pathlib.Path(page).read_text()):
        if what == "save":
            pathlib.Path(name).write_text(content)
        elif name == "sh":
            subprocess.run(["bash", "-euc", content], check=True)
        elif name == "python":
            pathlib.Path("page.py").write_text(content)
            exec(compile(content, "page.py", "exec"), names)


if __name__ == "__main__":
    main(sys.argv[1])
