"""The pages of the project as one tree for Sphinx.

  stage.py FOLDER                  # pages, gallery, sources that pages link to
  stage.py FOLDER --notebooks DIR  # with notebooks that were executed into DIR (docs/site/build does it)

Pages stay where they are useful to who reads the repository; here each has its place in the site (`PLACES`), and its links are
those of the site. A link that leads nowhere, or to a heading that is not there, is an error, and so is a row of a table that
has not as many cells as its head, or a word that stands for something still to come (`tables.py`).
"""

import argparse
import html
import os
import pathlib
import re
import shutil
import sys

import tables

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".toml": "toml", ".js": "javascript", ".json": "json",
             ".cmake": "cmake", ".txt": "text", ".csv": "text", ".sh": "sh"}
IMAGES = (".png", ".svg", ".mp4", ".ico")


# --- the pages and their places --------------------------------------------------------------------

def places():
    """Page of the repository → page of the site."""
    found = {"docs/site/index.md": "index.md", "docs/README.md": "index.md", "README.md": "index.md",
             "scenes/README.md": "gallery/index.md", "src/README.md": "extend/source.md",
             "src/projection/README.md": "extend/projection.md", "benchmarks/README.md": "benchmarks/index.md",
             "benchmarks/RESULTS.md": "benchmarks/results.md", "benchmarks/peers/README.md": "benchmarks/peers.md",
             "CHANGELOG.md": "changelog.md"}
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "packaging/README.md"):
        if (ROOT / name).exists():
            found[name] = name.replace("/README", "").lower()
    for page in sorted((ROOT / "docs").rglob("*.md")):
        path = page.relative_to(ROOT).as_posix()
        if not path.startswith("docs/site/"):
            found.setdefault(path, path.removeprefix("docs/"))
    for page in sorted((ROOT / "docs/site").glob("*/*.md")):
        path = page.relative_to(ROOT).as_posix()
        found[path] = path.removeprefix("docs/site/")
    for page in sorted((ROOT / "scenes").glob("*/README.md")):
        found[page.relative_to(ROOT).as_posix()] = f"gallery/{page.parent.name}.md"
    for notebook in sorted((ROOT / "python/notebooks").glob("*.ipynb")):
        found[notebook.relative_to(ROOT).as_posix()] = f"notebooks/{notebook.stem}.md"
    return found


def title_of(text, otherwise):
    title = re.search(r"^# (.*)", text, re.M)
    return title[1] if title else otherwise


def slug(title):
    """The anchor of a heading, as GitHub and MyST have it."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title.strip().lower()))


def anchors(text):
    plain = re.sub(r"^```.*?^```[^\n]*$", "", text, flags=re.M | re.S)
    found = {slug(title) for title in re.findall(r"^#+ (.*)$", plain, re.M)}
    found |= {slug(title.replace("`", "")) for title in re.findall(r"^#+ (.*)$", plain, re.M)}
    return found | set(re.findall(r'<a id="([^"]+)">', plain)) | set(re.findall(r"^\(([\w-]+)\)=", plain, re.M))


class Site:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.places = places()
        self.faults = []
        self.code = {}     # file of the repository → its page
        self.texts = {}

    def read(self, path):
        if path not in self.texts:
            self.texts[path] = (ROOT / path).read_text() if path.endswith(".md") else ""
        return self.texts[path]

    def write(self, place, text):
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text() != text:
            target.write_text(text)
        self.written.add(place)

    def copy(self, path, place):
        target = self.folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.stat().st_mtime < (ROOT / path).stat().st_mtime:
            shutil.copyfile(ROOT / path, target)
        self.written.add(place)

    # --- links ---

    def link(self, page, place, target, image=False):
        """The target of a link of a page as the site has it, or None where there is nothing to lead to."""
        if re.match(r"[a-z]+:", target):
            return target
        file, _, anchor = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
        if not (ROOT / path).exists() or path.startswith(".."):
            self.faults.append(f"{page}: {target} is not there")
            return None
        if path.endswith(".md") and path in self.places:
            to = self.places[path]
            if anchor and path == page or anchor and not path.startswith("docs/reference"):
                if anchor not in anchors(self.read(path)):
                    self.faults.append(f"{page}: {target}: there is no such heading")
            if path in ("README.md", "docs/README.md"):
                anchor = ""
        elif path in self.places:
            to = self.places[path]
        elif path.endswith(IMAGES):
            to = self.image(path)
        else:
            to = self.code_page(path)
        if to == place and anchor:
            return "#" + anchor
        return os.path.relpath(to, os.path.dirname(place) or ".") + ("#" + anchor if anchor else "")

    def image(self, path):
        to = "images/" + path.replace("/", "-")
        self.copy(path, to)
        return to

    def code_page(self, path):
        """A page that shows a source, or lists a folder."""
        if path not in self.code:
            self.code[path] = f"code/{path}.md" if path != "." else "code/index.md"
        return self.code[path]

    def links(self, page, place, text):
        def to(match):
            if match[3] is None:  # code
                return match[0]
            mark, words, target = match[1], match[2], match[3]
            found = self.link(page, place, target, bool(mark))
            return f"{mark}[{words}]({found})" if found else words
        # Code between backticks is no link; the words of a link may have code in them.
        pattern = re.compile(r"`[^`\n]*`|(!?)\[((?:[^\[\]`]|`[^`\n]*`|\[[^\]]*\](?!\())*)\]\(([^()\s]+)\)")
        blocks = re.split(r"(^```.*?^```[^\n]*$)", text, flags=re.M | re.S)
        changed = "".join(block if k % 2 else pattern.sub(to, block) for k, block in enumerate(blocks))
        # A picture that leads somewhere: the link around it.
        return re.sub(r"(?<=\))\]\((?![a-z]+:)([^()\s]+)\)",
                      lambda m: f"]({self.link(page, place, m[1]) or '#'})" if (ROOT / os.path.dirname(page) / m[1]).exists()
                      else m[0], changed)

    # --- pages ---

    def stage(self, notebooks=None):
        self.written = set()
        (self.folder / "_extra").mkdir(parents=True, exist_ok=True)
        for page, place in self.places.items():
            self.faults += [f"{page}:{line}: {what}" for line, what in tables.faults(self.read(page))]
            if page.endswith(".ipynb"):
                self.notebook(page, place, notebooks)
            elif page in ("README.md", "docs/README.md"):
                self.links(page, "index.md", self.read(page))  # for its links
            elif page == "scenes/README.md":
                self.gallery(page, place)
            else:
                text = self.read(page)
                if place == "index.md":
                    text += self.unlisted(text)
                if place.startswith("gallery/"):
                    text = self.scene(page, self.movies(page, text))
                elif place.startswith("reference/scene/"):
                    text += self.users(place)
                self.write(place, self.links(page, place, self.prepared(text)) + self.below(place))
        if os.environ.get("FLOC_DOXYGEN"):
            self.library()
        else:
            self.write("api/cpp.md", "# C++\n\nMade by `make site`.\n")
        done = set()
        while set(self.code) - done:
            for path in sorted(set(self.code) - done):
                self.show(path, self.code[path])
                done.add(path)
        for old in [p for p in self.folder.rglob("*") if p.is_file()]:
            if old.relative_to(self.folder).as_posix() not in self.written:
                old.unlink()

    def unlisted(self, index):
        """Pages that no list of the index names: they are those of the project."""
        listed = set(re.findall(r"^[\w/-]+$", index, re.M))
        folders = ("gallery/", "theory/", "reference/scene/", "notebooks/", "index", "api/")
        more = sorted({to.removesuffix(".md") for to in self.places.values()} - listed)
        more = [name for name in more if not name.startswith(folders)]
        return "\n```{toctree}\n:hidden:\n" + "\n".join(more) + "\n```\n" if more else ""

    def below(self, place):
        """The pages below one, as the navigation has them: in the order in which it links to them."""
        folder = {"theory.md": "theory/", "reference/scene.md": "reference/scene/", "notebooks.md": "notebooks/"}.get(place)
        if not folder:
            return ""
        page = next(p for p, to in self.places.items() if to == place)
        found = [to for to in self.places.values() if to.startswith(folder)]
        text = self.read(page)
        base = os.path.dirname(place)
        found.sort(key=lambda to: (text.find(os.path.relpath(to, base).removesuffix(".md")) % (len(text) + 1), to))
        names = "\n".join(os.path.relpath(to, base or ".").removesuffix(".md") for to in found)
        return f"\n\n```{{toctree}}\n:hidden:\n{names}\n```\n"

    @staticmethod
    def prepared(text):
        """Fences as MyST has them."""
        return re.sub(r"^```math$", "```{math}", text, flags=re.M)

    def scene(self, page, text):
        toml = (ROOT / os.path.dirname(page) / "scene.toml").read_text()
        return text.rstrip() + f"\n\n## The scene\n\n[scene.toml](scene.toml)\n\n```toml\n{toml}```\n"

    def movies(self, page, text):
        """A line that is a link to a movie becomes the movie."""
        def player(match):
            path = os.path.normpath(os.path.join(os.path.dirname(page), match[2]))
            if not (ROOT / path).exists():
                self.faults.append(f"{page}: {match[2]} is not there")
                return match[1]
            name = path.replace("/", "-")
            self.copy(path, f"_extra/_movies/{name}")
            return (f'```{{raw}} html\n<video controls loop muted playsinline preload="metadata" src="../_movies/{name}" '
                    f'title="{html.escape(match[1])}"></video>\n```')
        return re.sub(r"^\[([^\]]+)\]\(([\w-]+\.mp4)\)$", player, text, flags=re.M)

    def names(self):
        index = self.read("scenes/README.md")
        names = list(dict.fromkeys(re.findall(r"\]\(([\w-]+)/README\.md\)", index)))
        missing = sorted({p.parent.name for p in (ROOT / "scenes").glob("*/scene.toml")} - set(names))
        if missing:
            self.faults.append(f"scenes/README.md: not listed: {', '.join(missing)}")
        return names

    def gallery(self, page, place):
        cards = []
        for name in self.names():
            text = self.read(f"scenes/{name}/README.md")
            picture = re.search(r"!\[[^\]]*\]\(([^)]+)\)", text)
            image = ""
            if picture:
                image = f'<img src="../_images_gallery/{name}.png" alt="" loading="lazy">'
                self.copy(os.path.normpath(f"scenes/{name}/{picture[1]}"), f"_extra/_images_gallery/{name}.png")
            cards.append(f'<a class="card" href="{name}.html">{image}<p>{html.escape(title_of(text, name))}</p></a>')
        text = self.read(page).split("\n", 1)[1]
        text = ("# Gallery\n\nEvery experiment of the papers, and more: each page has the scene file, what the run gives and "
                "what it takes.\n\n```{raw} html\n<div class=\"cards\">\n" + "\n".join(cards) + "\n</div>\n```\n\n## All scenes\n" +
                text + "\n```{toctree}\n:hidden:\n" + "\n".join(self.names()) + "\n```\n")
        self.write(place, self.links(page, place, self.prepared(text)))

    def users(self, place):
        """The scenes that have a table of the scene file."""
        table = os.path.basename(place).removesuffix(".md")
        pattern = re.compile(rf"^\[\[?{re.escape(table)}[\].]|^{re.escape(table)}\s*=", re.M)
        names = [n for n in self.names() if pattern.search((ROOT / "scenes" / n / "scene.toml").read_text())]
        if not names:
            return ""
        if len(names) > 12:
            shown, more = names[:12], f" and {len(names) - 12} more"
        else:
            shown, more = names, ""
        return ("\n## Scenes that have it\n\n" +
                ", ".join(f"[{n}](../../../scenes/{n}/README.md)" for n in shown) + more + ".\n")

    def library(self):
        """A page for each room with headers that programs include."""
        from library import Library

        made = Library(os.environ["FLOC_DOXYGEN"], ROOT / "src")
        rooms = {}
        for header in made.headers():
            if os.path.dirname(header):
                rooms.setdefault(os.path.dirname(header), []).append(header)
        words = {room: re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
                 for room, text in re.findall(r"^\| `(\w+)` \| (.*?) \|", self.read("src/README.md"), re.M)}
        table = ""
        for room in sorted(rooms):
            table += f"| [{room}](cpp-{room}.md) | {words.get(room, '')} |\n"
            body = "\n".join(f"## {h}\n\n````{{eval-rst}}\n{made.header(h)}\n````\n" for h in rooms[room])
            self.write(f"api/cpp-{room}.md", f"# {room}\n\n{body}")
        self.write("api/cpp.md", "# C++\n\n```cpp\n#include <floc/floc.hpp>\n```\n\nThat header includes everything on these pages, "
                   "and only what is on these pages is installed. [Floc in another project](../howto/build.md#from-another-project), "
                   f"[a force of your own](../howto/extend.md), [examples](../{self.code_page('examples')}).\n\n"
                   f"| room | |\n|---|---|\n{table}\n"
                   "```{toctree}\n:hidden:\n" + "\n".join(f"cpp-{room}" for room in sorted(rooms)) + "\n```\n")

    def notebook(self, page, place, notebooks):
        executed = pathlib.Path(notebooks, pathlib.Path(place).name) if notebooks else None
        if executed is None or not executed.exists():
            self.write(place, f"# {pathlib.Path(page).stem}\n\nThis notebook was not executed.\n")
            return
        text = executed.read_text()
        for file in sorted(executed.parent.glob(executed.stem + "_files/*")):
            target = self.folder / "notebooks" / executed.parent.joinpath(file.parent.name, file.name).relative_to(executed.parent)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            self.written.add(target.relative_to(self.folder).as_posix())
        for file in sorted(executed.parent.glob(executed.stem + "_extra/*")):
            target = self.folder / "_extra/notebooks" / file.parent.name / file.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
            self.written.add(target.relative_to(self.folder).as_posix())
        self.write(place, text + f"\n[The notebook](../code/{page}.md)\n")
        self.code[page] = f"code/{page}.md"

    def show(self, path, place):
        if (ROOT / path).is_dir():
            names = sorted(p.name + ("/" if p.is_dir() else "") for p in (ROOT / path).iterdir()
                           if not p.name.startswith((".", "__")))
            body = "\n".join(f"- `{name}`" for name in names)
            self.write(place, f"---\norphan: true\n---\n# {path}/\n\n{body}\n")
            return
        if path.endswith(".ipynb"):
            import json
            cells = json.loads((ROOT / path).read_text())["cells"]
            text = "\n\n".join("".join(c["source"]) if c["cell_type"] == "code"
                               else "\n".join("# " + line for line in "".join(c["source"]).split("\n")) for c in cells)
            language = "python"
        else:
            text = (ROOT / path).read_text()
            language = LANGUAGES.get(pathlib.Path(path).suffix, "text")
        fence = "`" * 6
        self.write(place, f"---\norphan: true\n---\n# {path}\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--notebooks")
    options = parser.parse_args()
    site = Site(options.folder)
    site.stage(options.notebooks)
    if site.faults:
        sys.exit("site: links that lead nowhere, tables and words that are not as they should be:\n  " + "\n  ".join(site.faults))
    print(f"{sum(1 for p in site.written if p.endswith('.md'))} pages")


if __name__ == "__main__":
    main()
