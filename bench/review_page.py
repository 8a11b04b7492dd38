#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long the review page of a large run takes to open, and to find a document by its name and by a word of its text.
Usage: review_page.py REDACT [--documents N] [--bytes N] [--runs N]

Needs tests/program/pages/install_browser. The notes are sentences in random order, each note with a word that no
other has. The program makes a page of 40 notes, and the script repeats these with other ids and words. Prints a table in
Markdown: elapsed time, and the processor time of the page's process, which says more where the machine is shared."""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SOURCE / "tests/program/pages"))
import browser as chromium  # noqa: E402

SENTENCES = (
    "Patient: Margaret Ellison, born 14/03/1948, was seen by Dr Owen Pritchard. ", "She has no fever and no cough. ",
    "Chest X-ray showed right lower lobe consolidation. ", "Please call 0117 496 0382 with the result.\n",
    "She was treated with IV co-amoxiclav 1.2 g three times daily for 4 days, then doxycycline.\n",
    "Admitted 02/11/2024, discharged 09/11/2024 to her home in Bristol.\n",
)  # fmt: skip

N_NOTES = 40

# From the start of the navigation to the frame that shows the first document and the list.
OPENED = """() => new Promise((resolve) => {
  const look = () => document.querySelector("#note .row .source")?.textContent && document.querySelector(".entry")
    ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))) : setTimeout(look, 1);
  look();
})"""

# From a word in the search field to the first frame with a document that holds it, and to the end of the search.
FOUND = """(word) => new Promise((resolve) => {
  const field = document.getElementById("find"), said = document.getElementById("found");
  const start = performance.now();
  let first;
  const look = () => {
    if (first === undefined && document.querySelector(".entry")) first = performance.now() - start;
    if (said.textContent.includes("looking")) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve([first, performance.now() - start, said.textContent])));
  };
  field.value = word;
  field.dispatchEvent(new Event("input"));
  look();
})"""


def make_page(redact, folder, n_documents, n_bytes):
    draw = random.Random(7)
    notes = folder / "notes.jsonl"
    with notes.open("w") as file:
        for i in range(N_NOTES):
            text = f"Ref Zq{i:06d}x. "
            while len(text) < n_bytes:
                text += draw.choice(SENTENCES)
            file.write(json.dumps({"id": f"ward/note-{i:06d}", "text": text}) + "\n")
    small, page = folder / "small.html", folder / "page.html"
    subprocess.run([redact, "--quiet", "--review", small, "-o", folder / "out.jsonl", notes], check=True)
    head, *documents = small.read_text().split('<script type="application/json" ')
    run, tail = documents.pop().split("</script>\n", 1)
    run = json.loads(run.removeprefix('id="run">'))
    entries = run["documents"]
    with page.open("w") as file:
        file.write(head)
        for i in range(n_documents):
            document = documents[i % N_NOTES].replace(f"{i % N_NOTES:06d}", f"{i:06d}")
            file.write('<script type="application/json" ' + document)
        run["documents"] = [{**entries[i % N_NOTES], "id": f"ward/note-{i:06d}"} for i in range(n_documents)]
        file.write(f'<script type="application/json" id="run">{json.dumps(run)}</script>\n{tail}')
    return page


def spent_ms(session):
    """The processor time that the page's process has taken so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * one["value"] for one in metrics if one["name"] == "ProcessTime")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("redact")
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--bytes", type=int, default=2_000)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    if not chromium.enter_environment():
        sys.exit("tests/program/pages/install_browser was not run")
    names = ("open, to the first document", "open a document", "find by name", "find by a word", "all texts looked into")
    rows = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as name, chromium.browser() as browser:
        path = make_page(args.redact, pathlib.Path(name), args.documents, args.bytes)
        for run in range(args.runs):
            context = browser.new_context(viewport={"width": 1360, "height": 860})
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Performance.enable")
            page.goto(path.as_uri(), wait_until="commit")
            elapsed = page.evaluate(OPENED)
            rows["open, to the first document"].append((elapsed, spent_ms(session)))
            wanted = args.documents * (run + 1) // (args.runs + 1)
            for name, word in (("find by name", f"note-{wanted:06d}"), ("find by a word", f"zq{wanted:06d}X")):
                before = spent_ms(session)
                first, over, said = page.evaluate(FOUND, word)
                assert said == "1 document", said
                rows[name].append((first, spent_ms(session) - before))
                rows["all texts looked into"].append((over, spent_ms(session) - before))
            before = spent_ms(session)
            elapsed = page.evaluate("""() => new Promise((resolve) => {
              const start = performance.now(), title = document.getElementById("title").textContent;
              const look = () => document.getElementById("title").textContent !== title
                ? setTimeout(() => resolve(performance.now() - start)) : requestAnimationFrame(look);
              document.querySelector(".entry").click();
              look();
            })""")
            rows["open a document"].append((elapsed, spent_ms(session) - before))
            context.close()
        size = path.stat().st_size / 2**20
    print(f"{args.documents:,} documents of {args.bytes:,} bytes, a page of {size:.0f} MiB; {browser.version}, {args.runs} runs\n")
    print("| | elapsed ms, median | worst | processor ms, median |\n| --- | --- | --- | --- |")
    for name, times in rows.items():
        elapsed, spent = zip(*times)
        print(f"| {name} | {statistics.median(elapsed):.0f} | {max(elapsed):.0f} | {statistics.median(spent):.0f} |")


if __name__ == "__main__":
    main()
