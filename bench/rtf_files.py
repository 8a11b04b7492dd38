# SPDX-License-Identifier: Apache-2.0
"""RTF files of the same notes as LibreOffice, pandoc and AbiWord write them, and by hand as hospital systems store them."""

import html
import pathlib
import random
import subprocess

from injected import Identifiers

# Code pages of hand-made files by language: the words of the head and Python's name.
PAGES = {
    "ro": (("\\ansi\\ansicpg1250", "cp1250"), ("\\mac\\ansicpg10010", "mac_romanian")),
    "tr": (("\\ansi\\ansicpg1254", "cp1254"), ("\\ansi\\ansicpg857", "cp857"), ("\\mac\\ansicpg10081", "mac_turkish")),
    "ar": (("\\ansi\\ansicpg1256", "cp1256"), ("\\ansi\\ansicpg720", "cp720")),
}
WESTERN = (("\\ansi\\ansicpg1252", "cp1252"), ("\\pc", "cp437"), ("\\pca", "cp850"), ("\\mac", "mac_roman"))
PIXEL = "89504e470d0a1a0a0000000d4948445200000001000000010806000000"


def people(note: dict, number: int) -> tuple[str, str]:
    """An author and somebody who saved the file, in letters that every reader knows."""
    ids = Identifiers("en", f"{note['id']}")
    return tuple(f"{ids.first()} {ids.one('last')}" for _ in range(2))


def as_page(note: dict, author: str) -> str:
    lines = "\n".join(f"<p>{html.escape(line, quote=False) or '&#160;'}</p>" for line in note["text"].split("\n"))
    return f'<html><head><meta charset="utf-8"><title>Letter</title><meta name="author" content="{author}"></head><body>{lines}</body></html>'


def by_pandoc(note: dict, to: pathlib.Path, author: str, kind: str = "rtf"):
    command = ["pandoc", "-f", "html", "-t", kind, "-s", "-M", "title=Letter", "-M", f"author={author}", "-o", to]
    subprocess.run(command, input=as_page(note, author).encode(), check=True)


def by_libreoffice(notes: list[dict], folder: pathlib.Path):
    """All in one run, from OpenDocument."""
    sources = folder.parent / "odt"
    sources.mkdir()
    for i, note in notes:
        by_pandoc(note, sources / f"{i:04}.odt", people(note, i)[0], "odt")
    subprocess.run(["soffice", "--headless", "--convert-to", "rtf", "--outdir", folder, *sorted(sources.iterdir())], check=True, capture_output=True)


def by_abiword(note: dict, to: pathlib.Path, author: str):
    source = to.with_suffix(".html")
    source.write_text(as_page(note, author), encoding="utf-8")
    subprocess.run(["abiword", "--to=rtf", source], check=True, capture_output=True)
    source.unlink()


def by_hand(note: dict, to: pathlib.Path, author: str, operator: str, number: int):
    rng = random.Random(number)
    head, charset = rng.choice(PAGES.get(note["lang"], WESTERN))
    n_fallback = rng.choice((0, 1, 1, 2))

    def escaped(text: str) -> str:
        out = ""
        for c in text:
            try:
                byte = c.encode(charset)
            except UnicodeEncodeError:
                byte = b""
            if c in "\\{}":
                out += "\\" + c
            elif c.isascii():
                out += c
            elif len(byte) == 1:
                out += f"\\'{byte[0]:02x}"
            else:
                code = c.encode("utf-16-le")
                units = (int.from_bytes(code[i : i + 2], "little", signed=True) for i in range(0, len(code), 2))
                out += "".join(f"\\u{unit}{'?' * n_fallback or ' '}" for unit in units)
        return out

    lines = note["text"].split("\n")
    body = []
    for i, line in enumerate(lines):
        words = escaped(line).split(" ")
        # A run in bold that ends within a line, as people format.
        if len(words) > 3 and i % 3 == 0 and "\\u" not in words[1]:
            words[1] = f"{{\\b {words[1]}}}"
        body.append(" ".join(words) + ("\\cell\\row\\pard\n" if "\t" not in line and i % 7 == 6 else "\\par\r\n" if i % 2 else "\\par\n"))
        if body[-1].endswith("\\row\\pard\n"):
            body[-1] = "\\trowd\\cellx9000\\pard\\intbl " + body[-1]
    extra = rng.choice(("", f"{{\\*\\shppict{{\\pict\\pngblip\\picw1\\pich1 {PIXEL}}}}}", "{\\field{\\*\\fldinst HYPERLINK \"https://clinic.example\"}{\\fldrslt site}}\\par\n",
                        f"{{\\*\\annotation{{\\*\\atnauthor {operator}}}\\pard ok}}"))  # fmt: skip
    rtf = (f"{{\\rtf1{head}\\deff0\\uc{n_fallback}{{\\fonttbl{{\\f0\\fswiss Arial;}}}}{{\\colortbl;\\red0\\green0\\blue0;}}"
           f"{{\\info{{\\title Letter}}{{\\author {author}}}{{\\operator {operator}}}{{\\creatim\\yr2024\\mo3\\dy12}}}}"
           f"{{\\*\\generator Hospital 4.2;}}\\pard\\f0\\fs22 {''.join(body)}{extra}}}")  # fmt: skip
    to.write_bytes(rtf.encode("ascii"))


PROGRAMS = ("LibreOffice", "pandoc", "AbiWord", "by hand")


def write_all(notes: list[dict], folder: pathlib.Path) -> dict[str, str]:
    """Writes a file of each note; the program that wrote it, by the name of the file."""
    folder.mkdir(parents=True)
    programs = {}
    for i, note in enumerate(notes):
        author, operator = people(note, i)
        to, program = folder / f"{i:04}.rtf", PROGRAMS[i % len(PROGRAMS)]
        programs[to.name] = program
        if program == "pandoc":
            by_pandoc(note, to, author)
        elif program == "AbiWord":
            by_abiword(note, to, author)
        elif program == "by hand":
            by_hand(note, to, author, operator, i)
    by_libreoffice([(i, note) for i, note in enumerate(notes) if PROGRAMS[i % len(PROGRAMS)] == "LibreOffice"], folder)
    return programs
