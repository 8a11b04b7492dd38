// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/bio.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/file_io.h"
#include "base/utf8.h"

namespace redact::eval {

namespace {

constexpr std::string_view kStart = "-DOCSTART-";

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  for (size_t at = 0; at < line.size();) {
    const size_t begin = line.find_first_not_of(" \t\r", at);
    if (begin == line.npos) break;
    at = std::min(line.find_first_of(" \t\r", begin), line.size());
    fields.push_back(line.substr(begin, at - begin));
  }
  return fields;
}

// Builds documents from their tokens.
class Builder {
 public:
  void start() {
    finish();
    document_.emplace();
    document_->id = std::to_string(documents.size() + 1);
  }
  void end_line() {
    if (document_ && !document_->text.empty() && document_->text.back() != U'\n') {
      document_->text += U'\n';
    }
    open_ = false;
  }
  // False for an invalid tag.
  bool add(const std::string& token, const std::string& tag) {
    const bool begins = tag.starts_with("B-"), goes_on = tag.starts_with("I-");
    if (tag != "O" && ((!begins && !goes_on) || tag.size() < 3 || !is_utf8(tag))) return false;
    if (!document_) start();
    std::u32string& text = document_->text;
    if (!text.empty() && text.back() != U'\n') text += U' ';
    const size_t begin = text.size();
    text += to_code_points(token);
    const std::string label = tag == "O" ? "" : tag.substr(2);
    if (goes_on && open_ && document_->gold.back().label == label) {
      document_->gold.back().end = text.size();
    } else if (tag != "O") {
      document_->gold.push_back({begin, text.size(), label});
    }
    open_ = tag != "O";
    return true;
  }
  void finish() {
    if (document_) documents.push_back(*std::move(document_));
    document_.reset();
    open_ = false;
  }

  std::vector<Document> documents;

 private:
  std::optional<Document> document_;
  bool open_ = false;  // the last token belongs to the last span
};

}  // namespace

std::vector<BioToken> bio_tokens(std::u32string_view text,
                                 const std::vector<Annotation>& annotations) {
  std::vector<BioToken> tokens;
  size_t next = 0;
  const Annotation* open = nullptr;  // the span of the previous token
  for (const Token& token : split_tokens(text)) {
    const auto holds = [&](const Annotation& a) {
      return a.begin < token.end && token.begin < a.end;
    };
    while (next < annotations.size() && annotations[next].end <= token.begin) ++next;
    const Annotation* span = open != nullptr && holds(*open) ? open : nullptr;
    for (size_t i = next; span == nullptr && i < annotations.size(); ++i) {
      if (annotations[i].begin >= token.end) break;
      if (holds(annotations[i])) span = &annotations[i];
    }
    const char* prefix = span == open ? "I-" : "B-";
    tokens.push_back({token, span == nullptr ? "O" : prefix + span->label});
    open = span;
  }
  return tokens;
}

std::string to_bio(const std::vector<Document>& documents, bool found) {
  std::string out;
  for (const Document& document : documents) {
    out += std::string(kStart) + " O\n\n";
    size_t at = 0;
    for (const auto& [token, tag] :
         bio_tokens(document.text, found ? document.found : document.gold)) {
      const auto gap = std::u32string_view(document.text).substr(at, token.begin - at);
      if (at > 0 && gap.find(U'\n') != gap.npos) out += "\n";
      out +=
          to_utf8(std::u32string_view(document.text).substr(token.begin, token.end - token.begin)) +
          " " + tag + "\n";
      at = token.end;
    }
    out += "\n";
  }
  return out;
}

Result<std::vector<Document>> read_bio(const std::string& path) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  Builder builder;
  size_t number = 0;
  for (size_t at = 0; at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    const std::vector<std::string> fields = fields_of(content.substr(at, end - at));
    at = end + 1;
    ++number;
    if (fields.empty()) {
      builder.end_line();
    } else if (fields[0] == kStart) {
      builder.start();
    } else if (fields.size() < 2 || !builder.add(fields[0], fields.back())) {
      return Error{ErrorKind::kBadInput, "line " + std::to_string(number),
                   "is not a token with a tag O, B-LABEL or I-LABEL"};
    }
  }
  builder.finish();
  return std::move(builder.documents);
}

}  // namespace redact::eval
