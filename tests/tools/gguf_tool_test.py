#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives gguf-tool. Usage: gguf_tool_test.py GGUF_TOOL SOURCE_DIR BUNDLED_MODEL"""

import array
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOOL, SOURCE, MODEL = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])


def run(*args):
    done = subprocess.run([TOOL, *map(str, args)], capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class GgufTool(unittest.TestCase):
    def test_info_lists_metadata_and_tensors(self):
        code, out, _ = run("info", MODEL)
        self.assertEqual(code, 0)
        self.assertRegex(out, r"redact\.grammar +label-words")
        self.assertRegex(out, r"blk\.0\.attn_q\.weight +Q5_0 +\[384, 384\]")

    def test_info_says_what_a_model_labels(self):
        model = SOURCE / "tests/golden/label-f32.gguf"
        code, out, _ = run("info", model)
        self.assertEqual(code, 0)
        self.assertRegex(out, r"It labels each token: 3 labels, windows of 24 tokens, of which up "
                              r"to 4 on either side are read and not decided, bias 0\.3\n")
        self.assertIn("At a context of 27 tokens", out)
        with tempfile.NamedTemporaryFile() as file:  # more context than a window holds
            key = b"redact.context_tokens" + (4).to_bytes(4, "little")
            file.write(model.read_bytes().replace(key + b"\4", key + b"\7")), file.flush()
            code, out, _ = run("info", file.name)
        self.assertEqual(code, 0)
        self.assertRegex(out, r"can't run it: .*redact\.context_tokens")

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
        self.assertEqual((code, err), (1, "gguf-tool: line 4: is not a JSON string\n"))

    def test_logits_are_those_of_the_golden(self):
        golden = json.loads((SOURCE / "tests/golden/llama-f32.json").read_text())
        ids = ",".join(map(str, golden["ids"]))
        code, out, _ = run("logits", SOURCE / "tests/golden/llama-f32.gguf", "--ids", ids)
        self.assertEqual(code, 0)
        rows = [json.loads(line) for line in out.splitlines()]
        self.assertEqual(len(rows), len(golden["logits"]))
        # Keys and values in halves cause an error of 1e-3 of the logits' size (see family_golden_test.cc). It is
        # normally distributed, so the largest of a few hundred errors is about four times as large.
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
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "logits"
            self.assertEqual(run(*command, "-o", file, "-t", 1)[:2], (0, ""))
            values = array.array("f", file.read_bytes())
        self.assertEqual(list(values), [value for row in rows for value in array.array("f", row)])
        code, out, err = run(*command, "-o", "/dev/null/file")
        self.assertEqual((code, out, err), (1, "", "gguf-tool: --output: create: Not a directory\n"))

    def test_a_text_that_never_ends_is_refused(self):
        for more in ([], ["--lines"]):
            code, out, err = run("tokenize", MODEL, "/dev/zero", *more)
            self.assertEqual((code, out), (1, ""))
            self.assertEqual(err, "gguf-tool: TEXTFILE: a text is longer than 16777216 bytes\n")

    def test_a_pipe_is_read_to_its_end(self):
        command = [TOOL, "tokenize", MODEL, "/dev/stdin"]
        done = subprocess.run(command, input=b"Dra. Elena Ruiz", capture_output=True)
        self.assertEqual(json.loads(done.stdout)["offsets"][-1][1], 15)

    def test_more_ids_than_the_context_are_refused(self):
        model = SOURCE / "tests/golden/llama-f32.gguf"
        code, out, err = run("logits", model, "--ids", ",".join(["1"] * 5000))
        self.assertEqual((code, out), (1, ""))
        self.assertRegex(err, r"^gguf-tool: --ids: more than the \d+ tokens of the model's context\n$")

    def test_shapes_that_no_model_can_have_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "model.gguf"
            for option, value in [("--layers", 0), ("--layers", -1), ("--layers", 10**12), ("--width", 0),
                                  ("--width", 33), ("--ff", 0), ("--ff", 2**40), ("--heads", 0), ("--heads", 3),
                                  ("--heads", 4096), ("--kv-heads", 0), ("--kv-heads", 7), ("--layers", "1.5"),
                                  ("--type", "q9"), ("--heads", 1)]:  # fmt: skip
                more = ["--kv-heads", 1] if (option, value) == ("--heads", 1) else []  # a head of 2,048
                code, out, err = run("random", MODEL, "-o", output, option, value, *more)
                self.assertEqual((code, out, err.count("\n")), (2, "", 1), (option, value, err))
                self.assertIn(option, err)
            huge = ["--layers", 512, "--width", 2**19, "--heads", 1024, "--ff", 2**20]
            code, out, err = run("random", MODEL, "-o", output, *huge)
            self.assertEqual((code, out), (1, ""))
            self.assertRegex(err, r"^gguf-tool: --output: the model takes \S+ GiB and the disk has ")
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_a_random_model_can_be_run(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "model.gguf"
            shape = ["--layers", 1, "--width", 64, "--heads", 2, "--kv-heads", 1, "--ff", 32]
            for kind in ("f32", "q4_1"):
                self.assertEqual(run("random", MODEL, "-o", output, "--type", kind, *shape), (0, "", ""))
                info = run("info", output)[1]
                self.assertIn("This build can run it", info)
                self.assertIn("tokenizer.ggml.eos_token_id", info)  # which the prompts of models that write need
                self.assertEqual(run("logits", output, "--ids", "1,2", "--top", 1)[0], 0)

    def test_the_mix_of_q4_k_m(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder) / "model.gguf"
            shape = ["--layers", 16, "--width", 256, "--heads", 2, "--kv-heads", 1, "--ff", 256, "--untied"]
            self.assertEqual(run("random", MODEL, "-o", output, "--type", "q4_k_m", *shape), (0, "", ""))
            info = run("info", output)[1]
        for name in ("attn_v", "ffn_down"):
            finer = [int(layer) for layer in re.findall(rf"blk\.(\d+)\.{name}\.weight +Q6_K", info)]
            self.assertEqual(finer, [0, 1, 4, 7, 10, 13, 14, 15])  # as llama-quantize chooses them
        self.assertRegex(info, r"\n  output\.weight +Q6_K")
        self.assertRegex(info, r"\n  token_embd\.weight +Q4_K")
        self.assertEqual(len(re.findall(r"blk\.\d+\.ffn_up\.weight +Q4_K", info)), 16)

    def test_bad_input_is_one_line_and_an_exit_code(self):
        for args in (["info", "/nonexistent"], ["logits", MODEL, "--ids", "999999"]):
            code, out, err = run(*args)
            self.assertEqual((code, out, err.count("\n")), (1, "", 1))
        self.assertEqual(run("unknown")[0], 2)

    def test_what_libraries_throw_is_one_line_too(self):
        code, out, err = run("tokenize", MODEL, "/tmp")  # a folder can be opened but not read
        self.assertEqual((code, out, err.count("\n")), (1, "", 1))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
