# SPDX-License-Identifier: Apache-2.0
"""ModernBERT: hyperparameters and names of tensors."""

import gguf
import numpy as np

ARCHITECTURE = "modern-bert"
KINDS = ("modernbert",)
# What changes the computation, and the value that is supported. A bias would also be a tensor without a place.
PLAIN = {"hidden_activation": "gelu", "classifier_activation": "gelu", "norm_bias": False, "attention_bias": False, "mlp_bias": False}
LAYER = {"attn_norm": "attn_norm", "attn.Wqkv": "attn_qkv", "attn.Wo": "attn_output", "mlp_norm": "ffn_norm", "mlp.Wi": "ffn_up", "mlp.Wo": "ffn_down"}
OUTSIDE = {
    "model.embeddings.tok_embeddings": "token_embd", "model.embeddings.norm": "token_embd_norm", "model.final_norm": "output_norm",
    "head.dense": "cls", "head.norm": "cls.norm", "classifier": "cls.output",
}  # fmt: skip


def gguf_name(full: str) -> str:
    stem, _, kind = full.rpartition(".")
    if stem in OUTSIDE:
        return f"{OUTSIDE[stem]}.{kind}"
    parts = stem.split(".", 3)
    if len(parts) == 4 and parts[:2] == ["model", "layers"] and parts[3] in LAYER:
        return f"blk.{parts[2]}.{LAYER[parts[3]]}.{kind}"
    raise ValueError(f"{full}: is not a tensor of ModernBERT")


def write_shape(writer: gguf.GGUFWriter, config: dict) -> int:
    """Returns the tokens that the model reads at most."""
    for name, plain in PLAIN.items():
        if (found := config.get(name, plain)) != plain:
            raise ValueError(f"config.json: {name} {found} is not supported; supported is {plain}")
    positions, layers = config["max_position_embeddings"], config["num_hidden_layers"]
    writer.add_block_count(layers)
    writer.add_context_length(positions)
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config.get("norm_eps", 1e-5))
    writer.add_sliding_window(config.get("local_attention", 128))
    writer.add_uint32("modern-bert.attention.sliding_window_pattern", every(config, layers))
    writer.add_rope_freq_base(theta(config, "full_attention", "global_rope_theta", 160000.0))
    writer.add_float32("modern-bert.rope.freq_base_swa", theta(config, "sliding_attention", "local_rope_theta", 10000.0))
    return positions


def every(config: dict, layers: int) -> int:
    """Layers 0, n, 2n ... see all tokens, the others those near."""
    kinds = config.get("layer_types")
    if kinds is None:
        return config.get("global_attn_every_n_layers", 3)
    n = next((i for i in range(1, layers) if kinds[i] == "full_attention"), layers)
    if kinds != ["sliding_attention" if i % n else "full_attention" for i in range(layers)]:
        raise ValueError("config.json: the layers that see all tokens are not every n-th from the first on")
    return n


def theta(config: dict, kind: str, older: str, usual: float) -> float:
    """The base of the rotary positions of a kind of layers."""
    given = config.get("rope_parameters") or {}
    rope = given.get(kind) or {}
    if config.get("rope_scaling") or set(given) - {"full_attention", "sliding_attention"} or rope.get("rope_type", "default") != "default":
        raise ValueError("config.json: scaled rotary positions are not supported")
    return rope.get("rope_theta", config.get(older, usual))


def named(tensors: dict[str, np.ndarray], _config: dict) -> dict[str, np.ndarray]:
    """The tensors by their GGUF names."""
    return {gguf_name(full): value for full, value in tensors.items()}
