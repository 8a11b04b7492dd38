#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs what README.md and docs/*.md show. Usage: docs_test.py BIN SOURCE_DIR [--write]

In a block of kind `console`, a line "$ COMMAND" runs in a shell, in one folder for each page, in which the folders of the
source are found by their names and the built programs are on the path; the lines below it are what the command prints,
to both outputs. A command without lines below it must succeed. "$ cat FILE" makes the file where there is none, with the lines below
it; so does any block after a line that ends with "`FILE`:". With --write the lines become what the commands print.
Each sentence of SECURITY.md about what others can do and what is protected must name a test, and the tests must exist. Each
row of "The way of a note" in CONTRIBUTING.md must name a function that its file defines. Each type that redactor/README.md
lists as holding a plain note must be defined in redactor/ or documents/, and the page must count them right.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"(?P<before>[^\n]*)\n+```(?P<kind>\w*)\n(?P<body>.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.M)
FILE = re.compile(r"`([\w.-]+)`:$")
LIMITS = "What it does not protect from"
CONSOLE = re.compile(r"(?<=```console\n)(.*?)(?=^```$)", re.M | re.S)


def run(command: str, bin_dir: pathlib.Path, folder: pathlib.Path) -> tuple[int, str]:
    env = {**os.environ, "PATH": f"{bin_dir}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    return done.returncode, done.stdout


class Page:
    def __init__(self, path: pathlib.Path, bin_dir: pathlib.Path, source: pathlib.Path):
        self.path, self.bin_dir, self.failures, self.n_commands = path, bin_dir, [], 0
        with tempfile.TemporaryDirectory() as name:
            self.folder = pathlib.Path(name)
            for entry in source.iterdir():
                (self.folder / entry.name).symlink_to(entry)
            self.text = BLOCK.sub(self.block, path.read_text(encoding="utf-8"))

    def block(self, found: re.Match) -> str:
        body = found["body"]
        if found["kind"] == "console":
            return found[0].replace(body, COMMAND.sub(self.command, body))
        if file := FILE.search(found["before"]):
            (self.folder / file[1]).write_text(body, encoding="utf-8")
        return found[0]

    def command(self, found: re.Match) -> str:
        command, shown = found[1], found[2]
        cat = re.fullmatch(r"cat ([\w.-]+)", command)
        if cat and not (self.folder / cat[1]).exists():
            (self.folder / cat[1]).write_text(shown, encoding="utf-8")
        self.n_commands += 1
        code, printed = run(command, self.bin_dir, self.folder)
        if (shown and printed != shown) or (not shown and code != 0):
            self.failures.append(f"{self.path.name}: $ {command}\nshown:\n{shown}printed (exit code {code}):\n{printed}")
        return f"$ {command}\n{printed}"


def unheld_promises(source: pathlib.Path) -> list[str]:
    """A message for each sentence of SECURITY.md that promises something and names no test, or one that does not exist."""
    there = {path.stem for path in (source / "tests").rglob("*_test.*")} | {path.name for path in (source / "tests").iterdir()}
    sections = re.split(r"^## ", (source / "SECURITY.md").read_text(encoding="utf-8"), flags=re.M)[1:]
    promising, limits = sections[:-1], sections[-1]
    failures = [] if promising and limits.startswith(LIMITS) else [f"SECURITY.md: does not end with the section {LIMITS!r}"]
    for section in promising:
        for sentence in re.split(r"(?<=[.])\s+|\n(?=[-|])|\n\n", section.partition("\n")[2].strip()):
            named = re.findall(r"`(\w+_test|removed_checks)`", sentence)
            shown = " ".join(sentence.split())
            if not named:
                failures.append(f"SECURITY.md: names no test: {shown}")
            failures += [f"SECURITY.md: there is no test {name}" for name in named if name not in there]
    return failures


def lost_steps(source: pathlib.Path) -> list[str]:
    """A message for each row of "The way of a note" (CONTRIBUTING.md) whose file does not define its function."""
    rows = re.findall(r"^\| [^|]+ \| (`[\w:`, ]+`) \| `([\w/.]+)` \|$", (source / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.M)
    failures = [] if rows else ["CONTRIBUTING.md: shows no way of a note"]
    for functions, name in rows:
        code = (source / name).read_text(encoding="utf-8") if (source / name).exists() else ""
        for function in re.findall(r"[\w:]+", functions):
            if not re.search(rf"^\S[^;\n]* {function}\(", code, flags=re.M):
                failures.append(f"CONTRIBUTING.md: {name} does not define {function}()")
    return failures


def lost_types(source: pathlib.Path) -> list[str]:
    """A message for each type of the list in redactor/README.md that no header defines, and one for a wrong count."""
    listed = re.search(r"^The (\d+) types that hold a plain note.*?: (.*?)\.$", (source / "redactor/README.md").read_text(encoding="utf-8"), flags=re.M | re.S)
    if not listed:
        return ["redactor/README.md: lists no types that hold a plain note"]
    names = re.findall(r"`(\w+)`", listed[2])
    print(f"redactor/README.md: {len(names)} types hold a plain note")
    code = "".join(path.read_text(encoding="utf-8") for folder in ("redactor", "documents") for kind in ("*.h", "*.cc") for path in (source / folder).rglob(kind))
    lost = [name for name in names if not re.search(rf"\b(struct|class) {name}( final)?( :[^;{{]*)? {{", code)]
    failures = [f"redactor/README.md: no header defines {name}" for name in lost]
    if len(set(names)) != int(listed[1]):
        failures.append(f"redactor/README.md: counts {listed[1]} types, lists {len(set(names))}")
    return failures


def main() -> None:
    bin_dir, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    failures = unheld_promises(source) + lost_steps(source) + lost_types(source)
    for path in [source / "README.md", *sorted((source / "docs").glob("*.md"))]:
        page = Page(path, bin_dir, source)
        print(f"{path.name}: {page.n_commands} commands")
        if "--write" in sys.argv:
            path.write_text(page.text, encoding="utf-8")
        elif page.n_commands == 0:
            failures.append(f"{path.name}: shows no command")
        failures += page.failures
    if failures and "--write" not in sys.argv:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
