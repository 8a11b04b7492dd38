#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures hidden identifiers in workbooks, and whether the rest of these is unchanged.

Workbooks of openpyxl and XlsxWriter are filled with identifiers of eight languages: in columns with a caption, texts and
numbers alike, as dates, and as annotated passages in notes. openpyxl reads them before and after. Counted are fields that
can still be read anywhere in the members, identifiers of passages that can still be read, cells that differ although they
should not, and workbooks whose sheets, formulas or styles differ. The same passages as plain notes give what the model finds.

Usage: sheets.py REDACT [NUMBER]    (a Python with openpyxl, XlsxWriter, lxml and PyYAML)
"""

import collections
import datetime
import pathlib
import random
import subprocess
import sys
import tempfile
import zipfile

import openpyxl
import xlsxwriter
import yaml
from openpyxl.comments import Comment

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import written  # noqa: E402

CAPTIONS = {
    "en": ["MRN", "Last name", "First name", "DOB", "Phone", "Address", "Weight", "Notes"],
    "de": ["Patientennummer", "Nachname", "Vorname", "Geburtsdatum", "Telefon", "Anschrift", "Gewicht", "Bemerkung"],
    "fr": ["IPP", "Nom de famille", "Prénom", "Date de naissance", "Téléphone", "Adresse", "Poids", "Remarques"],
    "es": ["NHC", "Apellidos", "First name", "Fecha de nacimiento", "Teléfono", "Domicilio", "Peso", "Notas"],
    "it": ["ID paziente", "Cognome", "First name", "Data di nascita", "Telefono", "Indirizzo", "Peso", "Note"],
    "tr": ["Dosya no", "Soyadı", "First name", "Doğum tarihi", "Telefon", "Adresi", "Ağırlık", "Notlar"],
    "ro": ["MRN", "Last name", "First name", "DOB", "Phone", "Address", "Greutate", "Note"],
    "ar": ["MRN", "Last name", "First name", "DOB", "Phone", "Address", "Weight", "Notes"],
}


def passages(language: str) -> list[tuple[str, list[str]]]:
    out = []
    for note in written.documents():
        if note["lang"] != language:
            continue
        at = 0
        for line in note["text"].split("\n"):
            end = at + len(line)
            spans = [s for s in note["spans"] if at <= s["start"] and s["end"] <= end]
            cut = any(s["start"] < end < s["end"] or s["start"] < at < s["end"] for s in note["spans"])
            if spans and not cut and 40 <= len(line) <= 400:
                out.append((line, [note["text"][s["start"] : s["end"]] for s in spans]))
            at = end + 1
    return out


def rows_of(language: str, rng: random.Random, texts):
    lists = yaml.safe_load((ROOT / "redactor/policy/surrogates.yaml").read_text())[language]
    names = {k: v.split("|") if "|" in v else v.split() for k, v in lists.items()}
    for _ in range(rng.randrange(3, 12)):
        text, surfaces = rng.choice(texts)
        birth = datetime.date(rng.randrange(1930, 2010), rng.randrange(1, 13), rng.randrange(1, 29))
        fields = [rng.randrange(10**6, 10**7), rng.choice(names["last"]), rng.choice(names["female"]), birth,
                  rng.randrange(10**9, 10**10), f"{rng.choice(names['street'])} {rng.randrange(100, 1000)}"]
        yield fields, round(rng.uniform(40, 120), 1), text, surfaces


def write_openpyxl(path, captions, rows):
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(captions + ["Seen", "BMI"])
    for i, (fields, weight, text, _) in enumerate(rows, 2):
        sheet.append([*fields, weight, text, datetime.datetime(2024, 1 + i % 12, 3, 10, 30), f"=G{i}/1.7^2"])
        sheet.cell(i, 7).comment = Comment(text, "Quill")
    book.create_sheet("Sums")["A1"] = "=SUM(Sheet!G2:G99)"
    book.save(path)


def write_xlsxwriter(path, captions, rows):
    with xlsxwriter.Workbook(path) as book:
        sheet, day, bold = book.add_worksheet("Sheet"), book.add_format({"num_format": "dd.mm.yyyy"}), book.add_format({"bold": True})
        sheet.write_row(0, 0, captions + ["Seen", "BMI"], bold)
        for i, (fields, weight, text, _) in enumerate(rows, 1):
            for j, value in enumerate(fields):
                sheet.write_datetime(i, j, value, day) if isinstance(value, datetime.date) else sheet.write(i, j, value)
            sheet.write(i, 6, weight)
            half = len(text) // 2
            sheet.write_rich_string(i, 7, bold, text[:half], text[half:])
            sheet.write_datetime(i, 8, datetime.datetime(2024, 1 + i % 12, 3, 10, 30), day)
            sheet.write_formula(i, 9, f"=G{i + 1}/1.7^2", None, weight / 1.7**2)
        chart = book.add_chart({"type": "line"})
        chart.add_series({"categories": f"=Sheet!$B$2:$B${len(rows) + 1}", "values": f"=Sheet!$G$2:$G${len(rows) + 1}"})
        sheet.insert_chart("L2", chart)
        book.add_worksheet("Sums").write_formula("A1", "=SUM(Sheet!G2:G99)")


def members(path) -> str:
    with zipfile.ZipFile(path) as archive:
        return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist() if name.endswith((".xml", ".rels")))


def structure(book):
    return [(sheet.title, sheet.dimensions, {c.coordinate: c.number_format for row in sheet for c in row}) for sheet in book]


def main():
    program, number = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        source, out = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        source.mkdir()
        made, texts = {}, {}
        for n in range(number):
            language, rng = list(CAPTIONS)[n % len(CAPTIONS)], random.Random(n)
            texts.setdefault(language, passages(language))
            made[f"{n}.xlsx"] = rows = list(rows_of(language, rng, texts[language]))
            (write_openpyxl if n // len(CAPTIONS) % 2 else write_xlsxwriter)(source / f"{n}.xlsx", CAPTIONS[language], rows)
            (source / f"{n}.txt").write_text("\n".join(text for _, _, text, _ in rows), encoding="utf-8")
        subprocess.run([program, source, "-o", out], check=False, stderr=subprocess.DEVNULL)
        for name, rows in made.items():
            counts["workbooks"] += 1
            if not (out / name).exists():
                counts["withheld"] += 1
                continue
            before, after = openpyxl.load_workbook(source / name), openpyxl.load_workbook(out / name)
            counts["other structure"] += structure(before) != structure(after)
            xml, plain = members(out / name), (out / name).with_suffix(".txt").read_text(encoding="utf-8").split("\n")
            sheet, old = after.worksheets[0], before.worksheets[0]
            counts["captions changed"] += [c.value for c in sheet[1]] != [c.value for c in old[1]]
            for i, (fields, _, _, surfaces) in enumerate(rows, 2):
                for j, value in enumerate(fields, 1):
                    counts["fields"] += 1
                    is_there = sheet.cell(i, j).value == old.cell(i, j).value
                    # A short name may stand in a word of a text, a number in an attribute.
                    is_long = len(str(value)) > 7
                    counts["fields found"] += is_there or (is_long and str(value) in xml)
                counts["passages' identifiers"] += len(surfaces)
                counts["passages' identifiers found"] += sum(s in str(sheet.cell(i, 8).value) for s in surfaces)
                counts["found in plain notes"] += sum(s in line for s in surfaces for line in plain[i - 2 : i - 1])
                counts["times of visits"] += 1
                counts["times of visits found"] += sheet.cell(i, 9).value == old.cell(i, 9).value
                counts["other cells"] += 2
                counts["other cells changed"] += sum(sheet.cell(i, j).value != old.cell(i, j).value for j in (7, 10))
            counts["other cells changed"] += after.worksheets[1]["A1"].value != before.worksheets[1]["A1"].value
    for name, n in counts.items():
        print(f"{name}: {n}")


if __name__ == "__main__":
    main()
