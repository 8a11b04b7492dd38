// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace redact {

// What stands around the content of a turn. Text is as it stands; {TEXT} is the special token whose
// text in the vocabulary is TEXT, {bos} and {eos} are the vocabulary's own.
struct Around {
  std::string_view open;
  std::string_view close;
};

// Where the system text goes.
enum class SystemPlace { kOwnTurn, kFirstUserTurn, kLastUserTurn };

// A chat template as data. A family is one row of chat_formats().
struct ChatFormat {
  std::string_view name;
  // A file's template is this one where it holds all of `marks` and none of `foreign`; a row
  // without marks is never recognised, only chosen by name. Empty entries do not count.
  std::array<std::string_view, 3> marks;
  std::array<std::string_view, 6> foreign;
  std::string_view begin;
  SystemPlace system_place;
  Around system;
  Around user;
  Around assistant;
  std::string_view generation;  // where the assistant's turn is to be written
  std::string_view end;         // what the model writes when its turn is over: one token
  // What the template writes where no system turn is given; nullopt: nothing.
  std::optional<std::string_view> default_system = std::nullopt;
  // The template writes a page of its maker's own there, which this program does not carry.
  bool needs_system = false;
  // The tokenizer of its models takes no notice of white space behind a special token.
  bool drops_space_behind_special = false;
};

// In the order in which they are tried.
std::span<const ChatFormat> chat_formats();

}  // namespace redact
