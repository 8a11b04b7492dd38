#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden ModernBERT and its logits for tests/runtime/model/modernbert_golden_test.cc, with transformers in double
precision as the reference, and weights drawn as in make_encoder_goldens.py. The lengths lie on both sides of the band's edge.

Recipe: pip install torch transformers gguf; python make_modernbert_goldens.py  (writes into its folder)
"""

import json
import pathlib
import sys

import gguf
import numpy as np
import torch
import transformers as hf
from make_encoder_goldens import N_LABELS, N_VOCAB, add, draw, tokens
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
    writer.add_tokenizer_model("bert")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    writer.add_token_list(special + [f"\u2581{chr(0x4E00 + i)}" for i in range(N_VOCAB - 4)])
    writer.add_token_types([gguf.TokenType.CONTROL] * 4 + [gguf.TokenType.NORMAL] * (N_VOCAB - 4))
    with torch.no_grad():
        for full, parameter in model.named_parameters():
            worth = add(writer, modernbert.gguf_name(full), parameter.float().numpy(), form)
            parameter.copy_(torch.from_numpy(worth).double())
        ids, runs = tokens(max(RUNS)), []
        for n, positions in RUNS.items():
            logits = model(torch.tensor([ids[:n]])).logits[0, positions].double().numpy()
            runs.append({"n": n, "positions": positions, "logits": [[float(f"{x:.10g}") for x in row] for row in logits]})
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()
    path.with_suffix(".json").write_text(json.dumps({"ids": ids, "runs": runs}) + "\n")
    print(path.name, path.stat().st_size, "bytes; logits of size", float(np.sqrt((logits**2).mean())))


def main() -> None:
    make("modernbert-f32", 1, Q.F32)
    # Each layer rounds its activations, and these weights amplify what is rounded.
    make("modernbert-q8_0", 2, Q.Q8_0, num_hidden_layers=2, layer_types=None, classifier_bias=True)


if __name__ == "__main__":
    main()
