#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives gguf-tool. Usage: gguf_tool_test.py GGUF_TOOL SOURCE_DIR BUNDLED_MODEL"""

import array
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL, SOURCE, MODEL = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])


def run(*args):
    done = subprocess.run([TOOL, *map(str, args)], capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class GgufTool(unittest.TestCase):
    def test_info_lists_metadata_and_tensors(self):
        code, out, _ = run("info", MODEL)
        self.assertEqual(code, 0)
        self.assertRegex(out, r"redact\.grammar +markup")
        self.assertRegex(out, r"blk\.0\.attn_q\.weight +Q8_0 +\[384, 384\]")

    def test_tokens_tile_the_text(self):
        text = "Ñ 😀 Dra. Inés\r\n".encode() + b"\xff\x00"
        with tempfile.NamedTemporaryFile() as file:
            file.write(text), file.flush()
            code, out, _ = run("tokenize", MODEL, file.name)
        self.assertEqual(code, 0)
        tokens = json.loads(out)
        edges = [0] + [end for _, end in tokens["offsets"]]
        self.assertEqual([begin for begin, _ in tokens["offsets"]], edges[:-1])
        self.assertEqual(edges[-1], len(text))
        self.assertEqual(len(tokens["ids"]), len(tokens["offsets"]))

    def test_lines_are_tokenised_one_by_one(self):
        texts = ["Dra. Inés\n", "", "2\t\u2028"]
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("".join(json.dumps(text) + "\n" for text in texts)), file.flush()
            code, out, _ = run("tokenize", MODEL, file.name, "--lines")
            self.assertEqual(code, 0)
            tokens = [json.loads(line) for line in out.splitlines()]
            self.assertEqual(len(tokens), len(texts))
            for text, got in zip(texts, tokens):
                ends = [end for _, end in got["offsets"]]
                self.assertEqual(ends[-1] if ends else 0, len(text.encode()))
            file.write("not JSON\n"), file.flush()
            code, _, err = run("tokenize", MODEL, file.name, "--lines")
        self.assertEqual((code, err), (1, "gguf-tool: line 4: is no JSON string\n"))

    def test_logits_are_those_of_the_golden(self):
        golden = json.loads((SOURCE / "tests/golden/llama-f32.json").read_text())
        ids = ",".join(map(str, golden["ids"]))
        code, out, _ = run("logits", SOURCE / "tests/golden/llama-f32.gguf", "--ids", ids)
        self.assertEqual(code, 0)
        rows = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(rows), len(golden["logits"]))
        # Keys and values in halfs: an error of 1e-3 of the logits' size (forward_golden_test.cc says why), normally
        # distributed, of which the largest of a few hundred is some four.
        values = [value for row in golden["logits"] for value in row]
        size = math.sqrt(sum(value * value for value in values) / len(values))
        for row, want in zip(rows, golden["logits"]):
            self.assertLess(max(abs(a - b) for a, b in zip(row, want)), 4e-3 * size)
        _, top, _ = run("logits", SOURCE / "tests/golden/llama-f32.gguf", "--ids", ids, "--top", 2)
        best = json.loads(top.splitlines()[0])
        self.assertEqual(best[0][0], rows[0].index(max(rows[0])))

    def test_logits_in_a_file_are_those_that_are_printed(self):
        command = ["logits", SOURCE / "tests/golden/llama-q4_0.gguf", "--ids", "1,40,259,7"]
        rows = [json.loads(line) for line in run(*command)[1].splitlines()]
        with tempfile.NamedTemporaryFile() as file:
            self.assertEqual(run(*command, "-o", file.name, "-t", 1)[:2], (0, ""))
            values = array.array("f", file.read())
        self.assertEqual(list(values), [value for row in rows for value in array.array("f", row)])
        code, out, err = run(*command, "-o", "/nonexistent/file")
        self.assertEqual((code, out, err), (1, "", "gguf-tool: --output: can't be written\n"))

    def test_bad_input_is_one_line_and_an_exit_code(self):
        for args in (["info", "/nonexistent"], ["logits", MODEL, "--ids", "999999"]):
            code, out, err = run(*args)
            self.assertEqual((code, out, err.count("\n")), (1, "", 1))
        self.assertEqual(run("unknown")[0], 2)

    def test_what_libraries_throw_is_one_line_too(self):
        code, out, err = run("tokenize", MODEL, "/tmp")  # a folder opens and can't be read
        self.assertEqual((code, out, err.count("\n")), (1, "", 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
