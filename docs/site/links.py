"""Links of a folder of pages that nothing answers to: links.py FOLDER"""

import os
import re
import sys
import urllib.parse
from html.parser import HTMLParser


class Page(HTMLParser):
    """The links of a page, and the places in it that links may lead to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places = [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        for name in ("id", "name"):
            if values.get(name):
                self.places.add(values[name])
        for name in ("href", "src"):
            if values.get(name) and tag != "use":
                self.links.append(values[name])


def check(folder):
    pages = {os.path.relpath(os.path.join(where, file), folder): Page(os.path.join(where, file))
             for where, _, files in os.walk(folder) for file in files if file.endswith(".html")}
    wrong = []
    for path, page in sorted(pages.items()):
        for link in page.links:
            if re.match(r"(https?|mailto|data|javascript):", link):
                if link.startswith("http") and re.search(r"\.(css|js|woff2?)$", link):
                    wrong.append(f"{path}: {link} is of another site")
                continue
            file, _, place = urllib.parse.unquote(link).partition("#")
            file = file.partition("?")[0]
            target = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if target not in pages and not os.path.isfile(os.path.join(folder, target)):
                wrong.append(f"{path}: {link}")
            elif place and target in pages and place not in pages[target].places:
                wrong.append(f"{path}: {link}: no such place")
    return len(pages), wrong


if __name__ == "__main__":
    count, wrong = check(sys.argv[1])
    if wrong:
        sys.exit("site: links that lead nowhere:\n  " + "\n  ".join(wrong))
    print(f"{count} pages; every link leads somewhere")
