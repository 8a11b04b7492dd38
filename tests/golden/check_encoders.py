#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares redact with transformers from a folder of Hugging Face on: a random model of each kind and its tokenizer are
saved there, tools/convert makes GGUF of it, and gguf-tool reads texts. Prints how many texts have other ids, and the
NMSE of the logits; fails above BOUND.

Usage: check_encoders.py GGUF_TOOL [--bound BOUND]
Needs: pip install torch transformers==5.24.0 gguf sentencepiece==0.2.3
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import check_tokenizers
import numpy as np
import torch
import transformers as hf
from make_encoder_goldens import draw
from make_tokenizer_goldens import train_bpe, train_wordpiece, unigram_model
from tokenizer_oracle import pre_tokenizer, random_text
from tokenizers import Tokenizer, models, processors

CONVERT = pathlib.Path(__file__).parents[2] / "tools/convert/convert.py"
LABELS = {0: "O", 1: "B-PER", 2: "I-PER", 3: "B-LOC", 4: "I-LOC"}
SIZES = dict(hidden_size=64, num_hidden_layers=3, num_attention_heads=4, intermediate_size=128, id2label=LABELS)
MODERNBERT = dict(local_attention=16, pad_token_id=0, bos_token_id=1, eos_token_id=2, cls_token_id=1, sep_token_id=2)
OFFSET = dict(max_position_embeddings=130, pad_token_id=1, bos_token_id=0, eos_token_id=2, type_vocab_size=1, layer_norm_eps=1e-5)
RELATIVE = dict(relative_attention=True, position_buckets=16, max_relative_positions=64, norm_rel_ebd="layer_norm", share_att_key=True,
                pos_att_type=["p2c", "c2p"], position_biased_input=False, layer_norm_eps=1e-7)  # fmt: skip
FILTER = dict(head_dim=16, num_key_value_heads=2, num_local_experts=8, sliding_window=8, pad_token_id=0, eos_token_id=0)


def modernbert_tokenizer() -> hf.PreTrainedTokenizerFast:
    """Composed text, and tokens for runs of 2 to 24 spaces, as in the tokenizer.json of ModernBERT."""
    tokenizer = check_tokenizers.modernbert_tokenizer(*train_bpe(()), [" " * n for n in range(24, 1, -1)])
    special = {"unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]", "mask_token": "[MASK]"}
    tokenizer.add_special_tokens(list(special.values()))
    places = [(piece, tokenizer.token_to_id(piece)) for piece in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=places)
    return hf.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special)


def filter_tokenizer() -> hf.PreTrainedTokenizerFast:
    words, merges = train_bpe(("<|endoftext|>",))
    tokenizer = Tokenizer(models.BPE(vocab=words, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizer("gpt-4o")
    tokenizer.add_special_tokens(["<|endoftext|>"])
    return hf.PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<|endoftext|>", pad_token="<|endoftext|>")


def tokenizers(pieces: list[tuple[str, float]], charsmap: bytes) -> dict[str, hf.PreTrainedTokenizerFast]:
    words, merges = train_bpe()
    vocabulary: Tokenizer = train_wordpiece(False)
    return {
        "bert": hf.BertTokenizer(vocab=vocabulary.get_vocab(), do_lower_case=False, strip_accents=False),
        "roberta": hf.RobertaTokenizer(vocab=words, merges=merges, add_prefix_space=True),
        "xlm-roberta": hf.XLMRobertaTokenizer(vocab=pieces, _spm_precompiled_charsmap=charsmap),
        "deberta-v2": hf.DebertaV2Tokenizer(vocab=[(piece, 0.0) for piece in ("[PAD]", "[CLS]", "[SEP]", "[UNK]")] + pieces[4:]),
        "camembert": hf.CamembertTokenizer(vocab=pieces[:4] + [("<unk>NOTUSED", -100.0)] + pieces[4:], _spm_precompiled_charsmap=charsmap),
        "modernbert": modernbert_tokenizer(),
        "openai_privacy_filter": filter_tokenizer(),
    }


def model_of(kind: str, n_vocab: int) -> hf.PreTrainedModel:
    own = {"bert": {}, "modernbert": MODERNBERT, "deberta-v2": RELATIVE, "openai_privacy_filter": FILTER}.get(kind, OFFSET)
    config = hf.AutoConfig.for_model(kind, vocab_size=n_vocab, **SIZES, **own)
    return draw(hf.AutoModelForTokenClassification.from_config(config), 7)


def check(kind: str, tokenizer: hf.PreTrainedTokenizerFast, unigram: check_tokenizers.Unigram, tool: str, folder: pathlib.Path) -> float:
    model, file = model_of(kind, len(tokenizer)), folder / f"{kind}.gguf"
    model.float().save_pretrained(folder / kind), tokenizer.save_pretrained(folder / kind)
    model = model.double()
    subprocess.run([sys.executable, CONVERT, folder / kind, file, "--type", "f32"], check=True, stdout=subprocess.DEVNULL)
    rng = random.Random(3)
    texts = [random_text(rng) for _ in range(200)]
    # Special tokens are no text there, and for Unigram the library replaces characters in another way
    # (runtime/text/README.md); DeBERTa's tokenizer has no such map.
    is_plain = bool if kind in ("modernbert", "deberta-v2", "openai_privacy_filter") else unigram.is_plain
    plain = [text for text in texts if text.strip() and not set("<[") & set(text) and is_plain(text)]
    lines = folder / "texts.jsonl"
    lines.write_text("".join(json.dumps(text) + "\n" for text in plain))
    done = subprocess.run([tool, "tokenize", "--lines", file, lines], capture_output=True, check=True).stdout
    ours = [json.loads(line)["ids"] for line in done.splitlines()]
    other = sum(tokenizer(text, add_special_tokens=False)["input_ids"] != ids for text, ids in zip(plain, ours))
    error = power = 0.0
    for text in plain[:20]:
        ids = tokenizer(text)["input_ids"][:128]
        with torch.no_grad():
            want = model(torch.tensor([ids])).logits[0].numpy()
        subprocess.run([tool, "logits", file, "--ids", ",".join(map(str, ids)), "-o", folder / "logits"], check=True)
        got = np.fromfile(folder / "logits", np.float32).reshape(want.shape)
        error, power = error + ((got - want) ** 2).sum(), power + (want**2).sum()
    print(f"{kind}: {other} of {len(plain)} texts have other ids, NMSE of the logits {error / power:.1e}")
    return error / power


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--bound", type=float, default=1e-7)
    args = parser.parse_args()
    model = unigram_model()
    unigram = check_tokenizers.Unigram(model[0], 3, model[1])
    with tempfile.TemporaryDirectory() as name:
        errors = [check(kind, tokenizer, unigram, args.tool, pathlib.Path(name)) for kind, tokenizer in tokenizers(*model).items()]
    return int(max(errors) > args.bound)


if __name__ == "__main__":
    sys.exit(main())
