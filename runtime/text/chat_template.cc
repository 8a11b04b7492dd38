// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/chat_template.h"

#include <algorithm>

#include "runtime/text/chat_format.h"

namespace redact {

namespace {

bool fits(const ChatFormat& format, std::string_view jinja) {
  const auto holds = [jinja](std::string_view mark) {
    return !mark.empty() && jinja.find(mark) != std::string_view::npos;
  };
  const auto holds_or_empty = [&](std::string_view mark) { return mark.empty() || holds(mark); };
  return !format.marks[0].empty() &&
         std::all_of(format.marks.begin(), format.marks.end(), holds_or_empty) &&
         std::none_of(format.foreign.begin(), format.foreign.end(), holds);
}

std::string known_names() {
  std::string names;
  for (const ChatFormat& format : chat_formats()) {
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  }
  return names;
}

ChatPiece special(std::string_view text) {
  if (text == "bos") return {ChatPiece::Kind::kBos, {}};
  if (text == "eos") return {ChatPiece::Kind::kEos, {}};
  return {ChatPiece::Kind::kSpecial, text};
}

class PieceWriter {
 public:
  // Adds a text of the table, in which {...} is a special token.
  void add(std::string_view text) {
    while (!text.empty()) {
      const size_t brace = std::min(text.find('{'), text.size());
      if (brace > 0) pieces.push_back({ChatPiece::Kind::kText, text.substr(0, brace)});
      text.remove_prefix(brace);
      if (text.empty()) return;
      const size_t end = text.find('}');
      pieces.push_back(special(text.substr(1, end - 1)));
      text.remove_prefix(end + 1);
    }
  }
  void add_content(std::string_view content) {
    pieces.push_back({ChatPiece::Kind::kContent, content});
  }
  void add_turn(const Around& around, std::string_view content) {
    add(around.open);
    add_content(content);
    add(around.close);
  }

  std::vector<ChatPiece> pieces;
};

Result<void> check_turns(const ChatFormat& format, std::span<const ChatTurn> turns) {
  const bool has_system = !turns.empty() && turns[0].role == ChatRole::kSystem;
  const size_t first = has_system ? 1 : 0;
  bool alternate = (turns.size() - first) % 2 == 1;
  for (size_t i = first; i < turns.size(); ++i) {
    const bool user = (i - first) % 2 == 0;
    alternate &= turns[i].role == (user ? ChatRole::kUser : ChatRole::kAssistant);
  }
  if (!alternate) {
    return Error{ErrorKind::kBadInput, "conversation",
                 "turns must be an optional system turn, then user and assistant in alternation, "
                 "ending with the user"};
  }
  if (format.needs_system && !has_system) {
    return Error{ErrorKind::kBadInput, "chat template " + std::string(format.name),
                 "requires a system turn"};
  }
  return {};
}

}  // namespace

Result<ChatTemplate> ChatTemplate::recognise(std::string_view jinja) {
  for (const ChatFormat& format : chat_formats()) {
    if (fits(format, jinja)) return ChatTemplate(format);
  }
  return Error{
      ErrorKind::kUnsupported, "tokenizer.chat_template",
      std::string(jinja.empty() ? "the model has no chat template" : "unsupported chat template") +
          "; name one of " + known_names()};
}

Result<ChatTemplate> ChatTemplate::find(std::string_view name) {
  for (const ChatFormat& format : chat_formats()) {
    if (format.name == name) return ChatTemplate(format);
  }
  return Error{ErrorKind::kNotFound, "chat template", "is unknown; name one of " + known_names()};
}

std::vector<std::string_view> ChatTemplate::names() {
  std::vector<std::string_view> names;
  for (const ChatFormat& format : chat_formats()) names.push_back(format.name);
  return names;
}

std::string_view ChatTemplate::name() const { return format_->name; }

Result<ChatPieces> ChatTemplate::render(std::span<const ChatTurn> turns) const {
  REDACT_TRY(check_turns(*format_, turns));
  const bool has_system = turns[0].role == ChatRole::kSystem;
  const size_t first = has_system ? 1 : 0, last = turns.size() - 1;
  PieceWriter out;
  out.add(format_->begin);
  size_t system_at = turns.size();  // the user turn that takes the system text
  if (format_->system_place != SystemPlace::kOwnTurn && has_system) {
    system_at = format_->system_place == SystemPlace::kFirstUserTurn ? first : last;
  } else if (has_system) {
    out.add_turn(format_->system, turns[0].content);
  } else if (format_->default_system) {
    out.add_turn(format_->system, *format_->default_system);
  }
  size_t last_content = 0;
  for (size_t i = first; i <= last; ++i) {
    const Around& around = turns[i].role == ChatRole::kUser ? format_->user : format_->assistant;
    out.add(around.open);
    if (i == system_at) out.add_turn(format_->system, turns[0].content);
    last_content = out.pieces.size();
    out.add_content(turns[i].content);
    out.add(around.close);
  }
  out.add(format_->generation);
  return ChatPieces{std::move(out.pieces), last_content};
}

ChatPiece ChatTemplate::end() const {
  return special(format_->end.substr(1, format_->end.size() - 2));
}

bool ChatTemplate::drops_space_behind_special() const {
  return format_->drops_space_behind_special;
}

}  // namespace redact
