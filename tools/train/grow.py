# SPDX-License-Identifier: Apache-2.0
"""A model with more layers than the one it is made from, and the same output: the further layers are copies of their
neighbours whose last matrices are zero, so that they add nothing until they are trained (LLaMA Pro: Wu et al. 2024,
arXiv 2401.02415).

    python grow.py A/model.pt --layers 10 --out B/model.pt
"""

import argparse

import torch

LAST = ("attn_output.weight", "ffn_down.weight")


def grow(saved: dict, n_layers: int) -> dict:
    """A model as train.py saves them, with the further layers spread evenly over the depth."""
    shape, weights = saved["shape"], saved["weights"]
    if n_layers < shape["n_layers"]:
        raise SystemExit(f"the model has {shape['n_layers']} layers already")
    source = [i * shape["n_layers"] // n_layers for i in range(n_layers)]
    grown = {name: w for name, w in weights.items() if not name.startswith("layers.")}
    for name, w in weights.items():
        if name.startswith("layers."):
            _, layer, rest = name.split(".", 2)
            for i in range(n_layers):
                if source[i] == int(layer):
                    copied = i > 0 and source[i - 1] == source[i]
                    grown[f"layers.{i}.{rest}"] = torch.zeros_like(w) if copied and rest in LAST else w.clone()
    return {"shape": {**shape, "n_layers": n_layers}, "weights": grown}


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("model")
    p.add_argument("--layers", type=int, required=True)
    p.add_argument("--out", required=True)
    args = p.parse_args()
    torch.save(grow(torch.load(args.model, weights_only=True), args.layers), args.out)
