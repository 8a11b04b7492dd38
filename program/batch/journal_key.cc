// SPDX-License-Identifier: Apache-2.0
#include "program/batch/journal_key.h"

#include <utility>

#include "base/file_io.h"

namespace redact {

namespace {

constexpr size_t kHexDigits = 64;

Error bad_keys(const char* what) { return {ErrorKind::kBadInput, "key file", what}; }

// Returns false and leaves the file unchanged if it exists: losing a key means losing a journal.
Result<bool> write_new(const std::string& path, std::string_view bytes) {
  REDACT_ASSIGN(AtomicFile file, blame("key file", AtomicFile::create(path)));
  REDACT_TRY(blame("key file", file.write(bytes)));
  return blame("key file", file.commit_new());
}

}  // namespace

Result<void> JournalKeys::add(std::string_view hex) {
  const std::string bytes = from_hex(hex);
  if (hex.size() != kHexDigits || bytes.empty()) return bad_keys("holds no key of a journal");
  REDACT_ASSIGN(Secret key, Secret::of_bytes(bytes));
  REDACT_ASSIGN(const Digest drawn, key.draw("journal key name", ""));
  std::string name = to_hex(bytes_of(drawn).substr(0, 8));
  if (first_.empty()) first_ = name;
  const bool is_new = keys_.emplace(std::move(name), std::move(key)).second;
  if (is_new) lines_.append(hex).push_back('\n');
  return {};
}

Result<JournalKeys> JournalKeys::read(const std::string& path) {
  REDACT_ASSIGN(const std::string content, blame("key file", read_private(path, {})));
  JournalKeys keys;
  REDACT_TRY(
      for_each_line(content, [&](const std::string& line, size_t) { return keys.add(line); }));
  if (keys.keys_.empty()) return bad_keys("holds no key of a journal");
  return keys;
}

Result<JournalKeys> JournalKeys::read_or_create(const std::string& path) {
  if (auto there = read(path); there.ok() || there.error().kind != ErrorKind::kNotFound) {
    return there;
  }
  REDACT_ASSIGN(const Secret secret, Secret::random());
  REDACT_ASSIGN(const Digest bytes, secret.draw("journal key", ""));
  JournalKeys keys;
  REDACT_TRY(keys.add(to_hex(bytes_of(bytes))));
  REDACT_ASSIGN(const bool is_ours, write_new(path, keys.lines_));
  if (!is_ours) return read(path);
  return keys;
}

Result<void> JournalKeys::write(const std::string& path, const std::vector<JournalKeys>& all) {
  JournalKeys merged;
  for (const JournalKeys& keys : all) {
    REDACT_TRY(for_each_line(keys.lines_,
                             [&](const std::string& line, size_t) { return merged.add(line); }));
  }
  REDACT_ASSIGN(const bool is_new, write_new(path, merged.lines_));
  if (is_new) return {};
  return Error{ErrorKind::kMisuse, "key file", "already exists"};
}

const Secret* JournalKeys::find(const std::string& name) const {
  const auto found = keys_.find(name);
  return found == keys_.end() ? nullptr : &found->second;
}

}  // namespace redact
