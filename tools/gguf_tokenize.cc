// SPDX-License-Identifier: Apache-2.0
#include "tools/gguf_tokenize.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "gguf_loader/gguf_file.h"
#include "runtime/text/tokenizer.h"
#include "tools/program.h"

namespace redact {

namespace {

using Json = nlohmann::json;

// Reads a file up to its end, or up to the next line end.
class TextReader {
 public:
  explicit TextReader(const std::string& path)
      : file_(path, std::ios::binary),
        is_readable_(file_.is_open() && !std::filesystem::is_directory(path)) {}

  // The next line without its line end, or the rest of the file; nullopt at the end of the file.
  Result<std::optional<std::string>> next(bool line) {
    if (!is_readable_) return Error{ErrorKind::kNotFound, "TEXTFILE", "cannot be read"};
    using Traits = std::ifstream::traits_type;
    std::string text;
    for (;;) {
      const auto c = file_.rdbuf()->sbumpc();
      const bool ends = Traits::eq_int_type(c, Traits::eof());
      if (ends && line && text.empty()) return std::optional<std::string>();
      if (ends || (line && c == '\n')) return std::optional(std::move(text));
      if (text.size() == kMaxTokenizedBytes) {
        return Error{ErrorKind::kBadInput, "TEXTFILE",
                     "a text is longer than " + std::to_string(kMaxTokenizedBytes) + " bytes"};
      }
      text += Traits::to_char_type(c);
    }
  }

 private:
  std::ifstream file_;
  bool is_readable_;  // a folder can be opened, but throws when it is read
};

Result<void> print_one(const Tokenizer& tokenizer, const std::string& text) {
  REDACT_ASSIGN(const TokenizedText tokens, tokenizer.tokenize(text));
  const auto separator = [](size_t i) { return i == 0 ? "" : ","; };
  std::fputs("{\"ids\":[", stdout);
  for (size_t i = 0; i < tokens.ids.size(); ++i) std::printf("%s%d", separator(i), tokens.ids[i]);
  std::fputs("],\"offsets\":[", stdout);
  for (size_t i = 0; i < tokens.ids.size(); ++i) {
    std::printf("%s[%zu,%zu]", separator(i), size_t{tokens.begin[i]}, size_t{tokens.end[i]});
  }
  std::puts("]}");
  return {};
}

}  // namespace

Result<void> print_tokens(const std::string& model_path, const std::string& text_path, bool lines) {
  REDACT_ASSIGN(const GgufFile file, from("FILE", GgufFile::open(model_path)));
  REDACT_ASSIGN(const auto tokenizer, Tokenizer::load(file.metadata()));
  TextReader reader(text_path);
  if (!lines) {
    REDACT_ASSIGN(const std::optional<std::string> text, reader.next(false));
    return print_one(*tokenizer, *text);
  }
  for (size_t n = 1;; ++n) {
    REDACT_ASSIGN(const std::optional<std::string> line, reader.next(true));
    if (!line) return {};
    const Json text = Json::parse(*line, nullptr, false);
    if (!text.is_string()) {
      return Error{ErrorKind::kBadInput, "line " + std::to_string(n), "is not a JSON string"};
    }
    REDACT_TRY(print_one(*tokenizer, text.get<std::string>()));
  }
}

}  // namespace redact
