"""Runs notebooks and writes them as pages: notebooks.py FROM TO

The notebooks in the repository have no outputs: what a page shows was computed by the package that the page is about. One that
was run since it and the package changed is not run again.
"""

import base64
import html
import os
import pathlib
import re
import sys
import tempfile


def newest(folder):
    return max((p.stat().st_mtime for p in folder.rglob("*") if p.suffix in (".py", ".so")), default=0)


def run(path):
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3",
                                resources={"metadata": {"path": folder}}).execute()
    return notebook


def shown(output, name, target, count):
    """One output as Markdown; pictures and viewers become files."""
    kind = output["output_type"]
    if kind == "stream":
        return f"```text\n{output['text'].rstrip()}\n```\n" if output["name"] == "stdout" else ""
    if kind not in ("execute_result", "display_data"):
        return ""
    data = output["data"]
    number = next(count)
    if "image/png" in data or "image/svg+xml" in data:
        png = "image/png" in data
        folder = target / f"{name}_files"
        folder.mkdir(exist_ok=True)
        file = folder / f"{number}.{'png' if png else 'svg'}"
        if png:
            file.write_bytes(base64.b64decode(data["image/png"]))
        else:
            file.write_text(data["image/svg+xml"])
        return f"![Output]({name}_files/{file.name})\n"
    if "text/html" in data:
        text = data["text/html"]
        frame = re.search(r'<iframe srcdoc="([^"]*)"[^>]*>', text)
        if frame:
            folder = target / f"{name}_extra"
            folder.mkdir(exist_ok=True)
            (folder / f"{number}.html").write_text(html.unescape(frame[1]))
            text = text.replace(frame[0], f'<iframe src="{name}_extra/{number}.html" style="width: 100%; height: 560px">')
        text = re.sub(r"<style scoped>.*?</style>", "", text, flags=re.S).replace('border="1" class="dataframe"', 'class="docutils"')
        return "```{raw} html\n" + text + "\n```\n"
    return f"```text\n{data['text/plain'].rstrip()}\n```\n"


def page(notebook, name, target):
    count = iter(range(10000))
    parts = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(re.sub(r"\]\(\.\./\.\./docs/([\w/]+)\.md", r"](../\1.md", cell.source) + "\n")
        elif cell.source.strip():
            parts.append(f"```python\n{cell.source}\n```\n")
            outputs = "\n".join(filter(None, (shown(o, name, target, count) for o in cell.outputs)))
            if outputs:
                parts.append("::::{container} cell-output\n" + outputs + "::::\n")
    return "\n".join(parts)


def main(source, target):
    target.mkdir(parents=True, exist_ok=True)
    os.environ.pop("MPLBACKEND", None)  # the kernel draws into the page
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    import floc
    package = newest(pathlib.Path(floc.__file__).parent)
    for path in sorted(source.glob("*.ipynb")):
        made = target / f"{path.stem}.md"
        if made.exists() and made.stat().st_mtime > max(package, path.stat().st_mtime):
            continue
        made.write_text(page(run(path), path.stem, target))
        print(path.name)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
