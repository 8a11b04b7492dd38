# SPDX-License-Identifier: Apache-2.0
"""The weighted mean of the weights of models that were trained from one another (model soups: Wortsman et al. 2022).

    python average.py A/model.pt:0.42 B/model.pt:0.43 C/model.pt:0.15 --out WORK/model.pt
"""

import argparse

import torch


def mean(models, shares):
    """The mean of models as train.py saves them; the shares sum to 1."""
    weights = [m["weights"] for m in models]
    return {k: sum(share * w[k] for share, w in zip(shares, weights)) for k in weights[0]}


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("models", nargs="+", help="FILE:SHARE")
    p.add_argument("--out", required=True)
    args = p.parse_args()
    paths, shares = zip(*(m.rsplit(":", 1) for m in args.models))
    shares = [float(s) for s in shares]
    assert abs(sum(shares) - 1) < 1e-6, "the shares do not sum to 1"
    models = [torch.load(path, weights_only=True) for path in paths]
    torch.save({"shape": models[0]["shape"], "weights": mean(models, shares)}, args.out)
