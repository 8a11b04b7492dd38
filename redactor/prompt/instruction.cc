// SPDX-License-Identifier: Apache-2.0
#include "redactor/prompt/instruction.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "base/utf8.h"
#include "redactor/prompt/builtin_prompts.h"

namespace redact {

namespace {

constexpr std::string_view kTagsHere = "{tags}";
constexpr std::string_view kExampleLine = "--- example";

Error bad_line(size_t number, std::string what) {
  return {ErrorKind::kBadInput, "prompt line " + std::to_string(number), std::move(what)};
}

// Whether the line holds a {word} that is not a placeholder; other braces are text.
bool has_unknown_placeholder(std::string_view line) {
  for (size_t at = line.find('{'); at != line.npos; at = line.find('{', at + 1)) {
    const size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1);
    if (end == line.npos || end == at + 1 || line[end] != '}') continue;
    if (line.substr(at, end + 1 - at) != kTagsHere) return true;
  }
  return false;
}

void trim_end(std::string& text) { text.erase(text.find_last_not_of(" \t\r\n") + 1); }

// One line per spelling: "- [NOME]: the patient's name; the name of a doctor".
std::string list_of(std::span<const PromptTag> tags, const LabelDescriptions& descriptions) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const PromptTag& tag : tags) {
    const std::string spelled = tag.open + (tag.close.empty() ? "" : "…" + tag.close);
    const std::string& meaning = descriptions[static_cast<size_t>(tag.label)];
    const auto line = std::find_if(lines.begin(), lines.end(),
                                   [&](const auto& one) { return one.first == spelled; });
    if (line == lines.end()) {
      lines.emplace_back(spelled, meaning);
    } else {
      line->second += "; " + meaning;
    }
  }
  std::string out;
  for (const auto& [spelled, meaning] : lines) {
    out += (out.empty() ? "- " : "\n- ") + spelled + ": " + meaning;
  }
  return out;
}

// nullptr if answers do not name the label.
const PromptTag* find_tag(std::span<const PromptTag> tags, Label label) {
  const auto tag = std::find_if(tags.begin(), tags.end(),
                                [&](const PromptTag& one) { return one.label == label; });
  return tag == tags.end() ? nullptr : &*tag;
}

// The example's text with the tags of its identifiers.
std::string tagged(const MarkedText& example, std::span<const PromptTag> tags) {
  std::string out;
  size_t at = 0;
  for (const Span& span : example.spans) {
    const PromptTag* const tag = find_tag(tags, span.label);
    if (tag == nullptr) continue;
    out.append(example.text, at, span.begin - at) += tag->open;
    if (!tag->close.empty()) {
      out.append(example.text, span.begin, span.end - span.begin) += tag->close;
    }
    at = span.end;
  }
  return out.append(example.text, at);
}

// The example's identifiers as a list.
std::string list_in(const MarkedText& example, std::span<const PromptTag> tags) {
  std::string out;
  for (const Span& span : example.spans) {
    const PromptTag* const tag = find_tag(tags, span.label);
    if (tag == nullptr) continue;
    out.append(example.text, span.begin, span.end - span.begin).append(kListGap);
    out.append(tag->open).append("\n");
  }
  return out.append(kListEnd);
}

}  // namespace

// yaml-cpp throws; no exception leaves this function.
Result<LabelDescriptions> describe_labels(std::string_view language) try {
  const YAML::Node root = YAML::Load(kBuiltinLabelDescriptions);
  const YAML::Node labels = root[std::string(language)];
  if (!labels) {
    std::string known;
    for (const auto& entry : root) {
      known += (known.empty() ? "" : ", ") + entry.first.as<std::string>();
    }
    return Error{ErrorKind::kNotFound, "prompt language", "is none of " + known};
  }
  LabelDescriptions descriptions;
  for (size_t i = 0; i < descriptions.size(); ++i) {
    descriptions[i] = labels[std::string(kLabelNames[i])].as<std::string>();
  }
  return descriptions;
} catch (const YAML::Exception& e) {
  return Error{ErrorKind::kInternal, "labels.yaml line " + std::to_string(e.mark.line + 1),
               "lacks a label"};
}

Result<Instruction> Instruction::builtin(PromptTask task, std::string_view language) {
  std::string_view text;
  for (const BuiltinPrompt& prompt : builtin_prompts()) {
    if (prompt.task == prompt_task_name(task) && prompt.language == language) text = prompt.text;
  }
  return parse(text, task, language);
}

Result<Instruction> Instruction::open(const UserFile& file, PromptTask task,
                                      std::string_view language) {
  REDACT_ASSIGN(const std::string text, file.read());
  return parse(text, task, language);
}

Result<Instruction> Instruction::parse(std::string_view text, PromptTask task,
                                       std::string_view language) {
  Instruction out;
  out.task_ = task;
  REDACT_ASSIGN(out.descriptions_, describe_labels(language));
  std::vector<std::pair<size_t, std::string>> examples;  // the number of the first line, text
  size_t number = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (++number == 1 && line.find("SPDX-License-Identifier") != line.npos) continue;
    if (!is_utf8(line) || line.find('\0') != line.npos) {
      return bad_line(number, "is not UTF-8");  // UTF-16 is full of NULs
    }
    if (line.starts_with(kExampleLine)) {
      if (line.find_last_not_of(" \t\r") + 1 != kExampleLine.size()) {
        return bad_line(number, "has more than --- example");
      }
      examples.emplace_back(number + 1, "");
    } else if (!examples.empty()) {
      examples.back().second.append(line) += '\n';
    } else if (has_unknown_placeholder(line)) {
      return bad_line(number, "has a placeholder that is not {tags}");
    } else {
      out.text_.append(line) += '\n';
    }
  }
  trim_end(out.text_);
  if (out.text_.empty()) return bad_line(std::max<size_t>(number, 1), "ends a prompt without text");
  for (auto& [first_line, marked] : examples) {
    trim_end(marked);
    if (marked.empty()) return bad_line(first_line - 1, "begins an example without text");
    REDACT_ASSIGN(MarkedText example, parse_marked_text(marked, first_line));
    out.examples_.push_back(std::move(example));
  }
  return out;
}

std::string Instruction::text(std::span<const PromptTag> tags) const {
  const std::string list = list_of(tags, descriptions_);
  std::string out;
  size_t at = 0;
  for (size_t here; (here = text_.find(kTagsHere, at)) != text_.npos;) {
    out.append(text_, at, here - at) += list;
    at = here + kTagsHere.size();
  }
  return out.append(text_, at);
}

std::vector<Shot> Instruction::shots(std::span<const PromptTag> tags) const {
  std::vector<Shot> shots;
  for (const MarkedText& example : examples_) {
    const bool lists = task_ == PromptTask::kList;
    Shot shot{example.text, lists ? list_in(example, tags) : tagged(example, tags)};
    const bool finds =
        std::any_of(example.spans.begin(), example.spans.end(),
                    [&](const Span& span) { return find_tag(tags, span.label) != nullptr; });
    if (task_ == PromptTask::kVerdict && !finds) shot.output = kVerdictWord;
    shots.push_back(std::move(shot));
  }
  return shots;
}

}  // namespace redact
