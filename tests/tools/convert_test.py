#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/convert: the labels of the kinds of published models; small random models, converted and run, against the
formulas of BERT and ModernBERT in NumPy; models that are refused by name. Needs the packages of requirements.txt.
Usage: convert_test.py GGUF_TOOL SOURCE_DIR"""

import base64
import json
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import gguf
import numpy as np
from safetensors.numpy import save_file

TOOL, SOURCE = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(SOURCE / "tools/convert"))
import calibrate  # noqa: E402
import labels  # noqa: E402

D, H, F, LAYERS, POSITIONS, HEADS = 32, 16, 64, 2, 48, 2
CLASSES = ["O", "B-GIVENNAME", "I-GIVENNAME", "B-HCW", "I-HCW", "B-SHOESIZE", "I-SHOESIZE"]
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
PRINTED = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
BYTES = [chr(b) for b in PRINTED] + [chr(0x100 + i) for i in range(256 - len(PRINTED))]  # GPT-2's alphabet
# Replaces a tab by a space: a double array of two nodes.
UNITS = [0] * 512
UNITS[0], UNITS[256 + 9], UNITS[256] = 256 << 10, (256 + 9 ^ 256) << 10 | 0x100 | 9, 0x80000000
CHARSMAP = base64.b64encode(struct.pack("<513I", 512 * 4, *UNITS) + b" \0").decode()
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "ana", "##na", "."]


class Labels(unittest.TestCase):
    def test_classes_are_sorted_as_numbers(self):
        names = {str(i): f"B-K{i}" for i in range(11)} | {"0": "O"}
        self.assertEqual(labels.classes_of(names)[10], "B-K10")

    def test_names_without_meaning_are_refused(self):
        for names, what in (({"0": "LABEL_0", "1": "LABEL_1"}, "LABEL_n"), ({"0": "B-PER"}, "no class O"), ({"0": "O", "2": "B-PER"}, "from 0")):
            with self.assertRaisesRegex(ValueError, what):
                labels.classes_of(names)

    def test_schemes(self):
        for names, scheme in (("B-A I-A", "bio"), ("B-A I-A E-A S-A", "bioes"), ("B-A I-A L-A U-A", "bilou"), ("A B", "io"), ("I-A I-B", "io")):
            self.assertEqual(labels.scheme_of(["O", *names.split()]), scheme)
        with self.assertRaisesRegex(ValueError, "prefixes B X"):
            labels.scheme_of(["O", "B-A", "X-A"])

    def test_every_kind_has_a_label(self):
        for kind, label in {"SURNAME": "NAME", "private_person": "OTHER", "PRIVATE_EMAIL": "EMAIL", "per": "NAME", "HOSP": "HOSPITAL", "shoe size": "OTHER"}.items():
            self.assertEqual(labels.label_of(kind, {}), label if kind != "private_person" else "NAME")
        self.assertEqual(labels.label_of("MISC", {"MISC": "DEVICE"}), "DEVICE")

    def test_the_kinds_of_privacy_filter_have_the_labels_of_the_program(self):
        rows = (SOURCE / "redactor/labelling/class_format.cc").read_text().split("kFilterKinds[] = {")[1].split("};")[0]
        kinds = dict(re.findall(r'\{"(\w+)", Label::k(\w+)\}', rows))
        self.assertEqual(len(kinds), 7)
        for kind, label in (kinds | {"secret": "Other"}).items():
            self.assertEqual(labels.label_of(kind, {}), label.upper())

    def test_the_labels_are_those_of_the_program(self):
        known = (SOURCE / "documents/label.h").read_text()
        self.assertTrue(all(f'"{name}"' in known for name in labels.NAMES))
        self.assertEqual(len(set(labels.NAMES)), known.split("kLabelNames")[1].split("};")[0].count('"') // 2)


class Calibration(unittest.TestCase):
    def test_biases_follow_from_the_curve(self):
        points = ((-2, 0.5, 1), (-1, 0.7, 2), (0, 0.8, 4), (1, 0.79, 7), (2, 0.6, 9))
        curve = [{"bias": bias, "strict_f1": f1, calibrate.OVER: over} for bias, f1, over in points]
        self.assertEqual(calibrate.choose_biases(curve[::-1]), {"bias": 0, "bias_high": 1, "bias_precise": -1})
        self.assertEqual(calibrate.choose_biases(curve[2:]), {"bias": 0, "bias_high": 1, "bias_precise": 0})

    def test_the_margin_marks_a_fifth_of_the_notes(self):
        near = lambda score: {"score": score, "reason": "nearly_hidden"}
        records = [{"review": [near(-float(i)), near(-10.5)]} for i in range(1, 9)] + [{}, {"review": [{"score": -0.1, "reason": "unsure_name"}]}]
        self.assertEqual(calibrate.choose_margin(records), 3)  # of ten notes, those with -1 and -2
        self.assertEqual(calibrate.choose_margin([{}]), calibrate.MOST_MARGIN)

    def test_the_programs_are_those_of_the_build_or_else_installed(self):
        with tempfile.TemporaryDirectory() as name:
            built, installed = pathlib.Path(name, "built"), pathlib.Path(name, "installed")
            for program in (built / "redact-eval", installed / "redact-eval", installed / "redact"):
                program.parent.mkdir(exist_ok=True)
                program.touch(0o755)
            with unittest.mock.patch.dict(os.environ, PATH=str(installed)):
                self.assertEqual(calibrate.find_programs(built), [built / "redact-eval", str(installed / "redact")])


def random_model(prefix: str = "bert", skipped: int = 0, n_pieces: int = len(PIECES)) -> dict:
    """`skipped`: rows of the table of positions in front of the first one."""
    rng = np.random.default_rng(5)
    draw = lambda *shape: rng.normal(0, 1.2 / math.sqrt(shape[-1]) if len(shape) > 1 else 0.3, shape).astype(np.float32)
    norm = lambda: (1 + 0.2 * rng.normal(size=D)).astype(np.float32)
    e = f"{prefix}.embeddings."
    tensors = {e + "word_embeddings.weight": draw(n_pieces, D), e + "position_embeddings.weight": draw(POSITIONS + skipped, D),
               e + "token_type_embeddings.weight": draw(2, D), e + "LayerNorm.gamma": norm(), e + "LayerNorm.beta": draw(D),
               e + "position_ids": np.arange(POSITIONS, dtype=np.int64), f"{prefix}.pooler.dense.weight": draw(D, D),
               "classifier.weight": draw(len(CLASSES), D), "classifier.bias": draw(len(CLASSES))}  # fmt: skip
    for layer in range(LAYERS):
        p = f"{prefix}.encoder.layer.{layer}."
        for name, rows, columns in (("attention.self.query", D, D), ("attention.self.key", D, D), ("attention.self.value", D, D),
                                    ("attention.output.dense", D, D), ("intermediate.dense", F, D), ("output.dense", D, F)):  # fmt: skip
            tensors |= {f"{p}{name}.weight": draw(rows, columns), f"{p}{name}.bias": draw(rows)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            tensors |= {f"{p}{name}.weight": norm(), f"{p}{name}.bias": draw(D)}
    return tensors


CONFIG = {
    "model_type": "bert", "architectures": ["BertForTokenClassification"], "hidden_size": D, "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS, "intermediate_size": F, "max_position_embeddings": POSITIONS, "type_vocab_size": 2,
    "layer_norm_eps": 1e-12, "hidden_act": "gelu", "id2label": {str(i): name for i, name in enumerate(CLASSES)},
}  # fmt: skip


BUCKETS = 8


def distance_rows(n: int) -> list[list[int]]:
    """For each token and each that it reads, the row of the table of relative positions."""
    last = math.log((POSITIONS - 1) / (BUCKETS // 2))
    share = lambda r: math.ceil(math.log(abs(r) / (BUCKETS // 2)) / last * (BUCKETS // 2 - 1)) + BUCKETS // 2
    bucket = lambda r: r if abs(r) <= BUCKETS // 2 else int(math.copysign(share(r), r))
    return [[min(max(bucket(i - j) + BUCKETS, 0), 2 * BUCKETS - 1) for j in range(n)] for i in range(n)]


def bert(t: dict, ids: list[int], prefix: str = "bert", skipped: int = 0):
    def norm(x, name, weight="weight", bias="bias"):
        apart = x - x.mean(-1, keepdims=True)
        return apart / np.sqrt((apart**2).mean(-1, keepdims=True) + 1e-12) * t[f"{name}.{weight}"] + t[f"{name}.{bias}"]

    product = lambda x, name: x @ t[name + ".weight"].T.astype(np.float64) + t[name + ".bias"]
    heads = lambda x: x.reshape(-1, HEADS, H).transpose(1, 0, 2)
    e = f"{prefix}.embeddings."
    x = t[e + "word_embeddings.weight"][ids].astype(np.float64) + t[e + "position_embeddings.weight"][skipped:][: len(ids)]
    x = norm(x + t[e + "token_type_embeddings.weight"][0], e + "LayerNorm", "gamma", "beta")
    for layer in range(LAYERS):
        p = f"{prefix}.encoder.layer.{layer}."
        q, k, v = (heads(product(x, f"{p}attention.self.{name}")) for name in ("query", "key", "value"))
        scores = q @ k.transpose(0, 2, 1)
        if (table := t.get(f"{prefix}.encoder.rel_embeddings.weight")) is not None:
            table = norm(table.astype(np.float64), f"{prefix}.encoder.LayerNorm")
            keys, queries = (heads(product(table, f"{p}attention.self.{name}"))[:, distance_rows(len(ids))] for name in ("key", "query"))
            scores = (scores + np.einsum("hic,hijc->hij", q, keys) + np.einsum("hjc,hijc->hij", k, queries)) / math.sqrt(3)
        weights = np.exp(scores / math.sqrt(H))
        mixed = (weights / weights.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(ids), D)
        x = norm(x + product(mixed, p + "attention.output.dense"), p + "attention.output.LayerNorm")
        up = product(x, p + "intermediate.dense")
        x = norm(x + product(0.5 * up * (1 + np.vectorize(math.erf)(up / math.sqrt(2))), p + "output.dense"), p + "output.LayerNorm")
    return product(x, "classifier")


def random_modernbert(n_pieces: int) -> dict:
    rng = np.random.default_rng(6)
    draw = lambda *shape: rng.normal(0, 1.2 / math.sqrt(shape[-1]), shape).astype(np.float32)
    norm = lambda: (1 + 0.2 * rng.normal(size=D)).astype(np.float32)
    tensors = {"model.embeddings.tok_embeddings.weight": draw(n_pieces, D), "classifier.weight": draw(len(CLASSES), D), "head.dense.weight": draw(D, D),
               "classifier.bias": draw(len(CLASSES)), "model.embeddings.norm.weight": norm(), "model.final_norm.weight": norm(), "head.norm.weight": norm()}  # fmt: skip
    for layer in range(LAYERS):
        p = f"model.layers.{layer}."
        tensors |= {p + "attn.Wqkv.weight": draw(3 * D, D), p + "attn.Wo.weight": draw(D, D), p + "mlp_norm.weight": norm(),
                    p + "mlp.Wi.weight": draw(2 * F, D), p + "mlp.Wo.weight": draw(D, F)}  # fmt: skip
        tensors |= {p + "attn_norm.weight": norm()} if layer else {}
    return tensors


# The second layer sees two tokens on either side.
MODERNBERT = {
    "model_type": "modernbert", "architectures": ["ModernBertForTokenClassification"], "hidden_size": D, "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS, "intermediate_size": F, "max_position_embeddings": POSITIONS, "local_attention": 4, "norm_eps": 1e-5,
    "global_rope_theta": 160000.0, "local_rope_theta": 10000.0, "id2label": CONFIG["id2label"],
}  # fmt: skip


def modernbert(t: dict, ids: list[int]):
    def norm(x, name):
        apart = x - x.mean(-1, keepdims=True)
        return apart / np.sqrt((apart**2).mean(-1, keepdims=True) + 1e-5) * t[name + ".weight"]

    product = lambda x, name: x @ t[name + ".weight"].T.astype(np.float64)
    gelu = lambda x: 0.5 * x * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))
    heads = lambda x: x.reshape(len(ids), HEADS, H).transpose(1, 0, 2)
    place = np.arange(len(ids))

    def rotated(x, theta):
        angles = place[:, None] * theta ** (-np.arange(0, H, 2) / H)
        a, b = x[..., : H // 2], x[..., H // 2 :]
        return np.concatenate([a * np.cos(angles) - b * np.sin(angles), b * np.cos(angles) + a * np.sin(angles)], -1)

    x = norm(t["model.embeddings.tok_embeddings.weight"][ids].astype(np.float64), "model.embeddings.norm")
    for layer in range(LAYERS):
        p = f"model.layers.{layer}."
        theta, reach = (10000.0, 2) if layer % 3 else (160000.0, len(ids))
        q, k, v = map(heads, np.split(product(norm(x, p + "attn_norm") if layer else x, p + "attn.Wqkv"), 3, -1))
        weights = np.exp(rotated(q, theta) @ rotated(k, theta).transpose(0, 2, 1) / math.sqrt(H)) * (abs(place[:, None] - place) <= reach)
        x = x + product((weights / weights.sum(-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(ids), D), p + "attn.Wo")
        gate, up = np.split(product(norm(x, p + "mlp_norm"), p + "mlp.Wi"), 2, -1)
        x = x + product(gelu(gate) * up, p + "mlp.Wo")
    return product(norm(gelu(product(norm(x, "model.final_norm"), "head.dense")), "head.norm"), "classifier") + t["classifier.bias"]


class Converted(unittest.TestCase):
    """A folder with a small random model, and what becomes of it."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name) / "model"
        self.folder.mkdir()
        self.output = self.folder.parent / "model.gguf"
        self.tensors = random_model()
        self.write(CONFIG)
        save_file(self.tensors, self.folder / "model.safetensors")
        (self.folder / "vocab.txt").write_text("\n".join(PIECES) + "\n")

    def write(self, config: dict) -> None:
        (self.folder / "config.json").write_text(json.dumps(config))

    def convert(self, *options: str) -> subprocess.CompletedProcess:
        command = [sys.executable, SOURCE / "tools/convert/convert.py", self.folder, self.output, *options]
        return subprocess.run(command, capture_output=True, text=True)

    def logits(self, ids: list[int]):
        command = [TOOL, "logits", self.output, "--ids", ",".join(map(str, ids))]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        return np.array([json.loads(line) for line in lines])

    def of_kind(self, kind: str, tokenizer: dict, n_pieces: int) -> None:
        """Writes a model whose positions begin behind the row of its padding token, 1."""
        self.tensors = random_model("roberta", 2, n_pieces)
        change = {"model_type": kind, "architectures": ["SomeForTokenClassification"], "max_position_embeddings": POSITIONS + 2, "pad_token_id": 1}
        self.write(CONFIG | change)
        save_file(self.tensors, self.folder / "model.safetensors")
        (self.folder / "tokenizer.json").write_text(json.dumps(tokenizer))

    def assert_runs(self, text: str, ids: list[int], forward) -> None:
        done = self.convert("--type", "f32")
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.folder / "texts.jsonl").write_text(json.dumps(text) + "\n")
        tokens = subprocess.run([TOOL, "tokenize", "--lines", self.output, self.folder / "texts.jsonl"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(json.loads(tokens)["ids"], ids)
        want, got = forward(self.tensors, ids), self.logits(ids)
        self.assertLess(((got - want) ** 2).sum() / (want**2).sum(), 1e-10)

    def assert_converts(self, text: str, ids: list[int]) -> None:
        self.assert_runs(text, ids, lambda tensors, ids: bert(tensors, ids, "roberta", 2))
        fields = gguf.GGUFReader(self.output).fields
        self.assertEqual(fields["bert.context_length"].contents(), POSITIONS)
        self.assertEqual([fields[f"tokenizer.ggml.{key}_token_id"].contents() for key in ("bos", "eos", "unknown")], [0, 2, 3])

    def modernbert(self, tokenizer: dict, n_pieces: int) -> None:
        self.tensors = random_modernbert(n_pieces)
        self.write(MODERNBERT)
        save_file(self.tensors, self.folder / "model.safetensors")
        (self.folder / "tokenizer.json").write_text(json.dumps(tokenizer))

    def deberta(self, config: dict = {}, tokenizer: dict = {}, n_pieces: int = 9) -> subprocess.CompletedProcess:
        """Converts a model of DeBERTa-v3's form with these changes."""
        self.tensors = random_model(n_pieces=n_pieces)
        absent = ("position_embeddings", "token_type_embeddings", "position_ids")
        rename = lambda name: re.sub(r"^bert\.", "deberta.", re.sub(r"self\.(query|key|value)\.", r"self.\1_proj.", name))
        draw = lambda *shape: np.random.default_rng(7).normal(1, 0.3, shape).astype(np.float32)
        p = "bert.encoder."
        self.tensors |= {p + "rel_embeddings.weight": draw(2 * BUCKETS, D), p + "LayerNorm.weight": draw(D), p + "LayerNorm.bias": draw(D)}
        is_absent = lambda name: any(part in name for part in absent)
        save_file({rename(name): value for name, value in self.tensors.items() if not is_absent(name)}, self.folder / "model.safetensors")
        self.tensors |= {name: 0 * value for name, value in self.tensors.items() if is_absent(name)}
        of_kind = {"model_type": "deberta-v2", "architectures": ["DebertaV2ForTokenClassification"], "relative_attention": True, "position_buckets": BUCKETS,
                   "max_relative_positions": -1, "pos_att_type": "p2c|c2p", "share_att_key": True, "norm_rel_ebd": "layer_norm",
                   "position_biased_input": False, "type_vocab_size": 0}  # fmt: skip
        self.write(CONFIG | of_kind | config)
        replace = lambda regex: {"type": "Replace", "pattern": {"Regex": regex}, "content": " "}
        steps = [replace(r"\s{2,}|[\n\r\t]"), {"type": "NFC"}, {"type": "Strip", "strip_left": False, "strip_right": True}]
        pieces = [[piece, 0.0] for piece in ("[PAD]", "[CLS]", "[SEP]", "[UNK]")] + [["\u2581", -3.0], ["\u2581an", -3.0], ["a", -3.0], ["n", -4.0]]
        file = {"model": {"type": "Unigram", "unk_id": 3, "vocab": pieces, "byte_fallback": False}, "added_tokens": [{"id": 8, "content": "[MASK]", "special": True}],
                "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}]},
                "normalizer": {"type": "Sequence", "normalizers": steps}}  # fmt: skip
        (self.folder / "tokenizer.json").write_text(json.dumps(file | tokenizer))
        return self.convert("--type", "f32")


class Conversion(Converted):
    def test_logits_are_those_of_the_formulas(self):
        ids = [2, 4, 5, 6, 4, 1, 3]
        want = bert(self.tensors, ids)
        for kind, bound in (("f32", 1e-7), ("q8_0", 1e-3)):
            done = self.convert("--type", kind)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("GIVENNAME: NAME\nHCW: DOCTOR\nSHOESIZE: OTHER\n", done.stdout)
            got = self.logits(ids)
            self.assertLess(((got - want) ** 2).sum() / (want**2).sum(), bound)

    def test_without_programs_nothing_is_calibrated_or_written(self):
        self.output.write_text("an older file")
        with unittest.mock.patch.dict(os.environ, PATH=""):
            done = self.convert("--calibrate", "notes.jsonl", "--programs", self.folder)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertIn("redact-eval is not there", done.stderr)
        self.assertEqual(self.output.read_text(), "an older file")

    def test_weights_in_bfloat16(self):
        header, data = {}, b""
        for name, value in self.tensors.items():
            halves = (value.astype("<f4").view("<u4") >> 16).astype("<u2").tobytes()
            header[name] = {"dtype": "BF16", "shape": value.shape, "data_offsets": [len(data), len(data) + len(halves)]}
            data += halves
        start = json.dumps(header).encode()
        (self.folder / "model.safetensors").write_bytes(struct.pack("<Q", len(start)) + start + data)
        self.assertEqual(self.convert("--type", "f32").stderr, "")
        ids, cut = [2, 4, 5, 3], {name: (value.astype("<f4").view("<u4") & 0xFFFF0000).view("<f4") for name, value in self.tensors.items()}
        want, got = bert(cut, ids), self.logits(ids)
        self.assertLess(((got - want) ** 2).sum() / (want**2).sum(), 1e-7)

    def test_roberta(self):
        vocab = {piece: i for i, piece in enumerate([*SPECIAL, *BYTES, "an", "\u0120an"])}
        added = [{"id": i, "content": piece, "special": True} for i, piece in enumerate(SPECIAL)]
        split = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
        file = {"model": {"type": "BPE", "vocab": vocab, "merges": [["a", "n"], ["\u0120", "an"]]}, "added_tokens": added, "pre_tokenizer": split}
        self.of_kind("roberta", file, len(vocab))
        self.assert_converts("ana an", [vocab[piece] for piece in ("\u0120an", "a", "\u0120an")])
        (self.folder / "tokenizer.json").unlink(), (self.folder / "vocab.txt").unlink()
        (self.folder / "vocab.json").write_text(json.dumps(vocab))
        (self.folder / "merges.txt").write_text("#version: 0.2\na n\n\u0120 an\n")
        self.assert_converts("ana an", [vocab[piece] for piece in ("an", "a", "\u0120an")])
        (self.folder / "vocab.json").write_text(json.dumps({piece: i for i, piece in enumerate([*SPECIAL[1:], *BYTES, "an", "\u0120an"])}))
        self.assertIn("has no <s>", self.convert().stderr)

    def test_xlm_r_and_camembert(self):
        pieces = [[piece, 0.0] for piece in SPECIAL] + [["\u2581", -3.0], ["\u2581an", -3.0], ["a", -3.0], ["n", -4.0]]
        added = [{"id": 8, "content": "<mask>", "special": True}]
        split = {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}]}
        file = {"model": {"type": "Unigram", "unk_id": 3, "vocab": pieces, "byte_fallback": False}, "added_tokens": added,
                "pre_tokenizer": split, "normalizer": {"type": "Precompiled", "precompiled_charsmap": CHARSMAP}}  # fmt: skip
        for kind in ("xlm-roberta", "camembert"):
            self.of_kind(kind, file, 9)
            self.assert_converts("ana\tn \u00d7", [5, 6, 4, 7, 4, 3])
        space = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
        for normalizer, ids in (({"type": "Sequence", "normalizers": [file["normalizer"], space]}, [5, 6]), (None, [5, 6])):
            self.of_kind("xlm-roberta", file | {"normalizer": normalizer}, 9)
            self.assert_converts("ana", ids)
        refused = {
            "normalizer Lowercase is not supported": {"normalizer": {"type": "Lowercase"}},
            "not split into words as XLM-R and DeBERTa": {"pre_tokenizer": {"type": "Metaspace", "prepend_scheme": "never"}},
            "byte_fallback": {"model": file["model"] | {"byte_fallback": True}},
            "leave gaps": {"added_tokens": [{"id": 9, "content": "<mask>", "special": True}]},
            "has no <unk>": {"model": file["model"] | {"vocab": [piece for piece in pieces if piece[0] != "<unk>"]}, "added_tokens": []},
        }
        for what, change in refused.items():
            self.of_kind("xlm-roberta", file | change, 9)
            done = self.convert()
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.assertIn(what, done.stderr)

    def test_modernbert(self):
        runs = ["  ", "   "]
        vocab = {piece: i for i, piece in enumerate([*BYTES, "an"])}
        added = [{"id": len(vocab) + i, "content": piece, "special": False, "normalized": True} for i, piece in enumerate(runs)]
        added += [{"id": len(vocab) + len(runs) + i, "content": piece, "special": True} for i, piece in enumerate(["[UNK]", "[CLS]", "[SEP]"])]
        split = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
        file = {"model": {"type": "BPE", "vocab": vocab, "merges": [["a", "n"]]}, "added_tokens": added, "pre_tokenizer": split, "normalizer": {"type": "NFC"}}
        self.modernbert(file, len(vocab) + len(added))
        self.assert_runs("ana   e\u0301 a", [vocab["an"], vocab["a"], len(vocab) + 1, *(vocab[piece] for piece in "\u00c3\u00a9\u0120a")], modernbert)
        fields = gguf.GGUFReader(self.output).fields
        said = lambda key: fields[key].contents()
        self.assertEqual([said(f"tokenizer.ggml.{key}_token_id") for key in ("bos", "eos", "unknown")], [vocab["an"] + i for i in (4, 5, 3)])
        self.assertEqual((said("redact.window_tokens"), said("modern-bert.attention.sliding_window")), (POSITIONS - 2, 4))
        newer = {"rope_parameters": {"full_attention": {"rope_theta": 5000.0, "rope_type": "default"}}, "layer_types": ["full_attention", "sliding_attention"],
                 "max_position_embeddings": 8192}  # fmt: skip
        self.write(MODERNBERT | newer)
        self.assertEqual(self.convert().returncode, 0)
        fields = gguf.GGUFReader(self.output).fields
        self.assertEqual([said(f"modern-bert.{key}") for key in ("rope.freq_base", "rope.freq_base_swa", "attention.sliding_window_pattern")], [5000, 10000, 2])
        self.assertEqual(said("redact.window_tokens"), 2046)
        yarn = {"full_attention": {"rope_theta": 160000.0, "rope_type": "yarn"}}
        refused = {
            "hidden_activation silu": {"hidden_activation": "silu"}, "norm_bias True": {"norm_bias": True}, "attention_bias True": {"attention_bias": True},
            "classifier_activation relu": {"classifier_activation": "relu"}, "scaled rotary positions": {"rope_parameters": yarn},
            "not every n-th": {"layer_types": ["sliding_attention", "full_attention"]}, "does not classify": {"architectures": ["ModernBertForMaskedLM"]},
        }  # fmt: skip
        for what, change in refused.items():
            self.write(MODERNBERT | change)
            done = self.convert()
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.assertIn(what, done.stderr)
        self.write(MODERNBERT)
        for what, change in {"depends on the text around it": {"added_tokens": [added[0] | {"lstrip": True}, *added[1:]]},
                             "not split as RoBERTa, ModernBERT": {"normalizer": {"type": "NFKC"}}}.items():  # fmt: skip
            (self.folder / "tokenizer.json").write_text(json.dumps(file | change))
            self.assertIn(what, self.convert().stderr)
        (self.folder / "tokenizer.json").write_text(json.dumps(file))
        save_file(self.tensors | {"decoder.bias": np.zeros(D, np.float32)}, self.folder / "model.safetensors")
        self.assertIn("decoder.bias: is not a tensor of ModernBERT", self.convert().stderr)

    def test_deberta(self):
        self.deberta()
        self.assert_runs("an\u00a0a  an\nan " + 12 * "an ", [5, 3, 6, *14 * [5]], bert)
        fields = gguf.GGUFReader(self.output).fields
        said = lambda key: fields[key].contents()
        self.assertEqual((said("deberta-v2.attention.max_relative_positions"), said("deberta-v2.attention.relative_buckets_count")), (POSITIONS, BUCKETS))
        self.assertEqual((said("tokenizer.ggml.pre"), said("tokenizer.ggml.bos_token_id"), said("deberta-v2.classifier.output_labels")), ("deberta-v2", 1, CLASSES))
        split = {"pretokenizers": [{"type": "Punctuation", "behavior": "isolated"}, {"type": "Metaspace", "prepend_scheme": "always"}]}
        refused = {
            "conv_kernel_size 3": ({"conv_kernel_size": 3}, {}), "pos_att_type c2p ": ({"pos_att_type": "c2p"}, {}),
            "share_att_key False": ({"share_att_key": False}, {}), "norm_rel_ebd none": ({"norm_rel_ebd": "none"}, {}),
            "position_biased_input True": ({"position_biased_input": True}, {}), "type_vocab_size 2": ({"type_vocab_size": 2}, {}),
            "relative_attention False": ({"relative_attention": False}, {}), "position_buckets -1": ({"position_buckets": -1}, {}),
            "normalizer Lowercase": ({}, {"normalizer": {"type": "Lowercase"}}), "not split into words": ({}, {"pre_tokenizer": {"type": "Sequence"} | split}),
        }  # fmt: skip
        for what, (config, tokenizer) in refused.items():
            done = self.deberta(config, tokenizer)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.assertIn(what, done.stderr)

    def test_the_file_states_its_classes_window_and_case(self):
        (self.folder / "labels.yaml").write_text("DEVICE: [ShoeSize]\nPATIENT: [HCW]\n")
        (self.folder / "README.md").write_text("---\nlicense: mit\nlanguage:\n- en\n- es\n---\n# A model\n")
        done = self.convert("--labels", self.folder / "labels.yaml", "--bias", "1.5")
        self.assertEqual(done.returncode, 0, done.stderr)
        fields = gguf.GGUFReader(self.output).fields
        said = lambda key: fields[key].contents()
        self.assertEqual(said("redact.grammar"), "classes")
        self.assertEqual(said("redact.classifier.scheme"), "bio")
        self.assertEqual(said("redact.classifier.labels"), ["NAME", "PATIENT", "DEVICE"])
        self.assertEqual(said("bert.classifier.output_labels"), CLASSES)
        self.assertEqual((said("redact.window_tokens"), said("redact.context_tokens"), said("redact.bias")), (46, 11, 1.5))
        self.assertEqual(said("tokenizer.ggml.normalizer.lowercase"), True)
        self.assertEqual(said("general.languages"), ["en", "es"])
        self.assertEqual(self.convert("--language", "fr").returncode, 0)
        self.assertEqual(gguf.GGUFReader(self.output).fields["general.languages"].contents(), ["fr"])
        info = subprocess.run([TOOL, "info", self.output], capture_output=True, text=True, check=True).stdout
        self.assertIn("This build can run it", info)
        self.assertIn("3 labels, windows of 46 tokens", info)

    def test_what_is_not_supported_is_refused_by_name(self):
        changes = {
            "model_type deberta ": {"model_type": "deberta"},
            "does not classify tokens": {"architectures": ["BertForSequenceClassification"]},
            "activation relu": {"hidden_act": "relu"},
            "position_embedding_type relative_key": {"position_embedding_type": "relative_key"},
            "LABEL_n": {"id2label": {"0": "LABEL_0"}},
        }
        for what, change in changes.items():
            self.write(CONFIG | change)
            done = self.convert()
            self.assertEqual(done.returncode, 1, what)
            self.assertIn(what, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertFalse(self.output.exists())
        self.write(CONFIG)
        for text, what in (("BOOT: [ID]", "BOOT is no label"), ("DATE: ID", "no mapping of labels to lists"), ("[", "flow node")):
            (self.folder / "labels.yaml").write_text(text)
            done = self.convert("--labels", self.folder / "labels.yaml")
            self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
            self.assertIn(what, done.stderr)
        save_file(self.tensors | {"bert.embed_proj.weight": np.zeros((D, D), np.float32)}, self.folder / "model.safetensors")
        self.assertIn("bert.embed_proj.weight: is not a tensor", self.convert().stderr)
        (self.folder / "tokenizer.json").write_text('{"model": {"type": "WordLevel"}}')
        self.assertIn("WordLevel is not supported", self.convert().stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
