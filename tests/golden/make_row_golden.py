#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the rows of words that tests/redactor/finder/rows_test.cc checks, with tools/train/rows.py: of the samples in
eight languages and of odd texts, cut into tokens at random, some of them bytes of characters.

Recipe: python make_row_golden.py  (writes into its folder)
"""

import json
import pathlib
import random
import sys

FOLDER = pathlib.Path(__file__).parent
TOOLS = FOLDER.parents[1] / "tools"
sys.path.insert(0, str(TOOLS / "train"))
import rows  # noqa: E402

SAMPLES = [(TOOLS / f"samples/{lang}.txt").read_text() for lang in ("en", "es", "fr", "it", "de", "ro", "tr", "ar")]
ODD = [
    "read by:CLAIRE datoDiNascita nameJoséPérez ÉcoleÀParis straßeSS ŞİŞLİ'de iIıİ",
    "08Nov2021@14:20 v2.0.17 1ªA nºB2 3rdDay x²y³ ½kg Ⅷa ①b",
    "Jose\u0301 Lu\u0308is n\u0303a\u0327 \u0301 \u064bمحمّد يُعالَج عَبْدُ١٢٣٤ ۱۲۳ १२३४ １２３４ 𝟏𝟐𝟑",
    "李小龙，張偉3岁 ひらがなカタカナ ㈱東京 한국어 ไทยภาษา हिन्दी",
    "😀👩‍⚕️🇩🇪a😀b 🏥12🏥 ✓ok → x\u200by \ufeffz",
    "a   b\t\tc\n\n  d \u00a0e\u2003f\u3000g",
    "O'Brien-Smith’s Mª.José d’Aosta l'ospedale (x) [y] <z> {w} a_b c/d e\\f g@h.i",
    "ʰaB ǅungla ﬁnAl ﷺ ـتـ Ωm µL Kelvin K Åm",
]


def tokens(text: str, rng: random.Random):
    """(id, begin, end) in code points as SentencePiece has them, and the end of each token in bytes."""
    out, ends, at, reached = [], [], 0, 0
    while at < len(text):
        c = text[at]
        if len(c.encode()) > 1 and rng.random() < (0.5 if ord(c) > 0x600 else 0.05):
            for k in range(1, len(c.encode()) + 1):
                last = k == len(c.encode())
                out.append((0, at, at + last))
                ends.append(reached + k)
            at, reached = at + 1, ends[-1]
            continue
        end = at + 1
        while end < len(text) and end - at < 5 and not text[end].isspace() and not (text[at : end + 1].strip(" ")[:-1] and (text[end].isdecimal() or text[end - 1].isdecimal())):
            if rng.random() < 0.3:
                break
            end += 1
        out.append((0, at, end))
        reached += len(text[at:end].encode())
        ends.append(reached)
        at = end
    return out, ends


def main():
    rng, golden = random.Random(5), []
    for text in SAMPLES + ODD * 6:
        given, ends = tokens(text, rng)
        first, n = [], 0
        for ids, _, _ in rows.words(text, given):
            first.append(n)
            n += len(ids)
        golden.append({"text": text, "ends": ends, "first": [*first, n]})
    whole = {"tokens": rows.PIECES, "digits": rows.DIGITS, "texts": golden}
    (FOLDER / "rows.json").write_text(json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n")
    print(len(golden), "texts", sum(len(g["ends"]) for g in golden), "tokens", sum(len(g["first"]) - 1 for g in golden), "rows")


if __name__ == "__main__":
    main()
