# SPDX-License-Identifier: Apache-2.0
"""Converts a bundled model back into the files that training continues from: model.pt and tokenizer.model.

Q5_0 rounds each weight to a sixteenth of the largest of its 32, which continued training makes up for. The output rows
of a label that the file lacks start as its rows for a similar label.
"""

import argparse
import pathlib

import gguf
import numpy as np
import torch
from sentencepiece import sentencepiece_model_pb2 as proto

from gazetteer import N_CLASSES, N_HINTS
from rows import DIGITS, PIECES
from tokenizer import add_outputs
from windows import LAG

# Similar labels, from which the rows of labels that older models lack start.
LIKE = {"NATIONALITY": "COUNTRY"}
PARTS = {"B": "begin", "I": "inside", "E": "end", "S": "single"}


def read_tokenizer(reader: gguf.GGUFReader) -> proto.ModelProto:
    """tokenizer.py's settings with the file's pieces; GGUF's token types share SentencePiece's numbers."""
    field = {key: reader.fields[f"tokenizer.ggml.{key}"].contents() for key in ("tokens", "scores", "token_type")}
    model = proto.ModelProto()
    for piece, score, kind in zip(field["tokens"], field["scores"], field["token_type"]):
        if piece.startswith("<hint:"):
            break
        model.pieces.add(piece=piece, score=score, type=kind)
    spec = model.trainer_spec
    spec.model_type, spec.vocab_size = proto.TrainerSpec.BPE, len(model.pieces)
    spec.byte_fallback, spec.split_digits = True, True
    spec.pad_id, spec.eos_id = -1, -1
    model.normalizer_spec.name = "identity"
    model.normalizer_spec.add_dummy_prefix = False
    model.normalizer_spec.remove_extra_whitespaces = False
    return model


def read_weights(reader: gguf.GGUFReader):
    """The shape and the weights, as train.py saves them."""
    number = {key: field.contents() for key, field in reader.fields.items() if key.startswith("llama.")}
    shape = {
        "n_vocab": number["llama.vocab_size"],
        "n_layers": number["llama.block_count"],
        "d_model": number["llama.embedding_length"],
        "n_heads": number["llama.attention.head_count"],
        "d_ff": number["llama.feed_forward_length"],
        "n_context": number["llama.context_length"],
        "eps": number["llama.attention.layer_norm_rms_epsilon"],
        "freq_base": number["llama.rope.freq_base"],
    }
    weights = {}
    for tensor in reader.tensors:
        array = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        weights[tensor.name.replace("blk.", "layers.", 1)] = torch.from_numpy(array)
    return shape, weights


def check_rows(reader: gguf.GGUFReader, name: str) -> None:
    """Ends the program if the rows are not words as rows.py cuts them, whose tags are LAG rows back."""
    wanted = {"grammar": "label-words", "row_tokens": PIECES, "row_digits": DIGITS, "lag": LAG}
    for key, value in wanted.items():
        field = reader.fields.get(f"redact.{key}")
        if field is None or field.contents() != value:
            raise SystemExit(f"{name}: redact.{key} is not {value}: models whose rows are tokens cannot be trained further")


def like(piece: str, reader: gguf.GGUFReader) -> int:
    """The row of a file's embeddings from which an output row that the file lacks starts."""
    labels = reader.fields["redact.labels"].contents()
    part, label = piece.strip("<>").split(":")
    at = labels.index(label if label in labels else LIKE[label])
    return reader.fields["redact.token." + PARTS[part]].contents()[at]


def import_model(file: pathlib.Path, work: pathlib.Path) -> gguf.GGUFReader:
    """Writes WORK/model.pt, tokenizer.model and, if the file has a gazetteer, gazetteer.npy."""
    reader = gguf.GGUFReader(file)
    work.mkdir(parents=True, exist_ok=True)
    check_rows(reader, file.name)
    tokenizer, (shape, weights) = read_tokenizer(reader), read_weights(reader)
    shape["n_vocab"] = len(tokenizer.pieces)
    if "redact.gazetteer" in reader.fields:
        hints = weights["token_embd.weight"][shape["n_vocab"] :]
        weights["hint_embd.weight"] = hints[[(1 << i) - 1 for i in range(N_CLASSES)]]
        weights["token_embd.weight"] = weights["token_embd.weight"][: shape["n_vocab"]]
        shape["n_hints"] = N_HINTS
        np.save(work / "gazetteer.npy", np.array(reader.fields["redact.gazetteer"].contents(), np.uint8).reshape(-1, 5))
    rows = [weights["token_embd.weight"][like(piece, reader)] for piece in add_outputs(tokenizer)]
    if rows:
        weights["token_embd.weight"] = torch.cat([weights["token_embd.weight"], torch.stack(rows)])
    shape["n_vocab"] = len(tokenizer.pieces)
    (work / "tokenizer.model").write_bytes(tokenizer.SerializeToString())
    torch.save({"shape": shape, "weights": weights}, work / "model.pt")
    return reader


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("file", type=pathlib.Path)
    p.add_argument("--work", type=pathlib.Path, required=True)
    args = p.parse_args()
    import_model(args.file, args.work)
    print(f"{args.file.name} is in {args.work}")
