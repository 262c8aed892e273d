"""What the pages of the site are made of: links, headings, tables, comments of headers. stage_test.py docs/site"""

import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import comments
import links
import stage
import tables
import theme

# Headings have the anchors of GitHub.
assert stage.slug("A [new](x.md) run, from `another`") == "a-new-run-from-another"
assert stage.anchors("# One\n```\n# no heading\n```\n## `two.three`\n<a id=\"key\"></a>") == {"one", "twothree", "key"}

with tempfile.TemporaryDirectory() as root:
    folder = pathlib.Path(root)
    stage.ROOT = folder
    for name, text in {"docs/a.md": "# A\n[b](b.md#there) [c](c.md) [d](b.md#gone) `[e](e.md)`\n![p](p.png) [s](../src/x.hpp)\n",
                       "docs/b.md": "# B\n## There\n", "src/x.hpp": "int x;  // of x\n", "docs/p.png": ""}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    site = stage.Site(folder / "pages")
    site.places = {"docs/a.md": "a.md", "docs/b.md": "deep/b.md"}
    site.written = set()
    text = site.links("docs/a.md", "a.md", site.read("docs/a.md"))
    assert "[b](deep/b.md#there)" in text and "![p](images/docs-p.png)" in text, text
    assert "[s](code/src/x.hpp.md)" in text and "`[e](e.md)`" in text and " c " in text, text
    assert site.faults == ["docs/a.md: c.md is not there", "docs/a.md: b.md#gone: there is no such heading"], site.faults

    # The gallery has a card for every scene, with its picture where there is one.
    for name, text in {"scenes/README.md": "# Scenes\n[one](one/README.md) [two](two/README.md)\n",
                       "scenes/one/README.md": "# One & all\n![p](p.png)\n", "scenes/one/p.png": "", "scenes/one/scene.toml": "",
                       "scenes/two/README.md": "# Two\nNo picture.\n", "scenes/two/scene.toml": "", "scenes/lost/scene.toml": ""}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    site = stage.Site(folder / "pages")
    site.written = set()
    site.gallery("scenes/README.md", "gallery/index.md")
    text = (folder / "pages/gallery/index.md").read_text()
    assert '<a class="card" href="one.html"><img src="../_images_gallery/one.png" alt="" loading="lazy"><p>One &amp; all</p></a>' in text, text
    assert '<a class="card" href="two.html"><p>Two</p></a>' in text, text
    assert (folder / "pages/_extra/_images_gallery/one.png").exists() and "_extra/_images_gallery/two.png" not in site.written
    assert set(site.faults) == {"scenes/README.md: not listed: lost"}, site.faults

    # A link to a movie on a line of its own is the movie; one without a file is a fault.
    (folder / "scenes/s").mkdir(parents=True)
    (folder / "scenes/s/movie.mp4").write_bytes(b"movie")
    text = site.movies("scenes/s/README.md", "# S\n\n[Grains & water](movie.mp4)\n\nA [word](movie.mp4).\n")
    assert 'src="../_movies/scenes-s-movie.mp4" title="Grains &amp; water"></video>\n```\n\nA [word](movie.mp4).' in text, text
    assert (folder / "pages/_extra/_movies/scenes-s-movie.mp4").read_bytes() == b"movie"
    site.faults = []
    assert site.movies("scenes/s/README.md", "[m](no.mp4)") == "m" and site.faults == ["scenes/s/README.md: no.mp4 is not there"]

    # Pages of HTML: a link to nothing, and one to a place that is not there.
    html = folder / "html"
    html.mkdir()
    (html / "one.html").write_text('<a href="two.html#here">x</a> <a href="two.html#lost">x</a> <img src="no.png">')
    (html / "two.html").write_text('<p id="here"></p>')
    assert links.check(html) == (2, ["one.html: two.html#lost: no such place", "one.html: no.png"])

# A table has as many cells in every row; code of a cell parts it as well. Words that wait for their text.
assert list(tables.faults("| a | b |\n|---|---|\n| 1 | `\\|x\\|` |\n\n| 1 | 2 |\n\n| a |\n|:-:|\n| `|x|` |\n")) == [
    (5, "a row of a table without a head"), (9, "3 cells in a row of a table of 1")]
assert list(tables.faults("# A\n\nBIG_TABLE\n\n`AN_NAME`, $P_C$ and [it](BE_LOW.md)\n```\n| x\nNO_NAME\n```\nTODO: more\n\nSOON\n")) == [
    (3, "BIG_TABLE stands for something"), (10, "TODO stands for something"), (12, "SOON stands for something")]

# Comments of a header are for Doxygen what they are for people.
assert comments.documented("// The file.\n#pragma once\n\n// A box.\nstruct Box {\n  double low = 0;  // its corner\n};") == (
    "//! \\file\n//! The file.\n#pragma once\n\n/// A box.\nstruct Box {\n  double low = 0;  ///< its corner\n};")

# What the search shows of a page: its words, without formulas, marks of headings and what stands beside it.
assert theme.Text('<nav>no</nav><article role="main"><h1>A<a class="headerlink">¶</a></h1><p>one <b>two</b><br>\n<span class="math '
                  '">is<span class="katex"><span>x</span>y</span></span> <img src="p"> three</p></article><p>no</p>').text == "Aone two is three"
