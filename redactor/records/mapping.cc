// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/mapping.h"

#include <set>
#include <utility>

#include "redactor/policy/digest.h"
#include "redactor/records/sealed_mapping.h"

namespace redact {

Result<Mapping> Mapping::open(const UserFile& file, Secret key) {
  Mapping mapping(std::move(key));
  REDACT_ASSIGN(std::string content, file.read());
  content.resize(content.rfind('\n') + 1);
  REDACT_TRY(for_each_line(content, [&](const std::string& line, size_t number) -> Result<void> {
    auto of = sealed_for(line);
    if (!of) {
      return Error{ErrorKind::kBadInput, "mapping line " + std::to_string(number),
                   "not a line of a mapping"};
    }
    if (auto checked = check_scheme(of->scheme); !checked.ok()) return checked;
    const auto [at, is_new] = mapping.lines_[of->out_sha256].emplace(of->id, line);
    if (!is_new && at->second != line) at->second.clear();  // same id and output: ambiguous
    return {};
  }));
  return mapping;
}

Result<std::string> Mapping::source_of(const Name& name, const std::string& output) {
  REDACT_ASSIGN(const std::string out_sha256, sha256_hex(output));
  const auto found = lines_.find(out_sha256);
  if (found == lines_.end()) {
    return Error{ErrorKind::kNotFound, "mapping", "no entry for this text"};
  }
  auto named = found->second.find(name.id);
  if (name.alone && found->second.size() == 1) named = found->second.begin();
  if (named == found->second.end()) {
    return Error{ErrorKind::kBadInput, "mapping", "the only entries for this text have another id"};
  }
  if (named->second.empty()) {
    return Error{ErrorKind::kBadInput, "mapping", "several sources for this text and id"};
  }
  if (name.is_numbered) {
    REDACT_ASSIGN(const bool is_clear, have_one_source(*found, output));
    if (!is_clear) {
      return Error{ErrorKind::kBadInput, "mapping",
                   "several sources for this text, and a row or line number does not tell them "
                   "apart; use --id-field"};
    }
  }
  return restore(key_, named->second, output);
}

Result<bool> Mapping::have_one_source(const std::pair<const std::string, Lines>& of,
                                      const std::string& output) {
  const auto known = one_source_.find(of.first);
  if (known != one_source_.end()) return known->second;
  std::set<std::string> sources;
  for (const auto& [id, line] : of.second) {
    if (line.empty()) return one_source_[of.first] = false;
    REDACT_ASSIGN(std::string source, restore(key_, line, output));
    sources.insert(std::move(source));
  }
  return one_source_[of.first] = sources.size() == 1;
}

}  // namespace redact
