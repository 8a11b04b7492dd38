# SPDX-License-Identifier: Apache-2.0
"""A model of some of the layers of another, for train.py to start from with the other as its teacher, as DistilBERT was made
(Sanh et al. 2019, arXiv 1910.01108).

    python shrink.py A/model.pt --layers 0 1 3 5 --out B/model.pt
"""

import argparse

import torch


def shrink(saved: dict, layers: list[int]) -> dict:
    """A model as train.py saves them, of these layers, which are numbered from 0."""
    weights = {name: w for name, w in saved["weights"].items() if not name.startswith("layers.")}
    for i, layer in enumerate(layers):
        of_layer = f"layers.{layer}."
        found = {name.removeprefix(of_layer): w for name, w in saved["weights"].items() if name.startswith(of_layer)}
        if not found:
            raise SystemExit(f"the model has no layer {layer}")
        weights |= {f"layers.{i}.{rest}": w.clone() for rest, w in found.items()}
    return {"shape": {**saved["shape"], "n_layers": len(layers)}, "weights": weights}


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("model")
    p.add_argument("--layers", type=int, nargs="+", required=True)
    p.add_argument("--out", required=True)
    args = p.parse_args()
    torch.save(shrink(torch.load(args.model, weights_only=True), args.layers), args.out)
