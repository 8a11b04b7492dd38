#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden encoders and their logits for tests/runtime/model/encoder_golden_test.cc, with transformers in
double precision as the reference.

At initialisation biases are 0 and norms are 1, which would hide that they are left out; here all weights are drawn so
that each changes the logits.

Recipe: pip install torch transformers gguf; python make_encoder_goldens.py  (writes into its folder)
"""

import json
import pathlib

import gguf
import numpy as np
import torch
import transformers as hf
from make_llama_goldens import FOLDER, Q

N_VOCAB, N_LABELS = 100, 7
# Heads of the family bert have 16 dimensions, the fewest that GPUs have kernels for.
SHAPE = dict(vocab_size=N_VOCAB, max_position_embeddings=512, num_labels=N_LABELS)
BERT = hf.BertConfig(hidden_size=32, num_hidden_layers=3, num_attention_heads=2, intermediate_size=64, **SHAPE)
DISTILBERT = hf.DistilBertConfig(dim=32, n_layers=2, n_heads=2, hidden_dim=64, **SHAPE)
# Its first position is the third row of its table; GGUF has the rows from there on.
ROBERTA = hf.RobertaConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64, type_vocab_size=1,
                           layer_norm_eps=1e-5, pad_token_id=1, **(SHAPE | {"max_position_embeddings": 514}))  # fmt: skip
DEBERTA = hf.DebertaV2Config(
    hidden_size=32, num_hidden_layers=3, num_attention_heads=4, intermediate_size=64, relative_attention=True, position_buckets=16,
    max_relative_positions=64, norm_rel_ebd="layer_norm", share_att_key=True, pos_att_type=["p2c", "c2p"], position_biased_input=False,
    type_vocab_size=0, layer_norm_eps=1e-7, **SHAPE)  # fmt: skip
LAYER = {
    "attention.self.query": "attn_q", "attention.self.key": "attn_k", "attention.self.value": "attn_v",
    "attention.self.query_proj": "attn_q", "attention.self.key_proj": "attn_k", "attention.self.value_proj": "attn_v",
    "attention.output.dense": "attn_output", "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up", "output.dense": "ffn_down", "output.LayerNorm": "layer_output_norm",
    "attention.q_lin": "attn_q", "attention.k_lin": "attn_k", "attention.v_lin": "attn_v",
    "attention.out_lin": "attn_output", "sa_layer_norm": "attn_output_norm",
    "ffn.lin1": "ffn_up", "ffn.lin2": "ffn_down", "output_layer_norm": "layer_output_norm",
}  # fmt: skip
OUTSIDE = {
    "embeddings.word_embeddings": "token_embd", "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types", "embeddings.LayerNorm": "token_embd_norm",
    "encoder.rel_embeddings": "rel_embd", "encoder.LayerNorm": "rel_embd_norm", "classifier": "cls.output",
}  # fmt: skip
RUNS = {1: [0], 2: [0, 1], 40: [0, 1, 20, 39], 512: [0, 100, 511]}
LONG_RUN = {700: [0, 350, 699]}  # of relative positions, which do not end


def gguf_name(full: str) -> str:
    name = full.removeprefix("bert.").removeprefix("distilbert.").removeprefix("roberta.").removeprefix("deberta.")
    stem, kind = name.rsplit(".", 1)
    if stem in OUTSIDE:
        return f"{OUTSIDE[stem]}.{kind}"
    _, _, layer, rest = stem.split(".", 3)
    return f"blk.{layer}.{LAYER[rest]}.{kind}"


def draw(model: hf.PreTrainedModel, seed: int) -> hf.PreTrainedModel:
    torch.manual_seed(seed)
    model = model.double().eval()
    with torch.no_grad():
        for name, weight in model.named_parameters():
            noise = torch.randn_like(weight)
            if "embeddings" in name and weight.dim() > 1:
                weight.copy_(0.02 * noise)  # small, so that eps changes the norm
            elif weight.dim() > 1 and not name.endswith("bias"):  # experts have a bias each, in rows
                weight.copy_(1.2 / weight.shape[1] ** 0.5 * noise)
            else:
                is_norm = "norm" in name.lower() and name.endswith("weight")
                weight.copy_(1 + 0.2 * noise if is_norm else 0.3 * noise)
    return model


def add(writer: gguf.GGUFWriter, name: str, value: np.ndarray, form: Q) -> np.ndarray:
    """Writes a tensor. Returns its values after rounding to its format."""
    kept = (".bias", "position_embd.weight", "token_types.weight", "rel_embd.weight", "ffn_gate_inp.weight")
    if value.ndim == 1 or form == Q.F32 or name.endswith(kept):
        writer.add_tensor(name, value)
        return value
    packed = gguf.quants.quantize(value, form)
    writer.add_tensor(name, packed, raw_dtype=form)
    return gguf.quants.dequantize(packed, form)


def tokens(n: int) -> list[int]:
    return [int(2 + i * i * 7 % 89 + i % 5) for i in range(n)]


def write(path: pathlib.Path, writer: gguf.GGUFWriter, model: hf.PreTrainedModel, form: Q, parts, lengths: dict[int, list[int]]) -> None:
    """Writes the tokenizer, the weights and the file, and beside it the logits at some positions of texts of each length.
    `parts`: the tensors of GGUF that are views of a parameter, by name."""
    writer.add_tokenizer_model("bert")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    writer.add_token_list(special + [f"\u2581{chr(0x4E00 + i)}" for i in range(N_VOCAB - 4)])
    writer.add_token_types([gguf.TokenType.CONTROL] * 4 + [gguf.TokenType.NORMAL] * (N_VOCAB - 4))
    with torch.no_grad():
        for full, parameter in model.named_parameters():
            for name, view in parts(full, parameter).items():
                worth = add(writer, name, np.ascontiguousarray(view.float().numpy()), form)
                view.copy_(torch.from_numpy(worth).double())
        ids, runs = tokens(max(lengths)), []
        for n, positions in lengths.items():
            logits = model(torch.tensor([ids[:n]])).logits[0, positions].double().numpy()
            runs.append({"n": n, "positions": positions, "logits": [[float(f"{x:.10g}") for x in row] for row in logits]})
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()
    path.with_suffix(".json").write_text(json.dumps({"ids": ids, "runs": runs}) + "\n")
    print(path.name, path.stat().st_size, "bytes; logits of size", float(np.sqrt((logits**2).mean())))


def make(name: str, model: hf.PreTrainedModel, form: Q, seed: int) -> None:
    config = draw(model, seed).config
    path = FOLDER / f"{name}.gguf"
    is_relative = config.model_type == "deberta-v2"
    architecture = "deberta-v2" if is_relative else "bert"
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_name(f"golden-{name}")
    writer.add_block_count(config.num_hidden_layers)
    skipped = {"position_embd.weight": config.max_position_embeddings - max(RUNS)}  # rows that no token reads
    parts = lambda full, value: {(name := gguf_name(full)): value[skipped.get(name, 0) :]}
    writer.add_context_length(max(RUNS))
    writer.add_embedding_length(config.hidden_size)
    writer.add_feed_forward_length(getattr(config, "intermediate_size", None) or config.hidden_dim)
    writer.add_head_count(config.num_attention_heads)
    writer.add_layer_norm_eps(getattr(config, "layer_norm_eps", 1e-12))
    writer.add_causal_attention(False)
    if is_relative:
        writer.add_uint32("deberta-v2.attention.relative_buckets_count", config.position_buckets)
        writer.add_uint32("deberta-v2.attention.max_relative_positions", config.max_relative_positions)
    writer.add_array(f"{architecture}.classifier.output_labels", [f"L{i}" for i in range(N_LABELS)])
    writer.add_token_type_count(getattr(config, "type_vocab_size", 1))
    write(path, writer, model, form, parts, RUNS | LONG_RUN if is_relative else RUNS)


def main() -> None:
    make("bert-f32", hf.BertForTokenClassification(BERT), Q.F32, 1)
    make("bert-q8_0", hf.BertForTokenClassification(BERT), Q.Q8_0, 2)
    make("distilbert-f32", hf.DistilBertForTokenClassification(DISTILBERT), Q.F32, 3)
    make("roberta-f32", hf.RobertaForTokenClassification(ROBERTA), Q.F32, 4)
    make("deberta-f32", hf.DebertaV2ForTokenClassification(DEBERTA), Q.F32, 5)
    make("deberta-q8_0", hf.DebertaV2ForTokenClassification(DEBERTA), Q.Q8_0, 6)


if __name__ == "__main__":
    main()
