"""The site of the documentation, for Sphinx: docs/site/build makes it."""

import os
import pathlib
import re
import sys

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))

project = "Floc"
author = "the authors of Floc"
copyright = "the authors of Floc, BSD-3-Clause"
version = release = re.search(r"project\(floc VERSION ([\d.]+)", (here / "../../CMakeLists.txt").read_text())[1]

extensions = ["myst_parser", "sphinx.ext.autodoc", "mathematics", "theme"]
myst_enable_extensions = ["dollarmath", "amsmath", "deflist", "colon_fence"]
myst_dmath_allow_space = False
myst_dmath_double_inline = False
myst_heading_anchors = 5
suppress_warnings = ["myst.header", "myst.xref_missing"]  # links and anchors: stage.py, and links.py afterwards

root_doc = "index"
exclude_patterns = ["_extra"]
html_theme = "furo"
html_title = "Floc"
html_static_path = [str(here / "static")]
html_extra_path = [os.environ["FLOC_PAGES"] + "/_extra"]
html_css_files = ["floc.css"]
html_copy_source = False
html_show_sphinx = False
highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "github-dark"
smartquotes = False

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries = True
toc_object_entries_show_parents = "hide"
primary_domain = None
default_role = "code"  # as in the docstrings, and in Markdown
