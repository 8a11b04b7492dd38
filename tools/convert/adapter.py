#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts a LoRA adapter from the form in which peft saves it into a GGUF file for redact --lora.

FOLDER holds adapter_config.json and adapter_model.safetensors; BASE is the GGUF file of the model that was tuned."""

import argparse
import json
import math
import pathlib
import re
import sys

import gguf
import numpy as np

import checkpoint

# Matrices of a layer, as transformers and as GGUF name them.
MATRICES = {
    "q_proj": "attn_q", "k_proj": "attn_k", "v_proj": "attn_v", "o_proj": "attn_output", "qkv_proj": "attn_qkv",
    "gate_proj": "ffn_gate", "up_proj": "ffn_up", "down_proj": "ffn_down", "gate_up_proj": "ffn_up",
}  # fmt: skip
PART = re.compile(r"base_model\.model\.(?:.*\.)?layers\.(\d+)\.(?:self_attn|mlp)\.(\w+)\.lora_([AB])\.weight")
# What changes the computation of an adapter, and the value with which it does not.
PLAIN = {"bias": "none", "use_dora": False, "modules_to_save": None, "fan_in_fan_out": False}


def scale_of(config: dict, module: str) -> float:
    """By which B A is multiplied: alpha / rank, or alpha / sqrt(rank) with rsLoRA."""

    def own(name: str):
        patterns = config.get({"r": "rank_pattern", "lora_alpha": "alpha_pattern"}[name]) or {}
        return next((value for key, value in patterns.items() if re.fullmatch(rf"(.*\.)?({key})", module)), config[name])

    rank = own("r")
    return own("lora_alpha") / (math.sqrt(rank) if config.get("use_rslora") else rank)


def permuted(rows: np.ndarray, heads: int) -> np.ndarray:
    """The rows of a query or key matrix as llama's GGUF files have them: the halves that RoPE rotates together beside each
    other."""
    return rows.reshape(heads, 2, -1, rows.shape[-1]).swapaxes(1, 2).reshape(rows.shape)


class Base:
    """What of the model's file an adapter must fit."""

    def __init__(self, path: pathlib.Path):
        reader = gguf.GGUFReader(path)
        self.architecture = self._value(reader, "general.architecture")
        heads = self._value(reader, f"{self.architecture}.attention.head_count")
        self.heads = {"attn_q": heads, "attn_k": self._value(reader, f"{self.architecture}.attention.head_count_kv") or heads}
        self.shapes = {tensor.name: tuple(int(n) for n in reversed(tensor.shape)) for tensor in reader.tensors}

    @staticmethod
    def _value(reader: gguf.GGUFReader, key: str):
        field = reader.get_field(key)
        return field.contents() if field else None


def tensors_of(folder: pathlib.Path, base: Base) -> dict[str, np.ndarray]:
    """The pairs of matrices by their GGUF names, with the scale in B."""
    config = json.loads((folder / "adapter_config.json").read_text())
    if config.get("peft_type") != "LORA":
        raise ValueError(f"adapter_config.json: peft_type {config.get('peft_type')} is not supported; supported is LORA")
    for name, plain in PLAIN.items():
        if config.get(name, plain) not in (plain, None, []):
            raise ValueError(f"adapter_config.json: {name} {config[name]} is not supported")
    out = {}
    for full, value in checkpoint.tensors_of(folder).items():
        found = PART.fullmatch(full)
        if not found or found[2] not in MATRICES:
            raise ValueError(f"{full}: is not an adapter of a matrix in a layer; those of embeddings, outputs and experts are not supported")
        layer, module, part = found.groups()
        name = f"blk.{layer}.{MATRICES[module]}.weight"
        shape = base.shapes.get(name)
        if shape is None:
            raise ValueError(f"{full}: BASE has no {name}; the adapter belongs to another model")
        fits = value.shape[1] == shape[1] if part == "A" else value.shape[0] == shape[0]
        if not fits:
            raise ValueError(f"{full}: its shape {list(value.shape)} does not fit {name} {list(shape)} of BASE; the adapter belongs to another model")
        if part == "B":
            value = value * np.float32(scale_of(config, full.removeprefix("base_model.model.").split(".lora_")[0]))
            if base.architecture == "llama" and (heads := base.heads.get(MATRICES[module])):
                value = permuted(value, heads)
        out[f"{name}.lora_{part.lower()}"] = np.ascontiguousarray(value, np.float32)
    return out


def convert(folder: pathlib.Path, base_path: pathlib.Path, output: pathlib.Path) -> None:
    base = Base(base_path)
    tensors = tensors_of(folder, base)
    writer = gguf.GGUFWriter(output, base.architecture)
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 0)  # no further scale
    writer.add_name(output.stem)
    for name, value in sorted(tensors.items()):
        writer.add_tensor(name, value)
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("base", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    args = parser.parse_args()
    try:
        convert(args.folder, args.base, args.output)
    except (OSError, KeyError, ValueError) as error:
        args.output.unlink(missing_ok=True)
        what = f"adapter_config.json: has no {error}" if isinstance(error, KeyError) else error
        print(f"convert: {what}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
