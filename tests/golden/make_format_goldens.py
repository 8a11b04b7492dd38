#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes formats-FAMILY.json, the goldens of tests/runtime/model/format_golden_test.cc: the logits of small random
models of every family in six formats, from transformers in double precision on the decoded weights.

The models themselves are not stored. Their tensors, floats or the bytes of quantised blocks, are drawn by a hash of
the tensor's name and the place in it, which the test repeats to the bit. Nothing is quantised: a block is random bytes
with scales of a fixed size. A golden lists keys, tensors and their types, and logits of every eighth token at the
first positions, around the sliding window, and around 4,096.

Recipe: pip install torch transformers gguf; python make_format_goldens.py [FAMILY...]  (writes into its folder)
"""

import dataclasses
import json
import math
import sys

import gguf
import numpy as np
import torch
import transformers as hf
from make_family_goldens import gguf_name, tokens
from make_llama_goldens import FOLDER, Q, from_interleaved

N_VOCAB, WIDTH, WINDOW = 259, 256, 100  # rows of K-quants are whole blocks of 256
POSITIONS = [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 4095, 4096, 4097]
SCORED = list(range(1, N_VOCAB, 8))
SHAPE = dict(vocab_size=N_VOCAB, hidden_size=WIDTH, intermediate_size=256, num_attention_heads=4,
             num_key_value_heads=2, num_hidden_layers=2, max_position_embeddings=8192, pad_token_id=0, bos_token_id=1,
             eos_token_id=2)  # fmt: skip
PLAIN = {"rope_type": "default", "rope_theta": 10000.0}

# For each format, the bytes of a block and its halves. A half has an offset, its bits, and the mask of the bits that
# are drawn (sign and mantissa; all halves of a block share the drawn bits). The weights have a deviation of about 0.05
# and a mean of 0: a mean shared by all rows would grow from product to product and drown the rest.
BLOCKS = {
    Q.Q8_0: (34, [(0, 0x1000, 0x83FF)]),
    Q.Q4_1: (20, [(0, 0x2000, 0x83FF), (2, 0xAC00, 0x83FF)]),
    Q.Q4_K: (144, [(0, 0x0800, 0x83FF), (2, 0x1400, 0x83FF)]),
    Q.Q5_K: (176, [(0, 0x0400, 0x83FF), (2, 0x1400, 0x83FF)]),
    Q.Q6_K: (210, [(208, 0x0200, 0x81FF)]),  # subnormal
}


@dataclasses.dataclass
class Case:
    name: str
    architecture: str  # GGUF's name
    model: hf.PreTrainedModel
    keys: dict = dataclasses.field(default_factory=dict)  # in addition to those of all models
    values: dict = dataclasses.field(default_factory=dict)  # tensors that are not drawn


def draw(name: str, n: int) -> np.ndarray:
    """n 32-bit numbers: Murmur3's finaliser, applied to FNV-1a of the name plus multiples of the golden ratio."""
    seed = 0x811C9DC5
    for byte in name.encode():
        seed = (seed ^ byte) * 0x01000193 & 0xFFFFFFFF
    x = np.arange(n, dtype=np.uint32) * np.uint32(0x9E3779B9) + np.uint32(seed)
    x = (x ^ x >> 16) * np.uint32(0x85EBCA6B)
    x = (x ^ x >> 13) * np.uint32(0xC2B2AE35)
    return x ^ x >> 16


def drawn(name: str, shape: tuple[int, ...], form: Q) -> np.ndarray:
    """The decoded values of a tensor."""
    n = math.prod(shape)
    if form in BLOCKS:
        n_bytes, halves = BLOCKS[form]
        blocks = (draw(name, n // gguf.GGML_QUANT_SIZES[form][0] * n_bytes) >> 24).astype(np.uint8).reshape(-1, n_bytes)
        bits = np.ascontiguousarray(blocks[:, halves[0][0] : halves[0][0] + 2]).view(np.uint16)
        for at, base, mask in halves:
            blocks[:, at : at + 2] = (base ^ bits & mask).astype(np.uint16).view(np.uint8)
        return gguf.quants.dequantize(blocks.reshape(*shape[:-1], -1), form)
    unit = ((draw(name, n) >> 9).astype(np.int64) - 2**22).astype(np.float32) * np.float32(2.0**-22)  # of [-1, 1)
    if name.endswith("norm.weight"):
        value = 1 + unit / 2
    elif name.endswith("bias"):
        value = unit * 2
    else:  # a router's weights are larger, so that rounded activations rarely choose other experts
        value = unit / 2 if "gate_inp" in name else unit / 8
    return (value.astype(np.float16) if form == Q.F16 else value).astype(np.float32).reshape(shape)


def type_of(name: str, n_dims: int, form: str, tied: bool) -> Q:
    if n_dims == 1 or "gate_inp" in name:
        return Q.F32
    if form != "Q4_K_M":
        return Q[form]
    if name == "output.weight" or (tied and name == "token_embd.weight") or name.startswith(("blk.1.attn_v.", "blk.1.ffn_down")):
        return Q.Q6_K
    return Q.Q5_K if "attn_qkv" in name else Q.Q4_K


def fill(case: Case, form: str) -> dict[str, tuple[list[int], Q]]:
    """Draws every parameter of the model. Returns the tensors of the file: dimensions, rows innermost, and type."""
    config, tensors = case.model.config, {}

    def take(name: str, shape: tuple[int, ...]) -> np.ndarray:
        of = type_of(name, len(shape), form, config.tie_word_embeddings)
        tensors[name] = (list(shape[::-1]), of)
        return drawn(name, shape, of)

    for full, parameter in case.model.named_parameters():
        shape = tuple(parameter.shape)
        if full.endswith("experts.gate_up_proj"):  # gate and up of an expert, stacked by rows
            name, half = gguf_name(full.replace("gate_up", "down"), case.architecture), (shape[0], shape[1] // 2, shape[2])
            value = np.concatenate([take(name.replace("down", part), half) for part in ("gate", "up")], axis=1)
        else:
            value = take(gguf_name(full, case.architecture), shape).astype(np.float64)
            if case.architecture == "gemma3" and "norm" in full:
                value = value - 1
            if case.architecture == "llama" and ("q_proj" in full or "k_proj" in full):
                value = from_interleaved(value, config.num_attention_heads if "q_proj" in full else config.num_key_value_heads)
        parameter.copy_(torch.from_numpy(np.ascontiguousarray(value)).double())
    return tensors


def make(case: Case) -> None:
    config = case.model.config
    rope = config.rope_parameters
    keys = {
        "block_count": config.num_hidden_layers, "context_length": config.max_position_embeddings,
        "embedding_length": config.hidden_size, "feed_forward_length": config.intermediate_size,
        "attention.head_count": config.num_attention_heads, "attention.head_count_kv": config.num_key_value_heads,
        "attention.layer_norm_rms_epsilon": config.rms_norm_eps,
        "rope.freq_base": rope.get("full_attention", rope)["rope_theta"],
    }  # fmt: skip
    ids = torch.tensor([tokens(POSITIONS[-1] + 1)])
    out = {"architecture": case.architecture, "keys": keys | case.keys, "positions": POSITIONS, "scored": SCORED,
           "values": case.values, "formats": {}}  # fmt: skip
    with torch.no_grad():
        for form in ("F32", "F16", "Q8_0", "Q4_1", "Q5_K", "Q4_K_M"):
            tensors = fill(case, form)
            out["tensors"] = [[name, dims] for name, (dims, _) in tensors.items()]
            logits = case.model(ids).logits[0, POSITIONS][:, SCORED].numpy()
            rows = [[float(f"{x:.7g}") for x in row] for row in logits]
            out["formats"][form] = {"types": [int(of) for _, of in tensors.values()], "logits": rows}
            print(case.name, form, "logits of size", float(np.sqrt((logits**2).mean())), flush=True)
    path = FOLDER / f"formats-{case.name}.json"
    path.write_text(json.dumps(out, separators=(",", ":")) + "\n")
    print(path.name, path.stat().st_size, "bytes")


def double(model: hf.PreTrainedModel) -> hf.PreTrainedModel:
    return model.double().eval()


def llama() -> Case:
    return Case("llama", "llama", double(hf.LlamaForCausalLM(hf.LlamaConfig(**SHAPE, rope_parameters=PLAIN))))


def mistral() -> Case:
    """Version 0.1 of Mistral 7B: llama with a window."""
    config = hf.MistralConfig(**SHAPE, sliding_window=WINDOW, rope_parameters=PLAIN)
    return Case("mistral", "llama", double(hf.MistralForCausalLM(config)), {"attention.sliding_window": WINDOW})


def qwen2() -> Case:
    return Case("qwen2", "qwen2", double(hf.Qwen2ForCausalLM(hf.Qwen2Config(**SHAPE, rope_parameters=PLAIN))))


def qwen3() -> Case:
    """All heads together are wider than the model."""
    config = hf.Qwen3Config(**SHAPE, head_dim=128, rope_parameters={"rope_type": "default", "rope_theta": 1e6})
    return Case("qwen3", "qwen3", double(hf.Qwen3ForCausalLM(config)), {"attention.key_length": 128, "attention.value_length": 128})


def gemma3() -> Case:
    """A layer with a window, and one without that divides its positions by eight."""
    config = hf.Gemma3TextConfig(**SHAPE, head_dim=64, sliding_window=WINDOW, query_pre_attn_scalar=64,
        layer_types=["sliding_attention", "full_attention"],
        rope_parameters={"sliding_attention": PLAIN,
                         "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6}})  # fmt: skip
    keys = {"attention.key_length": 64, "attention.value_length": 64, "attention.sliding_window": WINDOW,
            "attention.sliding_window_pattern": 2, "rope.scaling.type": "linear", "rope.scaling.factor": 8.0}  # fmt: skip
    return Case("gemma3", "gemma3", double(hf.Gemma3ForCausalLM(config)), keys)


def phi3() -> Case:
    """A window, and rotation of three quarters of a head."""
    config = hf.Phi3Config(**SHAPE, sliding_window=WINDOW, original_max_position_embeddings=8192,
                           rope_parameters=PLAIN | {"partial_rotary_factor": 0.75})  # fmt: skip
    return Case("phi3", "phi3", double(hf.Phi3ForCausalLM(config)), {"attention.sliding_window": WINDOW, "rope.dimension_count": 48})


def phi3_long() -> Case:
    """LongRoPE in a text longer than 4,096 tokens, where it switches its factors."""
    original, most, pairs = 4096, 131072, 24
    short, long = [1.0 + 0.02 * i for i in range(pairs)], [1.5 + 0.5 * i for i in range(pairs)]
    config = hf.Phi3Config(**SHAPE | dict(max_position_embeddings=most), original_max_position_embeddings=original,
        rope_parameters={"rope_type": "longrope", "rope_theta": 10000.0, "short_factor": short, "long_factor": long,
                         "original_max_position_embeddings": original, "partial_rotary_factor": 0.75})  # fmt: skip
    keys = {"rope.dimension_count": 2 * pairs, "attention.sliding_window": 0, "rope.scaling.original_context_length": original,
            "rope.scaling.attn_factor": math.sqrt(1 + math.log(most / original) / math.log(original))}  # fmt: skip
    return Case("phi3-long", "phi3", double(hf.Phi3ForCausalLM(config)), keys,
                {"rope_factors_long.weight": long, "rope_factors_short.weight": short})  # fmt: skip


def mixtral() -> Case:
    config = hf.MixtralConfig(**SHAPE, num_local_experts=4, num_experts_per_tok=2, rope_parameters=PLAIN | {"rope_theta": 1e6})
    config._experts_implementation = "eager"  # the others do not support doubles
    return Case("mixtral", "llama", double(hf.MixtralForCausalLM(config)), {"expert_count": 4, "expert_used_count": 2})


if __name__ == "__main__":
    cases = {f.__name__.replace("_", "-"): f for f in (llama, mistral, qwen2, qwen3, gemma3, phi3, phi3_long, mixtral)}
    for each in sys.argv[1:] or cases:
        make(cases[each]())
