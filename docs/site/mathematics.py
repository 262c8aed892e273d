"""Mathematics set by KaTeX while the site is built: pages need no script and no network for it."""

import json
import os
import pathlib
import shutil
import subprocess

KATEX = "/usr/share/javascript/katex"
LOOP = """
const katex = require("%s/katex.js");
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const {tex, display} = JSON.parse(line);
  let answer;
  try { answer = {html: katex.renderToString(tex, {displayMode: display, output: "htmlAndMathml", throwOnError: true})}; }
  catch (error) { answer = {error: String(error)}; }
  process.stdout.write(JSON.stringify(answer) + "\\n");
});
""" % KATEX

_processes = {}  # of KaTeX, one for each process of Sphinx


def render(tex, display):
    if os.getpid() not in _processes:
        _processes[os.getpid()] = subprocess.Popen(["node", "-e", LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process = _processes[os.getpid()]
    process.stdin.write(json.dumps({"tex": tex, "display": display}) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    if "error" in answer:
        from sphinx.util import logging
        logging.getLogger(__name__).warning("KaTeX: %s: %s", tex, answer["error"])
        return tex
    return answer["html"]


def visit_math(translator, node):
    from docutils.nodes import SkipNode
    translator.body.append(f'<span class="math">{render(node.astext(), False)}</span>')
    raise SkipNode


def visit_math_block(translator, node):
    from docutils.nodes import SkipNode
    tex = node.astext()
    if "\\\\" in tex and "\\begin" not in tex:
        tex = "\\begin{aligned}" + tex + "\\end{aligned}"
    translator.body.append(f'<div class="math">{render(tex, True)}</div>')
    raise SkipNode


def copy_files(app, error):
    """The style and the fonts that formulas are set in."""
    if error or app.builder.format != "html":
        return
    target = pathlib.Path(app.outdir, "_static/katex")
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(f"{KATEX}/katex.min.css", target / "katex.min.css")
    for font in pathlib.Path(f"{KATEX}/fonts").resolve().glob("*.woff2"):
        shutil.copyfile(font, target / "fonts" / font.name)


def setup(app):
    app.add_html_math_renderer("katex", (visit_math, None), (visit_math_block, None))
    app.config.html_math_renderer = "katex"
    app.add_css_file("katex/katex.min.css")
    app.connect("build-finished", copy_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
