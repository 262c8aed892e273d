"""What Debian's furo needs to work from a file path: its script in one piece, its style with normalize.css inside."""

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
    (static / "styles/furo.css").write_text(NORMALIZE.read_text() + style)


def setup(app):
    app.connect("build-finished", mend, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
