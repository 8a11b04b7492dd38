#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small inputs on which a tool of this kind went wrong: which of them the program now gets right.

A folder of cases has `cases.jsonl`: `id`, `format`, `input` or `file`, `options`, `gone` (in no view of the result), `stay`
(in some view), `part` (where the cause probably lies). Views: the bytes, without tags, with entities and escapes decoded,
Base64 decoded, members of a ZIP archive. A case whose options name the key file K runs under many keys.

Usage: cases.py REDACT CASES [--keys 50] [--only PREFIX] [--show]
"""

import argparse
import base64
import binascii
import hashlib
import html
import io
import json
import pathlib
import re
import subprocess
import tempfile
import zipfile

ENDINGS = {"FHIR JSON": ".json", "FHIR XML": ".xml", "CDA": ".xml", "HL7 v2": ".hl7", "DOCX": ".docx", "HTML": ".html", "CSV": ".csv", "NDJSON": ".ndjson", "JSONL": ".jsonl", "JSON": ".json"}
BASE64 = re.compile(r"[A-Za-z0-9+/\r\n]{16,}={0,2}")


def texts(content: bytes):
    """The content as a text, in each possible encoding."""
    for encoding in ("utf-8", "latin-1", "utf-16-le", "utf-16-be"):
        try:
            yield content.decode(encoding)
        except UnicodeDecodeError:
            pass


def views(content: bytes, depth: int = 0):
    for text in texts(content):
        readable = [text, re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text), html.unescape(text)]
        yield from readable
        for plain in readable:
            yield re.sub(r"<[^>]*>", "", plain)
            yield re.sub(r"<[^>]*>", " ", plain)
        if depth > 3:
            continue
        for run in BASE64.findall(text):
            whole = re.sub(r"\s", "", run)
            try:
                yield from views(base64.b64decode(whole[: len(whole) // 4 * 4]), depth + 1)
            except binascii.Error:
                pass
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name
                yield from views(archive.read(name), depth + 1)


def run(program: str, case: dict, folder: pathlib.Path, cases: pathlib.Path, key: str) -> tuple[bytes, str]:
    """The result, and what the program said."""
    if case.get("file"):
        source = cases / case["file"]
    else:
        source = folder / ("input" + ENDINGS.get(case["format"], ".txt"))
        source.write_bytes(case["input"].encode())
    options = [key if option == "K" else option for option in case["options"].split()]
    done = subprocess.run([program, *options, str(source)], capture_output=True, check=False)
    return done.stdout, done.stderr.decode()


def faults(case: dict, out: bytes) -> list[str]:
    seen = list(views(out))
    found = [f"leaks {word!r}" for word in case["gone"] if any(word in view for view in seen)]
    return found + [f"lost {word!r}" for word in case["stay"] if not any(word in view for view in seen)]


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("program")
    p.add_argument("cases", type=pathlib.Path)
    p.add_argument("--keys", type=int, default=50)
    p.add_argument("--only", default="")
    p.add_argument("--show", action="store_true")
    args = p.parse_args()
    cases = [json.loads(line) for line in (args.cases / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
    cases = [case for case in cases if case["id"].startswith(args.only)]
    n_right = n_withheld = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for case in cases:
            n_keys = args.keys if "K" in case["options"].split() else 1
            wrong = {}
            for i in range(n_keys):
                key = folder / "key"
                key.write_bytes(hashlib.sha256(str(i).encode()).digest())
                key.chmod(0o600)
                out, said = run(args.program, case, folder, args.cases, str(key))
                said = "withheld: " + said.splitlines()[0] if not out.strip() else ""
                for fault in [said] if said else faults(case, out):
                    wrong[fault] = wrong.get(fault, 0) + 1
                if args.show and i == 0:
                    print(out.decode(errors="replace"))
            n_right += not wrong
            n_withheld += any(fault.startswith("withheld") for fault in wrong)
            said = "; ".join(f"{fault} ({n} of {n_keys})" if n_keys > 1 else fault for fault, n in wrong.items())
            print(f"{'WRONG' if wrong else 'right'} {case['id']} [{case['part'].split()[0]}] {said}", flush=True)
    print(f"{n_right} of {len(cases)} right, {n_withheld} withheld")


if __name__ == "__main__":
    main()
