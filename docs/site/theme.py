"""What Debian's furo needs to work from a file path: its script in one piece, its style with normalize.css inside, and dark
colours where the browser is dark."""

import pathlib
import re

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


def setup(app):
    app.connect("build-finished", mend, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
