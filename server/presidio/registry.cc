// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/registry.h"

#include <nlohmann/json.hpp>

#include "server/handles.h"

namespace redact::server {

Checked<std::vector<AdHocRecognizer>> read_recognizers(const std::string& path) {
  if (path.empty()) return std::vector<AdHocRecognizer>();
  redact_error error{.size = sizeof error, .message = {}};
  const redact_file yaml = {path.c_str(), nullptr, 0};
  redact_result* opened = nullptr;
  if (redact_presidio_registry(&yaml, &opened, &error) != REDACT_OK) {
    return Refusal{500, "--recognizers: " + std::string(error.message)};
  }
  const ResultHandle result(opened);
  size_t size = 0;
  const char* const json = redact_result_output(result.get(), &size);
  WorkLimit work;
  auto all = AdHocRecognizer::parse_all(nlohmann::json::parse(json, json + size), work);
  if (!all.ok()) return Refusal{500, "--recognizers: " + all.refusal().message};
  return all;
}

}  // namespace redact::server
