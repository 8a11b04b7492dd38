// SPDX-License-Identifier: Apache-2.0
// The table of chat templates. Each row restates the template that the makers of the models publish
// in tokenizer_config.json; tests/golden/make_chat_goldens.py renders the published ones for
// comparison.
#include "runtime/text/chat_format.h"

namespace redact {

namespace {

constexpr Around kLlama3User = {"{<|start_header_id|>}user{<|end_header_id|>}\n\n", "{<|eot_id|>}"};
constexpr Around kLlama3Assistant = {"{<|start_header_id|>}assistant{<|end_header_id|>}\n\n",
                                     "{<|eot_id|>}"};

// For templates without a system role: the system text goes before the user's text, with an empty
// line between them, as in Mistral's later templates.
constexpr Around kInUserTurn = {"", "\n\n"};

constexpr ChatFormat kFormats[] = {
    {.name = "smollm2",
     .marks = {"<|im_start|>", "named SmolLM, trained by Hugging Face"},
     .foreign = {"<think>", "bos_token"},
     .default_system = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"},
    // A template in ChatML form with its own system text ("You are") is another family.
    {.name = "chatml",
     .marks = {"<|im_start|>", "<|im_end|>"},
     .foreign = {"<|im_sep|>", "<end_of_utterance>", "<think>", "You are", "bos_token",
                 "enable_thinking"}},
    // Llama 3.1, 3.2 and 3.3. The date is the template's own default, not today's: the result must
    // not depend on the day (P4).
    {.name = "llama3.1",
     .marks = {"<|start_header_id|>", "<|eot_id|>", "Cutting Knowledge Date: December 2023"},
     .foreign = {"<function=", "<think>"},
     .begin = "{bos}",
     .system = {"{<|start_header_id|>}system{<|end_header_id|>}\n\n"
                "Cutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n",
                "{<|eot_id|>}"},
     .user = kLlama3User,
     .assistant = kLlama3Assistant,
     .generation = "{<|start_header_id|>}assistant{<|end_header_id|>}\n\n",
     .end = "{<|eot_id|>}",
     .default_system = ""},
    {.name = "llama3",
     .marks = {"<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"},
     .foreign = {"Cutting Knowledge Date", "function", "<think>"},
     .begin = "{bos}",
     .system = {"{<|start_header_id|>}system{<|end_header_id|>}\n\n", "{<|eot_id|>}"},
     .user = kLlama3User,
     .assistant = kLlama3Assistant,
     .generation = "{<|start_header_id|>}assistant{<|end_header_id|>}\n\n",
     .end = "{<|eot_id|>}"},
    // Every exchange begins with BOS.
    {.name = "llama2",
     .marks = {"<<SYS>>", "bos_token + '[INST] '", "content.strip()"},
     .system_place = SystemPlace::kFirstUserTurn,
     .system = {"<<SYS>>\n", "\n<</SYS>>\n\n"},
     .user = {"{bos}[INST] ", " [/INST]"},
     .assistant = {" ", " {eos}"},
     .generation = "",
     .end = "{eos}"},
    // The first templates of Mistral 7B v0.1 and v0.2; v0.1 writes a space after each reply.
    {.name = "mistral-v0.1",
     .marks = {"'[INST] ' + message['content'] + ' [/INST]'", "eos_token + ' '"},
     .foreign = {"<<SYS>>", "system_message"},
     .begin = "{bos}",
     .system_place = SystemPlace::kFirstUserTurn,
     .system = kInUserTurn,
     .user = {"[INST] ", " [/INST]"},
     .assistant = {"", "{eos} "},
     .generation = "",
     .end = "{eos}"},
    {.name = "mistral-v0.2",
     .marks = {"'[INST] ' + message['content'] + ' [/INST]'", "message['content'] + eos_token"},
     .foreign = {"<<SYS>>", "system_message", "eos_token + ' '"},
     .begin = "{bos}",
     .system_place = SystemPlace::kFirstUserTurn,
     .system = kInUserTurn,
     .user = {"[INST] ", " [/INST]"},
     .assistant = {"", "{eos}"},
     .generation = "",
     .end = "{eos}"},
    // The template that Mistral publishes today for the same models.
    {.name = "mistral-v1",
     .marks = {"' [INST] ' + system_message"},
     .foreign = {"<<SYS>>"},
     .begin = "{bos}",
     .system_place = SystemPlace::kFirstUserTurn,
     .system = kInUserTurn,
     .user = {" [INST] ", " [/INST]"},
     .assistant = {" ", "{eos}"},
     .generation = "",
     .end = "{eos}"},
    // Mistral 7B v0.3. From here on [INST] is a token.
    {.name = "mistral-v3",
     .marks = {"[AVAILABLE_TOOLS]", "\"[INST] \" + ", "loop.last and system_message is defined"},
     .foreign = {"[SYSTEM_PROMPT]"},
     .begin = "{bos}",
     .system_place = SystemPlace::kLastUserTurn,
     .system = kInUserTurn,
     .user = {"{[INST]} ", "{[/INST]}"},
     .assistant = {" ", "{eos}"},
     .generation = "",
     .end = "{eos}"},
    // Mistral Nemo.
    {.name = "mistral-v3-tekken",
     .marks = {"[AVAILABLE_TOOLS]", "\"[INST]\" + ", "loop.last and system_message is defined"},
     .foreign = {"[SYSTEM_PROMPT]"},
     .begin = "{bos}",
     .system_place = SystemPlace::kLastUserTurn,
     .system = kInUserTurn,
     .user = {"{[INST]}", "{[/INST]}"},
     .assistant = {"", "{eos}"},
     .generation = "",
     .end = "{eos}"},
    // Mistral Small 3.
    {.name = "mistral-v7-tekken",
     .marks = {"'[SYSTEM_PROMPT]' + ", "[/INST]"},
     .foreign = {"[THINK]"},
     .begin = "{bos}",
     .system = {"{[SYSTEM_PROMPT]}", "{[/SYSTEM_PROMPT]}"},
     .user = {"{[INST]}", "{[/INST]}"},
     .assistant = {"", "{eos}"},
     .generation = "",
     .end = "{eos}",
     .needs_system = true},
    // Zephyr and TinyLlama-Chat. Their roles are plain text.
    {.name = "zephyr",
     .marks = {"<|user|>", "<|system|>", "message['content'] + eos_token"},
     .foreign = {"<|end|>", "<|endoftext|>", "<think>", "message['content'] }}", "bos_token"},
     .system = {"<|system|>\n", "{eos}\n"},
     .user = {"<|user|>\n", "{eos}\n"},
     .assistant = {"<|assistant|>\n", "{eos}\n"},
     .generation = "<|assistant|>\n",
     .end = "{eos}"},
    // Qwen2 and Qwen2.5 write their own system turn if none is given.
    {.name = "qwen2.5",
     .marks = {"<|im_start|>",
               "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."},
     .foreign = {"<think>", "<|im_sep|>", "bos_token"},
     .default_system = "You are Qwen, created by Alibaba Cloud. You are a helpful assistant."},
    {.name = "qwen2",
     .marks = {"<|im_start|>", "You are a helpful assistant.<|im_end|>"},
     .foreign = {"You are Qwen", "<think>", "<|im_sep|>", "bos_token"},
     .default_system = "You are a helpful assistant."},
    // Thinking is turned off in the template's own way, by an empty block.
    {.name = "qwen3",
     .marks = {"<|im_start|>", "enable_thinking is defined and enable_thinking is false",
               "<think>\\n\\n</think>"},
     .foreign = {"<|im_sep|>", "bos_token", "<|vision_start|>"},
     .generation = "{<|im_start|>}assistant\n{<think>}\n\n{</think>}\n\n"},
    // DeepSeek-R1 and the models distilled from it. The published template lets the model think
    // first. An answer chosen from a few candidates has no room for that, so an empty block is
    // written, as these models write it themselves when they do not think.
    {.name = "deepseek-r1",
     .marks = {"<｜User｜>", "<｜Assistant｜>", "'</think>' in content"},
     .foreign = {"thinking is defined", "bos_token + '"},
     .begin = "{bos}",
     .system = {"", ""},
     .user = {"{<｜User｜>}", ""},
     .assistant = {"{<｜Assistant｜>}", "{<｜end▁of▁sentence｜>}"},
     .generation = "{<｜Assistant｜>}{<think>}\n\n{</think>}\n\n",
     .end = "{<｜end▁of▁sentence｜>}"},
    // Gemma 2 and 3.
    {.name = "gemma",
     .marks = {"<start_of_turn>", "<end_of_turn>", "model"},
     .foreign = {"<|turn>"},
     .begin = "{bos}",
     .system_place = SystemPlace::kFirstUserTurn,
     .system = kInUserTurn,
     .user = {"{<start_of_turn>}user\n", "{<end_of_turn>}\n"},
     .assistant = {"{<start_of_turn>}model\n", "{<end_of_turn>}\n"},
     .generation = "{<start_of_turn>}model\n",
     .end = "{<end_of_turn>}"},
    // Phi-4, whose older template writes the assistant's header after the user's turn.
    {.name = "phi4",
     .marks = {"<|im_start|>user<|im_sep|>", "<|im_end|>"},
     .foreign = {"<think>", "You are", "bos_token"},
     .system = {"{<|im_start|>}system{<|im_sep|>}", "{<|im_end|>}"},
     .user = {"{<|im_start|>}user{<|im_sep|>}", "{<|im_end|>}"},
     .assistant = {"{<|im_start|>}assistant{<|im_sep|>}", "{<|im_end|>}"},
     .generation = "{<|im_start|>}assistant{<|im_sep|>}"},
    // Phi-3 as published today, and Phi-3.5.
    {.name = "phi3",
     .marks = {"{{'<|user|>", "<|assistant|>", "<|end|>"},
     .foreign = {"bos_token", "<|im_start|>", "<think>"},
     .system = {"{<|system|>}\n", "{<|end|>}\n"},
     .user = {"{<|user|>}\n", "{<|end|>}\n"},
     .assistant = {"{<|assistant|>}\n", "{<|end|>}\n"},
     .generation = "{<|assistant|>}\n",
     .end = "{<|end|>}",
     .drops_space_behind_special = true},
    // This project's own form, for base models.
    {.name = "plain",
     .system = {"", "\n\n"},
     .user = {"Input:\n", "\n\n"},
     .assistant = {"Output:\n", "\n\n"},
     .generation = "Output:\n",
     .end = "{eos}"},
};

}  // namespace

std::span<const ChatFormat> chat_formats() { return kFormats; }

}  // namespace redact
