# SPDX-License-Identifier: Apache-2.0
"""The splitting rules of the Hugging Face tokenizers library, and random texts that reach their corner cases.

Needs: pip install tokenizers==0.23.3. Shared by make_tokenizer_goldens.py and check_tokenizers.py.
"""

import random
import unicodedata

from tokenizers import Regex, pre_tokenizers

# LLAMA3 is from the tokenizer.json of Llama 3, TEKKEN from the tekken.json of Mistral Nemo, GPT4O from tiktoken's o200k_base.
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
# The rule of Qwen2, whose tokenizer composes its text (NFC) first.
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
TEKKEN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)

CLITIC = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
GPT4O = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+" + CLITIC
    + r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*" + CLITIC
    + r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def pre_tokenizer(rule: str) -> pre_tokenizers.PreTokenizer:
    byte_level = pre_tokenizers.ByteLevel
    if rule == "smollm":
        first = pre_tokenizers.Digits(individual_digits=True)
        return pre_tokenizers.Sequence([first, byte_level(add_prefix_space=False, use_regex=True)])
    pattern = {"llama-bpe": LLAMA3, "dbrx": LLAMA3, "qwen2": QWEN2, "deepseek-r1-qwen": QWEN2, "tekken": TEKKEN, "gpt-4o": GPT4O}[rule]
    first = pre_tokenizers.Split(Regex(pattern), behavior="isolated")
    return pre_tokenizers.Sequence([first, byte_level(add_prefix_space=False, use_regex=False)])


def composes(rule: str) -> bool:
    return rule in ("qwen2", "deepseek-r1-qwen")


def split_points(pre: pre_tokenizers.PreTokenizer, text: str) -> list[int]:
    """The ends of the words of `text`, in bytes."""
    return [len(text[:end].encode()) for _, (_, end) in pre.pre_tokenize_str(text)]


WORDS = """Ana Inés Peña García Müller Straße Dr. dott. patient née NAPOLI ROMA iPhone McDonald O'Neill
l'ospedale dell'Azienda it's IT'S don't WE'LL we'll I'VE you're 'sono 'ſ 'ſono they'd CODE'D mg/dl km/h
http://x.it/a/b/ a/b// /etc/ // />/ «quote» “Ana” ‘s ’s (Ana) [x] {y} <|eot_id|> </s> [INST] <0x0A> ¿Qué?
¡Hola! Ελένη Σοφία Иванов ИВАНОВ नमस्ते العربية שלום 한국어 日本語 中文字 ไทย ǅungla ǅ ʰa ʰA aʰB ªn ANªNA 1º Aª
ˈstres ᾭ ⅷ IV""".split()
NUMBERS = "0 7 12 123 1234 12345 3.14 1,000 28/09/2016 16:45 ١٢٣ ٣ ۴۵ १२ Ⅷ Ⅻ ⅷ x² m³ ½ ¾ ① ⑳ ㊿ 〇 ꘠ 𝟙𝟚 5ª".split()
SPACES = [" ", "  ", "   ", "\t", "\t\t", " \t", "\n", "\n\n", "\r\n", "\r\n\r\n", "\r", " \n", "\n ", "\u00a0",
          " \u00a0", "\u0085", "\u2028", "\u2029", "\u3000", "\u2003", "\u202f", "\u1680", "\x0b", "\x0c", "\x1c",
          "\u200b", "\ufeff", " " * 7, "\n" * 5, "\t \n \t"]
MARKS = ["e\u0301", "E\u0301", "n\u0303", "\u0301", "\u0301\u0302", "a\u0308B", "A\u0308b", "\u0301AB", "A\u0301",
         "\u20dd", "\u0903", "\ufe0f", "1\u0301", "!\u0301", " \u0301a", "ö", "o\u0308", "ﬁ", "ﬆ", "K", "Å", "ß", "ẞ"]
EMOJI = ["😀", "👩‍⚕️", "👨‍👩‍👧", "🇮🇹", "👍🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☎️", "\u200d", "✓", "→", "€", "©"]
PUNCTUATION = list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") + ["...", "--", "==", "––", "…", "°", "§", "»", "、", "。", "!?"]
LONG = ["a" * 40, "A" * 40, "=" * 60, "1" * 30, " " * 40, "\n" * 40, "é" * 30, "中" * 30, "\u0301" * 30, "Aa" * 20, "/\n" * 15]
# Tokens of Gemma's vocabularies, and look-alikes. U+2581 is left out: SentencePiece reads it as a space everywhere,
# the library only in some places.
HTML = "<b> </b> <s> </s> <table> <td> </h1> <bbox> <bb> < b> <B> </ <unused7> <mask>".split(" ")
# Characters that encoders' tokenizers drop, join or take apart.
FORMATS = ["\u00ad", "\u200c", "\u200e", "\u2060", "\u180e", "\ufff9", "\x00", "\x01", "\x1f", "\x7f", "\x9f", "\ufffd", "\ue000",
           "\u1112\u1161\u11ab", "\u1100\u1161", "\u11a8", "가", "각", "a\u0323\u0301", "\u1ea4", "中é文", "㐀", "豈", "カ\u3099", "2\u20e3"]  # fmt: skip
GROUPS = [WORDS] * 5 + [NUMBERS] * 2 + [SPACES] * 4 + [MARKS] * 2 + [EMOJI, PUNCTUATION, PUNCTUATION]


def any_point(rng: random.Random) -> str:
    """A code point of a random size in UTF-8, but no surrogate. Unassigned ones are left out, since utf8proc and the
    reference libraries know different versions of Unicode; private use and noncharacters take their place."""
    top = rng.choice([0x80, 0x800, 0x3000, 0xD800, 0x20000, 0x110000])
    point = chr(rng.randrange(top))
    if unicodedata.category(point) not in ("Cs", "Cn"):
        return point
    return rng.choice(["\ue000", "\uf8ff", "\ufdd0", "\uffff", "\U000f0000", "\U0010fffd"])


def random_text(rng: random.Random) -> str:
    spaced = rng.random() < 0.5  # words with single spaces, as in notes, or adjacent pieces
    out = []
    for _ in range(rng.randrange(1, 16)):
        roll = rng.random()
        if roll < 0.01:
            out.append(rng.choice(LONG))
        elif roll < 0.06:
            out.append(any_point(rng))
        else:
            out.append(rng.choice(rng.choice(GROUPS)))
        if spaced and rng.random() < 0.6:
            out.append(" ")
    return "".join(out)
