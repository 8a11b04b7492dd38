#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden ModernBERT and its logits for tests/runtime/model/modernbert_golden_test.cc, with transformers in double
precision as the reference, and weights drawn as in make_encoder_goldens.py. The lengths lie on both sides of the band's edge.

Recipe: pip install torch transformers gguf; python make_modernbert_goldens.py  (writes into its folder)
"""

import json
import sys

import gguf
import transformers as hf
from make_encoder_goldens import N_LABELS, N_VOCAB, draw, write
from make_llama_goldens import FOLDER, Q

sys.path.insert(0, str(FOLDER.parents[1] / "tools/convert"))
import modernbert  # noqa: E402

CONFIG = hf.ModernBertConfig(
    vocab_size=N_VOCAB, hidden_size=32, intermediate_size=64, num_hidden_layers=5, num_attention_heads=2, num_labels=N_LABELS,
    local_attention=16, pad_token_id=0, bos_token_id=1, eos_token_id=2, cls_token_id=1, sep_token_id=2, attn_implementation="eager")  # fmt: skip
RUNS = {n: [*range(0, n - 1, step), n - 1] for n, step in ((1, 1), (2, 1), (9, 2), (10, 2), (17, 2), (40, 5), (1500, 150))}


def make(name: str, seed: int, form: Q, **change) -> None:
    config = hf.ModernBertConfig(**(CONFIG.to_dict() | change))
    config._attn_implementation = "eager"
    model = draw(hf.ModernBertForTokenClassification(config), seed)
    path = FOLDER / f"{name}.gguf"
    writer = gguf.GGUFWriter(path, modernbert.ARCHITECTURE)
    writer.add_name(f"golden-{name}")
    modernbert.write_shape(writer, json.loads(config.to_json_string(use_diff=False)))
    writer.add_causal_attention(False)
    writer.add_array("modern-bert.classifier.output_labels", [f"L{i}" for i in range(N_LABELS)])
    write(path, writer, model, form, lambda full, value: {modernbert.gguf_name(full): value}, RUNS)


def main() -> None:
    make("modernbert-f32", 1, Q.F32)
    # Each layer rounds its activations, and these weights amplify the error.
    make("modernbert-q8_0", 2, Q.Q8_0, num_hidden_layers=2, layer_types=None, classifier_bias=True)


if __name__ == "__main__":
    main()
