#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Converts a token classifier from the form in which Hugging Face keeps it into a GGUF file for redact -m.

FOLDER holds config.json, the tokenizer, and the weights in safetensors or ONNX. BERT, DistilBERT, RoBERTa, XLM-R,
CamemBERT, ModernBERT, DeBERTa-v3 and OpenAI's privacy-filter are supported; anything else is refused by name."""

import argparse
import json
import pathlib
import re
import subprocess
import sys

import gguf
import numpy as np
import yaml

import bert
import checkpoint
import deberta
import labels
import modernbert
import privacy_filter
from calibrate import MOST_MARGIN, calibrate, find_programs
from vocabulary import write_vocabulary

FAMILIES = (bert, modernbert, deberta, privacy_filter)  # of models with the same tensors
KEPT_IN_F32 = (".bias", "position_embd.weight", "rel_embd.weight", "token_types.weight", "cls.output.weight", "ffn_gate_inp.weight")
PROGRAMS = pathlib.Path(__file__).parents[2] / "build/release/bin"
MOST_WINDOW = 2048  # tokens with the two special ones; above, layers that see all of them take most of the time
USUAL_CONTEXT = 64  # tokens on either side of a window that are read and not decided


def family_of(config: dict):
    kinds = {kind: family for family in FAMILIES for kind in family.KINDS}
    kind = config.get("model_type")
    if kind not in kinds:
        raise ValueError(f"config.json: model_type {kind} is not supported; supported are {', '.join(kinds)}")
    if not any(name.endswith("ForTokenClassification") for name in config.get("architectures", [])):
        raise ValueError("config.json: the model does not classify tokens")
    return kinds[kind]


def write_labels(writer: gguf.GGUFWriter, classes: list[str], given: dict[str, str]) -> dict[str, str]:
    """Returns the label of each kind."""
    kinds = labels.kinds_of(classes)
    writer.add_string("redact.grammar", "classes")
    writer.add_array(f"{writer.arch}.classifier.output_labels", classes)
    writer.add_string("redact.classifier.scheme", labels.scheme_of(classes))
    of_kinds = [labels.label_of(kind, given) for kind in kinds]
    writer.add_array("redact.classifier.labels", of_kinds)
    return dict(zip(kinds, of_kinds))


def write_tensors(writer: gguf.GGUFWriter, tensors: dict[str, np.ndarray], form: gguf.GGMLQuantizationType) -> None:
    for name, value in tensors.items():
        value = np.ascontiguousarray(value, np.float32)
        if value.ndim == 1 or name.endswith(KEPT_IN_F32) or form == gguf.GGMLQuantizationType.F32:
            writer.add_tensor(name, value)
        else:
            writer.add_tensor(name, gguf.quants.quantize(value, form), raw_dtype=form)


def window_of(family, config: dict, positions: int, args: argparse.Namespace) -> tuple[int, int]:
    """The tokens of a window, and of those on either side that are read and not decided, at most a quarter of them."""
    exact = hasattr(family, "window")  # with the family's own context, windows give the scores of one pass
    window, context = family.window(config) if exact else (min(positions, MOST_WINDOW) - 2, USUAL_CONTEXT)
    window = args.window or window
    context = context if args.context is None else args.context
    if context > window // 4 and (exact or args.context is not None):
        raise ValueError(f"a context of {context} tokens is more than a quarter of a window of {window}")
    return window, min(context, window // 4)


def convert(args: argparse.Namespace, keys: dict[str, float]) -> dict[str, str]:
    """`keys`: biases and margins. Returns what the file says about kinds and languages."""
    folder = args.folder
    config = json.loads((folder / "config.json").read_text())
    family, classes = family_of(config), labels.classes_of(config["id2label"])
    writer = gguf.GGUFWriter(args.output, family.ARCHITECTURE)
    writer.add_name(args.name or folder.resolve().name)
    positions = family.write_shape(writer, config)
    writer.add_causal_attention(False)
    write_vocabulary(writer, folder, config["model_type"])
    said = write_labels(writer, classes, labels.read_labels(args.labels) if args.labels else {})
    if languages := languages_of(folder, args.language):
        writer.add_languages(languages)
        said["languages"] = " ".join(languages)
    window, context = window_of(family, config, positions, args)
    writer.add_uint32("redact.window_tokens", window)
    writer.add_uint32("redact.context_tokens", context)
    if hasattr(family, "transitions") and any(biases := family.transitions(folder)):
        writer.add_array("redact.classifier.transitions", biases)
    for key, value in keys.items():
        writer.add_float32(f"redact.{key}", value)
    write_tensors(writer, family.named(checkpoint.tensors_of(folder), config), gguf.GGMLQuantizationType[args.type.upper()])
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()
    return said


def languages_of(folder: pathlib.Path, given: list[str]) -> list[str]:
    """As given, or as the model's card says in its YAML header."""
    card = folder / "README.md"
    if given or not card.exists():
        return given
    header = card.read_text(encoding="utf-8").split("---\n")
    said = (yaml.safe_load(header[1]) or {}).get("language", []) if header[0] == "" and len(header) > 2 else []
    said = said if isinstance(said, list) else [said]
    return [each for each in said if isinstance(each, str) and re.fullmatch("[a-z]{2,3}", each)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--type", choices=["f32", "f16", "q8_0"], default="q8_0", help="format of the matrices (default: %(default)s)")
    parser.add_argument("--labels", type=pathlib.Path, metavar="FILE", help="YAML, labels of redact with the model's kinds, before those of labels.yaml")
    parser.add_argument("--language", action="append", default=[], metavar="CODE", help="a language that the model knows (default: those of its card)")
    parser.add_argument("--window", type=int, help="tokens of a window (default: all that the model reads, at most 2046; of privacy-filter 4096)")
    parser.add_argument("--context", type=int, help=f"tokens on either side that are read and not decided (default: {USUAL_CONTEXT}; of privacy-filter all that its layers see)")
    parser.add_argument("--bias", type=float, default=0, help="added where a span opens (default: %(default)s)")
    parser.add_argument("--name", help="of the model (default: that of the folder)")
    parser.add_argument("--calibrate", type=pathlib.Path, metavar="GOLD", help="notes with known identifiers, as redact-eval reads them: choose biases and the review margin on them")
    parser.add_argument("--programs", type=pathlib.Path, default=PROGRAMS, help="folder of redact and redact-eval, for --calibrate, unless they are installed (default: %(default)s)")
    args = parser.parse_args()
    try:
        programs = find_programs(args.programs) if args.calibrate else []
    except FileNotFoundError as error:
        raise SystemExit(f"convert: {error}")
    try:
        said = convert(args, {"bias": args.bias} | ({"review_margin": MOST_MARGIN} if args.calibrate else {}))
        if args.calibrate:
            keys = calibrate(args.output, args.calibrate, programs)
            convert(args, keys)
            said["calibrated"] = ", ".join(f"{key} {value:g}" for key, value in keys.items())
        for name, value in said.items():
            print(f"{name}: {value}")
    except (OSError, KeyError, ValueError, yaml.YAMLError, subprocess.CalledProcessError) as error:
        args.output.unlink(missing_ok=True)
        what = f"config.json: has no {error}" if isinstance(error, KeyError) else str(error).splitlines()[0]
        print(f"convert: {what}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
