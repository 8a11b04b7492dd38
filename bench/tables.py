#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How short values in tables of pages and letters fare: plain values that come back unchanged, identifying ones of which
nothing is left.

The values are those that no training sees (tools/train/corpus/fields), in tables of four columns under the names of their
fields. Each table is a page with <th>, a page with <td> alone, CDA, and Word, where the first row is like the others.

Usage: tables.py REDACT...     several programs are compared
"""

import html
import io
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import fields  # noqa: E402
from structured import archive_of  # noqa: E402

COLUMNS, ROWS, ROUNDS = 4, 5, 3


def tables() -> list[tuple[list[str], list[list[dict]]]]:
    """Names of columns, and rows of values."""
    by_field = defaultdict(lambda: defaultdict(list))
    for value in fields.values(list(fields.HELD_BACK)):
        if value["field"]:
            by_field[value["lang"]][value["field"]].append(value)
    rng, made = random.Random(5), []
    for of_language in by_field.values():
        names = sorted(of_language)
        for _ in range(ROUNDS):
            rng.shuffle(names)
            for i in range(0, len(names) - COLUMNS + 1, COLUMNS):
                columns = names[i : i + COLUMNS]
                rows = min(ROWS, max(len(of_language[name]) for name in columns))
                made.append((columns, [[rng.choice(of_language[name]) for name in columns] for _ in range(rows)]))
    return made


def markup(columns: list[str], rows: list[list[dict]], head: str = "th") -> str:
    row = lambda cells, name: "<tr>" + "".join(f"<{name}>{html.escape(cell, quote=False)}</{name}>" for cell in cells) + "</tr>"
    return row(columns, head) + "".join(row([value["text"] for value in values], "td") for values in rows)


def page(columns, rows) -> bytes:
    return f"<!DOCTYPE html><table>{markup(columns, rows)}</table>".encode()


def plain_page(columns, rows) -> bytes:
    return f"<!DOCTYPE html><table>{markup(columns, rows, 'td')}</table>".encode()


def cda(columns, rows) -> bytes:
    return f'<section xmlns="urn:hl7-org:v3"><text><table>{markup(columns, rows)}</table></text></section>'.encode()


def docx(columns, rows) -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    cell = lambda text: f'<w:tc><w:p><w:r><w:t xml:space="preserve">{html.escape(text, quote=False)}</w:t></w:r></w:p></w:tc>'
    texts = [columns, *([value["text"] for value in values] for values in rows)]
    inside = "".join("<w:tr>" + "".join(map(cell, row)) + "</w:tr>" for row in texts)
    return archive_of({"word/document.xml": f'<w:document xmlns:w="{space}"><w:body><w:tbl>{inside}</w:tbl></w:body></w:document>'})


KINDS = {"HTML, th": (".html", page), "HTML, td": (".html", plain_page), "CDA": (".xml", cda), "DOCX": (".docx", docx)}


def cells_of(content: bytes) -> list[str]:
    if content.startswith(b"PK"):
        content = zipfile.ZipFile(io.BytesIO(content)).read("word/document.xml")
        return [html.unescape(text) for text in re.findall(r"<w:t xml:space=\"preserve\">(.*?)</w:t>", content.decode(), re.DOTALL)]
    return [html.unescape(text) for text in re.findall(r"<t[dh]>(.*?)</t[dh]>", content.decode(), re.DOTALL)]


def measure(program: str, made: list, ending: str, write) -> str:
    plain, gone = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "in").mkdir()
        for i, table in enumerate(made):
            (folder / f"in/{i:05}{ending}").write_bytes(write(*table))
        subprocess.run([program, "--quiet", folder / "in", "-o", folder / "out"], check=True)
        for i, (columns, rows) in enumerate(made):
            outputs = cells_of((folder / f"out/{i:05}{ending}").read_bytes())[len(columns) :]
            for value, output in zip([value for row in rows for value in row], outputs, strict=True):
                if value["spans"]:
                    gone.append(all(value["text"][s["start"] : s["end"]] not in output for s in value["spans"]))
                else:
                    plain.append(value["text"] == output)
    return f"{len(plain)} | {sum(plain) / len(plain):.1%} | {len(gone)} | {sum(gone) / len(gone):.1%}"


def main() -> None:
    made = tables()
    print("| program | tables | plain | unchanged | identifying | gone |\n| --- | --- | --- | --- | --- | --- |")
    for kind, (ending, write) in KINDS.items():
        for program in sys.argv[1:]:
            print(f"| {program} | {kind} | {measure(program, made, ending, write)} |", flush=True)


if __name__ == "__main__":
    main()
