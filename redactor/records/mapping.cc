// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/mapping.h"

#include <iterator>

#include "base/file_io.h"
#include "crypto/digest.h"

namespace redact {

Result<Mapping> Mapping::open(const UserFile& file, Secret key) {
  Mapping mapping(std::move(key));
  REDACT_ASSIGN(std::string content, file.read());
  content.resize(content.rfind('\n') + 1);
  REDACT_TRY(for_each_line(content, [&](const std::string& line, size_t number) -> Result<void> {
    const auto of = sealed_for(line);
    if (!of) {
      return Error{ErrorKind::kBadInput, "mapping line " + std::to_string(number),
                   "not a line of a mapping"};
    }
    if (auto checked = check_scheme(of->scheme); !checked.ok()) return checked;
    mapping.n_weak_ += of->is_weak();
    if (of->is_whole_table()) {
      // Without this check, a line made without the key could vouch for a table.
      if (is_sealed_by(mapping.key_, line)) mapping.tables_[of->out_sha256].insert(of->name.table);
      return {};
    }
    const Place place(of->name.id, of->name.table, of->name.row);
    mapping.lines_[of->out_sha256][place].insert(line);
    return {};
  }));
  return mapping;
}

std::string Mapping::table_of(const Digest& result, const std::string& path, bool alone) const {
  const auto found = tables_.find(to_hex(bytes_of(result)));
  if (found == tables_.end() || found->second.size() > 1) return {};
  const std::string& table = *found->second.begin();
  return alone || table == path ? table : std::string();
}

Result<std::string> Mapping::source_of(const Name& name, const std::string& output) {
  REDACT_ASSIGN(const std::string out_sha256, sha256_hex(output));
  const auto found = lines_.find(out_sha256);
  if (found == lines_.end()) {
    return Error{
        ErrorKind::kNotFound, "mapping",
        "no entry for this text; a table or JSON lines need the columns or fields of the run"};
  }
  const Range lines = lines_for(name, found->second);
  if (lines.first == lines.second) {
    return Error{ErrorKind::kBadInput, "mapping", "the only entries for this text have another id"};
  }
  const bool is_in_place = std::get<size_t>(lines.first->first) > 0 && !name.text.table.empty();
  if (name.is_numbered && !is_in_place) {
    REDACT_ASSIGN(const bool is_clear, have_one_source(*found, output));
    if (!is_clear) {
      return Error{ErrorKind::kBadInput, "mapping",
                   "several sources for this text, and a row or line number does not tell them "
                   "apart; use --id-field, or restore the table as it was written"};
    }
  }
  REDACT_ASSIGN(std::optional<std::string> source, one_source(lines, output));
  if (!source) {
    return Error{ErrorKind::kBadInput, "mapping", "several sources for this text and id"};
  }
  return *std::move(source);
}

Mapping::Range Mapping::lines_for(const Name& name, const Lines& lines) {
  if (name.alone && lines.size() == 1) return {lines.begin(), lines.end()};
  const TextName& text = name.text;
  if (!text.table.empty()) {
    const auto exact = lines.find({text.id, text.table, text.row});
    if (exact != lines.end()) return {exact, std::next(exact)};
    // Lines of the weak scheme have no table and row.
    return {lines.lower_bound({text.id, {}, 0}), lines.upper_bound({text.id, {}, SIZE_MAX})};
  }
  auto end = lines.lower_bound({text.id, {}, 0});
  const auto begin = end;
  while (end != lines.end() && std::get<0>(end->first) == text.id) ++end;
  return {begin, end};
}

Result<std::optional<std::string>> Mapping::one_source(Range lines,
                                                       const std::string& output) const {
  std::optional<std::string> one;
  for (auto at = lines.first; at != lines.second; ++at) {
    for (const std::string& line : at->second) {
      REDACT_ASSIGN(std::string source, restore(key_, line, output));
      if (one && *one != source) return std::optional<std::string>();
      one = std::move(source);
    }
  }
  return one;
}

Result<bool> Mapping::have_one_source(const std::pair<const std::string, Lines>& of,
                                      const std::string& output) {
  const auto known = one_source_.find(of.first);
  if (known != one_source_.end()) return known->second;
  REDACT_ASSIGN(const auto source, one_source({of.second.begin(), of.second.end()}, output));
  return one_source_[of.first] = source.has_value();
}

}  // namespace redact
