# SPDX-License-Identifier: Apache-2.0
"""Letters as pages of HTML and as Word files of python-docx, and their values as lxml and python-docx read them.

A letter has passages in paragraphs, a list and a table, and where readers do not look: comments, headers, attributes, data in
scripts. Its fields are what each format hides by its place or form: authors, links.
"""

import datetime
import html
import io
import json
import zipfile

import docx
from lxml import etree
from lxml import html as lxml_html
from xml_paths import xml_paths

NUMBER = 8  # letters of a language and a format
RESULTS = [("Hb", "13.2"), ("GLU", "5.4"), ("Na", "138")]
# Names of values that must stay.
KEPT = {"tag", "class", "id", "style", "colspan", "width", "lang", "charset", "type", "result", "bold", "revision", "members"}


def html_letter(filled) -> bytes:
    ids = filled.ids
    phone, email = filled.field("phone@href", ids.number(9)), filled.field("mail@href", f"{ids.number(6)}@clinic.example")
    rows = "".join(f'<tr class="row"><td>{name}</td><td colspan="1">{value}</td></tr>' for name, value in RESULTS)

    def text(where: str) -> str:
        return html.escape(filled.text(where, ""))

    first, data = text("first"), filled.text("script", "")
    half = first.find(" ", len(first) // 2)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Letter</title><style>.row {{ color: #203040; }}</style></head>
<body><!-- {text("comment")} -->
<p><a id="phone" href="tel:{phone}">{phone}</a> <a id="mail" href="mailto:{email}">{email}</a></p>
<div class="letter"><p id="first">{first[:half]}<b style="color: red">{first[half:]}</b></p></div>
<table width="80">{rows}<tr><td>Note</td><td id="cell">{text("cell")}</td></tr></table>
<ul><li id="item" title="{text("item@title")}">{text("item")}</li></ul>
<script type="application/json">{json.dumps({"code": "718-7", "note": data}, ensure_ascii=False)}</script>
</body></html>
""".encode()


def html_values(page: bytes) -> dict:
    root = lxml_html.document_fromstring(page.decode())
    values = {"comment": "".join(c.text for c in root.iter(etree.Comment)), "script": root.findtext(".//script")}
    for element, path in xml_paths(root).items():
        where = element.get("id", path)
        values |= {where: element.text_content(), f"{where}.tag": element.tag}
        values |= {f"{where}@{name}": value for name, value in element.attrib.items()}
        if element.tag == "td" and "id" not in element.attrib:
            values[f"{where}.result"] = element.text
    return values


def docx_letter(filled) -> bytes:
    letter = docx.Document()

    def person(where: str) -> str:
        return filled.field(where, f"{filled.ids.first()} {filled.ids.one('last')}")

    properties = letter.core_properties
    properties.author, properties.last_modified_by = person("author"), person("last modified by")
    properties.created = properties.modified = datetime.datetime(2019, 3, 4, 10, 30)
    letter.add_heading("Letter", 1)
    text = filled.text("paragraph 1", "")
    half = text.find(" ", len(text) // 2)
    paragraph = letter.add_paragraph(text[:half])
    paragraph.add_run(text[half:]).bold = True
    letter.add_comment(paragraph.runs, filled.text("comment", ""), author=person("comment author"), initials="x")
    letter.add_paragraph(filled.text("paragraph 2", ""), style="List Bullet")
    letter.sections[0].header.paragraphs[0].text = filled.text("header", "")
    table = letter.add_table(0, 2, style="Table Grid")
    for row in [*RESULTS, ("Note", filled.text("cell", ""))]:
        for cell, value in zip(table.add_row().cells, row):
            cell.text = value
    out = io.BytesIO()
    letter.save(out)
    return out.getvalue()


def docx_values(content: bytes) -> dict:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {name: archive.read(name).decode(errors="replace") for name in archive.namelist()}
    letter = docx.Document(io.BytesIO(content))
    (comment,), (table,) = letter.comments, letter.tables
    rows = [[cell.text for cell in row.cells] for row in table.rows]
    values = {"members": list(members), "revision": letter.core_properties.revision, "table.style": table.style.name,
              "comment": comment.text, "header": letter.sections[0].header.paragraphs[0].text, "cell": rows[-1][1]}  # fmt: skip
    values |= dict.fromkeys(("author", "last modified by", "comment author"), "\n".join(members.values()))
    values |= {f"{i}.{j}.result": value for i, row in enumerate(rows[:-1]) for j, value in enumerate(row)}
    for i, paragraph in enumerate(letter.paragraphs):
        values |= {f"paragraph {i}": paragraph.text, f"paragraph {i}.style": paragraph.style.name}
        values |= {f"paragraph {i}.{j}.bold": run.bold for j, run in enumerate(paragraph.runs)}
    return values


MAKERS = {"html": html_letter, "docx": docx_letter}
VALUES = {"html": html_values, "docx": docx_values}
