# SPDX-License-Identifier: Apache-2.0
"""OpenAI's privacy-filter: hyperparameters and names of tensors."""

import json
import pathlib

import gguf
import numpy as np

ARCHITECTURE = "openai-privacy-filter"
KINDS = ("openai_privacy_filter",)
# What changes the computation, and the value that is supported.
PLAIN = {"swiglu_alpha": 1.702, "swiglu_limit": 7.0, "attention_bias": True}
TRANSITIONS = ("background_stay", "background_to_start", "end_to_background", "end_to_start", "inside_to_continue", "inside_to_end")
MOST_TRANSITION = 1024  # that redact reads, on either side of 0
MOST_WINDOW = 4096  # tokens that redact decides at a time
LAYER = {
    "input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output", "post_attention_layernorm": "post_attention_norm", "mlp.router": "ffn_gate_inp",
}  # fmt: skip
OUTSIDE = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "score": "cls.output"}


def parts(full: str, value) -> dict:
    """The tensors of GGUF that a tensor becomes; `value` is of numpy or torch, and so are its views. The matrices of
    experts are stored with their inputs as rows."""
    if full.startswith("model.layers."):
        _, _, layer, rest = full.split(".", 3)
        prefix = f"blk.{layer}."
        if rest == "self_attn.sinks":
            return {prefix + "attn_sinks.weight": value}
        if rest == "mlp.experts.down_proj":
            return {prefix + "ffn_down_exps.weight": value.swapaxes(1, 2)}
        if rest == "mlp.experts.down_proj_bias":
            return {prefix + "ffn_down_exps.bias": value}
        half = value.shape[-1] // 2
        if rest == "mlp.experts.gate_up_proj":
            return {prefix + f"ffn_{name}_exps.weight": each.swapaxes(1, 2) for name, each in (("gate", value[..., :half]), ("up", value[..., half:]))}
        if rest == "mlp.experts.gate_up_proj_bias":
            return {prefix + f"ffn_{name}_exps.bias": each for name, each in (("gate", value[..., :half]), ("up", value[..., half:]))}
        stem, _, kind = rest.rpartition(".")
        if stem in LAYER:
            return {f"{prefix}{LAYER[stem]}.{kind}": value}
    stem, _, kind = full.rpartition(".")
    if stem in OUTSIDE:
        return {f"{OUTSIDE[stem]}.{kind}": value}
    raise ValueError(f"{full}: is not a tensor of privacy-filter")


def write_shape(writer: gguf.GGUFWriter, config: dict) -> int:
    """Returns the tokens that the model reads at most."""
    for name, plain in PLAIN.items():
        if (found := config.get(name, plain)) != plain:
            raise ValueError(f"config.json: {name} {found} is not supported; supported is {plain}")
    if config.get("tie_word_embeddings"):
        raise ValueError("config.json: tie_word_embeddings is not supported")
    rope = config.get("rope_parameters") or config["rope_scaling"]
    if (kind := rope.get("rope_type")) != "yarn" or set(rope) & {"attention_factor", "mscale", "mscale_all_dim"}:
        raise ValueError(f"config.json: rotary positions {kind} are not supported; supported is yarn without factors of its own")
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_expert_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_key_length(config["head_dim"])
    writer.add_value_length(config["head_dim"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_sliding_window(config["sliding_window"])
    writer.add_expert_count(config["num_local_experts"])
    writer.add_expert_used_count(config["num_experts_per_tok"])
    writer.add_rope_freq_base(rope.get("rope_theta") or config.get("rope_theta", 150000.0))
    writer.add_rope_scaling_type(gguf.RopeScalingType.YARN)
    writer.add_rope_scaling_factor(rope["factor"])
    writer.add_rope_scaling_orig_ctx_len(rope["original_max_position_embeddings"])
    writer.add_rope_scaling_yarn_beta_fast(rope.get("beta_fast") or 32.0)
    writer.add_rope_scaling_yarn_beta_slow(rope.get("beta_slow") or 1.0)
    writer.add_bool(f"{ARCHITECTURE}.rope.scaling.yarn_truncate", rope.get("truncate", True))
    return config["max_position_embeddings"]


def window(config: dict) -> tuple[int, int]:
    """The tokens of a window and of its context: with all that the layers see to either side, windows give the scores
    of one pass."""
    return min(MOST_WINDOW, config["max_position_embeddings"]), config["num_hidden_layers"] * config["sliding_window"]


def transitions(folder: pathlib.Path) -> list[float]:
    """The biases of the published decoder, in redact's order."""
    path = folder / "viterbi_calibration.json"
    if not path.exists():
        return [0.0] * len(TRANSITIONS)
    try:
        biases = json.loads(path.read_text(encoding="utf-8"))["operating_points"]["default"]["biases"]
        if strange := set(biases) - {f"transition_bias_{name}" for name in TRANSITIONS}:
            raise ValueError(f"the bias {min(strange)} is not known")
        values = [float(biases.get(f"transition_bias_{name}", 0)) for name in TRANSITIONS]
        if not all(abs(value) <= MOST_TRANSITION for value in values):
            raise ValueError(f"a bias is not within {MOST_TRANSITION} of 0")
    except KeyError as error:
        raise ValueError(f"{path.name}: has no {error}") from error
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{path.name}: {error}") from error
    return values


def named(tensors: dict[str, np.ndarray], _config: dict) -> dict[str, np.ndarray]:
    """The tensors by their GGUF names."""
    return {name: each for full, value in tensors.items() for name, each in parts(full, value).items()}
