#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The time of text in structured files, compared with the same text in plain files.

The same notes are written as plain files, FHIR (JSON and XML), CDA, HL7 v2, HTML, mail, RTF, Word, Excel and OpenDocument
(sheets, texts), one file each: as prose, a line of a note a paragraph, and as cells, pieces of such lines. Every kind is redacted in turns. A machine is seldom
idle, so the least time of several turns counts. Bytes are those of the notes, without what surrounds them.

Usage: structured.py REDACT [--rounds N] [--notes N] [--threads N] [--kinds text,mail,...]
"""

import argparse
import html
import io
import json
import pathlib
import quopri
import re
import resource
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/train/corpus"))
import written  # noqa: E402

CODE = {"system": "http://loinc.org", "code": "34109-9"}
ESCAPES = {"\\": "\\E\\", "|": "\\F\\", "^": "\\S\\", "&": "\\T\\", "~": "\\R\\", "\n": "\\.br\\"}
Rows = list[list[str]]  # of prose, each with one text


def is_prose(rows: Rows) -> bool:
    return all(len(row) == 1 for row in rows)


def text(rows: Rows) -> str:
    return "\n".join("\t".join(row) for row in rows)


def fhir(rows: Rows) -> str:
    made = {"resourceType": "Observation", "status": "final", "code": {"coding": [CODE]}}
    if is_prose(rows):
        made["note"] = [{"text": text(rows)}]
    else:
        made["component"] = [{"code": {"coding": [CODE]}, "valueString": cell} for row in rows for cell in row]
    return json.dumps(made, ensure_ascii=False)


def fhir_xml(rows: Rows) -> str:
    code = '<code><coding><system value="http://loinc.org"/><code value="34109-9"/></coding></code>'
    if is_prose(rows):
        inside = f'{code}<note><text value="{html.escape(text(rows)).replace(chr(10), "&#10;")}"/></note>'
    else:
        inside = code + "".join(f'<component>{code}<valueString value="{html.escape(cell)}"/></component>' for row in rows for cell in row)
    return f'<Observation xmlns="http://hl7.org/fhir"><status value="final"/>{inside}</Observation>'


def table(rows: Rows) -> str:
    return "<table>" + "".join("<tr>" + "".join(f"<td>{html.escape(cell, quote=False)}</td>" for cell in row) + "</tr>\n" for row in rows) + "</table>"


def cda(rows: Rows) -> str:
    inside = "<paragraph>" + "<br/>".join(html.escape(row[0], quote=False) for row in rows) + "</paragraph>" if is_prose(rows) else table(rows)
    head = '<section xmlns="urn:hl7-org:v3"><code code="34109-9" codeSystem="2.16.840.1.113883.6.1"/><title>Note</title>'
    return f"{head}<text>{inside}</text></section>"


def hl7(rows: Rows) -> str:
    cells = [text(rows)] if is_prose(rows) else [cell for row in rows for cell in row]
    escaped = ("".join(ESCAPES.get(c, c) for c in cell) for cell in cells)
    segments = "".join(f"OBX|{i}|TX|34109-9^Note||{cell}||||||F\r" for i, cell in enumerate(escaped, 1))
    return f"MSH|^~\\&|||||||ORU^R01|1|P|2.5||||||UNICODE UTF-8\r{segments}"


def page(rows: Rows) -> str:
    inside = "".join(f"<p>{html.escape(row[0], quote=False)}</p>\n" for row in rows) if is_prose(rows) else table(rows)
    return f"<!DOCTYPE html><html><body>{inside}</body></html>"


def mail(rows: Rows) -> str:
    body = quopri.encodestring(text(rows).encode()).decode()
    return f"MIME-Version: 1.0\nMessage-ID: <1@clinic.example>\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n{body}\n"


def rtf(rows: Rows) -> str:
    def escaped(cell: str) -> str:
        code = lambda c: c.encode("utf-16-le")
        units = lambda c: (int.from_bytes(code(c)[i : i + 2], "little", signed=True) for i in range(0, len(code(c)), 2))
        return "".join("\\" + c if c in "\\{}" else c if c.isascii() else "".join(f"\\u{unit}?" for unit in units(c)) for c in cell)

    if is_prose(rows):
        inside = "".join(f"{escaped(row[0])}\\par\n" for row in rows)
    else:
        inside = "".join("\\trowd\\pard\\intbl " + "".join(f"{escaped(cell)}\\cell\n" for cell in row) + "\\row\n" for row in rows)
    return f"{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0 Arial;}}}}\\f0 {inside}}}"


def archive_of(members: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def docx(rows: Rows) -> bytes:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    of = lambda cell: f'<w:p><w:r><w:t xml:space="preserve">{html.escape(cell, quote=False)}</w:t></w:r></w:p>'
    if is_prose(rows):
        inside = "".join(of(row[0]) for row in rows)
    else:
        inside = "<w:tbl>" + "".join("<w:tr>" + "".join(f"<w:tc>{of(cell)}</w:tc>" for cell in row) + "</w:tr>" for row in rows) + "</w:tbl>"
    types = "http://schemas.openxmlformats.org/package/2006/"
    main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    return archive_of({
        "[Content_Types].xml": f'<Types xmlns="{types}content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{main}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{types}relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{space}"><w:body>{inside}</w:body></w:document>',
    })


def xlsx(rows: Rows) -> bytes:
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    of = lambda cell: f'<c t="inlineStr"><is><t xml:space="preserve">{html.escape(cell, quote=False)}</t></is></c>'
    inside = "".join("<row>" + "".join(map(of, row)) + "</row>" for row in rows)
    return archive_of({"[Content_Types].xml": "<Types/>",
                       "xl/workbook.xml": f'<workbook {space}><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
                       "xl/worksheets/sheet1.xml": f"<worksheet {space}><sheetData>{inside}</sheetData></worksheet>"})  # fmt: skip


def open_document(kind: str, inside: str) -> bytes:
    spaces = " ".join(f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"' for word in ("office", "table", "text"))
    body = f"<office:body><office:{kind}>{inside}</office:{kind}></office:body>"
    return archive_of({"mimetype": f"application/vnd.oasis.opendocument.{kind}", "content.xml": f"<office:document-content {spaces}>{body}</office:document-content>"})


def odf_table(rows: Rows) -> str:
    of = lambda cell: f'<table:table-cell office:value-type="string"><text:p>{html.escape(cell, quote=False)}</text:p></table:table-cell>'
    return '<table:table table:name="Table1">' + "".join("<table:table-row>" + "".join(map(of, row)) + "</table:table-row>" for row in rows) + "</table:table>"


def ods(rows: Rows) -> bytes:
    return open_document("spreadsheet", odf_table(rows))


def odt(rows: Rows) -> bytes:
    paragraphs = "".join(f"<text:p>{html.escape(row[0], quote=False)}</text:p>" for row in rows)
    return open_document("text", paragraphs if is_prose(rows) else odf_table(rows))


KINDS = {"text": ("txt", text), "fhir": ("json", fhir), "fhir-xml": ("xml", fhir_xml), "cda": ("xml", cda), "hl7": ("hl7", hl7),
         "html": ("html", page), "mail": ("eml", mail), "rtf": ("rtf", rtf), "docx": ("docx", docx), "xlsx": ("xlsx", xlsx),
         "ods": ("ods", ods), "odt": ("odt", odt)}  # fmt: skip


def as_prose(note: str) -> Rows:
    return [[line] for line in note.split("\n")]


def as_cells(note: str) -> Rows:
    """Lines in pieces, four a row."""
    cells = [cell for line in note.split("\n") for cell in re.split(r"(?<=[,;:.])\s+|\t+", line) if cell.strip()]
    return [cells[i : i + 4] for i in range(0, len(cells), 4)]


def run(redact: str, folder: pathlib.Path, out: pathlib.Path, threads: int) -> float:
    """Seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([redact, "--quiet", "-t", str(threads), "-o", out, folder], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"{folder.name}: exit code {done.returncode}\n{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--notes", type=int, default=400)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--kinds", default=",".join(KINDS))
    args = parser.parse_args()
    kinds = args.kinds.split(",")
    notes = written.documents()
    notes = notes[:: max(1, len(notes) // args.notes)][: args.notes]
    n_bytes, least = {}, {}
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        for form, divide in (("prose", as_prose), ("cells", as_cells)):
            n_bytes[form] = sum(len(text(divide(note["text"])).encode()) for note in notes)
            for kind in kinds:
                ending, write = KINDS[kind]
                (work / form / kind).mkdir(parents=True)
                for i, note in enumerate(notes):
                    content = write(divide(note["text"]))
                    (work / form / kind / f"{i:04}.{ending}").write_bytes(content if isinstance(content, bytes) else content.encode())
        for turn in range(args.rounds):
            for form in n_bytes:
                for kind in kinds:
                    took = run(args.redact, work / form / kind, work / f"out-{form}-{kind}-{turn}", args.threads)
                    least[form, kind] = min(took, least.get((form, kind), took))
    print(f"{len(notes)} notes, {n_bytes['prose']:,} bytes of text, least of {args.rounds} turns, -t {args.threads}\n")
    print("| | prose: ms of the processor per KB | text = 1 | cells: ms per KB | text = 1 |\n| --- | --- | --- | --- | --- |")
    for kind in kinds:
        cells = (f"{1e6 * least[form, kind] / n_bytes[form]:.1f} | {least[form, kind] / least[form, kinds[0]]:.2f}" for form in n_bytes)
        print(f"| {kind} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
