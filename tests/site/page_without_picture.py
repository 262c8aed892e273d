"""A page without a picture, or without a title, has a card in the gallery like the others."""

import importlib.machinery
import importlib.util
import os
import sys
import tempfile

loader = importlib.machinery.SourceFileLoader("site_tool", sys.argv[1])
sys.dont_write_bytecode = True
site_tool = importlib.util.module_from_spec(importlib.util.spec_from_loader("site_tool", loader))
loader.exec_module(site_tool)

with tempfile.TemporaryDirectory() as root:
    pages = {"plain": "# Plain words\n\nNo picture here.\n", "bare": "Neither title nor picture.\n",
             "drawn": "# Drawn\n\n![what it is](picture.png)\n"}
    for name, text in pages.items():
        os.makedirs(f"{root}/scenes/{name}")
        with open(f"{root}/scenes/{name}/README.md", "w") as page:
            page.write(text)
    with open(f"{root}/scenes/README.md", "w") as page:
        page.write("# Scenes\n")
    site_tool.ROOT = root
    site_tool.gallery(f"{root}/site", list(pages))
    with open(f"{root}/site/scenes/index.html") as page:
        text = page.read()
    for expected in ('href="plain/index.html"><p>Plain words', 'href="bare/index.html"><p>bare',
                     'src="drawn/picture.png"'):
        assert expected in text, expected
