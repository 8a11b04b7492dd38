#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts a token classifier from the form in which Hugging Face keeps it into a GGUF file for redact -m.

FOLDER holds config.json, tokenizer.json or vocab.txt, and the weights in safetensors or ONNX. BERT and DistilBERT with
a WordPiece vocabulary are supported; anything else is refused by name."""

import argparse
import json
import pathlib
import sys

import gguf
import numpy as np

import checkpoint
import labels

LAYER = {
    "attention.self.query": "attn_q", "attention.self.key": "attn_k", "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output", "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up", "output.dense": "ffn_down", "output.LayerNorm": "layer_output_norm",
    "attention.q_lin": "attn_q", "attention.k_lin": "attn_k", "attention.v_lin": "attn_v",
    "attention.out_lin": "attn_output", "sa_layer_norm": "attn_output_norm",
    "ffn.lin1": "ffn_up", "ffn.lin2": "ffn_down", "output_layer_norm": "layer_output_norm",
}  # fmt: skip
OUTSIDE = {
    "embeddings.word_embeddings": "token_embd", "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types", "embeddings.LayerNorm": "token_embd_norm",
    "classifier": "cls.output",
}  # fmt: skip
# Parts that a token classifier does not use.
UNUSED = ("embeddings.position_ids", "pooler.", "cls.", "lm_head.", "vocab_")
KEPT_IN_F32 = ("position_embd.weight", "token_types.weight", "cls.output.weight")
USUAL_CONTEXT = 64  # tokens on either side of a window that are read and not decided


def gguf_name(full: str) -> str | None:
    """GGUF's name of a tensor; None if a token classifier does not use it."""
    name = full.removeprefix("bert.").removeprefix("distilbert.")
    if name.startswith(UNUSED):
        return None
    stem, _, kind = name.rpartition(".")
    kind = {"gamma": "weight", "beta": "bias"}.get(kind, kind)
    if stem in OUTSIDE:
        return f"{OUTSIDE[stem]}.{kind}"
    parts = stem.split(".", 3)
    if len(parts) == 4 and parts[1] == "layer" and parts[3] in LAYER:
        return f"blk.{parts[2]}.{LAYER[parts[3]]}.{kind}"
    raise ValueError(f"{full}: is not a tensor of BERT or DistilBERT")


def shape_of(config: dict) -> dict:
    """The hyperparameters, by one set of names."""
    kind = config.get("model_type")
    if kind not in ("bert", "distilbert"):
        raise ValueError(f"config.json: model_type {kind} is not supported; supported are bert and distilbert")
    if not any(name.endswith("ForTokenClassification") for name in config.get("architectures", [])):
        raise ValueError("config.json: the model does not classify tokens")
    distil = kind == "distilbert"
    if (act := config.get("activation" if distil else "hidden_act", "gelu")) != "gelu":
        raise ValueError(f"config.json: the activation {act} is not supported; supported is gelu")
    if (position := config.get("position_embedding_type", "absolute")) != "absolute":
        raise ValueError(f"config.json: position_embedding_type {position} is not supported; supported is absolute")
    names = ("dim", "n_layers", "n_heads", "hidden_dim") if distil else ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size")
    width, layers, heads, network = (config[name] for name in names)
    return {
        "width": width, "layers": layers, "heads": heads, "network": network, "positions": config["max_position_embeddings"],
        "eps": 1e-12 if distil else config.get("layer_norm_eps", 1e-12), "types": 0 if distil else config.get("type_vocab_size", 2),
    }  # fmt: skip


def tokenizer_of(folder: pathlib.Path) -> dict:
    """The pieces in the order of their ids, and how text is normalised."""
    if (path := folder / "tokenizer.json").exists():
        file = json.loads(path.read_text())
        model, normalizer = file["model"], file.get("normalizer") or {}
        if model.get("type", "WordPiece") != "WordPiece" or model.get("continuing_subword_prefix") != "##":
            raise ValueError(f"tokenizer.json: the model {model.get('type')} is not supported; supported is WordPiece")
        if model.get("max_input_chars_per_word", 100) != 100 or (file.get("pre_tokenizer") or {}).get("type") != "BertPreTokenizer":
            raise ValueError("tokenizer.json: words are not split as BERT splits them")
        if normalizer.get("type") != "BertNormalizer" or not (normalizer["clean_text"] and normalizer["handle_chinese_chars"]):
            raise ValueError("tokenizer.json: text is not normalised as BERT normalises it")
        pieces = sorted(model["vocab"], key=model["vocab"].get)
        if [model["vocab"][piece] for piece in pieces] != list(range(len(pieces))):
            raise ValueError("tokenizer.json: the ids of the pieces leave gaps")
        return {"pieces": pieces, "lowercase": normalizer["lowercase"], "strip_accents": normalizer.get("strip_accents")}
    path = folder / "tokenizer_config.json"
    config = json.loads(path.read_text()) if path.exists() else {}
    if not config.get("tokenize_chinese_chars", True):
        raise ValueError("tokenizer_config.json: text is not normalised as BERT normalises it")
    pieces = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
    pieces = pieces[:-1] if pieces[-1] == "" else pieces
    return {"pieces": pieces, "lowercase": config.get("do_lower_case", True), "strip_accents": config.get("strip_accents")}


def is_special(piece: str) -> bool:
    return len(piece) > 1 and piece[0] == "[" and piece[-1] == "]"


def write_tokenizer(writer: gguf.GGUFWriter, tokenizer: dict) -> None:
    pieces = tokenizer["pieces"]
    stored = [piece if is_special(piece) else piece[2:] if piece.startswith("##") and len(piece) > 2 else "\u2581" + piece for piece in pieces]
    if len(set(stored)) < len(stored):
        raise ValueError("the vocabulary: two pieces differ only in the mark of the beginning of a word")
    writer.add_tokenizer_model("bert")
    writer.add_token_list(stored)
    writer.add_token_types([gguf.TokenType.CONTROL if is_special(piece) else gguf.TokenType.NORMAL for piece in pieces])
    for piece, keys in {"[CLS]": ("bos", "cls"), "[SEP]": ("eos", "seperator"), "[UNK]": ("unknown",)}.items():
        if piece not in pieces:
            raise ValueError(f"the vocabulary: has no {piece}")
        for key in keys:
            writer.add_uint32(f"tokenizer.ggml.{key}_token_id", pieces.index(piece))
    writer.add_bool("tokenizer.ggml.normalizer.lowercase", tokenizer["lowercase"])
    if tokenizer["strip_accents"] is not None:
        writer.add_bool("tokenizer.ggml.normalizer.strip_accents", tokenizer["strip_accents"])


def write_labels(writer: gguf.GGUFWriter, classes: list[str], given: dict[str, str]) -> None:
    kinds = labels.kinds_of(classes)
    if strange := set(given) - set(kinds):
        raise ValueError(f"--label: the model has no kind {min(strange)}")
    writer.add_string("redact.grammar", "classes")
    writer.add_array("bert.classifier.output_labels", classes)
    writer.add_string("redact.classifier.scheme", labels.scheme_of(classes))
    of_kinds = [labels.label_of(kind, given) for kind in kinds]
    writer.add_array("redact.classifier.labels", of_kinds)
    for kind, label in zip(kinds, of_kinds):
        print(f"{kind}: {label}")


def write_tensors(writer: gguf.GGUFWriter, tensors: dict[str, np.ndarray], form: gguf.GGMLQuantizationType) -> None:
    for full, value in tensors.items():
        name = gguf_name(full)
        if name is None:
            continue
        value = np.ascontiguousarray(value, np.float32)
        if value.ndim == 1 or name in KEPT_IN_F32 or form == gguf.GGMLQuantizationType.F32:
            writer.add_tensor(name, value)
        else:
            writer.add_tensor(name, gguf.quants.quantize(value, form), raw_dtype=form)


def convert(args: argparse.Namespace) -> None:
    folder = args.folder
    config = json.loads((folder / "config.json").read_text())
    shape, classes = shape_of(config), labels.classes_of(config["id2label"])
    writer = gguf.GGUFWriter(args.output, "bert")
    writer.add_name(args.name or folder.resolve().name)
    writer.add_block_count(shape["layers"])
    writer.add_context_length(shape["positions"])
    writer.add_embedding_length(shape["width"])
    writer.add_feed_forward_length(shape["network"])
    writer.add_head_count(shape["heads"])
    writer.add_layer_norm_eps(shape["eps"])
    writer.add_causal_attention(False)
    writer.add_token_type_count(max(shape["types"], 1))
    write_tokenizer(writer, tokenizer_of(folder))
    write_labels(writer, classes, args.label)
    window = args.window or shape["positions"] - 2
    writer.add_uint32("redact.window_tokens", window)
    writer.add_uint32("redact.context_tokens", min(args.context, window // 4))
    writer.add_float32("redact.bias", args.bias)
    write_tensors(writer, checkpoint.tensors_of(folder), gguf.GGMLQuantizationType[args.type.upper()])
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()


def label_given(text: str) -> tuple[str, str]:
    kind, _, label = text.partition("=")
    if label not in labels.NAMES:
        raise argparse.ArgumentTypeError(f"{text}: must be KIND=LABEL with a label of redact")
    return kind, label


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--type", choices=["f32", "f16", "q8_0"], default="q8_0", help="format of the matrices (default: %(default)s)")
    parser.add_argument("--label", type=label_given, action="append", default=[], metavar="KIND=LABEL", help="the label of a kind of the model")
    parser.add_argument("--window", type=int, help="tokens of a window (default: all that the model reads)")
    parser.add_argument("--context", type=int, default=USUAL_CONTEXT, help="tokens on either side that are read and not decided (default: %(default)s)")
    parser.add_argument("--bias", type=float, default=0, help="added where a span opens (default: %(default)s)")
    parser.add_argument("--name", help="of the model (default: that of the folder)")
    args = parser.parse_args()
    args.label = dict(args.label)
    try:
        convert(args)
    except (OSError, KeyError, ValueError) as error:
        args.output.unlink(missing_ok=True)
        what = f"config.json: has no {error}" if isinstance(error, KeyError) else error
        print(f"convert: {what}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
