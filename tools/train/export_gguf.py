# SPDX-License-Identifier: Apache-2.0
"""Writes the trained model as GGUF: matrices in Q5_0, norms in F32, metadata under redact.*. Q8_0 would take 5 MB more and
finds a thousandth more characters (bench/results/quality.md)."""

import argparse
import pathlib

import gguf
import numpy as np
import torch

from gazetteer import CLASSES, N_HINTS
from labels import LABELS
from rows import DIGITS, PIECES
from tokenizer import Tokenizer
from windows import BEGIN, END, INSIDE, LAG, OUTSIDE, READ_CONTEXT, SINGLE, WINDOW, tag

LABEL_BIAS = "label_bias"  # one per label, in the order of LABELS, added to the bias for spans of that label
CALIBRATION = ("bias", "bias_high", "bias_precise", "review_margin", LABEL_BIAS)  # keys under redact.
# SentencePiece's piece kinds and GGUF's token types share their numbers.
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE = 1, 2, 3, 4, 6


def write_tokenizer(writer: gguf.GGUFWriter, tok: Tokenizer, hints: list[str]) -> None:
    """Writes the pieces, followed by a control piece for each set of a gazetteer's classes."""
    sp, ids = tok.sp, range(tok.n_vocab)

    def kind(i: int) -> int:
        if sp.is_unknown(i):
            return UNKNOWN
        if sp.is_control(i):
            return CONTROL
        if sp.is_byte(i):
            return BYTE
        return USER_DEFINED if sp.id_to_piece(i) in ("\n", "\t") else NORMAL

    writer.add_tokenizer_model("llama")
    writer.add_token_list([sp.id_to_piece(i) for i in ids] + hints)
    writer.add_token_scores([sp.get_score(i) for i in ids] + [0.0] * len(hints))
    writer.add_token_types([kind(i) for i in ids] + [CONTROL] * len(hints))
    writer.add_bos_token_id(tok.bos)
    writer.add_unk_token_id(sp.unk_id())
    writer.add_add_space_prefix(False)
    writer.add_add_bos_token(True)


def write_grammar(writer: gguf.GGUFWriter, tok: Tokenizer, calibration: dict[str, float | list[float]]) -> None:
    writer.add_string("redact.grammar", "label-words")
    writer.add_uint32("redact.row_tokens", PIECES)
    writer.add_uint32("redact.row_digits", DIGITS)
    writer.add_uint32("redact.window_tokens", WINDOW)
    writer.add_uint32("redact.context_tokens", READ_CONTEXT)
    writer.add_uint32("redact.lag", LAG)
    writer.add_array("redact.labels", LABELS)
    writer.add_uint32("redact.token.outside", tok.outputs[OUTSIDE])
    for name, part in (("begin", BEGIN), ("inside", INSIDE), ("end", END), ("single", SINGLE)):
        writer.add_array(f"redact.token.{name}", [tok.outputs[tag(label, part)] for label in range(len(LABELS))])
    for name, value in calibration.items():
        if name == LABEL_BIAS:
            writer.add_array(f"redact.{name}", [float(each) for each in value])
        else:
            writer.add_float32(f"redact.{name}", value)
    if tok.gazetteer:
        writer.add_array("redact.gazetteer", tok.gazetteer.rows.tobytes())
        writer.add_array("redact.gazetteer_classes", CLASSES)
        writer.add_array("redact.token.hint", [tok.n_vocab + i for i in range(N_HINTS - 1)])


def hint_rows(classes: torch.Tensor) -> torch.Tensor:
    """The embedding of each non-empty set of classes: the sum of the embeddings of its classes."""
    sets = torch.arange(1, N_HINTS)[:, None] >> torch.arange(len(classes)) & 1
    return sets.to(classes.dtype) @ classes


def export(work: pathlib.Path, path: pathlib.Path, calibration: dict[str, float | list[float]]) -> None:
    """Writes the model; `calibration`: values for some of CALIBRATION, which the file then holds."""
    saved = torch.load(work / "model.pt", weights_only=True)
    shape, weights = saved["shape"], saved["weights"]
    tok = Tokenizer(work / "tokenizer.model")
    hints = hint_rows(weights.pop("hint_embd.weight")) if tok.gazetteer else weights["token_embd.weight"][:0]
    weights["token_embd.weight"] = torch.cat((weights["token_embd.weight"], hints))
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name(path.stem)
    writer.add_license("apache-2.0")
    writer.add_block_count(shape["n_layers"])
    writer.add_context_length(shape["n_context"])
    writer.add_embedding_length(shape["d_model"])
    writer.add_feed_forward_length(shape["d_ff"])
    writer.add_head_count(shape["n_heads"])
    writer.add_head_count_kv(shape["n_heads"])
    writer.add_layer_norm_rms_eps(shape["eps"])
    writer.add_rope_dimension_count(shape["d_model"] // shape["n_heads"])
    writer.add_rope_freq_base(shape["freq_base"])
    writer.add_vocab_size(shape["n_vocab"] + len(hints))
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    write_tokenizer(writer, tok, [f"<hint:{i + 1}>" for i in range(len(hints))])
    write_grammar(writer, tok, calibration)
    q5_0 = gguf.GGMLQuantizationType.Q5_0
    for name, value in weights.items():
        array = np.ascontiguousarray(value.float().numpy())
        name = name.replace("layers.", "blk.", 1)
        if array.ndim == 2:
            writer.add_tensor(name, gguf.quants.quantize(array, q5_0), raw_dtype=q5_0)
        else:
            writer.add_tensor(name, array)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--out", type=pathlib.Path, required=True)
    p.add_argument("--bias", type=float, default=0.0)
    p.add_argument("--bias-high", type=float, help="that of --recall high")
    p.add_argument("--bias-precise", type=float)
    p.add_argument("--review-margin", type=float, help="a row left that comes within this of being hidden marks a document")
    p.add_argument("--label-bias", nargs="+", metavar="LABEL=BIAS", help="added for spans of a label")
    args = p.parse_args()
    given = {name: getattr(args, name) for name in CALIBRATION}
    if args.label_bias:
        of_label = dict(each.split("=") for each in args.label_bias)
        given[LABEL_BIAS] = [float(of_label.pop(label, 0)) for label in LABELS]
        if of_label:
            p.error(f"no labels: {' '.join(of_label)}")
    export(args.work, args.out, {name: value for name, value in given.items() if value is not None})
    print(f"{args.out.name}: {args.out.stat().st_size} bytes")
