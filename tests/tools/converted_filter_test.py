#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""From the folder of a small random privacy-filter through tools/convert and redact -m: ids, logits and hidden words are
those of the formulas in NumPy; folders that are refused by name. Usage: converted_filter_test.py GGUF_TOOL SOURCE_DIR"""

import json
import math
import subprocess
import unittest

import convert_test
import gguf
import numpy as np
import vocabulary
from convert_test import BYTES, TOOL
from converted_notes_test import NOTE, WORDS
from safetensors.numpy import save_file

D, H, HEADS, KEYS, F, EXPERTS, USED, LAYERS, RADIUS = 32, 16, 4, 2, 32, 4, 2, 2, 3
LABELS = {"private_person": "NAME", "private_phone": "PHONE", "secret": "OTHER"}
CLASSES = ["O", *(f"{place}-{kind}" for kind in LABELS for place in "BIES")]
YARN = {"rope_type": "yarn", "rope_theta": 150000.0, "factor": 32.0, "original_max_position_embeddings": 4096, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False}
CONFIG = {
    "model_type": "openai_privacy_filter", "architectures": ["OpenAIPrivacyFilterForTokenClassification"], "hidden_size": D, "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS, "num_key_value_heads": KEYS, "head_dim": H, "intermediate_size": F, "num_local_experts": EXPERTS,
    "num_experts_per_tok": USED, "sliding_window": RADIUS, "max_position_embeddings": 8192, "rms_norm_eps": 1e-5, "rope_parameters": YARN,
    "id2label": {str(i): name for i, name in enumerate(CLASSES)},
}  # fmt: skip


def random_model(n_pieces: int) -> dict:
    rng = np.random.default_rng(8)
    draw = lambda *shape: rng.normal(0, 1.2 / math.sqrt(shape[-1]), shape).astype(np.float32)
    some = lambda *shape: rng.normal(0, 0.3, shape).astype(np.float32)
    tensors = {"model.embed_tokens.weight": draw(n_pieces, D), "model.norm.weight": 1 + some(D), "score.weight": draw(len(CLASSES), D), "score.bias": some(len(CLASSES))}
    for layer in range(LAYERS):
        p = f"model.layers.{layer}."
        tensors |= {p + "input_layernorm.weight": 1 + some(D), p + "post_attention_layernorm.weight": 1 + some(D), p + "self_attn.sinks": some(HEADS),
                    p + "mlp.experts.gate_up_proj": 3 * draw(EXPERTS, D, 2 * F), p + "mlp.experts.gate_up_proj_bias": some(EXPERTS, 2 * F),
                    p + "mlp.experts.down_proj": draw(EXPERTS, F, D), p + "mlp.experts.down_proj_bias": some(EXPERTS, D)}  # fmt: skip
        for name, rows, columns in (("self_attn.q_proj", HEADS * H, D), ("self_attn.k_proj", KEYS * H, D), ("self_attn.v_proj", KEYS * H, D),
                                    ("self_attn.o_proj", D, HEADS * H), ("mlp.router", EXPERTS, D)):  # fmt: skip
            tensors |= {f"{p}{name}.weight": draw(rows, columns), f"{p}{name}.bias": some(rows)}
    return tensors


def privacy_filter(t: dict, ids: list[int]):
    t, n = {name: value.astype(np.float64) for name, value in t.items()}, len(ids)
    norm = lambda x, name: x / np.sqrt((x**2).mean(-1, keepdims=True) + 1e-5) * t[name + ".weight"]
    product = lambda x, name: x @ t[name + ".weight"].T + t[name + ".bias"]
    heads = lambda x, m: x.reshape(n, m, H).transpose(1, 0, 2)
    turns = lambda beta: H * math.log(4096 / (beta * 2 * math.pi)) / (2 * math.log(150000))
    pair = np.arange(H // 2)
    slower = np.clip((pair - turns(32)) / (turns(1) - turns(32)), 0, 1)
    turned = np.exp(1j * np.arange(n)[:, None] * 150000.0 ** (-2 * pair / H) * (1 - slower + slower / 32)) * (0.1 * math.log(32) + 1)
    rotated = lambda x: (lambda z: np.stack([z.real, z.imag], -1).reshape(x.shape))((x[..., ::2] + 1j * x[..., 1::2]) * turned)
    near = abs(np.arange(n)[:, None] - np.arange(n)) <= RADIUS
    x = t["model.embed_tokens.weight"][ids]
    for layer in range(LAYERS):
        p = f"model.layers.{layer}."
        u = norm(x, p + "input_layernorm")
        q, k, v = (heads(product(u, f"{p}self_attn.{name}_proj"), m) for name, m in (("q", HEADS), ("k", KEYS), ("v", KEYS)))
        k, v = (np.repeat(each, HEADS // KEYS, 0) for each in (rotated(k), v))
        weights = np.exp(rotated(q) @ k.transpose(0, 2, 1) / math.sqrt(H)) * near
        mixed = weights / (weights.sum(-1, keepdims=True) + np.exp(t[p + "self_attn.sinks"])[:, None, None]) @ v
        x = x + product(mixed.transpose(1, 0, 2).reshape(n, HEADS * H), p + "self_attn.o_proj")
        u, e = norm(x, p + "post_attention_layernorm"), p + "mlp.experts."
        shares = np.exp(product(u, p + "mlp.router"))
        shares *= shares >= np.sort(shares)[:, -USED, None]
        shares /= shares.sum(-1, keepdims=True)
        for expert in range(EXPERTS):
            gate, up = np.split(u @ t[e + "gate_up_proj"][expert] + t[e + "gate_up_proj_bias"][expert], 2, -1)
            gate, up = np.minimum(gate, 7), np.clip(up, -7, 7)
            y = gate / (1 + np.exp(-1.702 * gate)) * (up + 1)
            x = x + shares[:, expert, None] * (y @ t[e + "down_proj"][expert] + t[e + "down_proj_bias"][expert])
    return product(norm(x, "model.norm"), "score")


BIASES = {"background_stay": 0.5, "background_to_start": -0.25, "end_to_background": -0.75, "end_to_start": 1.5, "inside_to_continue": 0.25, "inside_to_end": -0.5}


def bias_of(biases: dict, a: str, b: str) -> float:
    """That of going from class a to class b."""
    names = {"I": "inside_to_continue", "E": "inside_to_end"}
    to = "background" if b == "O" else "start"
    name = names.get(b[0]) or ("background_stay" if a == b == "O" else f"{'background' if a == 'O' else 'end'}_to_{to}")
    return biases.get(name, 0)


def best_classes(logits, biases: dict) -> list[str]:
    """The best sequence of spans that begin with B- and end with E-, or are S- alone."""
    goes_on = lambda a, b: b[0] in "IE" and a[2:] == b[2:] if a[0] in "BI" else b[0] in "OBS"
    best = {name: (logits[0][i], [name]) for i, name in enumerate(CLASSES) if name[0] in "OBS"}  # by the last class
    for row in logits[1:]:
        ways = {name: [(best[each][0] + bias_of(biases, each, name), best[each][1]) for each in best if goes_on(each, name)] for name in CLASSES}
        best = {name: (max(before)[0] + row[i], [*max(before)[1], name]) for i, (name, before) in enumerate(ways.items()) if before}
    return max(way for name, way in best.items() if name[0] in "OES")[1]


class ConvertedFilter(convert_test.Converted):
    def setUp(self):
        super().setUp()
        whole = [piece for word in WORDS for piece in (word[:2], word, "\u0120" + word)]
        merges = [pair for a, b, c in WORDS for pair in ([a, b], [a + b, c], ["\u0120", a + b + c])]
        self.pieces = list(dict.fromkeys([*BYTES, *whole]))
        n = len(self.pieces)
        end = [{"id": n + 2, "content": "<|endoftext|>", "special": True}]  # behind two ids without a piece
        split = {"type": "Split", "pattern": {"Regex": vocabulary.O200K_PATTERN}, "behavior": "Isolated", "invert": False}
        as_bytes = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
        self.tokenizer = {"model": {"type": "BPE", "vocab": {piece: i for i, piece in enumerate(self.pieces)}, "merges": merges},
                          "added_tokens": end, "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, as_bytes]}}  # fmt: skip
        self.tensors = random_model(n + 8)
        self.write(CONFIG)
        self.save()

    def save(self) -> None:
        save_file({name: np.ascontiguousarray(value) for name, value in self.tensors.items()}, self.folder / "model.safetensors")
        (self.folder / "tokenizer.json").write_text(json.dumps(self.tokenizer))

    def test_ids_and_logits(self):
        text = "bak's 1234 BAK"
        spelled = ["bak", "'", "s", "\u0120", "1", "2", "3", "4", "\u0120", "B", "A", "K"]
        self.assert_runs(text, list(map(self.pieces.index, spelled)), privacy_filter)
        fields = gguf.GGUFReader(self.output).fields
        field = lambda name: fields[name].contents()
        self.assertEqual(field("tokenizer.ggml.tokens")[-3:], [f"[PAD{len(self.pieces)}]", f"[PAD{len(self.pieces) + 1}]", "<|endoftext|>"])
        self.assertEqual([field(f"redact.{name}_tokens") for name in ("window", "context")], [4096, LAYERS * RADIUS])
        self.assertNotIn("tokenizer.ggml.bos_token_id", fields)

    def test_an_ordinary_piece_like_a_token_of_roberta(self):
        self.tokenizer["model"]["vocab"]["<s>"] = len(self.pieces)
        self.tokenizer["model"]["ignore_merges"] = True
        self.save()
        done = self.convert()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("tokenizer.ggml.bos_token_id", gguf.GGUFReader(self.output).fields)

    def test_a_word_that_merges_do_not_reach(self):
        self.tokenizer["model"]["vocab"]["qx"] = len(self.pieces)  # an id that had no piece
        self.save()
        self.assertIn("merges do not reach the piece 'qx'", self.convert().stderr)
        self.tokenizer["model"]["ignore_merges"] = True
        self.save()
        ids = [len(self.pieces), *map(self.pieces.index, ["\u0120", "q", "x", "x"])]
        self.assert_runs("qx qxx", ids, privacy_filter)

    def test_a_context_that_is_too_long_is_not_cut(self):
        for change, options, said in (
            ({"max_position_embeddings": 24}, (), ""), ({"max_position_embeddings": 23}, (), "a context of 6 tokens is more than a quarter of a window of 23"),
            ({"sliding_window": 600}, (), "a context of 1200 tokens"), ({}, ("--window", "20"), "a context of 6 tokens"),
            ({}, ("--window", "20", "--context", "5"), ""), ({}, ("--context", "1025"), "a context of 1025 tokens"),
        ):  # fmt: skip
            self.write(CONFIG | change)
            done = self.convert(*options)
            self.assertEqual(done.returncode, 1 if said else 0, done.stderr)
            self.assertIn(said, done.stderr)

    def test_a_note(self):
        self.assert_hides({})
        # Again without the keys of redact, as others publish such models.
        self.output.write_bytes(self.output.read_bytes().replace(b"redact.", b"others."))
        self.assertEqual(self.found(), self.wanted)

    def test_a_note_with_biases_of_transitions(self):
        self.assert_hides({})
        usual = self.wanted
        biases = {f"transition_bias_{name}": bias for name, bias in BIASES.items()}
        (self.folder / "viterbi_calibration.json").write_text(json.dumps({"operating_points": {"default": {"biases": biases}}}))
        self.assert_hides(BIASES)
        self.assertNotEqual(self.wanted, usual)

    def found(self) -> list[list[str]]:
        command = [TOOL.with_name("redact"), "-m", self.output, "--no-rules", "--format", "jsonl", "--include-text", self.folder / "note.txt"]
        record = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        return [[each["entity_type"], each["text"]] for each in record["entities"]]

    def assert_hides(self, biases: dict) -> None:
        ids = [self.pieces.index(word if i == 0 else "\u0120" + word) for i, word in enumerate(NOTE)]
        self.tensors["score.bias"] -= privacy_filter(self.tensors, ids).mean(0).astype(np.float32)
        self.save()
        done = self.convert("--type", "f32")
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = []
        for word, name in zip(NOTE, best_classes(privacy_filter(self.tensors, ids), biases)):
            if name[0] in "BS":
                wanted.append([LABELS[name[2:]], word])
            elif name[0] in "IE":
                wanted[-1][1] += f" {word}"
        self.assertGreater({label for label, _ in wanted}, {"NAME"})
        (self.folder / "note.txt").write_text(" ".join(NOTE))
        self.assertEqual(self.found(), wanted)
        self.wanted = wanted

    def test_what_is_not_supported_is_refused_by_name(self):
        for change, what in (
            ({"swiglu_limit": 5.0}, "swiglu_limit 5.0 is not supported"),
            ({"attention_bias": False}, "attention_bias False is not supported"),
            ({"tie_word_embeddings": True}, "tie_word_embeddings is not supported"),
            ({"rope_parameters": {"rope_type": "default"}}, "rotary positions default are not supported"),
            ({"rope_parameters": YARN | {"attention_factor": 1.0}}, "without factors of its own"),
        ):
            self.write(CONFIG | change)
            done = self.convert()
            self.assertEqual(done.returncode, 1)
            self.assertIn(what, done.stderr)
        self.write(CONFIG)
        calibration = self.folder / "viterbi_calibration.json"
        biases = lambda given: '{"operating_points": {"default": {"biases": %s}}}' % given
        for content, what in (
            (biases('{"transition_bias_x": 0.5}'), "the bias transition_bias_x is not known"),
            ("{}", "has no 'operating_points'"),
            ('{"operating_points": {}}', "has no 'default'"),
            ("[]", "list indices"),
            (biases("null"), "not iterable"),
            (biases('{"transition_bias_inside_to_end": null}'), "float()"),
            (biases('{"transition_bias_inside_to_end": 1025}'), "a bias is not within 1024 of 0"),
            (biases('{"transition_bias_inside_to_end": NaN}'), "a bias is not within 1024 of 0"),
            ("{", "Expecting"),
        ):
            calibration.write_text(content)
            self.assertIn(f"convert: viterbi_calibration.json: {what}" if what not in ("float()", "not iterable") else what, self.convert().stderr)
        calibration.unlink()
        self.tokenizer["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] += "|x"
        self.save()
        self.assertIn("text is not split as", self.convert().stderr)
        self.tensors["model.layers.0.self_attn.q_norm.weight"] = np.ones(H, np.float32)
        self.tokenizer["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = vocabulary.O200K_PATTERN
        self.save()
        self.assertIn("model.layers.0.self_attn.q_norm.weight: is not a tensor of privacy-filter", self.convert().stderr)


if __name__ == "__main__":
    unittest.main(argv=[__file__])
