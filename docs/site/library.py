"""Pages of the C++ interface from the XML of Doxygen: a page for each room with headers that programs include.

breathe was tried in its place: it declares the namespace once per header, which Sphinx warns of, and took 90 s (the whole site takes 60).
"""

import pathlib
import re
import xml.etree.ElementTree as ElementTree


def escaped(text):
    return re.sub(r"([\\*`_|])", r"\\\1", text)


def words(element):
    """The text of a description, as lines of reStructuredText."""
    if element is None:
        return []
    lines = []
    for para in element:
        if para.tag not in ("para", "sect1", "sect2"):
            continue
        text = escaped(para.text or "")

        def end():
            nonlocal text
            plain = " ".join(text.split())
            if plain:
                lines.extend([plain, ""])
            text = ""

        for item in para:
            if item.tag in ("programlisting", "verbatim", "preformatted"):
                end()
                code = "".join(item.itertext()) if item.tag != "programlisting" else \
                    "\n".join("".join("".join(" " if s.tag == "sp" else "" for s in h.iter() if s.tag == "sp") or t
                                      for h in [line] for t in ["".join(h.itertext())]) for line in item)
                lines.extend(["::", "", *("   " + line for line in code.rstrip().split("\n")), ""])
            elif item.tag in ("itemizedlist", "orderedlist"):
                end()
                for entry in item:
                    lines.extend(["- " + " ".join(escaped("".join(entry.itertext())).split())])
                lines.append("")
            elif item.tag == "simplesect":
                end()
            else:
                text += escaped("".join(item.itertext()))
            text += escaped(item.tail or "")
        end()
    return lines


def text_of(element):
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


class Library:
    def __init__(self, xml, root):
        self.xml = pathlib.Path(xml)
        self.root = root  # src
        self.seen = set()
        self.trees = {}
        self.files = {}
        for entry in ElementTree.parse(self.xml / "index.xml").getroot():
            if entry.get("kind") == "file":
                location = self.tree(entry.get("refid")).find("compounddef/location").get("file")
                self.files[self.relative(location)] = entry.get("refid")

    def tree(self, refid):
        if refid not in self.trees:
            self.trees[refid] = ElementTree.parse(self.xml / f"{refid}.xml").getroot()
        return self.trees[refid]

    def relative(self, location):
        path = pathlib.Path(location)
        return path.relative_to(self.root).as_posix() if path.is_absolute() else path.as_posix()

    def headers(self):
        """floc.hpp and what it includes."""
        waiting, found = ["floc.hpp"], []
        while waiting:
            header = waiting.pop()
            if header not in found:
                found.append(header)
                waiting += re.findall(r'#include "([^"]+)"', (pathlib.Path(self.root) / header).read_text())
        return sorted(found)

    # --- declarations ---

    @staticmethod
    def template(element):
        parameters = element.find("templateparamlist")
        if parameters is None:
            return ""
        parts = [text_of(p.find("type")) + (" " + p.findtext("declname") if p.findtext("declname") else "") for p in parameters]
        return f"template<{', '.join(parts)}> "

    def member(self, m, indent, scope):
        kind, name = m.get("kind"), m.findtext("name")
        if m.get("prot") not in ("public", None) or kind not in ("function", "variable", "enum", "typedef") or name.startswith("~"):
            return []
        after = []
        if kind == "enum":
            if not name:
                return []
            out = [f".. cpp:enum-class:: {scope}{name}" if m.get("strong") == "yes" else f".. cpp:enum:: {scope}{name}", ""]
            for value in m.findall("enumvalue"):
                out += [f"   .. cpp:enumerator:: {value.findtext('name')}", ""]
                out += ["      " + line for line in words(value.find("briefdescription")) + words(value.find("detaileddescription"))]
        elif kind == "variable":
            type_name = text_of(m.find("type")) + " "
            value = m.findtext("initializer") and text_of(m.find("initializer")).lstrip("= ")
            if "<" in type_name and ("[" in type_name or "decltype" in type_name):
                return []
            out = [f".. cpp:member:: {type_name.replace('constexpr ', '')}{scope}{name}{m.findtext('argsstring') or ''}", ""]
            if value and len(value) < 60 and m.find("type") is not None:
                after = [f"*Default:* ``{value}``", ""]
        elif kind == "typedef":
            out = [f".. cpp:type:: {scope}{name}", ""]
            after = [f"*Is* ``{text_of(m.find('type'))}``", ""]
        else:
            type_name, arguments = text_of(m.find("type")), text_of(m.find("argsstring"))
            arguments = re.sub(r"=\s*\{[^{}]*\}", "= {}", re.sub(r"=\s*0$|=\s*(default|delete)$| override$", "", arguments))
            if m.findtext("requiresclause"):
                return []
            key = (scope, name, arguments)
            if key in self.seen:
                return []
            self.seen.add(key)
            name = re.sub(r"operator\s*", "operator", name)
            type_name = re.sub(r"\b(constexpr|inline|friend|explicit) ?", "", type_name)
            out = [f".. cpp:function:: {self.template(m)}{type_name + ' ' if type_name else ''}{scope}{name}{arguments}", ""]
        described = words(m.find("briefdescription")) + words(m.find("detaileddescription")) + words(m.find("inbodydescription"))
        out += ["   " + line for line in described + after]
        return [indent + line for line in out + [""]]

    def compound(self, refid, indent, outer=""):
        c = self.tree(refid).find("compounddef")
        if refid in self.seen or c.get("prot") not in ("public", None):
            return []
        self.seen.add(refid)
        name = c.findtext("compoundname")
        if "<" in name or "detail" in name:
            return []
        bases = [text_of(b) for b in c.findall("basecompoundref") if b.get("prot") == "public"]
        short = name.split("::")[-1] if outer else name
        head = f".. cpp:{'class' if c.get('kind') == 'class' else 'struct'}:: {self.template(c)}{short}"
        if bases and not any("<" in b for b in bases):
            head += " : public " + ", public ".join(bases)
        lines = [head, ""]
        lines += ["   " + line for line in words(c.find("briefdescription")) + words(c.find("detaileddescription"))]
        for inner in c.findall("innerclass"):
            lines += ["   " + line for line in self.compound(inner.get("refid"), "", name)]
        for m in c.findall("sectiondef/memberdef"):
            lines += ["   " + line for line in self.member(m, "", "")]
        return [indent + line for line in lines]

    def header(self, header):
        """Everything that a header declares, as reStructuredText."""
        c = self.tree(self.files[header]).find("compounddef")
        lines = words(c.find("briefdescription")) + words(c.find("detaileddescription"))
        for inner in c.findall("innerclass"):
            if inner.text.count("::") == 1 or inner.text.rsplit("::", 1)[0] not in {i.text for i in c.findall("innerclass")}:
                lines += self.compound(inner.get("refid"), "")
        for m in c.findall("sectiondef/memberdef"):
            scope = m.findtext("qualifiedname") or m.findtext("definition") or ""
            space = re.search(r"((?:\w+::)+)" + re.escape(m.findtext("name") or "") + r"$", scope)
            lines += self.member(m, "", space[1] if space else "floc::")
        return "\n".join(lines)
