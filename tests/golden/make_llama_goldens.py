#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden models and logits that tests/runtime/model/family_golden_test.cc checks.

The reference is transformers' LlamaForCausalLM in double precision, an implementation that shares
nothing with this project. For each case, a small random model is made, its weights are rounded to the
case's format by the gguf package, the rounded weights are put back into transformers, and its logits
for a fixed token sequence are stored beside the GGUF file. The goldens thus already include the
format's rounding, and a forward pass with float activations must agree to float precision.

Recipe: pip install torch transformers gguf; python make_llama_goldens.py  (writes into its folder)
"""

import json
import pathlib

import gguf
import numpy as np
import torch
from transformers import LlamaConfig, LlamaForCausalLM

FOLDER = pathlib.Path(__file__).parent
N_VOCAB = 272  # <unk> <s> </s>, 256 byte tokens, 13 letters
IDS = [1, 40, 259, 260, 7, 261, 3, 258, 100, 262, 271, 9, 9, 9, 150, 33, 270, 2, 41, 77]
Q = gguf.GGMLQuantizationType
CASES = [
    # name, weight format, heads, key heads, tied output, llama3 rotary factors
    ("f32", Q.F32, 4, 2, False, False),
    ("f16", Q.F16, 4, 4, True, False),
    ("bf16", Q.BF16, 4, 1, True, True),
    ("q8_0", Q.Q8_0, 2, 1, True, False),
    ("q4_0", Q.Q4_0, 4, 2, False, True),
]


def make_model(heads: int, kv_heads: int, tied: bool, scaled: bool, seed: int) -> LlamaForCausalLM:
    torch.manual_seed(seed)
    scaling = {
        "rope_type": "llama3",
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 16,
    }
    config = LlamaConfig(
        vocab_size=N_VOCAB, hidden_size=64, intermediate_size=96, num_hidden_layers=2,
        num_attention_heads=heads, num_key_value_heads=kv_heads, max_position_embeddings=128,
        rms_norm_eps=1e-5, tie_word_embeddings=tied, initializer_range=0.15,
        rope_theta=10000.0, rope_scaling=scaling if scaled else None,
    )  # fmt: skip
    model = LlamaForCausalLM(config).double().eval()
    with torch.no_grad():  # norms of exactly 1 would hide a norm that is not applied
        for name, weight in model.named_parameters():
            if "norm" in name:
                weight.copy_(1 + 0.3 * torch.randn_like(weight))
    return model


def to_interleaved(weight: np.ndarray, n_heads: int) -> np.ndarray:
    """Reorders the rows of q or k from rotating halves (transformers) to rotating neighbours (GGUF's NORM)."""
    rows, cols = weight.shape
    halves = weight.reshape(n_heads, 2, rows // n_heads // 2, cols)
    return halves.swapaxes(1, 2).reshape(rows, cols)


def from_interleaved(weight: np.ndarray, n_heads: int) -> np.ndarray:
    rows, cols = weight.shape
    pairs = weight.reshape(n_heads, rows // n_heads // 2, 2, cols)
    return pairs.swapaxes(1, 2).reshape(rows, cols)


NAMES = {
    "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down", "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
}  # fmt: skip


def gguf_name(name: str) -> str:
    fixed = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight":
             "output_norm.weight", "lm_head.weight": "output.weight"}  # fmt: skip
    if name in fixed:
        return fixed[name]
    _, _, layer, rest = name.split(".", 3)
    return f"blk.{layer}.{NAMES[rest.removesuffix('.weight')]}.weight"


def write_tokenizer(writer: gguf.GGUFWriter) -> None:
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)]
    tokens += [chr(ord("a") + i) for i in range(N_VOCAB - len(tokens))]
    types = [2, 3, 3] + [6] * 256 + [1] * (N_VOCAB - 259)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * 259 + [-float(i) for i in range(N_VOCAB - 259)])
    writer.add_token_types(types)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)


def make_case(index: int, name: str, form: Q, heads: int, kv_heads: int, tied: bool, scaled: bool):
    model = make_model(heads, kv_heads, tied, scaled, seed=100 + index)
    config = model.config
    path = FOLDER / f"llama-{name}.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name(f"golden-{name}")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(heads)
    writer.add_head_count_kv(kv_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_dimension_count(config.hidden_size // heads)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(N_VOCAB)
    write_tokenizer(writer)
    if scaled:
        rotary = model.model.rotary_emb
        half = config.hidden_size // heads // 2
        plain = 10000.0 ** (-np.arange(half) / half)
        writer.add_tensor("rope_freqs.weight",
                          (plain / rotary.inv_freq.double().numpy()).astype(np.float32))

    with torch.no_grad():
        for full, parameter in model.named_parameters():
            value = parameter.float().numpy()
            n_rotated = heads if "q_proj" in full else kv_heads if "k_proj" in full else 0
            if n_rotated:
                value = to_interleaved(value, n_rotated)
            if value.ndim == 1:
                writer.add_tensor(gguf_name(full), value)
                rounded = value
            else:
                packed = gguf.quants.quantize(np.ascontiguousarray(value), form)
                writer.add_tensor(gguf_name(full), packed, raw_dtype=form)
                rounded = gguf.quants.dequantize(packed, form)
            if n_rotated:
                rounded = from_interleaved(rounded, n_rotated)
            parameter.copy_(torch.from_numpy(np.ascontiguousarray(rounded)).double())
        logits = model(torch.tensor([IDS])).logits[0].double().numpy()
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    rows = [[float(f"{x:.8g}") for x in row] for row in logits]
    (FOLDER / f"llama-{name}.json").write_text(json.dumps({"ids": IDS, "logits": rows}) + "\n")
    print(name, path.stat().st_size, "bytes, logits of size", float(np.sqrt((logits**2).mean())))


if __name__ == "__main__":
    for i, case in enumerate(CASES):
        make_case(i, *case)
