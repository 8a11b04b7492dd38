// SPDX-License-Identifier: Apache-2.0
// redact-agree: measures how two measures of notes agree, and which codes notes keep.
#include <cstdio>

#include "base/file_io.h"
#include "tools/eval/agreement.h"
#include "tools/eval/fields.h"
#include "tools/eval/format.h"
#include "tools/program.h"

namespace redact::eval {
namespace {

using Json = nlohmann::json;

// Lines of {"a": number, "b": number} or {"before": [codes], "after": [codes]}.
struct Lines {
  Pairs pairs;
  double jaccard_sum = 0;
  size_t n_codes = 0;
};

Result<std::set<std::string>> codes_of(const Fields& fields, const char* name) {
  REDACT_ASSIGN(const Json* array, fields.array(name));
  std::set<std::string> codes;
  for (const Json& code : *array) {
    if (!code.is_string()) {
      return Error{ErrorKind::kBadInput, fields.where(), "has a code that is not a string"};
    }
    codes.insert(code.get<std::string>());
  }
  return codes;
}

Result<Lines> read(const std::string& path) {
  REDACT_ASSIGN(const std::string content, read_file(path));
  Lines lines;
  const auto add = [&](const std::string& text, size_t number) -> Result<void> {
    const Json parsed = Json::parse(text, nullptr, false);
    const Fields fields(parsed, "line " + std::to_string(number));
    if (fields.has("before")) {
      REDACT_ASSIGN(const auto before, codes_of(fields, "before"));
      REDACT_ASSIGN(const auto after, codes_of(fields, "after"));
      lines.jaccard_sum += jaccard(before, after);
      ++lines.n_codes;
      return {};
    }
    if (!fields.has("a") || !fields.has("b") || !parsed["a"].is_number() ||
        !parsed["b"].is_number()) {
      return Error{
          ErrorKind::kBadInput, fields.where(),
          "has neither the numbers \"a\" and \"b\" nor the codes \"before\" and \"after\""};
    }
    lines.pairs.emplace_back(parsed["a"].get<double>(), parsed["b"].get<double>());
    return {};
  };
  REDACT_TRY(for_each_line(content, add));
  return lines;
}

Result<ExitCode> run(const std::string& path) {
  REDACT_ASSIGN(const Lines lines, from("FILE", read(path)));
  if (!lines.pairs.empty()) {
    std::printf("%zu pairs: Pearson %s, Spearman %s\n", lines.pairs.size(),
                number(pearson(lines.pairs), 6).c_str(), number(spearman(lines.pairs), 6).c_str());
  }
  if (lines.n_codes > 0) {
    const double mean = lines.jaccard_sum / static_cast<double>(lines.n_codes);
    std::printf("%zu notes with codes: JSC %s %%\n", lines.n_codes, number(mean, 4, 100).c_str());
  }
  return kAllDone;
}

}  // namespace
}  // namespace redact::eval

int main(int argc, char** argv) {
  using namespace redact;
  std::string path;
  CLI::App app(
      "Correlations of two measures of the same notes, and the Jaccard overlap (JSC) of the codes "
      "that a classifier of your own gave notes before and after redaction.");
  app.name("redact-agree");
  app.add_option(
         "FILE", path,
         "JSON lines of \"a\" and \"b\" (numbers), or of \"before\" and \"after\" (lists of "
         "codes)")
      ->required();
  return run_program(app, argc, argv, [&] { return eval::run(path); });
}
