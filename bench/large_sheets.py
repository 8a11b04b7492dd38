#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time and memory of large sheets: ten columns of numbers without captions that identify, so that no model reads them.

Usage: large_sheets.py REDACT [CELLS...]     (10,000, 100,000 and 1,000,000)
"""

import pathlib
import subprocess
import sys
import tempfile

from structured import archive_of

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
ODF = " ".join(f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"' for word in ("office", "table", "text"))
COLUMNS = 10


def rows_of(n_cells: int, cell) -> list[str]:
    return ["".join(cell(100000 + (row * 7 + column) % 899999) for column in range(COLUMNS)) for row in range(n_cells // COLUMNS)]


def xlsx(n_cells: int) -> bytes:
    rows = rows_of(n_cells, lambda value: f"<c><v>{value}</v></c>")
    inside = "".join(f'<row r="{i}">{row}</row>' for i, row in enumerate(rows, 1))
    return archive_of({"[Content_Types].xml": "<Types/>",
                       "xl/workbook.xml": f'<workbook {MAIN}><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
                       "xl/worksheets/sheet1.xml": f"<worksheet {MAIN}><sheetData>{inside}</sheetData></worksheet>"})  # fmt: skip


def ods(n_cells: int) -> bytes:
    rows = rows_of(n_cells, lambda value: f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>')
    inside = "".join(f"<table:table-row>{row}</table:table-row>" for row in rows)
    content = f'<office:document-content {ODF}><office:body><office:spreadsheet><table:table table:name="Sheet1">{inside}</table:table></office:spreadsheet></office:body></office:document-content>'
    return archive_of({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def measure(redact: str, file: pathlib.Path) -> str:
    # A process of its own, since the system tells the most memory of all children.
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); u = resource.getrusage(resource.RUSAGE_CHILDREN); print(u.ru_utime + u.ru_stime, u.ru_maxrss)"
    command = [sys.executable, "-c", code, redact, "--quiet", "-t", "1", file, "-o", file.with_name("out" + file.suffix)]
    seconds, kilobytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return f"{float(seconds):.1f} s, {int(kilobytes) / 1e3:.0f} MB"


def main():
    sizes = [int(size) for size in sys.argv[2:]] or [10_000, 100_000, 1_000_000]
    print("| cells | XLSX | ODS |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            cells = []
            for ending, write in (("xlsx", xlsx), ("ods", ods)):
                file = pathlib.Path(folder, f"{size}.{ending}")
                file.write_bytes(write(size))
                cells.append(measure(sys.argv[1], file))
            print(f"| {size:,} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
