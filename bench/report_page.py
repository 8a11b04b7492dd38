#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long the report of a batch takes to make and to open, how large it is, and how much memory it takes to make.
Usage: report_page.py REDACT [--documents N ...] [--runs N] [--bare]

Needs tests/program/pages/install_browser. The journals are made up: a text is redacted, its journal gets N more
documents, and --resume makes the report. Elapsed times, and the processor time of the page's process, which says more
where the machine is shared. --bare: the page names no document."""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
for folder in ("tests/program/pages", "tests/program/pages"):
    sys.path.insert(0, str(SOURCE / folder))
import browser as chromium  # noqa: E402
from synthetic_batch import write_batch  # noqa: E402

# From the start of the navigation to the frame with the whole page.
OPENED = """() => new Promise((resolve) => {
  const look = () => document.readyState === "complete" && document.querySelector("#report .facts")
    ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))) : setTimeout(look, 1);
  look();
})"""


def spent_ms(session):
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * one["value"] for one in metrics if one["name"] == "ProcessTime")


def make(command):
    """Seconds, and the most memory in MiB."""
    start = time.perf_counter()
    child = subprocess.Popen(list(map(str, command)))
    _, _, usage = os.wait4(child.pid, 0)
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def open_page(browser, path, runs):
    times = []
    for _ in range(runs):
        context = browser.new_context(viewport={"width": 1360, "height": 860})
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Performance.enable")
        page.goto(path.as_uri(), wait_until="commit")
        times.append((page.evaluate(OPENED), spent_ms(session)))
        context.close()
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("--documents", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--bare", action="store_true")
    args = parser.parse_args()
    if not chromium.enter_environment():
        sys.exit("tests/program/pages/install_browser was not run")
    print("| documents | to make, s | memory, MiB | size, KiB | to open, ms, median | worst | processor ms, median |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with chromium.browser() as browser:
        for n_documents in args.documents:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                page = folder / "report.html"
                command = [*write_batch(args.redact, folder, n_documents), "--report", page]
                if not args.bare:
                    command += ["--review-list", folder / "r", "--withheld-list", folder / "w"]
                seconds, memory = make(command)
                elapsed, spent = zip(*open_page(browser, page, args.runs))
                print(f"| {n_documents:,} | {seconds:.1f} | {memory:.0f} | {page.stat().st_size / 1024:.0f} | "
                      f"{statistics.median(elapsed):.0f} | {max(elapsed):.0f} | {statistics.median(spent):.0f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
