// SPDX-License-Identifier: Apache-2.0
// The table of chat templates. Each row states what the makers of the models publish in
// tokenizer_config.json; tests/golden/make_chat_goldens.py renders those texts for comparison.
#include "runtime/text/chat_format.h"

namespace redact {

namespace {

constexpr Around kChatMlSystem = {"{<|im_start|>}system\n", "{<|im_end|>}\n"};
constexpr Around kChatMlUser = {"{<|im_start|>}user\n", "{<|im_end|>}\n"};
constexpr Around kChatMlAssistant = {"{<|im_start|>}assistant\n", "{<|im_end|>}\n"};

constexpr Around kLlama3User = {"{<|start_header_id|>}user{<|end_header_id|>}\n\n", "{<|eot_id|>}"};
constexpr Around kLlama3Assistant = {"{<|start_header_id|>}assistant{<|end_header_id|>}\n\n",
                                     "{<|eot_id|>}"};

// Templates that know no system role: Mistral's later ones put the text in front of the user's,
// with an empty line between them.
constexpr Around kInUserTurn = {"", "\n\n"};

constexpr ChatFormat kFormats[] = {
    {.name = "smollm2",
     .marks = {"<|im_start|>", "named SmolLM, trained by Hugging Face"},
     .foreign = {"<think>", "bos_token"},
     .begin = "",
     .system_place = SystemPlace::kOwnTurn,
     .system = kChatMlSystem,
     .user = kChatMlUser,
     .assistant = kChatMlAssistant,
     .generation = "{<|im_start|>}assistant\n",
     .end = "{<|im_end|>}",
     .default_system = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"},
    // A template of ChatML's form with a system text of its own ("You are") is another family.
    {.name = "chatml",
     .marks = {"<|im_start|>", "<|im_end|>"},
     .foreign = {"<|im_sep|>", "<end_of_utterance>", "<think>", "You are", "bos_token"},
     .begin = "",
     .system_place = SystemPlace::kOwnTurn,
     .system = kChatMlSystem,
     .user = kChatMlUser,
     .assistant = kChatMlAssistant,
     .generation = "{<|im_start|>}assistant\n",
     .end = "{<|im_end|>}"},
    // Llama 3.1, 3.2 and 3.3. The template's own default date stands there, not today's: the result
    // must not depend on the day (P4).
    {.name = "llama3.1",
     .marks = {"<|start_header_id|>", "<|eot_id|>", "Cutting Knowledge Date: December 2023"},
     .foreign = {"<function=", "<think>"},
     .begin = "{bos}",
     .system_place = SystemPlace::kOwnTurn,
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
     .system_place = SystemPlace::kOwnTurn,
     .system = {"{<|start_header_id|>}system{<|end_header_id|>}\n\n", "{<|eot_id|>}"},
     .user = kLlama3User,
     .assistant = kLlama3Assistant,
     .generation = "{<|start_header_id|>}assistant{<|end_header_id|>}\n\n",
     .end = "{<|eot_id|>}"},
    // Every exchange begins with BOS.
    {.name = "llama2",
     .marks = {"<<SYS>>", "bos_token + '[INST] '", "content.strip()"},
     .foreign = {},
     .begin = "",
     .system_place = SystemPlace::kFirstUserTurn,
     .system = {"<<SYS>>\n", "\n<</SYS>>\n\n"},
     .user = {"{bos}[INST] ", " [/INST]"},
     .assistant = {" ", " {eos}"},
     .generation = "",
     .end = "{eos}"},
    // The first templates of Mistral 7B v0.1 and v0.2; v0.1 writes a space behind each reply.
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
    // What Mistral publishes today for the same models.
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
     .system_place = SystemPlace::kOwnTurn,
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
     .begin = "",
     .system_place = SystemPlace::kOwnTurn,
     .system = {"<|system|>\n", "{eos}\n"},
     .user = {"<|user|>\n", "{eos}\n"},
     .assistant = {"<|assistant|>\n", "{eos}\n"},
     .generation = "<|assistant|>\n",
     .end = "{eos}"},
    // This project's own form, for base models.
    {.name = "plain",
     .marks = {},
     .foreign = {},
     .begin = "",
     .system_place = SystemPlace::kOwnTurn,
     .system = {"", "\n\n"},
     .user = {"Input:\n", "\n\n"},
     .assistant = {"Output:\n", "\n\n"},
     .generation = "Output:\n",
     .end = "{eos}"},
};

}  // namespace

std::span<const ChatFormat> chat_formats() { return kFormats; }

}  // namespace redact
