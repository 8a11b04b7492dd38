// SPDX-License-Identifier: Apache-2.0
#include "gguf_loader/split.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

#include "gguf_loader/limits.h"

namespace redact {

namespace {

constexpr char kNumber[] = "split.no";
constexpr char kParts[] = "split.count";
constexpr char kTensors[] = "split.tensors.count";

// An integer of exactly the type that the writers use, as llama.cpp requires.
Result<uint64_t> typed_count(const Metadata& metadata, const std::string& key, MetadataType type,
                             const char* type_name) {
  REDACT_ASSIGN(const uint64_t value, metadata.get_count(key));
  if (metadata.value(key).type != type)
    return bad_input(key, std::string("must be of type ") + type_name);
  return value;
}

// "-00001-of-00003.gguf"; `number` from 0.
std::string ending(uint64_t number, uint64_t n_parts) {
  std::array<char, 64> text;
  std::snprintf(text.data(), text.size(), "-%05llu-of-%05llu.gguf",
                static_cast<unsigned long long>(number + 1),
                static_cast<unsigned long long>(n_parts));
  return text.data();
}

bool same(const MetadataValue& a, const MetadataValue& b) {
  return a.type == b.type && a.element == b.element && a.count == b.count &&
         std::equal(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end());
}

}  // namespace

Result<std::optional<Split>> Split::read(const Metadata& metadata) {
  if (!metadata.has(kNumber) && !metadata.has(kParts)) return std::optional<Split>();
  Split split{};
  REDACT_ASSIGN(split.n_parts, typed_count(metadata, kParts, MetadataType::kU16, "u16"));
  REDACT_ASSIGN(split.number, typed_count(metadata, kNumber, MetadataType::kU16, "u16"));
  if (split.number >= std::max<uint64_t>(split.n_parts, 1)) {
    return bad_input(kNumber, std::to_string(split.number) + " is out of range: split.count is " +
                                  std::to_string(split.n_parts));
  }
  if (split.n_parts < 2) return std::optional<Split>();
  if (split.n_parts > gguf_limits::kMaxParts) {
    return bad_input(kParts, std::to_string(split.n_parts) + " parts exceed the limit of " +
                                 std::to_string(gguf_limits::kMaxParts));
  }
  REDACT_ASSIGN(split.n_tensors, typed_count(metadata, kTensors, MetadataType::kI32, "i32"));
  return std::optional<Split>(split);
}

Result<std::string> split_part_path(const std::string& first_path, uint64_t number,
                                    uint64_t n_parts) {
  const std::string first = ending(0, n_parts);
  if (!first_path.ends_with(first)) {
    return bad_input(file_name(first_path),
                     "this is the first of " + std::to_string(n_parts) +
                         " parts; to find the others, its name must end in " + first);
  }
  return first_path.substr(0, first_path.size() - first.size()) + ending(number, n_parts);
}

std::vector<std::string> files_of_model(const std::string& path) {
  const size_t n_ending = ending(0, 1).size();
  const std::string prefix = path.substr(0, path.size() - std::min(path.size(), n_ending));
  unsigned n_parts = 0;
  if (std::sscanf(path.c_str() + prefix.size(), "-00001-of-%5u.gguf", &n_parts) != 1) return {path};
  std::vector<std::string> parts;
  for (unsigned part = 0; part < n_parts; ++part) parts.push_back(prefix + ending(part, n_parts));
  return parts;
}

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

Error part_alone(const Split& split, const std::string& path) {
  const std::string place =
      "this is part " + std::to_string(split.number + 1) + " of " + std::to_string(split.n_parts);
  const std::string own = ending(split.number, split.n_parts), first = ending(0, split.n_parts);
  if (path.ends_with(own)) {
    const std::string name = file_name(path);
    return bad_input(name, place + "; open " + name.substr(0, name.size() - own.size()) + first);
  }
  return bad_input(path.empty() ? kNumber : file_name(path),
                   place + "; open the first part, whose name ends in " + first);
}

Result<void> check_part(const Metadata& first, const Split& split, const Metadata& part,
                        uint64_t number) {
  REDACT_ASSIGN(const auto own, Split::read(part));
  if (!own)
    return bad_input(kParts, "required key is missing: this file is not part of a split model");
  const auto expect = [](const char* key, uint64_t got, uint64_t wanted) -> Result<void> {
    if (got == wanted) return {};
    return bad_input(key, "expected " + std::to_string(wanted) +
                              " according to the first part, found " + std::to_string(got));
  };
  REDACT_TRY(expect(kNumber, own->number, number));
  REDACT_TRY(expect(kParts, own->n_parts, split.n_parts));
  REDACT_TRY(expect(kTensors, own->n_tensors, split.n_tensors));
  for (const std::string_view key : part.keys()) {
    // A part has an alignment of its own.
    if (key.starts_with("split.") || key == "general.alignment") continue;
    if (!first.has(key) || !same(first.value(key), part.value(key))) {
      return bad_input(std::string(key),
                       "value differs from the first part: the parts belong to different models");
    }
  }
  return {};
}

}  // namespace redact
