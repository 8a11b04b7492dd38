# SPDX-License-Identifier: Apache-2.0
"""The tensors of a model as Hugging Face keeps it, in float32 by the names that transformers gives them."""

import pathlib

import numpy as np
from gguf.utility import SafetensorsLocal

# Types of safetensors; BF16 is the upper half of a float32.
TYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2", "F64": "<f8", "I64": "<i8"}

def tensors_of(folder: pathlib.Path) -> dict[str, np.ndarray]:
    if files := sorted(folder.glob("*.safetensors")):
        return safetensors_of(files)
    if files := sorted([*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")]):
        if len(files) > 1:
            raise ValueError(f"{folder}: holds several models in ONNX: {', '.join(file.name for file in files)}")
        return onnx_of(files[0])
    raise ValueError(f"{folder}: holds no model in safetensors or ONNX")


def safetensors_of(files: list[pathlib.Path]) -> dict[str, np.ndarray]:
    tensors = {}
    for path in files:
        for name, tensor in SafetensorsLocal(path).tensors.items():
            if tensor.dtype not in TYPES:
                raise ValueError(f"{name}: has the type {tensor.dtype}; supported are {', '.join(TYPES)}")
            value = tensor.mmap_bytes().view(TYPES[tensor.dtype]).reshape(tensor.shape)
            tensors[name] = (value.astype(np.uint32) << 16).view(np.float32) if tensor.dtype == "BF16" else value.astype(np.float32)
    return tensors


def onnx_of(path: pathlib.Path) -> dict[str, np.ndarray]:
    """Linear layers in 4 bits (MatMulNBits) and embeddings in 8 bits (DequantizeLinear) are decoded. A matrix has a
    number for a name, so the path of its node names it."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    held = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    tensors = {name: value for name, value in held.items() if name.endswith((".weight", ".bias"))}
    for node in graph.node:
        if node.op_type == "MatMulNBits":
            name = node.name.strip("/").replace("/", ".").removesuffix("_Q4").removesuffix(".MatMul")
            tensors[name + ".weight"] = nibbles(node, held)
        elif node.op_type == "MatMul" and node.input[1] in held:
            name = node.name.strip("/").replace("/", ".").removesuffix(".MatMul")
            tensors[name + ".weight"] = held[node.input[1]].T
    for name in [name for name in held if name.endswith("_quantized")]:
        stem = name.removesuffix("_quantized")
        zero = held[stem + "_zero_point"].astype(np.float32)
        tensors[stem] = (held[name].astype(np.float32) - zero) * held[stem + "_scale"]
    return {name: value.astype(np.float32) for name, value in tensors.items()}


def nibbles(node, held: dict[str, np.ndarray]) -> np.ndarray:
    """W[N, K] of blocks of 32 in 4 bits: byte j holds elements 2j and 2j + 1, each less 8 and times the block's scale."""
    from onnx import helper

    given = {attribute.name: helper.get_attribute_value(attribute) for attribute in node.attribute}
    if given.get("bits", 4) != 4 or given["block_size"] != 32 or len(node.input) > 3 and node.input[3]:
        raise ValueError(f"{node.name}: supported are 4 bits in blocks of 32 without zero points")
    codes, scales = held[node.input[1]], held[node.input[2]]
    values = np.stack([codes & 15, codes >> 4], axis=-1).reshape(*codes.shape[:2], 32).astype(np.float32) - 8
    return (values * scales.reshape(*codes.shape[:2], 1)).reshape(given["N"], -1)[:, : given["K"]]
