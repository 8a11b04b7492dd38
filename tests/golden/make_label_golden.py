#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the golden models and findings that tests/redactor/finder/label_golden_test.cc checks.

The models are small and random, one with the label grammar and one whose rows are words. Their findings are computed here with numpy in double precision
from the definitions: windows with context on both sides, attention of every row to every row, the word classes of a
gazetteer, the best sequence over the states of a span (a Viterbi search with a matrix of legal steps), and each token's
score as the difference of two such searches, one in which the token must be tagged and one in which it must not. It
shares no code with the project.

Recipe: pip install numpy gguf; python make_label_golden.py  (writes into its folder)
"""

import json
import pathlib
import re
import unicodedata

import gguf
import numpy as np

FOLDER = pathlib.Path(__file__).parent
D, FF, HEADS, KV, LAYERS, EPS = 32, 64, 2, 1, 2, 1e-5
HEAD = D // HEADS
N_VOCAB = 279  # <unk> <s> </s>, 256 byte tokens, a..m, a hint for each set of three classes
WINDOW, CONTEXT, LAG = 24, 4, 2
LABELS = ["PATIENT", "DATE", "CITY"]
OUTSIDE, BEGIN, INSIDE, END, SINGLE = 3, [4, 5, 6], [7, 8, 9], [10, 11, 12], [13, 14, 15]
BIAS, LABEL_BIAS = 0.3, [0.0, -0.4, 0.2]
HINTS = list(range(272, 279))
ROW_TOKENS, ROW_DIGITS = 6, 2
# The classes of words and phrases, in folded form.
KNOWN = {"12": 1, "gab": 2, "fed": 4, "gab fed": 1, "gab fed mil": 6, "fed mil kid lag": 5, "fadeb": 3}
# A text that fits in one window, one of several windows with line ends to cut at, one of several windows without, and
# one of phrases: the longest phrase that begins at a word counts, whatever separator stands between its words.
TEXTS = ["abcdefgh,12", "fadeb,7\n" * 9 + "gim", "hgkabmcdefjil" * 6, "Gab-f\u00e9d,gab\nfed-mil,gab'fed-mil,fed-mil-kid-lag"]
# The same for rows of words, of which a window holds more text, and one of spaces, marks and digits.
WORD_TEXTS = ["abcdefgh,12", " fadeb,  7. 123,4", "fadeb,7\n" * 12 + "gim", "hgkabmcdefjil," * 11, "Gab-f\u00e9d,gab\nfed-mil,gab'fed-mil,fed-mil-kid-lag"]


def weights(rng):
    def matrix(rows, cols):
        return (rng.standard_normal((rows, cols)) * 1.6 / np.sqrt(cols)).astype(np.float32)

    def norm():
        return (1 + 0.3 * rng.standard_normal(D)).astype(np.float32)

    out = {"token_embd.weight": matrix(N_VOCAB, D), "output_norm.weight": norm()}
    for i in range(LAYERS):
        out |= {
            f"blk.{i}.attn_norm.weight": norm(),
            f"blk.{i}.attn_q.weight": matrix(D, D),
            f"blk.{i}.attn_k.weight": matrix(KV * HEAD, D),
            f"blk.{i}.attn_v.weight": matrix(KV * HEAD, D),
            f"blk.{i}.attn_output.weight": matrix(D, D),
            f"blk.{i}.ffn_norm.weight": norm(),
            f"blk.{i}.ffn_gate.weight": matrix(FF, D),
            f"blk.{i}.ffn_up.weight": matrix(FF, D),
            f"blk.{i}.ffn_down.weight": matrix(D, FF),
        }
    return out


def rms_norm(x, weight):
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + EPS) * weight


def rotate(x):
    """Rotates the neighbours (2i, 2i + 1) of x[n, heads, HEAD] by position * 10000^(-2i / HEAD)."""
    angle = np.arange(len(x))[:, None] * 10000.0 ** (-np.arange(0, HEAD, 2) / HEAD)
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    out = np.empty_like(x)
    out[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    out[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return out


def logits(w, rows, hints):
    e = w["token_embd.weight"]
    x = np.array([e[ids].sum(axis=0) + (e[HINTS[hint - 1]] if hint else 0) for ids, hint in zip(rows, hints)])
    n = len(rows)
    for i in range(LAYERS):
        part = {k.split(".")[2]: v for k, v in w.items() if k.startswith(f"blk.{i}.")}
        h = rms_norm(x, part["attn_norm"])
        q = rotate((h @ part["attn_q"].T).reshape(n, HEADS, HEAD))
        k = rotate((h @ part["attn_k"].T).reshape(n, KV, HEAD))
        v = (h @ part["attn_v"].T).reshape(n, KV, HEAD)
        mixed = np.empty((n, HEADS, HEAD))
        for head in range(HEADS):
            scores = q[:, head] @ k[:, head * KV // HEADS].T / np.sqrt(HEAD)
            p = np.exp(scores - scores.max(axis=1, keepdims=True))
            mixed[:, head] = p / p.sum(axis=1, keepdims=True) @ v[:, head * KV // HEADS]
        x = x + mixed.reshape(n, D) @ part["attn_output"].T
        h = rms_norm(x, part["ffn_norm"])
        gate = h @ part["ffn_gate"].T
        x = x + (gate / (1 + np.exp(-gate)) * (h @ part["ffn_up"].T)) @ part["ffn_down"].T
    return rms_norm(x, w["output_norm.weight"]) @ w["token_embd.weight"].T


# The states of a token: outside, then begin, inside, end and single of each label.
STATES = [OUTSIDE] + BEGIN + INSIDE + END + SINGLE
L = len(LABELS)


def kind(state):
    return "O" if state == 0 else "BIES"[(state - 1) // L]


def legal(a, b):
    """Whether state b may follow a; None is the edge of a window."""
    open_before = a is not None and kind(a) in "BI"
    goes_on = b is not None and kind(b) in "IE"
    return open_before == goes_on and (not open_before or (a - 1) % L == (b - 1) % L)


STEPS = np.array([[0.0 if legal(a, b) else -np.inf for b in range(len(STATES))]
                  for a in range(len(STATES))])
FIRST = np.array([0.0 if legal(None, b) else -np.inf for b in range(len(STATES))])
LAST = np.array([0.0 if legal(a, None) else -np.inf for a in range(len(STATES))])


def best(scores):
    """The best sequence of states for scores[n, states], and its score."""
    at, back = FIRST + scores[0], []
    for row in scores[1:]:
        ways = at[:, None] + STEPS
        back.append(ways.argmax(axis=0))
        at = ways.max(axis=0) + row
    at = at + LAST
    path = [int(at.argmax())]
    for pointers in reversed(back):
        path.append(int(pointers[path[-1]]))
    return path[::-1], float(at.max())


def decide(scores):
    """The states of a window's tokens, and the score of each."""
    path, _ = best(scores)
    margins = []
    for t in range(len(scores)):
        tagged, outside = scores.copy(), scores.copy()
        tagged[t, 0] = -np.inf
        outside[t, 1:] = -np.inf
        margins.append(best(tagged)[1] - best(outside)[1])
    return path, margins


def tokenize(text):
    """One token for each byte; the letters a to m have tokens of their own. A space is spelled as the mark U+2581."""
    return [259 + b - ord("a") if ord("a") <= b <= ord("m") else 3 + b for b in text.replace(" ", "\u2581").encode()]


def cut(text, words):
    """The ids and the bytes [begin, end) of each row: a byte, or a word, two digits or another character."""
    if not words:
        return [([i], at, at + 1) for at, i in enumerate(tokenize(text))]
    rows, at = [], 0
    for part in re.findall(r" *(?:[^\W\d_]+|\d{1,2}|[^ ])", text):
        while part:
            n = len(part)
            while len(tokenize(part[:n])) > ROW_TOKENS:
                n -= 1
            row, part = part[:n], part[n:]
            rows.append((tokenize(row), at, at + len(row.encode())))
            at = rows[-1][2]
    return rows


def known(text):
    """The set of classes of each byte's word."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    assert len(plain) == len(text)
    words = [m.span() for m in re.finditer(r"[a-z0-9]+", plain)]
    of_character = [0] * len(text)
    for i in range(len(words)):
        for n in range(len(words), 0, -1):
            part = words[i : i + n]
            joined = all(plain[a[1] : b[0]] == "-" or plain[a[1] : b[0]] == "'" for a, b in zip(part, part[1:]))
            phrase = " ".join(plain[a:b] for a, b in part)
            if len(part) == n and joined and phrase in KNOWN:
                for a, b in part if n > 1 else ():
                    of_character[a:b] = [c | KNOWN[phrase] for c in of_character[a:b]]
                if n > 1:
                    break
        word = plain[slice(*words[i])]
        of_character[slice(*words[i])] = [c | KNOWN.get(word, 0) for c in of_character[slice(*words[i])]]
    return [c for c, character in zip(of_character, text) for _ in character.encode()]


def table():
    """KNOWN in the format of the file."""
    rows = []
    for phrase, classes in KNOWN.items():
        h = 0xCBF29CE484222325
        for byte in phrase.encode():
            h = (h ^ byte) * 0x100000001B3 % 2**64
        rows.append((h % 2**32 ^ h // 2**32).to_bytes(4, "big") + bytes([classes]))
    return b"".join(sorted(rows))


def windows(text, rows):
    """The rows [begin, end) that each window decides."""
    text = text.encode()
    if len(rows) <= WINDOW:
        return [(0, len(rows))]
    most, begin, out = WINDOW - 2 * CONTEXT, 0, []
    while begin < len(rows):
        end = min(len(rows), begin + most)
        if len(rows) - begin > most:
            lines = [i for i in range(begin + most // 2 + 1, begin + most + 1) if text[rows[i][1] - 1] == ord("\n")]
            end = lines[-1] if lines else end
        out.append((begin, end))
        begin = end
    return out


def find(w, text, words):
    rows, spans, least, nearly = cut(text, words), [], np.inf, []
    for begin, end in windows(text, rows):
        first, last = max(0, begin - CONTEXT), min(len(rows), end + CONTEXT)
        # A window looks up only the words that it contains.
        low = rows[first][1]
        of_byte = known(text.encode()[low : rows[last - 1][2]].decode())
        hints = [of_byte[row[2] - 1 - low] for row in rows[first:last]]
        ids = [row[0] for row in rows[first:last]]
        decided = logits(w, [[1], *ids, *[[1]] * LAG], [0, *hints, *[0] * LAG])[1 + LAG :][begin - first : end - first]
        scores = decided[:, STATES].copy()
        opens = BIAS + np.array(LABEL_BIAS)
        scores[:, 1 : 1 + L] += opens
        scores[:, 1 + 3 * L :] += opens
        path, margins = decide(scores)
        for (_, at, behind), state, margin in zip(rows[begin:end], path, margins):
            least = min(least, abs(margin))
            if kind(state) in "BS":
                spans.append([at, behind, LABELS[(state - 1) % L], margin])
            elif kind(state) in "IE":
                spans[-1][1] = behind
                spans[-1][3] = min(spans[-1][3], margin)
            else:
                nearly.append([at, margin])
    text, whole = text.encode().decode("latin-1"), text
    for span in spans:  # white space around words is not part of a span
        while span[0] < span[1] and text[span[0]] in " \n":
            span[0] += 1
        while span[0] < span[1] and text[span[1] - 1] in " \n":
            span[1] -= 1
    spans = [span for span in spans if span[0] < span[1]]
    return {"text": whole, "spans": spans, "nearly": nearly, "least_margin": least}


def write_model(w, path, words):
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("golden-label-words" if words else "golden-label")
    writer.add_block_count(LAYERS)
    writer.add_context_length(64)
    writer.add_embedding_length(D)
    writer.add_feed_forward_length(FF)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV)
    writer.add_layer_norm_rms_eps(EPS)
    writer.add_rope_dimension_count(HEAD)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(N_VOCAB)
    tokens = ["<unk>", "<s>", "</s>"] + [f"<0x{b:02X}>" for b in range(256)]
    tokens += [chr(ord("a") + i) for i in range(13)] + [f"<hint:{i + 1}>" for i in range(len(HINTS))]
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * N_VOCAB)
    writer.add_token_types([2, 3, 3] + [6] * 256 + [1] * 13 + [3] * len(HINTS))
    writer.add_bos_token_id(1)
    writer.add_unk_token_id(0)
    writer.add_add_space_prefix(False)
    writer.add_string("redact.grammar", "label-words" if words else "label")
    if words:
        writer.add_uint32("redact.row_tokens", ROW_TOKENS)
        writer.add_uint32("redact.row_digits", ROW_DIGITS)
    writer.add_uint32("redact.window_tokens", WINDOW)
    writer.add_uint32("redact.context_tokens", CONTEXT)
    writer.add_uint32("redact.lag", LAG)
    writer.add_array("redact.labels", LABELS)
    writer.add_uint32("redact.token.outside", OUTSIDE)
    for name, ids in (("begin", BEGIN), ("inside", INSIDE), ("end", END), ("single", SINGLE)):
        writer.add_array(f"redact.token.{name}", ids)
    writer.add_float32("redact.bias", BIAS)
    writer.add_array("redact.label_bias", LABEL_BIAS)
    writer.add_array("redact.gazetteer", table())
    writer.add_array("redact.gazetteer_classes", ["given", "town", "word"])
    writer.add_array("redact.token.hint", HINTS)
    for name, value in w.items():
        writer.add_tensor(name, value)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def make(name, texts, words):
    for seed in range(1000):  # finds a model whose decisions are all too clear for float rounding to change
        w = weights(np.random.default_rng(seed))
        exact = {name: value.astype(np.float64) for name, value in w.items()}
        found = [find(exact, text, words) for text in texts]
        long = any(end - begin > 2 for f in found for begin, end, _, _ in f["spans"])
        if long and min(f["least_margin"] for f in found) > 0.1:
            break
    write_model(w, FOLDER / f"{name}.gguf", words)
    for f in found:
        f["spans"] = [[b, e, label, round(s, 5)] for b, e, label, s in f["spans"]]
        f["nearly"] = [[b, round(s, 5)] for b, s in f["nearly"]]
        f["least_margin"] = round(f["least_margin"], 5)
    (FOLDER / f"{name}.json").write_text(json.dumps(found) + "\n")
    print("seed", seed, [(len(f["spans"]), f["least_margin"]) for f in found])


def main():
    make("label-f32", TEXTS, False)
    make("label-words-f32", WORD_TEXTS, True)


if __name__ == "__main__":
    main()
