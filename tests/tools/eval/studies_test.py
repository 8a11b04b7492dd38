#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares redact-eval --study with a second implementation of the studies' measures, written from their descriptions.
The notes, gold and redactions are random; half of the redactions are texts only. Usage: studies_test.py REDACT_EVAL"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter, defaultdict

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from word_alignment import align  # noqa: E402

PROGRAM = sys.argv[1]
TAGS = {"NAME": "[NOME]", "AGE": "[ETÀ]", "LOCATION": "[LUOGO/INDIRIZZO]", "DATE": "[DATA]", "ID": "[CODICE]"}
GROUPS = {"PATIENT": "NAME", "DOCTOR": "NAME", "AGE": "AGE", "CITY": "LOCATION", "HOSPITAL": "LOCATION",
          "DATE": "DATE", "MEDICAL_RECORD": "ID"}  # fmt: skip
KINDS = {"PATIENT": "NAME", "DOCTOR": "NAME", "CITY": "LOC", "HOSPITAL": "INST", "DATE": "FECHA", "MEDICAL_RECORD": "NUM"}
PATIENTS, PROVIDERS = {"PATIENT", "CITY", "MEDICAL_RECORD"}, {"DOCTOR", "HOSPITAL"}
WORDS = ["febbre", "e", "Ana", "Bo-Rossi", "54", "Roma", "12/3/1984", "x", "QX-55", "1984"]
BINS = [(0, 256), (257, 512), (513, 1024), (1025, 2048), (2049, None)]


def make_note(rng, number, long):
    text, output, gold, found = "", "", [], []
    for _ in range(rng.choice([300, 600, 1100]) if long else rng.randint(0, 60)):
        if rng.random() < 0.06:
            cue = rng.choice(["nata il ", "DOB: ", "né le ", "seen on "])
            text, output = text + cue, output + cue
        word, label = rng.choice(WORDS), rng.choice(list(GROUPS))
        begin = len(text) + (rng.randint(0, len(word) - 1) if rng.random() < 0.1 else 0)  # some spans cut a word
        span = {"start": begin, "end": len(text) + len(word)}
        marked = rng.random() < 0.3
        if marked:
            gold.append({**span, "label": label})
        if rng.random() < (0.7 if marked else 0.1):
            entity = label if rng.random() < 0.8 else rng.choice(list(GROUPS))
            if rng.random() < 0.15:
                span["start"] = max(begin, span["end"] - 2)
            tag = TAGS[GROUPS[entity]]
            output += word[: span["start"] - len(text)]
            found.append({**span, "entity_type": entity, "out_start": len(output), "out_end": len(output) + len(tag)})
            output += tag
        else:
            output += word
        space = rng.choice([" ", " ", "\n", ", "])
        text, output = text + word + space, output + space
    return {"id": f"n{number}", "text": text, "spans": gold}, {"id": f"n{number}", "text": output, "entities": found}


def tokens(text):
    return [(m.start(), m.end()) for m in re.finditer(r"[^\W_]+", text)]


def survivors(note, record):
    """The characters of the note that are still in the redaction."""
    text, output = note["text"], record["text"]
    if "entities" in record:
        return set(range(len(text))) - {i for e in record["entities"] for i in range(e["start"], e["end"])}
    source = [(m.start(), m.group()) for m in re.finditer(r"\S+", text)]
    words, left = output.split(), set()
    for i, j in align([w for _, w in source], words):
        if i is None or j is None:
            continue
        (start, a), b = source[i], words[j]
        front = next((k for k in range(min(len(a), len(b))) if a[k] != b[k]), min(len(a), len(b)))
        rest = min(len(a), len(b)) - front
        back = next((k for k in range(rest) if a[-1 - k] != b[-1 - k]), rest)
        left |= set(range(start, start + front)) | set(range(start + len(a) - back, start + len(a)))
    return left


def prf(c, p="tp", q="fp", n="fn"):
    tp, fp, fn = c[p], c[q], c[n]
    f1 = 2 * tp / (2 * tp + fp + fn) if tp + fp + fn else None
    return {"precision": tp / (tp + fp) if tp + fp else None, "recall": tp / (tp + fn) if tp + fn else None,
            "f1": f1, "tp": tp, "fp": fp, "fn": fn}  # fmt: skip


def italian(notes, records):
    counts = defaultdict(Counter)
    for note, record in zip(notes, records):
        strings = Counter((GROUPS[s["label"]], note["text"][s["start"] : s["end"]]) for s in note["spans"])
        for (group, string), n in strings.items():
            left = min(n, record["text"].count(string))
            counts[group].update(fn=left, tp=n - left)
        for group, tag in TAGS.items():
            n_gold = sum(n for (g, _), n in strings.items() if g == group)
            counts[group]["fp"] += max(0, record["text"].count(tag) - n_gold)
    rows = {group: prf(c) for group, c in counts.items() if c.total()}
    rows["all"] = prf(sum(counts.values(), Counter()))
    return rows


def is_birth(text, begin):
    words = [w.lower() for w in re.findall(r"[^\W_]+", text[:begin])][-6:]
    for i in range(len(words) - 1, -1, -1):
        if any(c.isdigit() for c in words[i]):
            return False
        if words[i] in ("nata", "dob") or words[i : i + 2] == ["né", "le"]:
            return True
    return False


def survey(notes, records):
    counts = defaultdict(Counter)
    for note, record in zip(notes, records):
        text, left = note["text"], survivors(note, record)
        n_words = len(text.split())
        low, high = next(b for b in BINS if n_words >= b[0] and (b[1] is None or n_words <= b[1]))
        length = f"base, {low} to {high} words" if high else f"base, {low} words or more"
        patient, provider, birth = set(), set(), set()
        for s in note["spans"]:
            place = set(range(s["start"], s["end"]))
            if s["label"] == "DATE" and is_birth(text, s["start"]):
                birth |= place
            patient |= place if s["label"] in PATIENTS else set()
            provider |= place if s["label"] in PROVIDERS else set()
        for begin, end in tokens(text):
            token = set(range(begin, end))
            changed, gone = bool(token - left), not token & left
            year = re.fullmatch(r"\d{4}", text[begin:end])
            theirs = bool(token & patient) or bool(token & birth and not year)
            for name, pii, right in [("base", theirs, changed), (length, theirs, changed), ("conservative", theirs, gone),
                                     ("with providers", theirs or bool(token & provider), changed)]:  # fmt: skip
                if pii:
                    counts[name]["tp" if right else "fn"] += 1
                elif changed:
                    counts[name]["fp"] += 1
    return {name: prf(c) for name, c in counts.items()}


def label_at(spans, key, begin, end):
    hit = [s[key] for s in spans if s["start"] < end and begin < s["end"]]
    return hit[0] if hit else None


def spanish(notes, records):
    counts = defaultdict(Counter)
    for note, record in zip(notes, records):
        for begin, end in tokens(note["text"]):
            label = label_at(note["spans"], "label", begin, end)
            gold, found = KINDS.get(label), KINDS.get(label_at(record["entities"], "entity_type", begin, end))
            if label and not gold:
                continue
            if gold:
                counts[gold]["tp" if gold == found else "fn"] += 1
            if found and found != gold:
                counts[found]["fp"] += 1
            counts["global"][("tp" if found else "fn") if gold else "fp" if found else "tn"] += 1
    overall = Counter()
    for kind in KINDS.values():
        if kind in counts:
            overall += counts[kind]
    for kind in ("NAME",):  # two labels are of this kind, so it was added twice
        overall.subtract(counts[kind])
    return {name: prf(c) for name, c in counts.items()} | {"overall": prf(overall)}


def bio(text, spans, key):
    out, before = [], None
    for m in re.finditer(r"[^\W_]+|[^\w\s]|_", text):
        hit = next((i for i, s in enumerate(spans) if s["start"] < m.end() and m.start() < s["end"]), None)
        out.append("O" if hit is None else ("I-" if hit == before else "B-") + spans[hit][key])
        before = hit
    return out


def expert(notes, records):
    spans, tags = defaultdict(Counter), defaultdict(Counter)
    for note, record in zip(notes, records):
        gold = {(s["start"], s["end"], s["label"]) for s in note["spans"]}
        found = {(s["start"], s["end"], s["entity_type"]) for s in record["entities"]}
        for name, part in (("tp", gold & found), ("fn", gold - found), ("fp", found - gold)):
            for _, _, label in part:
                spans[label][name] += 1
        pairs = zip(bio(note["text"], note["spans"], "label"), bio(note["text"], record["entities"], "entity_type"))
        for g, f in pairs:
            if g == f:
                tags[g]["tp"] += 1
            else:
                tags[g]["fn"] += 1
                tags[f]["fp"] += 1
    tags.pop("O", None)
    rows = {}
    for kind, counts in (("span", spans), ("tag", tags)):
        rows |= {f"{kind} {name}": prf(c) for name, c in counts.items()}
        macro = sum(prf(c)["f1"] for c in counts.values()) / len(counts)
        rows[f"{kind}, pooled"] = prf(sum(counts.values(), Counter())) | {"macro_f1": macro}
    return rows


def emergency(notes, records):
    notes_of, clean_of, removed, total, tags, right = Counter(), Counter(), 0, 0, 0, 0
    for note, record in zip(notes, records):
        left, clean = survivors(note, record), {}
        for s in note["spans"]:
            gone = not any(note["text"][i].isalnum() for i in left & set(range(s["start"], s["end"])))
            total, removed = total + 1, removed + gone
            for row in ("notes", f"notes, {s['label']}"):
                clean[row] = clean.get(row, True) and gone
        notes_of.update(clean.keys())
        clean_of.update(row for row, all_gone in clean.items() if all_gone)
        for e in record.get("entities", []):
            tags += 1
            right += any(s["start"] < e["end"] and e["start"] < s["end"] for s in note["spans"])
    rows = {row: {"note_recall": clean_of[row] / n, "clean": clean_of[row], "notes": n} for row, n in notes_of.items()}
    rows["identifiers"] = {"recall": removed / total, "removed": removed, "identifiers": total, "tags": tags,
                           "precision": right / tags if tags else None}  # fmt: skip
    return rows


class Studies(unittest.TestCase):
    def run_program(self, notes, records, studies, option="--records"):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for name, lines in (("gold", notes), ("records", records)):
                (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            command = [PROGRAM, folder / "gold.jsonl", option, folder / "records.jsonl", "--study", studies,
                       "--json", folder / "out.json"]  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return json.loads((folder / "out.json").read_text())["studies"]

    def compare(self, got, want, what):
        for row, figures in want.items():
            for name, value in figures.items():
                ours, message = got[row][name], f"{what}: {row}, {name}"
                if value is None or ours is None:
                    self.assertEqual(ours, value, message)
                else:
                    self.assertAlmostEqual(ours, value, 12, message)
        for row, figures in got.items():  # unexpected rows must be empty
            if row not in want and row not in ("BLEU-4", "CAB, words kept"):
                self.assertFalse(any(figures[n] for n in ("tp", "fp", "fn")), f"{what}: {row}")

    def test_spans_of_random_notes(self):
        for seed in range(12):
            rng = random.Random(seed)
            made = [make_note(rng, i, long=i % 8 == 0) for i in range(16)]
            notes, records = [n for n, _ in made], [r for _, r in made]
            got = self.run_program(notes, records, "italian,survey,spanish,expert,emergency")
            for study in (italian, survey, spanish, expert, emergency):
                self.compare(got[study.__name__], study(notes, records), f"seed {seed}, {study.__name__}")

    def test_texts_whose_spans_nobody_knows(self):
        for seed in range(12):
            rng = random.Random(100 + seed)
            made = [make_note(rng, i, long=False) for i in range(16)]
            notes, records = [n for n, _ in made], [{"id": r["id"], "text": r["text"]} for _, r in made]
            got = self.run_program(notes, records, "italian,survey,emergency", "--outputs")
            for study in (italian, survey, emergency):
                self.compare(got[study.__name__], study(notes, records), f"seed {seed}, {study.__name__}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
