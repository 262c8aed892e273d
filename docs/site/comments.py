"""A filter for Doxygen: ordinary comments of a header become documentation. comments.py HEADER"""

import re
import sys


def documented(text):
    lines, out, at_top = text.split("\n"), [], True
    for line in lines:
        comment = re.match(r"^(\s*)//(?!/)(.*)$", line)
        if at_top:
            if comment:
                out.append(("//! \\file\n" if not out else "") + "//!" + comment[2])
                continue
            at_top = False
        if comment:
            out.append(f"{comment[1]}///{comment[2]}")
            continue
        trailing = re.match(r'^(.*[;,{}]|[^"]*\S)\s+//(?!/) ?(.*)$', line)
        if trailing and not line.lstrip().startswith("#") and trailing[1].count('"') % 2 == 0:
            after = "///<" if trailing[1].rstrip()[-1] in ";,}" or re.match(r"^\s*\w+( = [^,]+)?$", trailing[1]) else "//"
            out.append(f"{trailing[1]}  {after} {trailing[2]}")
        else:
            out.append(line)
    return "\n".join(out)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as header:
        sys.stdout.write(documented(header.read()))
