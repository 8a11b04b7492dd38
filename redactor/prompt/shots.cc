// SPDX-License-Identifier: Apache-2.0
#include "redactor/prompt/shots.h"

#include <nlohmann/json.hpp>

#include "base/file_io.h"

namespace redact {

Result<std::vector<Shot>> read_shots(const UserFile& file) {
  REDACT_ASSIGN(const std::string content, file.read());
  std::vector<Shot> shots;
  const auto add = [&shots](const std::string& line, size_t number) -> Result<void> {
    const auto json = nlohmann::json::parse(line, nullptr, false);
    const auto text = [&json](const char* field) {
      return json.contains(field) && json[field].is_string() ? json[field].get<std::string>() : "";
    };
    const bool fits = json.is_object() && json.size() == 2;
    Shot shot = fits ? Shot{text("input"), text("output")} : Shot{};
    if (shot.input.empty() || shot.output.empty()) {
      return Error{ErrorKind::kBadInput, "shots line " + std::to_string(number),
                   "is not a JSON object with two texts, input and output, and nothing else"};
    }
    if ((shot.input + shot.output).find('\0') != std::string::npos) {
      return Error{ErrorKind::kBadInput, "shots line " + std::to_string(number), "holds a NUL"};
    }
    shots.push_back(std::move(shot));
    return {};
  };
  REDACT_TRY(for_each_line(content, add));
  if (shots.empty()) return Error{ErrorKind::kBadInput, "shots", "holds no example"};
  return shots;
}

}  // namespace redact
