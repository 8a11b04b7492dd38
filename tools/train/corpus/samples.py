# SPDX-License-Identifier: Apache-2.0
"""Writes a page of training documents with their labels, to check them by eye.

Usage: python -m corpus.samples WORK PAGE.html     six documents per language; --seed draws others
"""

import argparse
import html
import pathlib
import random

from data import read

STYLE = """body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color:#1d2430}h2{margin-top:2rem}
.page{columns:2;column-gap:2rem}pre{white-space:pre-wrap;break-inside:avoid;border:1px solid #dfe3e8;border-radius:6px;padding:.8rem;margin:0 0 1rem;font:12.5px/1.5 ui-monospace,monospace}
mark{background:#e3eefa;color:#1d4f86}mark::after{content:" " attr(title);font-size:9px;color:#6b7482}"""


def marked(doc) -> str:
    out, at = "", 0
    for s in sorted(doc["spans"], key=lambda s: s["start"]):
        surface = html.escape(doc["text"][s["start"] : s["end"]])
        out += html.escape(doc["text"][at : s["start"]]) + f"<mark title={s['label']}>{surface}</mark>"
        at = s["end"]
    return out + html.escape(doc["text"][at:])


def main():
    p = argparse.ArgumentParser()
    p.add_argument("work", type=pathlib.Path)
    p.add_argument("page", type=pathlib.Path)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()
    rng = random.Random(args.seed)
    body = ""
    for path in sorted(args.work.glob("corpus/train.*.jsonl.gz")):
        documents = read(path)
        body += f"<h2>{path.name.split('.')[1]}: {len(documents)} documents</h2><div class=page>"
        body += "".join(f"<pre dir=auto>{marked(doc)}</pre>" for doc in rng.sample(documents, 6)) + "</div>"
    args.page.write_text(f"<!doctype html><meta charset=utf-8><title>Training documents</title><style>{STYLE}</style>{body}")


if __name__ == "__main__":
    main()
