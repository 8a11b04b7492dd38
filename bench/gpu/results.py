# SPDX-License-Identifier: Apache-2.0
"""The page that bench/gpu/run.py prints: what became of every line, ratios to llama.cpp, and the rows of every bench."""

import json
import pathlib
import re


def printable(text: str) -> str:
    return "".join(c if c.isascii() and c.isprintable() else "?" for c in text).replace("|", "/")


def last_words(log: pathlib.Path) -> str:
    """The last line that is not blank, cut to what a table can hold."""
    with open(log, "rb") as file:
        file.seek(max(0, log.stat().st_size - 4096))
        lines = [line for line in file.read().decode("ascii", "replace").splitlines() if line.strip()]
    return printable(lines[-1].strip())[:100] if lines else ""


def table(rows: list[list]) -> str:
    """Markdown; the first row is the head."""
    text = [[f"{v:.2f}" if isinstance(v, float) else str(v) for v in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in [text[0], ["---"] * len(text[0]), *text[1:]])


def read_rows(path: pathlib.Path) -> list[dict]:
    """The rows of a bench; none if it did not end and so left no JSON."""
    try:
        rows = json.loads(path.read_text())
    except (OSError, ValueError):
        return []
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def our_rates(rows: list[dict]) -> dict[str, float]:
    """Tokens per second of each test, named as llama-bench names it."""
    rates = {}
    for row in rows:
        if "rows of a pass" in row:
            rates[test_name(f"pp{row['rows of a pass']}", row["depth"])] = row["rows/s"]
    for row in rows:  # a prompt on its own is the better measurement of a pass as long
        if "t/s" in row:
            rates[row["test"]] = float(row["t/s"].split()[0])
    return rates


def their_rates(rows: list[dict]) -> dict[str, float]:
    return {test_name(f"pp{row['n_prompt']}" if row["n_prompt"] else f"tg{row['n_gen']}", row["n_depth"]): row["avg_ts"]
            for row in rows if {"n_prompt", "n_gen", "n_depth", "avg_ts"} <= row.keys()}  # fmt: skip


def test_name(test: str, depth: int) -> str:
    return f"{test} @ d{depth}" if depth else test


def best_of_turns(work: pathlib.Path, part: str, program: str, rates) -> dict[str, float]:
    best = {}
    for path in sorted(work.glob(f"{part}.{program}.*.json")):
        for test, rate in rates(read_rows(path)).items():
            best[test] = max(rate, best.get(test, 0))
    return best


def work_of(rows: list[dict]) -> tuple[float, float]:
    """Operations of a token and bytes of a pass, both in units of 10^9, from a bench's rows of prompts and generation; 0
    if it has none. Keys and values before a token are not counted."""
    operations = read = 0.0
    for row in rows:
        if "t/s" not in row or "@" in row["test"]:
            continue
        rate = float(row["t/s"].split()[0])
        if row["test"].startswith("pp"):
            operations = 1000 * row.get("Top/s", 0) / rate
        elif isinstance(row.get("% of limit"), (int, float)):
            read = row["% of limit"] / 100 * row["limit GB/s"] / rate
    return operations, read


def limits(work: pathlib.Path, part: str, rows: list[dict]) -> tuple[float, float]:
    """What the card copies, GB/s, and multiplies with the instructions for a model's weights, Top/s; 0 if not measured."""
    copies = max((row.get("limit GB/s", 0) for row in rows), default=0)
    return copies, max((row.get("halves Top/s" if "f16" in part else "int8 Top/s", 0) for row in read_rows(work / "mma.json")), default=0)


def share(value: float, limit: float) -> str:
    return f"{100 * value / limit:.0f} %" if limit > 0 else "-"


def ratios(work: pathlib.Path) -> str:
    rows = [["model", "test", "redact t/s", "llama.cpp t/s", "redact / llama.cpp", "GB/s of weights", "of copies", "Top/s", "of products"]]
    for part in dict.fromkeys(path.name.split(".")[0] for path in sorted(work.glob("*.redact.?.json"))):
        ours, theirs = best_of_turns(work, part, "redact", our_rates), best_of_turns(work, part, "llama-bench", their_rates)
        own_rows = [row for path in sorted(work.glob(f"{part}.redact.?.json")) for row in read_rows(path)]
        (operations, read), (copied, multiplied) = work_of(own_rows), limits(work, part, own_rows)
        for test in sorted(ours.keys() | theirs.keys(), key=lambda t: (t[:2], "@" in t, int(re.match(r"..(\d+)", t)[1]))):
            rate, n = ours.get(test, 0.0), int(re.match(r"..(\d+)", test)[1]) if test.startswith("pp") else 1
            ratio = rate / theirs[test] if theirs.get(test, 0) > 0 and rate > 0 else "-"
            gigabytes, teraops = read * rate / n, operations * rate / 1000
            rows.append([part, test, rate or "-", theirs.get(test, "-"), ratio, gigabytes, share(gigabytes, copied), teraops, share(teraops, multiplied)])
    return table(rows) if len(rows) > 1 else "No bench has left a rate."


def bench_rows(path: pathlib.Path) -> str:
    """The rows of a JSON file, with a new head where the columns change."""
    tables: list[list[list]] = []
    for row in read_rows(path):
        if not tables or tables[-1][0] != list(row):
            tables.append([list(row)])
        tables[-1].append(list(row.values()))
    return "\n\n".join(map(table, tables))


def table_lines(log: pathlib.Path) -> str:
    """The lines of a log that belong to tables."""
    return "\n".join("|" + printable(line.strip()[1:-1]).replace("/", "|") + "|" for line in log.read_text("ascii", "replace").splitlines()
                     if re.fullmatch(r"\|.*\|", line.strip()))  # fmt: skip


def results(head: str, rows: list, work: pathlib.Path) -> str:
    """`rows`: (line, outcome, seconds, log) of every line so far."""
    of_lines = [["line", "outcome", "seconds", "last words"]]
    of_lines += [[f"{line.part}: {line.name}", printable(outcome), f"{seconds:.0f}", last_words(log)] for line, outcome, seconds, log in rows]
    sections = [f"# {head}", table(of_lines), "## Compared with llama.cpp: the best of the turns", ratios(work)]
    for path in sorted(work.glob("*.json")):
        if ".llama-bench." not in path.name:
            sections += [f"## {path.stem}", bench_rows(path) or "No rows."]
    for line, _, _, log in rows:
        if found := table_lines(log):
            sections += [f"## {line.part}: {line.name}", found]
    return "\n\n".join(sections) + "\n"
