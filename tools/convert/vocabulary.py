# SPDX-License-Identifier: Apache-2.0
"""The tokenizer of a model: its pieces and how it treats a text, from Hugging Face's files to the keys of GGUF."""

import base64
import json
import pathlib

import gguf

import sentencepiece_file

CLASSIC = {"[CLS]": ("bos", "cls"), "[SEP]": ("eos", "seperator"), "[UNK]": ("unknown",)}
O200K = {"<|endoftext|>": ("eos", "padding")}  # nothing begins a text
ROBERTA = {"<s>": ("bos", "cls"), "</s>": ("eos", "seperator"), "<unk>": ("unknown",)}

# The pattern of o200k_base, by which GPT-4o and its kin split a text.
CLITIC = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
WORD = r"[^\r\n\p{L}\p{N}]?"
O200K_PATTERN = f"{WORD}{UPPER}*{LOWER}+{CLITIC}|{WORD}{UPPER}+{LOWER}*{CLITIC}|" r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def write_vocabulary(writer: gguf.GGUFWriter, folder: pathlib.Path, model_type: str) -> None:
    path = folder / "tokenizer.json"
    file = json.loads(path.read_text(encoding="utf-8")) if path.exists() else older_file(folder, model_type)
    model = file["model"]
    # Old files do not name the kind; a list of merges tells.
    kind = model.get("type") or ("BPE" if "merges" in model else "WordPiece")
    kinds = {"WordPiece": write_wordpiece, "BPE": write_bpe, "Unigram": write_unigram}
    if kind not in kinds:
        raise ValueError(f"tokenizer.json: the model {kind} is not supported; supported are {', '.join(kinds)}")
    kinds[kind](writer, file)


def older_file(folder: pathlib.Path, model_type: str) -> dict:
    """What tokenizer.json would say, from vocab.txt, from vocab.json and merges.txt, or from SentencePiece's file."""
    path = folder / "tokenizer_config.json"
    config = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if (folder / "vocab.txt").exists():
        lines = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
        vocab = {piece: i for i, piece in enumerate(lines[:-1] if lines[-1] == "" else lines)}
        normalizer = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": config.get("tokenize_chinese_chars", True),
                      "lowercase": config.get("do_lower_case", True), "strip_accents": config.get("strip_accents")}  # fmt: skip
        return {"model": {"type": "WordPiece", "vocab": vocab, "continuing_subword_prefix": "##"},
                "normalizer": normalizer, "pre_tokenizer": {"type": "BertPreTokenizer"}}  # fmt: skip
    if (folder / "vocab.json").exists():
        vocab = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
        merges = [line for line in (folder / "merges.txt").read_text(encoding="utf-8").split("\n") if line and not line.startswith("#version")]
        specials = [{"id": vocab[piece], "content": piece, "special": True} for piece in ("<s>", "<pad>", "</s>", "<unk>", "<mask>") if piece in vocab]
        return {"model": {"type": "BPE", "vocab": vocab, "merges": merges}, "added_tokens": specials,
                "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": config.get("add_prefix_space", False)}}  # fmt: skip
    for name in sentencepiece_file.NAMES:
        if (folder / name).exists():
            if asked := [flag for flag in ("do_lower_case", "split_by_punct") if config.get(flag)]:
                raise ValueError(f"tokenizer_config.json: {asked[0]} is not supported for {name}")
            return sentencepiece_file.tokenizer_of(folder / name, model_type)
    raise ValueError(f"{folder}: holds no tokenizer.json, vocab.txt, vocab.json, {' or '.join(sentencepiece_file.NAMES)}")


def pieces_of(vocab: dict[str, int], added: list[dict]) -> list[str]:
    """In the order of their ids, with the tokens that are added behind the vocabulary."""
    ids = vocab | {token["content"]: token["id"] for token in added}
    pieces = sorted(ids, key=ids.get)
    if [ids[piece] for piece in pieces] != list(range(len(pieces))):
        raise ValueError("the vocabulary: the ids of the pieces leave gaps or two are equal")
    return pieces


def special_of(pieces: list[str]) -> dict[str, tuple[str, ...]]:
    return CLASSIC if "[CLS]" in pieces else ROBERTA


def write_special(writer: gguf.GGUFWriter, pieces: list[str], special: dict[str, tuple[str, ...]]) -> None:
    for piece, keys in special.items():
        if piece not in pieces:
            raise ValueError(f"the vocabulary: has no {piece}")
        for key in keys:
            writer.add_uint32(f"tokenizer.ggml.{key}_token_id", pieces.index(piece))


def types_of(pieces: list[str], special: dict, added: list[dict]) -> list[gguf.TokenType]:
    kinds = {token["content"]: gguf.TokenType.CONTROL if token.get("special") else gguf.TokenType.USER_DEFINED for token in added}
    kinds |= {piece: gguf.TokenType.UNKNOWN if "unknown" in keys else gguf.TokenType.CONTROL for piece, keys in special.items()}
    return [kinds.get(piece, gguf.TokenType.NORMAL) for piece in pieces]


def is_in_brackets(piece: str) -> bool:
    return len(piece) > 1 and piece[0] == "[" and piece[-1] == "]"


def write_wordpiece(writer: gguf.GGUFWriter, file: dict) -> None:
    model, normalizer = file["model"], file.get("normalizer") or {}
    if model.get("max_input_chars_per_word", 100) != 100 or (file.get("pre_tokenizer") or {}).get("type") != "BertPreTokenizer":
        raise ValueError("tokenizer.json: words are not split as BERT splits them")
    if model.get("continuing_subword_prefix") != "##":
        raise ValueError("tokenizer.json: pieces that continue a word do not begin with ##")
    if normalizer.get("type") != "BertNormalizer" or not (normalizer["clean_text"] and normalizer["handle_chinese_chars"]):
        raise ValueError("the tokenizer: text is not normalised as BERT normalises it")
    pieces = pieces_of(model["vocab"], [])
    stored = [piece if is_in_brackets(piece) else piece[2:] if piece.startswith("##") and len(piece) > 2 else "\u2581" + piece for piece in pieces]
    if len(set(stored)) < len(stored):
        raise ValueError("the vocabulary: two pieces differ only in the mark of the beginning of a word")
    writer.add_tokenizer_model("bert")
    writer.add_token_list(stored)
    writer.add_token_types([gguf.TokenType.CONTROL if is_in_brackets(piece) else gguf.TokenType.NORMAL for piece in pieces])
    write_special(writer, pieces, CLASSIC)
    writer.add_bool("tokenizer.ggml.normalizer.lowercase", normalizer["lowercase"])
    if normalizer.get("strip_accents") is not None:
        writer.add_bool("tokenizer.ggml.normalizer.strip_accents", normalizer["strip_accents"])


def is_o200k(split: dict) -> bool:
    """Whether a text is split by the pattern, and its bytes then written as characters."""
    steps = split.get("pretokenizers", [])
    if len(steps) != 2 or steps[1].get("type") != "ByteLevel" or steps[1].get("use_regex", True) or steps[1].get("add_prefix_space"):
        return False
    return steps[0] == {"type": "Split", "pattern": {"Regex": O200K_PATTERN}, "behavior": "Isolated", "invert": False}


def filled(vocab: dict[str, int], added: list[dict]) -> tuple[list[str], set[str]]:
    """The pieces in the order of their ids, and those that stand for ids without one, which the embeddings have too."""
    ids = {id: piece for piece, id in (vocab | {token["content"]: token["id"] for token in added}).items()}
    unused = {f"[PAD{id}]" for id in range(max(ids) + 1) if id not in ids}
    return [ids.get(id, f"[PAD{id}]") for id in range(max(ids) + 1)], unused


def unreached(model: dict, added: list[dict]) -> str | None:
    """A piece that its own text does not become by merging, best merges first."""
    ranks = {tuple(merge.split(" ") if isinstance(merge, str) else merge): rank for rank, merge in enumerate(model["merges"])}
    for piece in model["vocab"].keys() - {token["content"] for token in added}:
        parts = list(piece)
        while len(parts) > 1:
            rank, at = min((ranks.get(pair, len(ranks)), i) for i, pair in enumerate(zip(parts, parts[1:])))
            if rank == len(ranks):
                return piece
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return None


def write_bpe(writer: gguf.GGUFWriter, file: dict) -> None:
    model, split, added = file["model"], file.get("pre_tokenizer") or {}, file.get("added_tokens", [])
    normalizer, prefixed = file.get("normalizer"), split.get("add_prefix_space", False)
    composes, by_o200k = normalizer == {"type": "NFC"}, is_o200k(split)
    usual = split.get("type") == "ByteLevel" and split.get("use_regex", True)
    if not usual and not by_o200k or not composes and normalizer or composes and (prefixed or by_o200k):
        raise ValueError("tokenizer.json: text is not split as RoBERTa, ModernBERT or GPT-4o splits it")
    for token in added:
        if not token.get("special") and any(token.get(flag) for flag in ("lstrip", "rstrip", "single_word")):
            raise ValueError(f"tokenizer.json: the token {token['content']!r} depends on the text around it, which is not supported")
    # By the rule of o200k redact looks a word up before it merges, by the others it does not. That is the same if merges
    # reach every piece.
    if bool(model.get("ignore_merges")) != by_o200k and (piece := unreached(model, added)) is not None:
        raise ValueError(f"tokenizer.json: merges do not reach the piece {piece!r}, and ignore_merges {not by_o200k} is not supported for this split")
    pieces, unused = filled(model["vocab"], added) if by_o200k else (pieces_of(model["vocab"], added), set())
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-4o" if by_o200k else "modern-bert" if composes else "roberta-bpe")
    writer.add_token_list(pieces)
    special = O200K if by_o200k else special_of(pieces)
    write_special(writer, pieces, special)
    types = types_of(pieces, special, added)
    writer.add_token_types([gguf.TokenType.UNUSED if piece in unused else kind for piece, kind in zip(pieces, types)])
    writer.add_token_merges([merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"]])
    writer.add_add_space_prefix(prefixed)


def write_normalizer(writer: gguf.GGUFWriter, normalizer: dict | None) -> None:
    """A map of characters or none, and DeBERTa's rule for white space or none. Other steps are done anyway: composing, and
    making one space of several and nothing of those at the ends."""
    steps = [] if normalizer is None else normalizer["normalizers"] if normalizer["type"] == "Sequence" else [normalizer]
    maps = [step["precompiled_charsmap"] or "" for step in steps if step["type"] == "Precompiled"]
    one_space = lambda regex: {"type": "Replace", "pattern": {"Regex": regex}, "content": " "}
    several, of_deberta = one_space(" {2,}"), one_space(r"\s{2,}|[\n\r\t]")
    rest = [step for step in steps if step["type"] not in ("Precompiled", "NFC", "Strip") and step not in (several, of_deberta)]
    if rest or len(maps) > 1:
        raise ValueError(f"tokenizer.json: the normalizer {rest[0]['type'] if rest else 'Sequence'} is not supported")
    if maps and maps[0]:
        writer.add_precompiled_charsmap(base64.b64decode(maps[0]))
    writer.add_tokenizer_pre("deberta-v2" if of_deberta in steps else "default")


def write_unigram(writer: gguf.GGUFWriter, file: dict) -> None:
    model, added = file["model"], file.get("added_tokens", [])
    split = file.get("pre_tokenizer") or {}
    steps = split["pretokenizers"] if split.get("type") == "Sequence" else [split]
    mark = steps[-1]
    prefixed = mark.get("prepend_scheme", "always" if mark.get("add_prefix_space") else "never") == "always"
    if [step.get("type") for step in steps] not in (["WhitespaceSplit", "Metaspace"], ["Metaspace"]) or not prefixed or not mark.get("split", True):
        raise ValueError("tokenizer.json: text is not split into words as XLM-R and DeBERTa split it")
    if model.get("byte_fallback"):
        raise ValueError("tokenizer.json: byte_fallback is not supported")
    scores = {piece: score for piece, score in model["vocab"]}
    pieces = pieces_of({piece: i for i, (piece, _) in enumerate(model["vocab"])}, added)
    writer.add_tokenizer_model("t5")
    writer.add_token_list(pieces)
    special = special_of(pieces)
    write_special(writer, pieces, special)
    writer.add_token_types(types_of(pieces, special, added))
    writer.add_token_scores([scores.get(piece, 0.0) for piece in pieces])
    writer.add_add_space_prefix(True)
    writer.add_remove_extra_whitespaces(True)
    write_normalizer(writer, file.get("normalizer"))
