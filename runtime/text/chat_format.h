// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace redact {

// The text before and after the content of a turn. It is literal except that {TEXT} is the special
// token whose text in the vocabulary is TEXT, and {bos} and {eos} are the vocabulary's BOS and EOS.
struct Around {
  std::string_view open;
  std::string_view close;
};

// The place of the system text.
enum class SystemPlace { kOwnTurn, kFirstUserTurn, kLastUserTurn };

// A chat template as data. A family is one row of chat_formats(). The defaults are ChatML's.
struct ChatFormat {
  std::string_view name;
  // A file's template is this one if it contains all of `marks` and none of `foreign`. A row
  // without marks is never recognised, only chosen by name. Empty entries are ignored.
  std::array<std::string_view, 3> marks = {};
  std::array<std::string_view, 6> foreign = {};
  std::string_view begin = "";
  SystemPlace system_place = SystemPlace::kOwnTurn;
  Around system = {"{<|im_start|>}system\n", "{<|im_end|>}\n"};
  Around user = {"{<|im_start|>}user\n", "{<|im_end|>}\n"};
  Around assistant = {"{<|im_start|>}assistant\n", "{<|im_end|>}\n"};
  // Opens the assistant's turn that the model is to write.
  std::string_view generation = "{<|im_start|>}assistant\n";
  std::string_view end = "{<|im_end|>}";  // the token that the model writes when its turn is over
  // The system text that the template writes if no system turn is given; nullopt: none.
  std::optional<std::string_view> default_system = std::nullopt;
  // The published template writes a page of its maker's own if no system turn is given. This
  // program does not include that page, so it requires a system turn.
  bool needs_system = false;
  // The tokenizer of its models ignores white space after a special token.
  bool drops_space_behind_special = false;
};

// All formats, in the order of trial.
std::span<const ChatFormat> chat_formats();

}  // namespace redact
