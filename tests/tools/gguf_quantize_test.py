#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives gguf-tool quantize and perplexity. Usage: gguf_quantize_test.py GGUF_TOOL SOURCE_DIR"""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOOL, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
MODEL = SOURCE / "tests/golden/llama-f32.gguf"


def run(*args):
    done = subprocess.run([TOOL, *map(str, args)], capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def types(model):
    """{tensor: type}, as printed by info."""
    return dict(re.findall(r"^ *(\S+\.weight) +(\S+) +\[", run("info", model)[1], re.MULTILINE))


def keys(model):
    """The lines of info that show metadata, except those that quantize changes."""
    return [line for line in re.findall(r"^ *[a-z]+\.[\w.]+ .*$", run("info", model)[1], re.MULTILINE)
            if ".weight" not in line and "file_type" not in line and "quantization_version" not in line]  # fmt: skip


def logits(model, ids="1,40,259,7"):
    return [x for line in run("logits", model, "--ids", ids)[1].splitlines() for x in json.loads(line)]


class Quantize(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = pathlib.Path(self.folder.name) / "out.gguf"

    def tearDown(self):
        self.folder.cleanup()

    def test_every_type_runs_and_is_near_the_original(self):
        want, before = logits(MODEL), types(MODEL)
        size = sum(x * x for x in want)
        # The golden's rows have 64, 96 and 160 weights. If a type needs multiples of 256, the second type replaces it.
        for kind, stands_in, bound in (("Q8_0", "Q8_0", 1e-3), ("q4_0", "Q4_0", 0.1), ("Q4_K", "Q5_0", 0.03), ("Q6_K", "Q8_0", 1e-3)):
            code, out, err = run("quantize", MODEL, self.out, kind)
            self.assertEqual((code, err), (0, ""), kind)
            after = types(self.out)
            self.assertEqual(after.keys(), before.keys())
            head = "output.weight" if "output.weight" in after else "token_embd.weight"
            for name, got in after.items():
                vector = "norm" in name
                self.assertEqual(got, "F32" if vector else "Q8_0" if name == head else stands_in, name)
            self.assertEqual(keys(self.out), keys(MODEL))
            lines = [json.loads(line) for line in out.splitlines()]
            self.assertEqual({line["tensor"]: line["to"] for line in lines}, {name: to for name, to in after.items() if to != "F32"})
            for line in lines:
                self.assertGreater(line["error"], 0)
                self.assertLess(line["error"], {"Q8_0": 0.01, "Q4_0": 0.15, "Q5_0": 0.08}[line["to"]])
            error = sum((a - b) ** 2 for a, b in zip(logits(self.out), want)) / size
            self.assertLess(error, bound, kind)

    def test_what_is_of_the_type_already_stays(self):
        again = self.out.with_name("again.gguf")
        self.assertEqual(run("quantize", MODEL, self.out, "Q8_0")[0], 0)
        self.assertEqual(run("quantize", self.out, again, "Q8_0"), (0, "", ""))
        self.assertEqual(self.out.read_bytes(), again.read_bytes())

    def test_threads_make_no_difference(self):
        other = self.out.with_name("other.gguf")
        run("quantize", MODEL, self.out, "Q4_0", "-t", 1), run("quantize", MODEL, other, "Q4_0", "-t", 2)
        self.assertEqual(self.out.read_bytes(), other.read_bytes())

    def test_bad_input_leaves_no_file(self):
        for args, words in (([MODEL, self.out, "Q5_K"], "TYPE"), (["/nonexistent", self.out, "Q8_0"], ""), ([MODEL, "/dev/null/x", "Q8_0"], "")):
            code, out, err = run("quantize", *args)
            self.assertEqual((code, out, err.count("\n")), (1, "", 1))
            self.assertIn(words, err)
        self.assertFalse(self.out.exists())
        self.out.write_bytes(MODEL.read_bytes())
        self.assertEqual(run("quantize", self.out, self.out, "Q8_0"), (2, "", "gguf-tool: OUT: the file is an input of this run (see --help)\n"))
        self.assertEqual(self.out.read_bytes(), MODEL.read_bytes())

    def test_a_value_that_no_half_holds_is_refused(self):
        data = bytearray(MODEL.read_bytes())
        data[-4:] = b"\x00\x00\x80\x7f"  # infinity, at the end of the last tensor's data
        bad = self.out.with_name("bad.gguf")
        bad.write_bytes(data)
        code, _, err = run("quantize", bad, self.out, "Q8_0")
        self.assertEqual((code, err.count("\n")), (1, 1))
        self.assertIn("beyond half precision", err)
        self.assertFalse(self.out.exists())


class Perplexity(unittest.TestCase):
    def test_it_is_that_of_the_logits(self):
        text = "The ship sailed to Genoa, and the captain wrote home about it. " * 8
        window = 16
        with tempfile.NamedTemporaryFile() as file:
            file.write(text.encode()), file.flush()
            ids = json.loads(run("tokenize", MODEL, file.name)[1])["ids"]
            code, out, err = run("perplexity", MODEL, file.name, "-c", window)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(run("perplexity", MODEL, file.name, "-c", window, "-t", 1)[1], out)
            code, _, err = run("perplexity", MODEL, file.name, "-c", 4096)
            self.assertEqual((code, err.count("\n")), (1, 1))
        got = json.loads(out)
        bos = int(re.search(r"bos_token_id +(\d+)", run("info", MODEL)[1])[1])  # SentencePiece vocabularies add it
        ids = [bos] + ids
        nlls = []
        for at in range(0, len(ids) - window + 1, window):
            part = [bos] + ids[at + 1 : at + window]
            rows = [json.loads(line) for line in run("logits", MODEL, "--ids", ",".join(map(str, part)))[1].splitlines()]
            for i in range(window // 2, window - 1):
                nlls.append(math.log(sum(map(math.exp, rows[i]))) - rows[i][part[i + 1]])
        mean = sum(nlls) / len(nlls)
        deviation = math.sqrt(sum((x - mean) ** 2 for x in nlls) / len(nlls) / (len(nlls) - 1))
        self.assertGreater(got["windows"], 2)
        self.assertEqual((got["tokens"], got["windows"], got["scored"]), (len(ids), len(ids) // window, len(nlls)))
        self.assertAlmostEqual(got["nll"], mean, 5)
        self.assertAlmostEqual(got["perplexity"] / math.exp(mean), 1, 5)
        self.assertAlmostEqual(got["uncertainty"] / (math.exp(mean) * deviation), 1, 4)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
