#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden privacy-filters and their logits for tests/runtime/model/privacy_filter_golden_test.cc, with
transformers as the reference, which computes norms, softmax and experts in single precision whatever the model's is. The
weights are drawn as in make_encoder_goldens.py; the lengths lie on both sides of the band's edges.

Where the last expert chosen and the first one not chosen are nearly equal, rounding may exchange them, so the logits are
those of positions where they are not.

Recipe: pip install torch transformers==5.24.0 gguf; python make_privacy_filter_goldens.py  (writes into its folder)
"""

import json
import sys

import gguf
import torch
import transformers as hf
from make_encoder_goldens import N_VOCAB, draw, tokens, write
from make_llama_goldens import FOLDER, Q

sys.path.insert(0, str(FOLDER.parents[1] / "tools/convert"))
import privacy_filter  # noqa: E402

CONFIG = hf.OpenAIPrivacyFilterConfig(
    vocab_size=N_VOCAB, hidden_size=64, intermediate_size=32, num_hidden_layers=3, num_attention_heads=6, num_key_value_heads=2, head_dim=16,
    num_local_experts=8, num_experts_per_tok=4, sliding_window=8, pad_token_id=0, eos_token_id=0, attn_implementation="eager")  # fmt: skip
LENGTHS = (8, 9, 17, 40, 60, 700)
NEARLY = 0.03  # logits of the router that the rounding to Q8_0 may exchange


def settled(model: hf.PreTrainedModel, n: int) -> list[int]:
    """The positions of a text of n tokens at which the choice of experts is clear in all layers."""
    chosen = []
    routers = [layer.mlp.router.register_forward_hook(lambda _, __, out: chosen.append(out[0].topk(5).values)) for layer in model.model.layers]
    with torch.no_grad():
        model(torch.tensor([tokens(n)]))
    for router in routers:
        router.remove()
    gaps = torch.stack([logits[:, 3] - logits[:, 4] for logits in chosen]).amin(0)
    return [i for i in range(n) if gaps[i] > NEARLY]


def make(name: str, seed: int, form: Q, factor: float, **change) -> None:
    config = hf.OpenAIPrivacyFilterConfig(**(CONFIG.to_dict() | change))
    config._attn_implementation = "eager"
    model = draw(hf.OpenAIPrivacyFilterForTokenClassification(config), seed)
    with torch.no_grad():
        for layer in model.model.layers:
            layer.mlp.experts.gate_up_proj.mul_(factor)
    path = FOLDER / f"{name}.gguf"
    writer = gguf.GGUFWriter(path, privacy_filter.ARCHITECTURE)
    writer.add_name(f"golden-{name}")
    privacy_filter.write_shape(writer, json.loads(config.to_json_string(use_diff=False)))
    writer.add_array(f"{privacy_filter.ARCHITECTURE}.classifier.output_labels", list(config.id2label.values()))
    runs = {n: positions[:: len(positions) // 6 + 1] for n in LENGTHS if (positions := settled(model, n))}
    write(path, writer, model, form, privacy_filter.parts, runs)


def main() -> None:
    make("privacy-filter-f32", 1, Q.F32, 3)  # some gates are clamped
    make("privacy-filter-q8_0", 3, Q.Q8_0, 1, num_hidden_layers=2)


if __name__ == "__main__":
    main()
