// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/charsmap.h"

#include <algorithm>
#include <cstring>

namespace redact {

namespace {

// A unit of a double array (darts-clone): a node holds the byte that leads to it and the distance
// to its children, a leaf a value.
constexpr uint32_t kLeaf = 0x80000000, kByte = 0xff, kHasLeaf = 0x100, kFarther = 0x200;

uint32_t children(uint32_t node, uint32_t unit) {
  return node ^ ((unit >> 10) << ((unit & kFarther) >> 6));
}

}  // namespace

// Each node is checked here, so that a walk needs no bounds.
Result<Charsmap> Charsmap::read(const Metadata& metadata) {
  const std::string key = "tokenizer.ggml.precompiled_charsmap";
  if (!metadata.has(key)) return Charsmap();
  REDACT_ASSIGN(const auto bytes, metadata.get_bytes(key));
  uint32_t n_bytes = 0;
  if (bytes.size() >= sizeof n_bytes) std::memcpy(&n_bytes, bytes.data(), sizeof n_bytes);
  const auto after = bytes.subspan(std::min(bytes.size(), sizeof n_bytes));
  if (n_bytes == 0 || n_bytes % sizeof(uint32_t) != 0 || n_bytes >= after.size() ||
      after.back() != 0) {
    return bad_input(key, "is not a double array with replacements behind it");
  }
  Charsmap map;
  map.units_.resize(n_bytes / sizeof(uint32_t));
  std::memcpy(map.units_.data(), after.data(), n_bytes);
  map.replacements_.assign(after.begin() + n_bytes, after.end());
  for (uint32_t i = 0; i < map.units_.size(); ++i) {
    const uint32_t unit = map.units_[i];
    if ((unit & kLeaf) != 0 && i > 0) continue;
    const uint32_t first = children(i, unit);
    const bool is_inside = (first | kByte) < map.units_.size();
    if (!is_inside) return bad_input(key, "has a node outside its double array");
    if ((unit & kHasLeaf) != 0 && (map.units_[first] & ~kLeaf) >= map.replacements_.size()) {
      return bad_input(key, "has a replacement outside its list");
    }
  }
  return map;
}

Charsmap::Match Charsmap::longest(std::string_view text, size_t at) const {
  Match found{0, {}};
  if (units_.empty()) return found;
  uint32_t node = children(0, units_[0]);
  for (size_t i = at; i < text.size() && text[i] != 0; ++i) {
    const auto byte = static_cast<uint8_t>(text[i]);
    node ^= byte;
    const uint32_t unit = units_[node];
    if ((unit & (kLeaf | kByte)) != byte) break;
    node = children(node, unit);
    if ((unit & kHasLeaf) == 0) continue;
    const char* replacement = replacements_.data() + (units_[node] & ~kLeaf);
    found = {i + 1 - at, replacement};
  }
  return found;
}

}  // namespace redact
