#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The models of the papers as a Markdown table: the size of their weights in the mix that llama.cpp calls Q4_K_M and in
Q8_0, the size of keys and values at 4,096 tokens for 16 notes in flight, and how many such notes fit on a card of 24
GiB beside the weights.

Usage: model_sizes.py            the table
       model_sizes.py --check    arithmetic against sizes of published files, in bytes

Shapes are those of the published configurations.
"""

import sys
from dataclasses import dataclass

BITS = {"Q4_K": 144 / 256 * 8, "Q6_K": 210 / 256 * 8, "Q5_K": 176 / 256 * 8, "Q8_0": 34 / 32 * 8}
TOKENS, NOTES = 4096, 16
STEP_ROWS = 512  # rows of a step, which a window's pages hold in addition to the window
CARD = 24 << 30
STEP = 1 << 30  # activations of a step and the CUDA context, roughly; gguf-tool info has a model's own


@dataclass
class Shape:
    name: str
    family: str
    layers: int
    width: int
    heads: int
    kv_heads: int
    head_dim: int
    ff: int
    vocab: int
    tied: bool = False
    experts: int = 1
    window: int = 0  # in five layers of six
    value_format: str = "Q4_K"  # for attn_v where Q4_K_M does not use Q6_K


MODELS = [
    Shape("SmolLM2 135M", "llama", 30, 576, 9, 3, 64, 1536, 49152, tied=True),
    Shape("Llama 3.2 1B", "llama", 16, 2048, 32, 8, 64, 8192, 128256, tied=True),
    Shape("Llama 3.2 3B", "llama", 28, 3072, 24, 8, 128, 8192, 128256, tied=True),
    Shape("Mistral 7B v0.3", "llama", 32, 4096, 32, 8, 128, 14336, 32768),
    Shape("Llama 3.1 8B", "llama", 32, 4096, 32, 8, 128, 14336, 128256),
    Shape("Mistral Small 24B", "llama", 40, 5120, 32, 8, 128, 32768, 131072),
    Shape("Llama 3.3 70B", "llama", 80, 8192, 64, 8, 128, 28672, 128256, value_format="Q5_K"),
    Shape("Mixtral 8x7B", "llama", 32, 4096, 32, 8, 128, 14336, 32000, experts=8),
    Shape("Qwen2.5 7B", "qwen2", 28, 3584, 28, 4, 128, 18944, 152064),
    Shape("Qwen2.5 32B, R1-Distill 32B", "qwen2", 64, 5120, 40, 8, 128, 27648, 152064),
    Shape("Qwen2.5 72B", "qwen2", 80, 8192, 64, 8, 128, 29568, 152064, value_format="Q5_K"),
    Shape("Gemma 3 270M", "gemma3", 18, 640, 4, 1, 256, 2048, 262144, tied=True, window=512),
    Shape("Gemma 3 1B", "gemma3", 26, 1152, 4, 1, 256, 6912, 262144, tied=True, window=512),
    Shape("Gemma 3 4B", "gemma3", 34, 2560, 8, 4, 256, 10240, 262208, tied=True, window=1024),
    Shape("Gemma 3 12B", "gemma3", 48, 3840, 16, 8, 256, 15360, 262208, tied=True, window=1024),
    Shape("Gemma 3 27B", "gemma3", 62, 5376, 32, 16, 128, 21504, 262208, tied=True, window=1024),
    Shape("Phi-4 14B", "phi3", 40, 5120, 40, 10, 128, 17920, 100352),
]


def more_bits(layer: int, n: int) -> bool:
    """Whether a layer's attn_v and ffn_down have Q6_K in Q4_K_M: the first and last eighth, and every third between."""
    return layer < n // 8 or layer >= 7 * n // 8 or (layer - n // 8) % 3 == 2


def weights(m: Shape, mix: str) -> float:
    bits = {k: (BITS["Q8_0"] if mix == "Q8_0" else v) for k, v in BITS.items()}
    q, kv = m.heads * m.head_dim, m.kv_heads * m.head_dim
    total = m.vocab * m.width * (bits["Q6_K"] if m.tied else bits["Q4_K"] + bits["Q6_K"])
    for layer in range(m.layers):
        more = more_bits(layer, m.layers)
        total += m.width * (2 * q + kv) * bits["Q4_K"]
        total += m.width * kv * bits["Q6_K" if more else m.value_format]
        total += m.experts * m.width * m.ff * (2 * bits["Q4_K"] + bits["Q6_K" if more else "Q4_K"])
    return total / 8


def caches(m: Shape) -> int:
    """Bytes of keys and values in halves."""
    entry = 2 * m.kv_heads * m.head_dim * 2
    full = [layer for layer in range(m.layers) if not m.window or layer % 6 == 5]
    behind_window = min(TOKENS, m.window + STEP_ROWS)
    return NOTES * entry * (len(full) * TOKENS + (m.layers - len(full)) * behind_window)


def gib(n: float) -> str:
    return f"{n / (1 << 30):.1f}"


def room(m: Shape, weight_bytes: float) -> str:
    """Notes of TOKENS tokens that fit beside the weights, up to NOTES."""
    fit = int((CARD - STEP - weight_bytes) // (caches(m) / NOTES))
    return f"{min(fit, NOTES)} notes" if fit > 0 else "does not fit"


def main() -> None:
    if "--check" in sys.argv:
        published = {"Llama 3.1 8B": 4_920_734_272, "Mistral 7B v0.3": 4_372_811_936, "Gemma 3 27B": 16_546_404_064}
        for m in MODELS:
            if m.name in published:
                print(f"{m.name}: {weights(m, 'Q4_K_M'):.0f} of {published[m.name]}, {weights(m, 'Q4_K_M') / published[m.name]:.3f}")
        return
    print("| model | family | Q4_K_M | Q8_0 | keys and values, 16 notes of 4,096 tokens | 24 GiB with Q4_K_M | with Q8_0 |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for m in MODELS:
        small, large, cache = weights(m, "Q4_K_M"), weights(m, "Q8_0"), caches(m)
        print(f"| {m.name} | {m.family} | {gib(small)} | {gib(large)} | {gib(cache)} | {room(m, small)} | {room(m, large)} |")


if __name__ == "__main__":
    main()
