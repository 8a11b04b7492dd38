#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""tools/convert/adapter.py: adapters that peft made for small random models give, merged by redact, the logits that they give
in transformers, and the spans of a file that peft merged; a wrong base and what no GGUF adapter can say are refused by name.
Needs an interpreter with tools/tune/requirements.txt: PYTHON, or that of build/tune; skips without.

Usage: adapter_test.py BUILD SOURCE_DIR"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
PYTHON = pathlib.Path(os.environ.get("PYTHON", SOURCE / "build/tune/bin/python"))
GOLDEN, CONVERT = SOURCE / "tests/golden", SOURCE / "tools/convert"
if __name__ == "__main__" and pathlib.Path(sys.executable) != PYTHON:
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", "import torch, peft, transformers, gguf"], capture_output=True).returncode:
        print(f"{PYTHON} has not the packages of tools/tune/requirements.txt", file=sys.stderr)
        sys.exit(77)
    sys.exit(subprocess.run([PYTHON, __file__, BUILD, SOURCE], env=os.environ | {"PYTHON": str(PYTHON)}).returncode)

import gguf  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
from peft import LoraConfig, get_peft_model  # noqa: E402
from transformers import AutoModelForCausalLM, GgufConfig  # noqa: E402

sys.path.insert(0, str(CONVERT))
import adapter  # noqa: E402

IDS = [1, 5, 9, 17, 4, 33, 8, 21, 2, 40, 7]
LLAMA, QWEN = GOLDEN / "llama-f32.gguf", GOLDEN / "qwen2-f32.gguf"
PLAIN = dict(r=4, lora_alpha=12, target_modules=["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"])


def model_of(path: pathlib.Path):
    options = {"gguf_file": path.name, "quantization_config": GgufConfig(dequantize=True), "dtype": torch.float32}
    return AutoModelForCausalLM.from_pretrained(path.parent, **options)


def tuned(base: pathlib.Path, **config):
    """A model with a random adapter that changes much."""
    torch.manual_seed(7)
    model = get_peft_model(model_of(base), LoraConfig(**PLAIN | config))
    for parameter_name, parameter in model.named_parameters():
        if "lora_" in parameter_name:
            torch.nn.init.normal_(parameter, std=0.1)
    return model.eval()


class Adapter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def converted(self, model, base: pathlib.Path) -> pathlib.Path:
        model.save_pretrained(self.folder / "peft")
        out = self.folder / "adapter.gguf"
        adapter.convert(self.folder / "peft", base, out)
        return out

    def logits(self, base: pathlib.Path, *options) -> np.ndarray:
        out = self.folder / "logits"
        subprocess.run([BUILD / "bin/gguf-tool", "logits", base, "--ids", ",".join(map(str, IDS)), "-o", out, *options], check=True)
        return np.fromfile(out, np.float32)

    def test_logits_agree_with_transformers(self):
        configs = {"plain": {}, "rslora": {"use_rslora": True}, "patterns": {"rank_pattern": {"q_proj": 2}, "alpha_pattern": {"layers.0.mlp.up_proj": 3}}}
        for base in (LLAMA, QWEN):
            for name, config in configs.items():
                with self.subTest(base=base.name, config=name):
                    model = tuned(base, **config)
                    with torch.no_grad():
                        wanted = model(torch.tensor([IDS])).logits[0].numpy().ravel()
                        plain = model_of(base)(torch.tensor([IDS])).logits[0].numpy().ravel()
                    found = self.logits(base, "--lora", self.converted(model, base))
                    error = lambda a: float(((a - wanted) ** 2).sum() / (wanted**2).sum())  # noqa: E731
                    print(f"{base.name}, {name}: NMSE {error(found):.1e}; of the model without an adapter {error(plain):.1e}, of both programs without one {float(((self.logits(base) - plain) ** 2).sum() / (plain**2).sum()):.1e}")
                    self.assertLess(error(found), 1e-6)
                    self.assertGreater(error(plain), 1e-2)

    def test_an_adapter_and_the_file_that_peft_merged_give_the_same_records(self):
        plain, merged = self.folder / "random.gguf", self.folder / "merged.gguf"
        shape = "--type f32 --layers 2 --width 64 --heads 4 --kv-heads 2 --ff 96".split()
        subprocess.run([BUILD / "bin/gguf-tool", "random", LLAMA, "-o", plain, *shape], check=True)
        merged.write_bytes(plain.read_bytes())
        model = tuned(plain)
        out = self.converted(model, plain)
        weights = model.merge_and_unload().state_dict()
        base, reader = adapter.Base(merged), gguf.GGUFReader(merged, "r+")
        tensors = {tensor.name: tensor for tensor in reader.tensors}
        for layer in range(model.config.num_hidden_layers):
            for module, short in adapter.MATRICES.items():
                part = "self_attn" if short.startswith("attn") else "mlp"
                value = weights.get(f"model.layers.{layer}.{part}.{module}.weight")
                if value is None:
                    continue
                value = value.numpy()
                tensors[f"blk.{layer}.{short}.weight"].data[:] = adapter.permuted(value, base.heads[short]) if short in base.heads else value
        reader.data.flush()
        notes = "".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(["Ana Rossi, 45", "No fever.\n\nDr Bob, 3 May", "x " * 40]))

        def records(*told) -> bytes:
            asked = ["--template", "plain", "--lang", "en", "--prompt", SOURCE / "tests/program/short_prompt.txt", "--draft", "none", "--no-rules"]
            return subprocess.run([BUILD / "bin/redact", *told, *asked, "--text-field", "text", "--include-evidence"], input=notes.encode(), capture_output=True, check=True).stdout

        found = [json.loads(line) for line in records("-m", plain, "--lora", out).splitlines()]
        wanted = [json.loads(line) for line in records("-m", merged).splitlines()]
        spans = lambda lines: [[(e["start"], e["end"], e["entity_type"]) for e in line["entities"]] for line in lines]  # noqa: E731
        self.assertEqual(spans(found), spans(wanted))
        self.assertGreater(sum(map(len, spans(wanted))), 3)

    def test_what_does_not_fit_is_refused_by_name(self):
        def refusal(model, base=LLAMA):
            with self.assertRaises(ValueError) as refused:
                self.converted(model, base)
            return str(refused.exception)

        self.assertRegex(refusal(tuned(QWEN)), r"layers.0.*lora_A.weight: its shape .* does not fit blk.0.* of BASE; the adapter belongs to another model")
        self.assertIn("embed_tokens", refusal(tuned(LLAMA, target_modules=["embed_tokens"])))
        self.assertIn("lm_head", refusal(tuned(LLAMA, target_modules=["lm_head"])))
        self.assertIn("adapter_config.json: use_dora True", refusal(tuned(LLAMA, use_dora=True)))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
