// SPDX-License-Identifier: Apache-2.0
#include "server/source.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

namespace redact::server {

namespace {

using Json = nlohmann::json;

Refusal bad(const std::string& what) { return {500, "--sources: " + what}; }

Checked<std::string> path_field(const Json& source, const char* name,
                                const std::filesystem::path& folder) {
  const auto found = source.find(name);
  if (found == source.end() || !found->is_string() || found->get_ref<const std::string&>().empty())
    return bad(std::string("a source has no \"") + name + "\"");
  return (folder / found->get<std::string>()).string();
}

Checked<Source> read_source(const Json& json, const std::filesystem::path& folder) {
  if (!json.is_object()) return bad("a source is not a JSON object");
  Source source;
  SERVER_ASSIGN(source.token_path, path_field(json, "token_file", folder));
  SERVER_ASSIGN(source.key_path, path_field(json, "key_file", folder));
  size_t n_known = 2;
  if (const auto policies = json.find("policies"); policies != json.end()) {
    ++n_known;
    if (!policies->is_array()) return bad("\"policies\" is not an array");
    for (const Json& policy : *policies) {
      if (!policy.is_string()) return bad("a policy is not a string");
      source.policies.push_back(policy.get<std::string>());
    }
  }
  if (json.size() != n_known) return bad("a source has an unknown field");
  return source;
}

}  // namespace

Checked<std::vector<Source>> read_sources(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return bad("the file can't be read");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.empty()) return bad("the file holds no JSON object of sources");
  std::vector<Source> sources;
  for (const Json& each : json) {
    SERVER_ASSIGN(Source source, read_source(each, std::filesystem::path(path).parent_path()));
    sources.push_back(std::move(source));
  }
  return sources;
}

}  // namespace redact::server
