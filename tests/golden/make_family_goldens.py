#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden models and logits of families other than llama for tests/runtime/model/family_golden_test.cc. As in
make_llama_goldens.py, transformers in double precision is the reference.

A golden holds logits of a few positions: around the sliding window of the tiny model, and around the length at which
LongRoPE changes its factors, where a run of that many tokens and a longer one give different logits.

Recipe: pip install torch transformers gguf; python make_family_goldens.py  (writes into its folder)
"""

import dataclasses
import json
import math

import gguf
import numpy as np
import torch
import transformers as hf
from make_llama_goldens import FOLDER, N_VOCAB, Q, from_interleaved, to_interleaved, write_tokenizer

WINDOW = 8
SHAPE = dict(vocab_size=N_VOCAB, hidden_size=32, intermediate_size=64, num_attention_heads=4,
             num_key_value_heads=2, initializer_range=0.15, pad_token_id=0, bos_token_id=1, eos_token_id=2)  # fmt: skip
AROUND_WINDOW = [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 2 * WINDOW, 39]


@dataclasses.dataclass
class Case:
    name: str
    architecture: str  # GGUF's name
    model: hf.PreTrainedModel
    runs: dict[int, list[int]]  # number of tokens in a run: positions whose logits are stored
    form: Q = Q.F32
    keys: dict = dataclasses.field(default_factory=dict)  # in addition to those of all models
    tensors: dict = dataclasses.field(default_factory=dict)


NAMES = {
    "self_attn.q_proj.weight": "attn_q.weight", "self_attn.k_proj.weight": "attn_k.weight",
    "self_attn.v_proj.weight": "attn_v.weight", "self_attn.qkv_proj.weight": "attn_qkv.weight",
    "self_attn.q_proj.bias": "attn_q.bias", "self_attn.k_proj.bias": "attn_k.bias", "self_attn.v_proj.bias": "attn_v.bias",
    "self_attn.q_norm.weight": "attn_q_norm.weight", "self_attn.k_norm.weight": "attn_k_norm.weight",
    "self_attn.o_proj.weight": "attn_output.weight", "input_layernorm.weight": "attn_norm.weight",
    "mlp.gate_proj.weight": "ffn_gate.weight", "mlp.up_proj.weight": "ffn_up.weight",
    "mlp.gate_up_proj.weight": "ffn_up.weight", "mlp.down_proj.weight": "ffn_down.weight",
    "mlp.gate.weight": "ffn_gate_inp.weight", "mlp.experts.down_proj": "ffn_down_exps.weight",
    "post_attention_layernorm.weight": "ffn_norm.weight",
}  # fmt: skip
GEMMA_NAMES = {
    "post_attention_layernorm.weight": "post_attention_norm.weight",
    "pre_feedforward_layernorm.weight": "ffn_norm.weight", "post_feedforward_layernorm.weight": "post_ffw_norm.weight",
}  # fmt: skip
OUTSIDE = {"model.embed_tokens.weight": "token_embd.weight", "model.norm.weight": "output_norm.weight",
           "lm_head.weight": "output.weight"}  # fmt: skip


def gguf_name(name: str, architecture: str) -> str:
    if name in OUTSIDE:
        return OUTSIDE[name]
    _, _, layer, rest = name.split(".", 3)
    names = NAMES | (GEMMA_NAMES if architecture == "gemma3" else {})
    return f"blk.{layer}.{names[rest]}"


def shake(model: hf.PreTrainedModel, seed: int) -> hf.PreTrainedModel:
    """Draws random weights, with norms and biases that change the result noticeably if they are left out."""
    torch.manual_seed(seed)
    model = model.double().eval()
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "norm" in name:
                one = 0 if isinstance(model, hf.Gemma3ForCausalLM) else 1  # gemma3's norms multiply by 1 + w
                weight.copy_(one + 0.3 * torch.randn_like(weight))
            elif name.endswith("bias"):
                weight.copy_(2 * torch.randn_like(weight))
            elif weight.dim() > 1:
                weight.copy_(0.15 * torch.randn_like(weight))
    return model


def add(writer: gguf.GGUFWriter, name: str, value: np.ndarray, form: Q) -> np.ndarray:
    """Writes a tensor. Returns its values after rounding to its format."""
    value = np.ascontiguousarray(value.astype(np.float32))
    if value.ndim == 1 or name.endswith("ffn_gate_inp.weight"):
        writer.add_tensor(name, value)
        return value
    packed = gguf.quants.quantize(value, form)
    writer.add_tensor(name, packed, raw_dtype=form)
    return gguf.quants.dequantize(packed, form)


def write_parameter(writer: gguf.GGUFWriter, case: Case, full: str, value: np.ndarray) -> np.ndarray:
    """Writes a parameter of transformers in GGUF's form. Returns its values after rounding."""
    config = case.model.config
    if full.endswith("experts.gate_up_proj"):  # gate and up of an expert, stacked by rows
        name = gguf_name(full.replace("gate_up", "down"), case.architecture)
        halves = np.split(value, 2, axis=1)
        parts = [add(writer, name.replace("down", part), half, case.form) for part, half in zip(("gate", "up"), halves)]
        return np.concatenate(parts, axis=1)
    name = gguf_name(full, case.architecture)
    if case.architecture == "gemma3" and "norm" in full:
        return add(writer, name, value + 1, case.form) - 1
    heads = {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}
    n_rotated = next((n for part, n in heads.items() if part in full), 0) if case.architecture == "llama" else 0
    if n_rotated:
        return from_interleaved(add(writer, name, to_interleaved(value, n_rotated), case.form), n_rotated)
    return add(writer, name, value, case.form)


def tokens(n: int) -> list[int]:
    """A fixed sequence with little repetition."""
    return [1] + [int(3 + i * i * 7 % 251 + i % 5) for i in range(1, n)]


def make(case: Case) -> None:
    model, config = case.model, case.model.config
    path = FOLDER / f"{case.name}.gguf"
    writer = gguf.GGUFWriter(path, case.architecture)
    writer.add_name(f"golden-{case.name}")
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    rope = config.rope_parameters
    writer.add_rope_freq_base(rope.get("full_attention", rope)["rope_theta"])
    for key, value in case.keys.items():
        kind = writer.add_float32 if isinstance(value, float) else writer.add_string if isinstance(value, str) else writer.add_uint32
        kind(f"{case.architecture}.{key}", value)
    write_tokenizer(writer)
    for name, value in case.tensors.items():
        writer.add_tensor(name, np.array(value, np.float32))
    with torch.no_grad():
        for full, parameter in model.named_parameters():
            worth = write_parameter(writer, case, full, parameter.float().numpy())
            parameter.copy_(torch.from_numpy(np.ascontiguousarray(worth)).double())
        ids = tokens(max(case.runs))
        runs = []
        for n, positions in case.runs.items():
            logits = model(torch.tensor([ids[:n]])).logits[0, positions].double().numpy()
            runs.append({"n": n, "positions": positions, "logits": [[float(f"{x:.8g}") for x in row] for row in logits]})
            print(case.name, n, "tokens, logits of size", float(np.sqrt((logits**2).mean())))
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()
    path.with_suffix(".json").write_text(json.dumps({"ids": ids, "runs": runs}) + "\n")
    print(path.name, path.stat().st_size, "bytes")


def qwen2() -> Case:
    config = hf.Qwen2Config(**SHAPE, num_hidden_layers=2, max_position_embeddings=128, tie_word_embeddings=True,
                            rope_parameters={"rope_type": "default", "rope_theta": 1e6})  # fmt: skip
    return Case("qwen2-f32", "qwen2", shake(hf.Qwen2ForCausalLM(config), 201), {40: AROUND_WINDOW})


def qwen2_yarn() -> Case:
    """As Qwen2.5 beyond 32,768 tokens: of eight pairs three rotate as before, three in part slower and two slower."""
    original, factor = 4096, 4.0
    config = hf.Qwen2Config(**SHAPE | dict(num_attention_heads=2, num_key_value_heads=1), num_hidden_layers=2, max_position_embeddings=16384,
                            tie_word_embeddings=True, rope_parameters={"rope_type": "yarn", "rope_theta": 10000.0, "factor": factor,
                                                                       "original_max_position_embeddings": original})  # fmt: skip
    return Case("qwen2-yarn-f32", "qwen2", shake(hf.Qwen2ForCausalLM(config), 208), {40: [0, 1, 20, 39], 4200: [0, 2000, 4095, 4199]},
                keys={"rope.scaling.type": "yarn", "rope.scaling.factor": factor, "rope.scaling.original_context_length": original})  # fmt: skip


def qwen3() -> Case:
    config = hf.Qwen3Config(**SHAPE, num_hidden_layers=2, max_position_embeddings=128, tie_word_embeddings=True, head_dim=24,
                            rope_parameters={"rope_type": "default", "rope_theta": 1e6})  # fmt: skip
    return Case("qwen3-f32", "qwen3", shake(hf.Qwen3ForCausalLM(config), 202), {40: AROUND_WINDOW},
                keys={"attention.key_length": 24, "attention.value_length": 24})  # fmt: skip


def gemma3() -> Case:
    """Seven layers, of which the sixth has no window and divides its positions by eight."""
    config = hf.Gemma3TextConfig(**SHAPE | dict(num_key_value_heads=1), head_dim=16,
        num_hidden_layers=7, max_position_embeddings=128, sliding_window=WINDOW, query_pre_attn_scalar=16,
        rope_parameters={"sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
                         "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1e6}})  # fmt: skip
    assert [i for i, kind in enumerate(config.layer_types) if kind == "full_attention"] == [5]
    return Case("gemma3-f32", "gemma3", shake(hf.Gemma3ForCausalLM(config), 203), {40: AROUND_WINDOW},
                keys={"attention.key_length": 16, "attention.value_length": 16, "attention.sliding_window": WINDOW,
                      "rope.scaling.type": "linear", "rope.scaling.factor": 8.0})  # fmt: skip


def phi3() -> Case:
    """A window in all layers, and rotation of three quarters of a head."""
    config = hf.Phi3Config(**SHAPE, num_hidden_layers=2, max_position_embeddings=128, sliding_window=WINDOW,
                           original_max_position_embeddings=128,
                           rope_parameters={"rope_type": "default", "rope_theta": 10000.0, "partial_rotary_factor": 0.75})  # fmt: skip
    return Case("phi3-f32", "phi3", shake(hf.Phi3ForCausalLM(config), 204), {40: AROUND_WINDOW},
                keys={"attention.sliding_window": WINDOW, "rope.dimension_count": 6,
                      "rope.scaling.original_context_length": 128})  # fmt: skip


def phi3_long() -> Case:
    """LongRoPE as in Phi-4-mini, on both sides of 4,096 tokens."""
    original, most, pairs = 4096, 131072, 4
    short, long = [1.0 + 0.1 * i for i in range(pairs)], [1.5 + 3.0 * i for i in range(pairs)]
    config = hf.Phi3Config(**SHAPE | dict(num_attention_heads=2, num_key_value_heads=1),
        num_hidden_layers=2, max_position_embeddings=most, original_max_position_embeddings=original,
        tie_word_embeddings=True,
        rope_parameters={"rope_type": "longrope", "rope_theta": 10000.0, "short_factor": short, "long_factor": long,
                         "original_max_position_embeddings": original, "partial_rotary_factor": 0.5})  # fmt: skip
    return Case("phi3-long-f32", "phi3", shake(hf.Phi3ForCausalLM(config), 205),
                {original: [0, 1, 4094, 4095], original + 1: [0, 4095, 4096], original + 2: [0, 1, 4095, 4096, 4097]},
                keys={"rope.dimension_count": 2 * pairs, "attention.sliding_window": 0,
                      "rope.scaling.original_context_length": original,
                      "rope.scaling.attn_factor": math.sqrt(1 + math.log(most / original) / math.log(original))},
                tensors={"rope_factors_long.weight": long, "rope_factors_short.weight": short})  # fmt: skip


def mixtral(form: Q) -> Case:
    config = hf.MixtralConfig(**SHAPE, num_hidden_layers=2, max_position_embeddings=128,
                              num_local_experts=4, num_experts_per_tok=2,
                              rope_parameters={"rope_type": "default", "rope_theta": 1e6})  # fmt: skip
    config._experts_implementation = "eager"  # the others do not support doubles
    return Case(f"mixtral-{form.name.lower()}", "llama", shake(hf.MixtralForCausalLM(config), 206), {40: AROUND_WINDOW}, form,
                keys={"expert_count": 4, "expert_used_count": 2})  # fmt: skip


if __name__ == "__main__":
    for each in (qwen2(), qwen2_yarn(), qwen3(), gemma3(), phi3(), phi3_long(), mixtral(Q.F32), mixtral(Q.Q8_0)):
        make(each)
