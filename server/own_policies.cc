// SPDX-License-Identifier: Apache-2.0
#include "server/own_policies.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace redact::server {

Checked<OwnPolicies> read_own_policies(const std::string& folder) {
  OwnPolicies policies;
  if (folder.empty()) return policies;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    const std::filesystem::path& path = at->path();
    if (path.extension() != ".yaml") continue;
    std::ifstream file(path, std::ios::binary);
    std::string yaml{std::istreambuf_iterator<char>(file), {}};
    if (!file.good() || yaml.empty()) {
      return Refusal{500, "--policies: " + path.filename().string() + " is empty or unreadable"};
    }
    policies.emplace(path.stem().string(), std::move(yaml));
  }
  if (error) return Refusal{500, "--policies: " + error.message()};
  if (policies.empty()) return Refusal{500, "--policies: the folder has no file NAME.yaml"};
  return policies;
}

}  // namespace redact::server
