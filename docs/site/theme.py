"""What Debian's furo needs to work from a file path: its script in one piece, its style with normalize.css inside, and dark
colours where the browser is dark; and what the search needs there: the texts that it shows parts of."""

import json
import pathlib
import re
from html.parser import HTMLParser

FURO = pathlib.Path("/usr/lib/python3/dist-packages/furo/theme/furo/static")
NORMALIZE = pathlib.Path("/usr/share/javascript/normalize.css/normalize.css")


def mend(app, error):
    if error or app.builder.format != "html":
        return
    static = pathlib.Path(app.outdir, "_static")
    # The script imports another one as a module, which browsers refuse from a file path. In front of it that other one
    # leaves what it makes in the window.
    gumshoe = (FURO / "scripts/gumshoe-patched.js").read_text()
    script = re.sub(r'^import .*$', "const Gumshoe = window.Gumshoe;", (FURO / "scripts/furo.js").read_text(), flags=re.M)
    (static / "scripts/furo.js").write_text(f"{gumshoe}\n(function () {{\n{script}\n}})();\n")
    # The style imports another one by a path of Debian's web server.
    style = (FURO / "styles/furo.css").read_text()
    style = re.sub(r"@import url\([^)]*normalize\.css\);?", "", style)
    (static / "styles/furo.css").write_text(NORMALIZE.read_text() + style + dark(style))


def dark(style):
    """The rules of the dark theme for browsers that are dark, which the compiled style has lost."""
    if "prefers-color-scheme" in style:
        return ""
    block = re.search(r"@media not print \{\s*(body\[data-theme=\"dark\"\].*?\} \})", style, re.S)
    if block is None:
        raise ValueError(f"{FURO}/styles/furo.css has no dark theme where it is looked for")
    rules = block[1].replace('body[data-theme="dark"]', 'body:not([data-theme="light"])')
    return f"\n@media not print {{ @media (prefers-color-scheme: dark) {{\n{rules} }}\n"


class Text(HTMLParser):
    """What a page says, without its formulas, which are there twice."""

    silent = {"headerlink", "katex", "toctree-wrapper"}
    single = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

    def __init__(self, page):
        super().__init__()
        self.words, self.depth, self.main, self.hidden = [], 0, None, None
        self.feed(page)
        self.text = re.sub(r"\s+", " ", "".join(self.words)).strip()

    def handle_starttag(self, tag, attributes):
        if tag in self.single:
            return
        values = dict(attributes)
        self.depth += 1
        if self.main is None and values.get("role") == "main":
            self.main = self.depth
        if self.hidden is None and (tag in ("script", "style") or self.silent & set((values.get("class") or "").split())):
            self.hidden = self.depth

    def handle_endtag(self, tag):
        if tag in self.single:
            return
        if self.depth == self.main:
            self.main = 0  # its end
        if self.depth == self.hidden:
            self.hidden = None
        self.depth -= 1

    def handle_data(self, data):
        if self.main and self.hidden is None:
            self.words.append(data)


def search(app, error):
    """The search shows a part of each page that it finds. Sphinx's fetches the page, which browsers refuse from a file path:
    the texts come with the index instead."""
    if error or app.builder.format != "html":
        return
    out = pathlib.Path(app.outdir)
    script = (out / "_static/searchtools.js").read_text()
    fetched = re.compile(r"fetch\(requestUrl\)\s*\.then\(\(responseData\) => responseData\.text\(\)\)")
    parsed = "const text = Search.htmlToText(htmlText);"
    if len(fetched.findall(script)) != 1 or script.count(parsed) != 1:
        raise ValueError("Sphinx's searchtools.js does not fetch pages where it is looked for")
    script = fetched.sub("Promise.resolve(Search.texts[docName])", script).replace(parsed, "const text = htmlText;")
    (out / "_static/searchtools.js").write_text(script)
    texts = {name: Text((out / f"{name}.html").read_text()).text for name in sorted(app.env.found_docs)}
    index = (out / "searchindex.js").read_text()
    (out / "searchindex.js").write_text(f"Search.texts = {json.dumps(texts, ensure_ascii=False)};\n{index}")


def setup(app):
    app.connect("build-finished", mend, priority=900)
    app.connect("build-finished", search, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
