# SPDX-License-Identifier: Apache-2.0
"""The bundled model: llama's layers, with attention in both directions; tensors are exported to GGUF without any
permutation."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn


@dataclass
class Shape:
    n_vocab: int
    n_layers: int
    d_model: int
    n_heads: int
    d_ff: int
    n_context: int = 1024
    eps: float = 1e-5
    freq_base: float = 10000.0
    n_hints: int = 0  # number of sets of the gazetteer's classes; 0 without a gazetteer


def rope_tables(rows: int, head_dim: int, base: float):
    """cos, sin [rows, head_dim / 2] for pairs (2i, 2i + 1), ggml's NORM kind."""
    inverse = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float32) / head_dim)
    angle = torch.arange(rows)[:, None] * inverse
    return angle.cos(), angle.sin()


def rotate(x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
    a, b = x.unflatten(-1, (-1, 2)).unbind(-1)
    cos, sin = cos.to(x.dtype), sin.to(x.dtype)
    return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)


def drop(x: torch.Tensor, rate: float, training: bool) -> torch.Tensor:
    """Dropout with one mask for all rows of a sequence: a mask per row costs an eighth of a step."""
    return x * F.dropout(torch.ones_like(x[:, :1]), rate, training)


def padding_mask(lengths: torch.Tensor, rows: int) -> torch.Tensor:
    """[batch, 1, rows, rows], to be added to scores: 0, or -inf where a sequence of lengths[b] rows has no row."""
    unseen = torch.arange(rows, device=lengths.device) >= lengths[:, None, None, None]
    return torch.zeros(unseen.shape, device=lengths.device).masked_fill(unseen, -torch.inf).expand(-1, -1, rows, -1)


class Attention(torch.autograd.Function):
    """softmax(q k^T / sqrt(d) + mask) v; q, k, v [batch, heads, rows, d], mask [batch, 1, rows, rows].

    Forward is torch's flash attention. Its CPU backward takes a third of a step, so the gradient is written as plain
    products, which use the matrix units: this is twice as fast, and takes memory for rows^2 scores.
    """

    @staticmethod
    def forward(ctx, q, k, v, mask):
        out, lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, 0.0, False, attn_mask=mask)
        ctx.save_for_backward(q, k, v, out, lse, mask)
        return out

    @staticmethod
    def backward(ctx, grad):
        q, k, v, out, lse, mask = ctx.saved_tensors
        scale = q.shape[-1] ** -0.5
        p = (q @ k.mT).float().mul(scale).sub(lse[..., None]).add(mask).exp()
        mean = (grad.float() * out.float()).sum(-1, keepdim=True)
        ds = (p * ((grad @ v.mT).float() - mean) * scale).to(q.dtype)
        return ds @ k, ds.mT @ q, p.to(q.dtype).mT @ grad, None


def attention(q, k, v, mask):
    if q.device.type == "cpu":
        return Attention.apply(q, k, v, mask)
    return F.scaled_dot_product_attention(q, k, v, mask.to(q.dtype))


class RMSNorm(nn.Module):
    def __init__(self, d: int, eps: float):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d))
        self.eps = eps

    def forward(self, x):
        x32 = x.float()
        normed = x32 * torch.rsqrt(x32.square().mean(-1, keepdim=True) + self.eps)
        return (normed * self.weight).to(x.dtype)


class Layer(nn.Module):
    def __init__(self, s: Shape):
        super().__init__()
        self.s = s
        self.attn_norm = RMSNorm(s.d_model, s.eps)
        self.attn_q = nn.Linear(s.d_model, s.d_model, bias=False)
        self.attn_k = nn.Linear(s.d_model, s.d_model, bias=False)
        self.attn_v = nn.Linear(s.d_model, s.d_model, bias=False)
        self.attn_output = nn.Linear(s.d_model, s.d_model, bias=False)
        self.ffn_norm = RMSNorm(s.d_model, s.eps)
        self.ffn_gate = nn.Linear(s.d_model, s.d_ff, bias=False)
        self.ffn_up = nn.Linear(s.d_model, s.d_ff, bias=False)
        self.ffn_down = nn.Linear(s.d_ff, s.d_model, bias=False)

    def forward(self, x, cos, sin, mask, dropout: float):
        h = self.attn_norm(x)
        q, k, v = (
            project(h).unflatten(-1, (self.s.n_heads, -1)).transpose(1, 2)
            for project in (self.attn_q, self.attn_k, self.attn_v)
        )
        mixed = attention(rotate(q, cos, sin), rotate(k, cos, sin), v, mask)
        x = x + self.attn_output(mixed.transpose(1, 2).flatten(-2))
        h = self.ffn_norm(x)
        h = self.ffn_down(F.silu(self.ffn_gate(h)) * self.ffn_up(h))
        return x + drop(h, dropout, self.training)


class Model(nn.Module):
    """ids [batch, rows, tokens], lengths [batch] -> hidden rows [batch, rows, d_model] after the output norm. The embedding
    of a row is the sum of those of its tokens; ids of 0 are padding. The first lengths[b] rows of a sequence attend to one
    another; the others are padding."""

    def __init__(self, s: Shape):
        super().__init__()
        self.s = s
        self.token_embd = nn.Embedding(s.n_vocab, s.d_model)  # tied: also the output matrix
        if s.n_hints:  # a row for each class; the rows of a set are summed
            self.hint_embd = nn.Embedding(s.n_hints.bit_length() - 1, s.d_model)
        self.layers = nn.ModuleList(Layer(s) for _ in range(s.n_layers))
        self.output_norm = RMSNorm(s.d_model, s.eps)
        for name, weight in self.named_parameters():
            if weight.ndim == 2:
                last = name.endswith(("attn_output.weight", "ffn_down.weight"))
                scale = 0.02 if not last else 0.02 / (2 * s.n_layers) ** 0.5
                nn.init.normal_(weight, std=scale if "embd" not in name else 0.05)

    def hint_weights(self):
        return {name: torch.zeros_like(w) for name, w in self.state_dict().items() if "hint" in name}

    def forward(self, ids, lengths, hints=None, dropout: float = 0.0):
        cos, sin = (table.to(ids.device) for table in rope_tables(ids.shape[1], self.s.d_model // self.s.n_heads, self.s.freq_base))
        mask = padding_mask(lengths, ids.shape[1])
        x = F.embedding_bag(ids.flatten(0, 1), self.token_embd.weight, mode="sum", padding_idx=0).unflatten(0, ids.shape[:2])
        if self.s.n_hints and hints is not None:
            classes = hints[..., None] >> torch.arange(self.hint_embd.num_embeddings, device=hints.device) & 1
            x = x + classes.to(x.dtype) @ self.hint_embd.weight
        x = drop(x, dropout, self.training)
        for layer in self.layers:
            x = layer(x, cos, sin, mask, dropout)
        return self.output_norm(x)
