#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares redact-judge on scripted answers with a second implementation of the studies' arithmetic, written from their
descriptions: the vote and counts of the Italian study, the survey's CIRE and its classes of false positives. The
notes, redactions and answers are random. Usage: scripted_verdicts_test.py REDACT_JUDGE"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest
from collections import Counter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from word_alignment import align  # noqa: E402

PROGRAM = sys.argv[1]
TAGS = {"NAME": "[NOME]", "AGE": "[ETÀ]", "LOCATION": "[LUOGO/INDIRIZZO]", "DATE": "[DATA]"}
LABELS = {"PATIENT": "NAME", "DOCTOR": "NAME", "AGE": "AGE", "CITY": "LOCATION", "HOSPITAL": "LOCATION", "DATE": "DATE"}
CLASSES = ["clinically relevant", "clinically irrelevant", "provider or clinic", "insensitive identifier",
           "identifier that the gold lacks"]  # fmt: skip
PIECE = 20


def make_note(rng, number):
    """A note, its gold, and a redaction that misses some spans, invents others and rewrites a word here and there."""
    text, gold, found, output = "", [], [], ""
    for _ in range(rng.randint(0, 70)):
        word = rng.choice(["febbre", "e", "tosse", "Ana", "Bo", "54", "Roma", "1/2", "x"])
        label = rng.choice(list(LABELS)) if rng.random() < 0.25 else None
        hidden = rng.random() < (0.7 if label else 0.1)
        span = {"start": len(text), "end": len(text) + len(word)}
        if label:
            gold.append({**span, "label": label})
        if hidden:
            entity = label if label and rng.random() < 0.8 else rng.choice(list(LABELS))
            found.append({**span, "entity_type": entity})
            output += TAGS[LABELS[entity]]
        elif rng.random() < 0.95:
            output += word if rng.random() < 0.95 else "altro"
        space = rng.choice([" ", " ", "\n", "  "])
        text += word + space
        output += space
    note_id = f"n{number}"
    record = {"id": note_id, "text": output, "entities": found}
    if rng.random() < 0.1:
        record = {"id": note_id, "status": "failed"}
    return {"id": note_id, "text": text, "spans": gold}, record


def pieces(text, output):
    source, words = text.split(), output.split()
    columns = align(source, words)
    for start in range(0, len(columns), PIECE):
        part = columns[start : start + PIECE]
        yield [source[i] for i, _ in part if i is not None], [words[j] for _, j in part if j is not None]


class Answers:
    """The answers of each judge to each question, kept so that the arithmetic here reads what the program reads."""

    def __init__(self, rng, n_judges, none=0.05, unsure=0.1):
        self.rng, self.none, self.unsure = rng, none, unsure
        self.judges = [{} for _ in range(n_judges)]

    def ask(self, question, slots, stop=None):
        """The votes of each judge, slot by slot; None if it abstains. `slots` has the options of each slot."""
        votes = []
        for judge in self.judges:
            names, margins = [], []
            for options in slots:
                names.append(self.rng.choice(options))
                margins.append(0.1 if self.rng.random() < self.unsure else 2.5)
                if names[-1] == stop:
                    break
            if self.rng.random() < self.none:
                votes.append([None] * len(slots))
                continue
            judge[question] = {"question": question, "answers": names, "margins": margins}
            said = [n if m >= 0.5 else None for n, m in zip(names, margins)]
            votes.append(said + [None] * (len(slots) - len(said)))
        return votes

    def write(self, folder):
        paths = []
        for i, judge in enumerate(self.judges):
            paths.append(folder / f"judge{i}.jsonl")
            paths[-1].write_text("".join(json.dumps(line) + "\n" for line in judge.values()))
        return paths


def verdict(votes):
    """The verdict that more than half of all judges give, or None."""
    ranked = Counter(v for v in votes if v is not None).most_common(1)
    return ranked[0][0] if ranked and ranked[0][1] / len(votes) > 0.5 else None


def figures(count):
    tp, fp, fn = count["TP"], count["FP"], count["FN"]
    p = tp / (tp + fp) if tp + fp else None
    r = tp / (tp + fn) if tp + fn else None
    f1 = None if tp + fp + fn == 0 else 0 if not tp else 2 * p * r / (p + r)
    return {"tp": tp, "fp": fp, "fn": fn, "precision": p, "recall": r, "f1": f1,
            "accuracy": tp / (tp + fp + fn) if tp + fp + fn else None, "discarded": count["discarded"]}  # fmt: skip


def expect_gold(notes, records, answers):
    counts = {}
    for note, record in zip(notes, records):
        if "text" not in record:
            continue
        for category, tag in TAGS.items():
            gold = [s for s in note["spans"] if LABELS[s["label"]] == category]
            n_tags = record["text"].count(tag)
            if not gold and not n_tags:
                continue
            count = counts.setdefault(category, Counter())
            slots = [["TP", "FN", "FP"]] * len(gold) + [["end", "FP"]] * n_tags
            votes = answers.ask(f"gold/{note['id']}/{category}", slots, stop="end")
            for i in range(len(gold)):
                count[verdict([v[i] for v in votes]) or "discarded"] += 1
            for i in range(len(gold), len(slots)):
                n = sum(v[i] == "FP" for v in votes)
                count["FP"] += n / len(votes) > 0.5
                count["discarded"] += 0 < n / len(votes) <= 0.5
    return counts


def expect_retention(notes, records, answers):
    by_note = {}
    for note, record in zip(notes, records):
        if "text" not in record:
            continue
        kept = lost = 0
        for number, (source, output) in enumerate(pieces(note["text"], record["text"]), 1):
            if source == output:
                kept += 1
                continue
            said = verdict([v[0] for v in answers.ask(f"pair/{note['id']}/{number}", [["Yes", "No"]])])
            kept, lost = kept + (said == "No"), lost + (said == "Yes")
        if kept + lost:
            by_note[note["id"]] = kept / (kept + lost)
    return by_note


def expect_classes(notes, records, answers):
    counts, severity = Counter(), Counter()
    for note, record in zip(notes, records):
        gold = {i for s in note["spans"] for i in range(s["start"], s["end"])}
        for e in record.get("entities", []):
            if gold & set(range(e["start"], e["end"])):
                continue
            place = f"{note['id']}/{e['start']}-{e['end']}"
            said = verdict([v[0] for v in answers.ask(f"class/{place}", [list("ABCDE")])])
            counts["discarded" if said is None else CLASSES["ABCDE".index(said)]] += 1
            if said == "A":
                said = verdict([v[0] for v in answers.ask(f"severity/{place}", [["high", "low"]])])
                severity[said or "discarded"] += 1
    return counts, severity


class Studies(unittest.TestCase):
    def rule(self, notes, records, answers, ask):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            for name, lines in (("gold", notes), ("records", records)):
                (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
            judges = [part for path in answers.write(folder) for part in ("--judge", path)]
            command = [PROGRAM, folder / "gold.jsonl", folder / "records.jsonl", *judges, "--ask", ask,
                       "--json", folder / "out.json"]  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertIn(done.returncode, (0, 3), done.stderr)
            return json.loads((folder / "out.json").read_text())

    def test_random_notes_and_answers(self):
        asked = 0
        for seed in range(30):
            rng = random.Random(seed)
            made = [make_note(rng, i) for i in range(12)]
            notes, records = [n for n, _ in made], [r for _, r in made]
            answers = Answers(rng, rng.choice([1, 3, 3, 5]))
            gold = expect_gold(notes, records, answers)
            by_note = expect_retention(notes, records, answers)
            classes, severity = expect_classes(notes, records, answers)
            got = self.rule(notes, records, answers, "gold,retention,over")
            asked += sum(map(len, answers.judges))
            self.assertEqual(set(got["gold"]), {*gold, "all"})
            for category, count in {**gold, "all": sum(gold.values(), Counter())}.items():
                for name, value in figures(count).items():
                    ours = got["gold"][category][name]
                    message = f"seed {seed}, {category}, {name}"
                    if value is None or ours is None:
                        self.assertEqual(ours, value, message)
                    else:
                        self.assertAlmostEqual(ours, value, 12, message)
            self.assertEqual(got["retention"]["by_note"].keys(), by_note.keys())
            for note, share in by_note.items():
                self.assertAlmostEqual(got["retention"]["by_note"][note], share, 12)
            self.assertAlmostEqual(got["retention"]["cire"], sum(by_note.values()) / len(by_note), 12)
            for name in [*CLASSES, "discarded"]:
                self.assertEqual(got["false_positives"][name], classes[name], f"seed {seed}, {name}")
            for name in ("high", "low", "discarded"):
                self.assertEqual(got["false_positives"]["severity"][name], severity[name], f"seed {seed}, {name}")
        self.assertGreater(asked, 5000)

    def italian(self, verdicts):
        """One gold name, still in the output; each judge's verdict on it."""
        note = {"id": "1", "text": "Ana tosse", "spans": [{"start": 0, "end": 3, "label": "PATIENT"}]}
        answers = Answers(random.Random(0), len(verdicts))
        for judge, said in zip(answers.judges, verdicts):
            judge["q"] = {"question": "gold/1/NAME", "answers": [said]}
        return self.rule([note], [{"id": "1", "text": "Ana tosse"}], answers, "gold")["gold"]["NAME"]

    def test_worked_examples_of_the_vote(self):
        two_of_three = self.italian(["FN", "FN", "TP"])
        self.assertEqual([two_of_three[k] for k in ("tp", "fp", "fn", "discarded")], [0, 0, 1, 0])
        all_differ = self.italian(["FN", "FP", "TP"])
        self.assertEqual([all_differ[k] for k in ("tp", "fp", "fn", "discarded")], [0, 0, 0, 1])

    def test_worked_example_of_cire(self):
        words = [f"w{i}" for i in range(10 * PIECE)]
        changed = [f"v{i}" if i % PIECE == 7 else word for i, word in enumerate(words)]
        answers = Answers(random.Random(0), 1)
        for i in range(1, 11):
            answers.judges[0][i] = {"question": f"pair/1/{i}", "answers": ["Yes" if i == 4 else "No"]}
        note, record = {"id": "1", "text": " ".join(words), "spans": []}, {"id": "1", "text": " ".join(changed)}
        self.assertAlmostEqual(self.rule([note], [record], answers, "retention")["retention"]["cire"], 0.90, 12)

    def test_answers_that_fit_no_question_are_refused(self):
        for said in (["maybe"], [], ["FN", "FN"]):
            note = {"id": "1", "text": "Ana", "spans": [{"start": 0, "end": 3, "label": "PATIENT"}]}
            answers = Answers(random.Random(0), 1)
            answers.judges[0]["q"] = {"question": "gold/1/NAME", "answers": said}
            with self.assertRaisesRegex(AssertionError, "answers line 1"):
                self.rule([note], [{"id": "1", "text": "Ana"}], answers, "gold")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
