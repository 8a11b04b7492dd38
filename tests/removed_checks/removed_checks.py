#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Removes each check of the code that reads model files, one at a time, and expects a test to fail.

A check is an operand of a condition that guards the return of an error: `if (A || B) return bad(...)` has two. `write`
copies sources with a switch in each check, which are compiled into one program with the tests; `run` starts it once
with each check off. A check that no test can see has a comment above it, `Untested: REASON.`; `Untested in part: REASON.`
above several of which a test sees some.

Usage: removed_checks.py write SOURCE_DIR OUT_DIR FILES...
       removed_checks.py run SOURCE_DIR OUT_DIR PROGRAM
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ERROR = re.compile(r"\s*\{?\s*return (bad|bad_[a-z]+|wrong_type|missing|unsupported|read\.bad|read\.unsupported|Error\{|part_alone)")
IF = re.compile(r"\bif \(")
UNTESTED = re.compile(r"// Untested( in part)?: [^\n]*\n\s*$")

# The tests that see the checks of a file.
LOADER, MODELS = "GgufFile*:Metadata*:MalformedGguf*:SplitGguf*", "Config*:MalformedModel*:Adapter*"
TESTS = {
    "gguf_loader/": LOADER,
    "runtime/model/": MODELS,
    "runtime/text/": "MalformedVocab*:Spm*",
    "redactor/": "LabelFormat*",
    "language/": "Gazetteer*:KnownWords*",
}


def closing(text: str, at: int) -> int:
    """Where the parenthesis that is open before `at` closes."""
    depth = 1
    while depth > 0:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at - 1


def operands(text: str) -> list[str]:
    """The operands of a condition's outermost ||."""
    parts, depth, begin = [], 0, 0
    for at, c in enumerate(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(c, 0)
        if depth == 0 and text.startswith("||", at):
            parts.append(text[begin:at])
            begin = at + 2
    return [*parts, text[begin:]]


def switched(name: str, text: str, checks: list) -> str:
    """The text with a switch in each check; appends file, line, code and what its comment says of tests to `checks`."""
    out, at = "", 0
    for match in IF.finditer(text):
        end = closing(text, match.end())
        if not ERROR.match(text, end + 1):
            continue
        begin = match.end() + text[match.end() : end].rfind(";") + 1  # past `if (init;`
        whole, untested = text[begin:end], UNTESTED.search(text, 0, match.start())
        parts = []
        for part in operands(whole):
            parts.append(f"(({part}) && !planted_bug({len(checks)}))")
            says = "" if untested is None else "some" if untested[1] else "all"
            checks.append([name, text.count("\n", 0, match.start()) + 1, " ".join(part.split()), says])
        out += text[at:begin] + " || ".join(parts)
        at = end
    return out + text[at:]


def write(source: pathlib.Path, out: pathlib.Path, names: list[str]) -> int:
    checks = []
    for name in names:
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('#include "tests/support/planted_bug.h"\n#line 1\n' + switched(name, (source / name).read_text(), checks))
    (out / "checks.json").write_text(json.dumps(checks))
    return 0


def run(source: pathlib.Path, out: pathlib.Path, program: str) -> int:
    checks = json.loads((out / "checks.json").read_text())

    def without(number: int) -> int:
        tests = next(tests for prefix, tests in TESTS.items() if checks[number][0].startswith(prefix)) if number >= 0 else ":".join(TESTS.values())
        command = [program, f"--gtest_filter={tests}", "--gtest_fail_fast"]
        with tempfile.TemporaryDirectory() as folder:  # the tests write files of fixed names
            environment = os.environ | {"REDACT_PLANTED": str(number), "TEST_TMPDIR": folder}
            try:
                return subprocess.run(command, env=environment, cwd=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300).returncode
            except subprocess.TimeoutExpired:
                return 124

    if without(-1) != 0:
        print("the tests fail with all checks in place")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        codes = list(pool.map(without, range(len(checks))))
    seen_of_line = collections.defaultdict(list)
    for (name, line, code, says), exit_code in zip(checks, codes):
        seen_of_line[name, line, says].append(exit_code != 0)
        if exit_code == 0:
            print(f"{name}:{line}: no test misses `{code}`")
    wrong = [
        f"{name}:{line}: {sum(seen)} of {len(seen)} checks are seen, and its comment says otherwise"
        for (name, line, says), seen in seen_of_line.items()
        if not {"": all(seen), "all": not any(seen), "some": any(seen) and not all(seen)}[says]
    ]
    print("\n".join([*wrong, f"{sum(code != 0 for code in codes)} of {len(codes)} seen"]))
    return int(bool(wrong))


if __name__ == "__main__":
    source, out = map(pathlib.Path, sys.argv[2:4])
    sys.exit(write(source, out, sys.argv[4:]) if sys.argv[1] == "write" else run(source, out, sys.argv[4]))
