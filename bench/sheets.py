#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How workbooks and OpenDocument fare beside plain text: files of four programs with identifiers of eight languages (sheet_files.py).

For each file: no field is left (a cell below a caption or in a format of dates, an author, a sheet's name); the identifiers of
passages found, beside those found in the same passages as plain notes; openpyxl or odfpy reads the same structure before and
after, but for cells that became strings and sheets that have another name, everywhere the same; and LibreOffice reads the
same cells or text between the tags.

Usage: sheets.py REDACT [NUMBER] [--without-libreoffice] [--keep FOLDER]
(300 files; a Python with openpyxl, XlsxWriter and odfpy; LibreOffice)
Exits with 1 if a field is left, something else has changed, or identifiers are found a point worse; with 77 where a program
is not installed.
"""

import argparse
import collections
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

try:
    import odf.opendocument
    import openpyxl
    import sheet_files
except ImportError as error:
    print(f"Skipped: {error.name} writes or reads the files.")
    sys.exit(77)
from odf.namespaces import OFFICENS, TABLENS
from odf.table import Table, TableCell, TableRow
from odf.teletype import extractText
from striped import stands_in

TAG = re.compile(r"\[[A-Z_]+\]")
POINT = 0.01
LONG = 7  # letters; a shorter field may stand in a word or a number of the file
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true"  # formulas as such


def squeezed(text: str) -> str:
    return re.sub(r"[\s\xa0]+", "", text)


def members(path: pathlib.Path) -> str:
    with zipfile.ZipFile(path) as archive:
        return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist() if name.endswith((".xml", ".rels")))


def of_openpyxl(path: pathlib.Path):
    """Sheets by number, with their cells; formulas name sheets by number."""
    book = openpyxl.load_workbook(path)
    names = {sheet.title: f"<{i}>" for i, sheet in enumerate(book)}

    def by_number(value):
        if not isinstance(value, str) or not value.startswith("="):
            return None
        for name, number in names.items():
            value = value.replace(sheet_files.quoted(name), number).replace(f"${name}", number).replace(f"{name}!", f"{number}!")
        return value

    structure = [(sheet.dimensions, sorted(map(str, sheet.merged_cells.ranges)), len(sheet._charts), sheet.freeze_panes,
                  {c.coordinate: (c.number_format, c.font.b, by_number(c.value), c.comment is None) for row in sheet for c in row})
                 for sheet in book]  # fmt: skip
    cells = [[cell.value for cell in row] for row in book.worksheets[0]]
    return structure, cells, list(names)


def of_odfpy(path: pathlib.Path):
    """Elements with their attributes but for the values of cells; names of sheets by number."""
    file = odf.opendocument.load(str(path))
    names = [table.getAttrNS(TABLENS, "name") for table in file.body.getElementsByType(Table)]

    def by_number(value: str) -> str:
        for i, name in enumerate(names):
            value = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"<{i}>", value)
        return value.replace("'", "")

    def walk(element, within_cell):
        is_cell = element.qname == (TABLENS, "table-cell")
        attributes = {name: by_number(str(value)) if name[0] == TABLENS else "" for name, value in (element.attributes or {}).items()
                      if not (is_cell and name[0] != TABLENS)}  # fmt: skip
        below = [walk(child, is_cell) for child in element.childNodes if hasattr(child, "qname") and not (is_cell and child.qname[1] in ("p", "annotation"))]
        return element.qname, sorted(attributes.items()), below

    def value_of(cell):
        value = cell.getAttrNS(OFFICENS, "date-value") or cell.getAttrNS(OFFICENS, "value")
        return value if value is not None else "".join(extractText(child) for child in cell.childNodes if child.qname[1] == "p")

    # LibreOffice writes equal cells once, and the empty rest of a row as one.
    times = lambda cell: min(int(cell.getAttrNS(TABLENS, "number-columns-repeated") or 1), 10)
    table = file.body.getElementsByType(Table)[0]
    cells = [[value_of(cell) for cell in row.getElementsByType(TableCell) for _ in range(times(cell))] for row in table.getElementsByType(TableRow)]
    return walk(file.body, False), cells, names


def read(path: pathlib.Path):
    return of_openpyxl(path) if path.suffix == ".xlsx" else of_odfpy(path)


def as_libreoffice(folder: pathlib.Path) -> dict[str, pathlib.Path]:
    out = folder.with_name(folder.name + "-read")
    sheets = [path for path in sorted(folder.iterdir()) if path.suffix in (".xlsx", ".ods")]
    sheet_files.by_libreoffice(sheets, CSV, out)
    sheet_files.by_libreoffice(sorted(folder.glob("*.odt")), "txt:Text (encoded):UTF8", out)
    return {path.stem: path for path in out.iterdir()}


def is_same_between(before: str, after: str) -> bool:
    return stands_in([squeezed(piece) for piece in TAG.split(after)], squeezed(before))


def is_same_text(before: pathlib.Path, after: pathlib.Path) -> bool:
    if before.suffix == ".txt":
        return is_same_between(before.read_text(encoding="utf-8-sig"), after.read_text(encoding="utf-8-sig"))
    rows = [list(csv.reader(path.open(encoding="utf-8-sig", newline=""))) for path in (before, after)]
    return [len(row) for row in rows[0]] == [len(row) for row in rows[1]] and all(
        is_same_between(a, b) for row_before, row_after in zip(*rows) for a, b in zip(row_before, row_after))  # fmt: skip


def count_fields(c: collections.Counter, of: sheet_files.Content, before, after, xml: str):
    c["fields"] += 1
    c["fields left"] += of.author in xml
    if of.sheet != "Ward":
        c["fields"] += 1
        c["fields left"] += of.sheet in after[2]
    for i, row in enumerate(of.rows, 1):
        for j in (*range(len(row.fields)), 8):
            value = str(row.fields[j]) if j < len(row.fields) else ""
            c["fields"] += 1
            c["fields left"] += before[1][i][j] == after[1][i][j] or (len(value) > LONG and value in xml)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("number", nargs="?", type=int, default=300)
    parser.add_argument("--without-libreoffice", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the files and their results")
    args = parser.parse_args()
    has_libreoffice = not args.without_libreoffice
    if has_libreoffice and not sheet_files.has_libreoffice():
        print("Skipped: LibreOffice writes and reads the files.")
        sys.exit(77)
    totals = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as name:
        folder = args.keep or pathlib.Path(name)
        files, plain, out = folder / "files", folder / "plain", folder / "files-out"
        made = sheet_files.write_all(args.number, files, has_libreoffice)
        plain.mkdir()
        for path, (_, of) in made.items():
            (plain / f"{path.stem}.txt").write_text("\n".join(row.text for row in of.rows), encoding="utf-8")
        for source in (files, plain):
            subprocess.run([args.redact, "--quiet", source, "-o", f"{source}-out"], stderr=subprocess.DEVNULL)
        texts = (as_libreoffice(files), as_libreoffice(out)) if has_libreoffice else None
        for path, (program, of) in made.items():
            c, result = totals[program], out / path.name
            c["files"] += 1
            if not result.exists():
                c["withheld"] += 1
                continue
            before, after, xml = read(path), read(result), members(result)
            if path.suffix == ".odt":
                c["fields"] += 1
                c["fields left"] += of.author in xml
                shown = extractText(odf.opendocument.load(str(result)).text)
            else:
                count_fields(c, of, before, after, xml)
                rows = list(zip(before[1], after[1]))[: len(of.rows) + 1]
                shown = "\n".join(str(row[7]) for _, row in rows)
                c["other cells changed"] += sum(a[6] != b[6] for a, b in rows)
            c["same structure"] += before[0] == after[0]
            if before[0] != after[0] and args.keep:
                print(f"another structure: {path.name}", file=sys.stderr)
            if texts is not None:
                same = is_same_text(texts[0][path.stem], texts[1][path.stem])
                c["same for LibreOffice"] += same
                if not same and args.keep:
                    print(f"LibreOffice reads another text: {path.name}", file=sys.stderr)
            of_note = (folder / f"plain-out/{path.stem}.txt").read_text(encoding="utf-8")
            for row in of.rows:
                for surface in row.surfaces:
                    c["characters"] += len(surface)
                    c["left"] += len(surface) * (surface in shown)
                    c["left in notes"] += len(surface) * (surface in of_note)
    print("| program | files | withheld | fields left | characters found | as notes | same structure | same for LibreOffice |")
    print("| --- " * 8 + "|")
    is_good = True
    for program, c in sorted(totals.items()):
        found, as_notes = (1 - c[left] / max(c["characters"], 1) for left in ("left", "left in notes"))
        print(f"| {program} | {c['files']} | {c['withheld']} | {c['fields left']} of {c['fields']:,} | {found:.3f} of {c['characters']:,} | {as_notes:.3f} "
              f"| {c['same structure']} | {c['same for LibreOffice'] if has_libreoffice else '–'} |")  # fmt: skip
        is_good &= not c["withheld"] and not c["fields left"] and not c["other cells changed"] and c["same structure"] == c["files"]
        is_good &= not has_libreoffice or c["same for LibreOffice"] == c["files"]
    all_of = sum(totals.values(), collections.Counter())
    is_good &= all_of["left"] - all_of["left in notes"] <= POINT * all_of["characters"]
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
