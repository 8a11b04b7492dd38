#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The formats of results beside text and JSON lines, each read back by a reader of its own. Usage:
cli_formats_test.py REDACT SOURCE_DIR MODEL"""

import json
import math
import re
import xml.etree.ElementTree

from cli_case import NOTE, SOURCE, CommandLine, main, run

PAGE = "<p>Dear <b>Mrs Elli</b>son,</p>\r\n<p>see Dr Owen Pritchard \U0001f600 &amp; call 0117 496 0382.</p>\r\n"
TEXTS = [
    (SOURCE / "tools/samples/en.txt").read_text(),
    "\U0001f600 \u00d1 " + NOTE + "]]> Dr Owen\r\nPritchard wrote to\nMargaret Ellison <o.pritchard@brannocks.example> & left.\r\n",
    PAGE,
]


def sliced(text, start, end, unit="code-points"):
    """The part of the text between two offsets that count the unit."""
    coding = {"bytes": "utf-8", "utf16": "utf-16-le"}.get(unit)
    if not coding:
        return text[start:end]
    size = 2 if unit == "utf16" else 1
    return text.encode(coding)[size * start : size * end].decode(coding)


class RecognizerResult:
    """As in presidio-analyzer: the constructor takes what to_dict() gives."""

    def __init__(self, entity_type, start, end, score, analysis_explanation, recognition_metadata):
        assert isinstance(start, int) and isinstance(end, int) and 0 <= start <= end
        assert isinstance(entity_type, str) and entity_type
        assert isinstance(score, (int, float)) and 0 <= score <= 1
        assert analysis_explanation is None and recognition_metadata["recognizer_name"]
        self.entity_type, self.start, self.end, self.score = entity_type, start, end, score
        self.metadata = recognition_metadata


class OperatorResult:
    """As in presidio-anonymizer: an item of an EngineResult."""

    def __init__(self, start, end, entity_type, text, operator):
        assert isinstance(start, int) and isinstance(end, int) and 0 <= start <= end
        assert entity_type and operator in ("replace", "redact")
        self.start, self.end, self.entity_type, self.text = start, end, entity_type, text


def read_presidio(line):
    """Results of the analyzer, the anonymized text, and its items."""
    read = json.loads(line)
    results = [RecognizerResult(**one) for one in read["analyzer_results"]]
    engine = read["anonymizer_result"]
    assert set(engine) == {"text", "items"}
    return results, engine["text"], [OperatorResult(**one) for one in engine["items"]]


def read_brat(ann, text, unit="code-points"):
    """(label, fragments, their text) of each entity; brat's own checks of a text-bound annotation."""
    entities = []
    for number, line in enumerate(ann.decode().split("\n")[:-1], 1):
        identifier, place, surface = line.split("\t")
        label, offsets = place.split(" ", 1)
        fragments = [tuple(map(int, pair.split(" "))) for pair in offsets.split(";")]
        assert identifier == f"T{number}" and label.isupper()
        assert all(a < b for a, b in fragments) and fragments == sorted(fragments)
        assert " ".join(sliced(text, *fragment, unit) for fragment in fragments) == surface
        entities.append((label, fragments, surface))
    return entities


def read_i2b2(content):
    """The text, and (element, TYPE, start, end, text) of each tag."""
    root = xml.etree.ElementTree.fromstring(content)
    assert [root.tag] + [child.tag for child in root] == ["deIdi2b2", "TEXT", "TAGS"]
    tags = []
    for number, tag in enumerate(root.find("TAGS")):
        assert list(tag.attrib) == ["id", "start", "end", "text", "TYPE", "comment"]
        assert tag.attrib["id"] == f"P{number}"
        tags.append((tag.tag, tag.attrib["TYPE"], int(tag.attrib["start"]), int(tag.attrib["end"]), tag.attrib["text"]))
    return root.find("TEXT").text, tags


class Formats(CommandLine):
    def inputs(self):
        """Each text as a file, with its record in JSON lines."""
        for i, text in enumerate(TEXTS):
            path = self.write(f"{i}.txt", text.encode())
            yield text, path, json.loads(run("--format", "jsonl", "--include-text", path)[1])

    def test_presidio(self):
        for text, path, record in self.inputs():
            for unit in ("code-points", "bytes", "utf16"):
                code, out, err = run("--format", "presidio", "--include-evidence", "--offsets", unit, path)
                self.assertEqual((code, err, out.count(b"\n")), (0, "", 1))
                self.assertEqual(json.loads(out)["id"], record["id"])
                self.assertEqual(json.loads(out)["status"], record["status"])
                results, redacted, items = read_presidio(out)
                self.assertEqual(redacted, record["text"])
                self.assertEqual(len(results), len(record["entities"]))
                self.assertGreater(len(results), 2)
                for result, entity in zip(results, record["entities"]):
                    self.assertEqual(sliced(text, result.start, result.end, unit), text[entity["start"] : entity["end"]])
                    self.assertEqual(result.metadata["label"], entity["entity_type"])
                    model = entity["source"] in ("model", "repeat")
                    # A record rounds the score to hundredths, and the logistic function rises by a quarter at most.
                    self.assertAlmostEqual(result.score, 1 / (1 + math.exp(-entity["score"])) if model else 1, delta=0.002)
                for result, item in zip(results, items, strict=True):
                    self.assertEqual(item.text, sliced(redacted, item.start, item.end, unit))
                    self.assertEqual(item.entity_type, result.entity_type)
                if not any("ranges" in entity for entity in record["entities"]):
                    starts, ends = [r.start for r in results], [r.end for r in results]
                    kept = [sliced(text, *part, unit) for part in zip([0, *ends], [*starts, 4 * len(text)])]
                    texts = [item.text for item in items] + [""]
                    self.assertEqual("".join(k + t for k, t in zip(kept, texts)), redacted)
                self.assertNotIn("Pritchard", out.decode())
        names = {r.metadata["label"]: r.entity_type for r in read_presidio(run("--format", "presidio", "--include-evidence", stdin=TEXTS[0].encode())[1])[0]}
        wanted = {"PATIENT": "PERSON", "DOCTOR": "PERSON", "DATE": "DATE_TIME", "PHONE": "PHONE_NUMBER", "EMAIL": "EMAIL_ADDRESS"}
        self.assertEqual({label: names[label] for label in wanted}, wanted)

    def test_presidio_of_lines_and_tables(self):
        lines = "".join(json.dumps({"id": f"n{i}", "text": text, "ward": 7}) + "\n" for i, text in enumerate(TEXTS[:2]))
        code, out, err = run("--format", "presidio", "--include-evidence", "--text-field", "text", "--keep-fields", "ward", stdin=lines.encode())
        self.assertEqual((code, err), (0, ""))
        read = [json.loads(line) for line in out.splitlines()]
        self.assertEqual([(line["id"], line["fields"]) for line in read], [("n0", {"ward": 7}), ("n1", {"ward": 7})])
        table = b"id,note\r\n7,Patient: Margaret Ellison.\r\n8,\"MSH|^^^^|x\"\r\n"
        code, out, err = run("--format", "presidio", "--include-evidence", "--text-column", "note", stdin=table)
        self.assertEqual((code, out.count(b"\n")), (3, 2))
        first, second = map(json.loads, out.splitlines())
        self.assertEqual((first["id"], first["anonymizer_result"]["text"]), ("7", "Patient: [PATIENT]."))
        self.assertEqual((second["id"], second["status"]), ("8", "failed"))
        for i, text in enumerate(TEXTS[:2]):
            self.write(f"in/{i}.txt", text.encode())
        code, out, err = run("--format", "presidio", "--include-evidence", self.dir / "in")
        self.assertEqual((code, [json.loads(line)["id"] for line in out.splitlines()]), (0, ["0.txt", "1.txt"]))

    def test_a_mapping_restores_from_the_results_of_presidio(self):
        key, line = self.write("key", bytes(range(32))), json.dumps({"id": "n", "text": NOTE}).encode()
        sealed = ["--key-file", key, "--text-field"]
        redacted = run("--format", "presidio", "--include-evidence", "--mapping", self.dir / "m", *sealed, "text", stdin=line)[1]
        code, out, _ = run("--restore", self.dir / "m", *sealed, "anonymizer_result.text", stdin=redacted)
        self.assertEqual((code, list(json.loads(out).values())), (0, ["n", NOTE]))

    def test_what_is_not_hidden_is_explained_on_standard_error(self):
        for args in (["presidio", "--include-evidence"], ["brat", "--include-text"], ["i2b2", "--include-text"]):
            allow = self.write("allow", "Margaret Ellison\n")
            code, _, err = run("--explain", "--allow", allow, "--format", *args, stdin=NOTE.encode())
            self.assertEqual(code, 0)
            self.assertIn("PATIENT", err)
            self.assertIn("--allow:1", err)

    def test_brat(self):
        for text, path, record in self.inputs():
            for unit in ("code-points", "bytes", "utf16"):
                code, out, err = run("--format", "brat", "--include-text", "--offsets", unit, path)
                self.assertEqual((code, err), (0, ""))
                entities = read_brat(out, text, unit)
                self.assertEqual([e[0] for e in entities], [e["entity_type"] for e in record["entities"]])
            for (_, fragments, _), entity in zip(read_brat(run("--format", "brat", "--include-text", path)[1], text), record["entities"]):
                ranges = entity.get("ranges", [[entity["start"], entity["end"]]])
                parts = [text[a:b] for a, b in ranges]
                self.assertEqual([text[a:b] for a, b in fragments], [w for p in parts for w in re.split("[\r\n]+", p) if w])
        self.assertIn(b";", run("--format", "brat", "--include-text", stdin=PAGE.encode())[1])

    def test_i2b2(self):
        for text, path, record in self.inputs():
            code, out, err = run("--format", "i2b2", "--include-text", path)
            self.assertEqual((code, err), (0, ""))
            read, tags = read_i2b2(out)
            self.assertEqual(read, text)
            self.assertEqual([tag[2:4] for tag in tags], [(e["start"], e["end"]) for e in record["entities"]])
            for _, _, start, end, surface in tags:
                self.assertEqual(read[start:end], surface)
        tags = read_i2b2(run("--format", "i2b2", "--include-text", stdin=TEXTS[0].encode())[1])[1]
        self.assertIn(("NAME", "PATIENT", "Margaret Ellison"), [(tag, kind, surface) for tag, kind, _, _, surface in tags])
        self.assertIn(("ID", "MEDICALRECORD", "RX4471920"), [(tag, kind, surface) for tag, kind, _, _, surface in tags])
        code, out, err = run("--format", "i2b2", "--include-text", stdin=b"Patient: Margaret Ellison\x0c")
        self.assertEqual((code, out), (3, b""))
        self.assertIn("XML cannot hold", err)

    def test_a_folder_of_annotations_is_named_as_its_readers_expect(self):
        for name in ("a.txt", "deep/b.txt", "visit.html"):
            self.write(f"in/{name}", PAGE.encode())
        args = [self.dir / "in", "-o", self.out, "--include-text"]
        for form, endings in (("brat", "ann"), ("i2b2", "xml")):
            self.assertEqual(run(*args, "--format", form)[0], 0)
            found = sorted(str(path.relative_to(self.out)) for path in self.out.rglob(f"*.{endings}"))
            self.assertEqual(found, [f"a.{endings}", f"deep/b.{endings}", f"visit.html.{endings}"])
        journal = ["--format", "brat", "--journal", self.dir / "j"]
        self.assertEqual(run(*args, *journal)[0], 0)
        (self.out / "a.ann").write_text("made before")
        (self.out / "visit.html.ann").unlink()
        self.assertEqual(run(*args, *journal, "--resume")[0], 0)
        self.assertEqual((self.out / "a.ann").read_text(), "made before")
        self.assertTrue((self.out / "visit.html.ann").exists())
        (self.dir / "one").mkdir()
        self.assertEqual(run(self.dir / "in/a.txt", "-o", self.dir / "one", "--format", "brat", "--include-text")[0], 0)
        self.assertEqual([path.name for path in (self.dir / "one").iterdir()], ["a.ann"])
        self.assertEqual(run(self.dir / "in/deep", "-o", self.dir / "in/deep", "--format", "brat", "--include-text")[0], 0)
        self.assertEqual(sorted(path.name for path in (self.dir / "in/deep").iterdir()), ["b.ann", "b.txt"])

    def test_what_makes_no_sense_is_refused(self):
        note, lines = self.write("note.txt", NOTE), self.write("notes.jsonl", json.dumps({"text": NOTE}))
        key = self.write("key", bytes(range(32)))
        text = "--include-text"
        for words, args in (
            (["brat", "--include-text"], [note, "--format", "brat"]),
            (["i2b2", "--include-text"], [note, "--format", "i2b2"]),
            (["JSON lines"], [lines, "--format", "brat", text]),
            (["tables"], [self.write("t.csv", "note\nx\n"), "--text-column", "note", "--format", "i2b2", text]),
            (["--mapping"], [note, "--format", "brat", text, "--mapping", self.dir / "m", "--key-file", key]),
            (["--offsets"], [note, "--offsets", "bytes"]),
            (["--offsets"], [note, "--offsets", "bytes", "--format", "i2b2", text]),
            (["--offsets: invalid value"], [note, "--offsets", "characters", "--format", "jsonl"]),
            (["same name"], [note, self.write("note", NOTE), "--format", "brat", text]),
            (["--resume"], [note, "--format", "presidio", "--include-evidence", "--resume"]),
        ):
            self.expect_refused(2, words, *args)
        self.write("in/a.txt", NOTE), self.write("in/a.ann", "T1\tPATIENT 9 25\tMargaret Ellison\n")
        code, _, err = run(self.dir / "in", "-o", self.dir / "in", "--format", "brat", text)
        self.assertEqual(code, 2)
        self.assertIn("overwrite", err)

    def test_offsets_of_records_count_what_is_asked_for(self):
        line = json.dumps({"id": 1, "text": TEXTS[1]}).encode()
        for unit in ("code-points", "bytes", "utf16"):
            record = json.loads(run("--text-field", "text", "--include-text", "--offsets", unit, stdin=line)[1])
            self.assertGreater(len(record["entities"]), 3)
            for entity in record["entities"]:
                self.assertEqual(sliced(TEXTS[1], entity["start"], entity["end"], unit), entity["text"])
                self.assertEqual(sliced(record["text"], entity["out_start"], entity["out_end"], unit), entity["replacement"])


if __name__ == "__main__":
    main()
