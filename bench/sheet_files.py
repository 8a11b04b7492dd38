# SPDX-License-Identifier: Apache-2.0
"""Workbooks and texts as openpyxl, XlsxWriter, odfpy and LibreOffice write them, filled with invented identifiers of eight
languages, for sheets.py.

A workbook has a sheet that is a table, one row a patient, some with a name of a patient, and a sheet with a sum of the first.
A text has the same table, and the passages as paragraphs.
"""

import dataclasses
import datetime
import pathlib
import shutil
import subprocess

import odf.dc
import odf.opendocument
import openpyxl
import xlsxwriter
from injected import LANGUAGES, Identifiers, passages
from odf.office import Annotation
from odf.table import Table, TableCell, TableRow
from odf.text import H, P
from openpyxl.comments import Comment

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
FILES = 100  # that LibreOffice converts in one run; it stops after some 250


@dataclasses.dataclass
class Row:
    fields: list  # those with captions that identify
    weight: float
    text: str
    surfaces: list[str]  # identifiers of the text


@dataclasses.dataclass
class Content:
    language: str
    sheet: str  # the name of the first sheet
    author: str
    rows: list[Row]

    @property
    def captions(self) -> list[str]:
        return [*CAPTIONS[self.language], "Seen", "BMI"]


def content_of(n: int, texts) -> Content:
    language = LANGUAGES[n % len(LANGUAGES)]
    of, rows = Identifiers(language, n), []
    for _ in range(of.rng.randrange(3, 12)):
        text, surfaces = of.rng.choice(texts[language])
        fields = [int(of.number(7)), of.one("last"), of.first(), datetime.date.fromisoformat(of.date()), int(of.number(10)),
                  f"{of.one('street')} {of.number(3)}"]  # fmt: skip
        rows.append(Row(fields, round(of.rng.uniform(40, 120), 1), text, surfaces))
    return Content(language, rows[0].fields[1] if n % 3 == 0 else "Ward", f"{of.first()} {of.one('last')}", rows)


def visit(i: int) -> datetime.datetime:
    return datetime.datetime(2024, 1 + i % 12, 3, 10, 30)


def quoted(sheet: str) -> str:
    return "'" + sheet.replace("'", "''") + "'"


def by_openpyxl(of: Content, path: pathlib.Path):
    book = openpyxl.Workbook()
    book.properties.creator = of.author
    sheet = book.active
    sheet.title = of.sheet
    sheet.append(of.captions)
    for i, row in enumerate(of.rows, 2):
        sheet.append([*row.fields, row.weight, row.text, visit(i), f"=G{i}/1.7^2"])
        sheet.cell(i, 7).comment = Comment(row.text, of.author)
    book.create_sheet("Sums")["A1"] = f"=SUM({quoted(of.sheet)}!G2:G99)"
    book.save(path)


def by_xlsxwriter(of: Content, path: pathlib.Path):
    with xlsxwriter.Workbook(path) as book:
        book.set_properties({"author": of.author})
        sheet, bold = book.add_worksheet(of.sheet), book.add_format({"bold": True})
        day = book.add_format({"num_format": "dd.mm.yyyy"})
        sheet.write_row(0, 0, of.captions, bold)
        for i, row in enumerate(of.rows, 1):
            for j, value in enumerate(row.fields):
                sheet.write_datetime(i, j, value, day) if isinstance(value, datetime.date) else sheet.write(i, j, value)
            sheet.write(i, 6, row.weight)
            half = len(row.text) // 2
            sheet.write_rich_string(i, 7, bold, row.text[:half], row.text[half:])
            sheet.write_datetime(i, 8, visit(i), day)
            sheet.write_formula(i, 9, f"=G{i + 1}/1.7^2", None, row.weight / 1.7**2)
        chart, last = book.add_chart({"type": "line"}), len(of.rows) + 1
        chart.add_series({"categories": f"={quoted(of.sheet)}!$B$2:$B${last}", "values": f"={quoted(of.sheet)}!$G$2:$G${last}"})
        sheet.insert_chart("L2", chart)
        book.add_worksheet("Sums").write_formula("A1", f"=SUM({quoted(of.sheet)}!G2:G99)")


def odf_cell(value) -> TableCell:
    if isinstance(value, datetime.datetime):
        cell = TableCell(valuetype="date", datevalue=value.isoformat())
    elif isinstance(value, datetime.date):
        cell = TableCell(valuetype="date", datevalue=value.isoformat())
    elif isinstance(value, str):
        cell = TableCell(valuetype="string")
    else:
        cell = TableCell(valuetype="float", value=str(value))
    cell.addElement(P(text=str(value)))
    return cell


def odf_table(of: Content, name: str, is_sheet: bool) -> Table:
    table = Table(name=name)
    lines = [of.captions[: 10 if is_sheet else 9]]
    lines += [[*row.fields, row.weight, row.text, visit(i)] for i, row in enumerate(of.rows, 2)]
    for i, line in enumerate(lines, 1):
        row = TableRow()
        for value in line:
            row.addElement(odf_cell(value))
        if is_sheet and i > 1:
            bmi = of.rows[i - 2].weight / 1.7**2
            cell = TableCell(valuetype="float", value=str(bmi), formula=f"of:=[.G{i}]/1.7^2")
            note = Annotation()
            note.addElement(odf.dc.Creator(text=of.author))
            note.addElement(P(text=of.rows[i - 2].text))
            cell.addElement(note)
            cell.addElement(P(text=f"{bmi:.2f}"))
            row.addElement(cell)
        table.addElement(row)
    return table


def by_odfpy(of: Content, path: pathlib.Path):
    is_sheet = path.suffix == ".ods"
    file = odf.opendocument.OpenDocumentSpreadsheet() if is_sheet else odf.opendocument.OpenDocumentText()
    file.meta.addElement(odf.dc.Creator(text=of.author))
    if is_sheet:
        file.spreadsheet.addElement(odf_table(of, of.sheet, True))
        sums, row = Table(name="Sums"), TableRow()
        total = str(sum(r.weight for r in of.rows))
        cell = TableCell(valuetype="float", value=total, formula=f"of:=SUM([${quoted(of.sheet)}.G2:.G99])")
        cell.addElement(P(text=total))
        row.addElement(cell)
        sums.addElement(row)
        file.spreadsheet.addElement(sums)
    else:
        file.text.addElement(H(outlinelevel=1, text="Ward"))
        for row in of.rows:
            file.text.addElement(P(text=row.text))
        file.text.addElement(odf_table(of, "Table1", False))
    file.save(str(path))


def by_libreoffice(files: list[pathlib.Path], form: str, out: pathlib.Path):
    """Converts files into `form`, an ending, perhaps with a filter."""
    for i in range(0, len(files), FILES):
        command = ["soffice", "--headless", "--convert-to", form, "--outdir", out, *files[i : i + FILES]]
        subprocess.run(command, check=True, capture_output=True)
    # LibreOffice without Calc or Writer ends with 0, too.
    missing = [path.name for path in files if not (out / f"{path.stem}.{form.split(':')[0]}").exists()]
    if missing:
        raise RuntimeError(f"LibreOffice has not written {missing[0]} as {form}")


# The writers, and the writer of the file that LibreOffice reads and writes again.
WRITERS = [("openpyxl", ".xlsx", by_openpyxl), ("XlsxWriter", ".xlsx", by_xlsxwriter), ("odfpy", ".ods", by_odfpy), ("odfpy", ".odt", by_odfpy),
           ("LibreOffice", ".xlsx", by_openpyxl), ("LibreOffice", ".ods", by_xlsxwriter), ("LibreOffice", ".odt", by_odfpy)]  # fmt: skip


def write_all(number: int, folder: pathlib.Path, has_libreoffice: bool) -> dict[pathlib.Path, tuple[str, Content]]:
    """Writes files; the program and the content of each, by its path."""
    texts = {language: passages(language) for language in LANGUAGES}
    writers = WRITERS if has_libreoffice else [w for w in WRITERS if w[0] != "LibreOffice"]
    folder.mkdir(parents=True)
    made, again = {}, {}
    for n in range(number):
        program, ending, write = writers[n // len(LANGUAGES) % len(writers)]
        path, of = folder / f"{n:04}{ending}", content_of(n, texts)
        made[path] = f"{program}, {ending[1:].upper()}", of
        if program != "LibreOffice":
            write(of, path)
            continue
        before = folder.parent / "before" / ending[1:]
        before.mkdir(parents=True, exist_ok=True)
        source = before / path.with_suffix(".odt" if ending == ".odt" else ".xlsx").name
        write(of, source)
        again.setdefault(ending, []).append(source)
    for ending, files in again.items():
        by_libreoffice(files, ending[1:], folder)
    return made


def has_libreoffice() -> bool:
    return shutil.which("soffice") is not None
