# SPDX-License-Identifier: Apache-2.0
"""DeBERTa-v3 and mDeBERTa: BERT's layers with relative positions."""

import re

import gguf
import numpy as np

import bert

ARCHITECTURE = "deberta-v2"
KINDS = ("deberta-v2",)
TABLE = {"encoder.rel_embeddings": "rel_embd", "encoder.LayerNorm": "rel_embd_norm"}
# What the two models have, with what a config without the key means; DeBERTa-v2 may differ.
WANTED = {
    "relative_attention": (True, False), "share_att_key": (True, False), "norm_rel_ebd": ("layer_norm", "none"),
    "position_biased_input": (False, True), "type_vocab_size": (0, 0), "conv_kernel_size": (0, 0),
}  # fmt: skip


def gguf_name(full: str) -> str | None:
    stem, _, kind = full.removeprefix("deberta.").rpartition(".")
    if stem in TABLE:
        return f"{TABLE[stem]}.{kind}"
    return bert.gguf_name(re.sub(r"\.self\.(query|key|value)_proj$", r".self.\1", stem) + f".{kind}")


def write_shape(writer: gguf.GGUFWriter, config: dict) -> int:
    """Returns the tokens that the model was trained to read at most."""
    for key, (wanted, usual) in WANTED.items():
        if (value := config.get(key, usual)) != wanted:
            raise ValueError(f"config.json: {key} {value} is not supported; supported is {wanted}")
    types = config.get("pos_att_type") or []
    if sorted(types.split("|") if isinstance(types, str) else types) != ["c2p", "p2c"]:
        raise ValueError(f"config.json: pos_att_type {types} is not supported; supported is p2c|c2p")
    if (buckets := config.get("position_buckets", -1)) < 2:
        raise ValueError(f"config.json: position_buckets {buckets} is not supported; supported are 2 and more")
    positions = bert.write_shape(writer, config | {"layer_norm_eps": config.get("layer_norm_eps", 1e-7)})
    most = config.get("max_relative_positions", -1)
    writer.add_uint32(f"{ARCHITECTURE}.attention.max_relative_positions", most if most > 0 else positions)
    writer.add_uint32(f"{ARCHITECTURE}.attention.relative_buckets_count", buckets)
    return positions


def named(tensors: dict[str, np.ndarray], _: dict) -> dict[str, np.ndarray]:
    """The tensors by their GGUF names."""
    return {name: value for full, value in tensors.items() if (name := gguf_name(full))}
