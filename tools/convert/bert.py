# SPDX-License-Identifier: Apache-2.0
"""BERT, DistilBERT, RoBERTa, XLM-R and CamemBERT: hyperparameters and names of tensors."""

import gguf
import numpy as np

ARCHITECTURE = "bert"
LAYER = {
    "attention.self.query": "attn_q", "attention.self.key": "attn_k", "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output", "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up", "output.dense": "ffn_down", "output.LayerNorm": "layer_output_norm",
    "attention.q_lin": "attn_q", "attention.k_lin": "attn_k", "attention.v_lin": "attn_v",
    "attention.out_lin": "attn_output", "sa_layer_norm": "attn_output_norm",
    "ffn.lin1": "ffn_up", "ffn.lin2": "ffn_down", "output_layer_norm": "layer_output_norm",
}  # fmt: skip
OUTSIDE = {
    "embeddings.word_embeddings": "token_embd", "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types", "embeddings.LayerNorm": "token_embd_norm",
    "classifier": "cls.output",
}  # fmt: skip
# Kinds whose first position is the row behind that of their padding token; GGUF leaves the rows before it out.
OFFSET_KINDS = ("roberta", "xlm-roberta", "camembert")
# Parts that a token classifier does not use.
UNUSED = ("embeddings.position_ids", "pooler.", "cls.", "lm_head.", "vocab_")
KINDS = ("bert", "distilbert", *OFFSET_KINDS)


def gguf_name(full: str) -> str | None:
    """GGUF's name of a tensor; None if a token classifier does not use it."""
    name = full.removeprefix("bert.").removeprefix("distilbert.").removeprefix("roberta.")
    if name.startswith(UNUSED):
        return None
    stem, _, kind = name.rpartition(".")
    kind = {"gamma": "weight", "beta": "bias"}.get(kind, kind)
    if stem in OUTSIDE:
        return f"{OUTSIDE[stem]}.{kind}"
    parts = stem.split(".", 3)
    if len(parts) == 4 and parts[1] == "layer" and parts[3] in LAYER:
        return f"blk.{parts[2]}.{LAYER[parts[3]]}.{kind}"
    raise ValueError(f"{full}: is not a tensor of this kind of model")


def skipped(config: dict) -> int:
    return config.get("pad_token_id", 1) + 1 if config["model_type"] in OFFSET_KINDS else 0


def write_shape(writer: gguf.GGUFWriter, config: dict) -> int:
    """Returns the tokens that the model reads at most."""
    distil = config["model_type"] == "distilbert"
    if (act := config.get("activation" if distil else "hidden_act", "gelu")) != "gelu":
        raise ValueError(f"config.json: the activation {act} is not supported; supported is gelu")
    if (position := config.get("position_embedding_type", "absolute")) != "absolute":
        raise ValueError(f"config.json: position_embedding_type {position} is not supported; supported is absolute")
    names = ("dim", "n_layers", "n_heads", "hidden_dim") if distil else ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size")
    width, layers, heads, network = (config[name] for name in names)
    positions = config["max_position_embeddings"] - skipped(config)
    writer.add_block_count(layers)
    writer.add_context_length(positions)
    writer.add_embedding_length(width)
    writer.add_feed_forward_length(network)
    writer.add_head_count(heads)
    writer.add_layer_norm_eps(1e-12 if distil else config.get("layer_norm_eps", 1e-12))
    writer.add_token_type_count(1 if distil else max(config.get("type_vocab_size", 2), 1))
    return positions


def named(tensors: dict[str, np.ndarray], config: dict) -> dict[str, np.ndarray]:
    """The tensors by their GGUF names."""
    cut = {"position_embd.weight": skipped(config)}
    return {name: value[cut.get(name, 0) :] for full, value in tensors.items() if (name := gguf_name(full))}
