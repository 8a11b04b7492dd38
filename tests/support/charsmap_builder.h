// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/support/gguf_builder.h"

namespace redact::testing {

// A map of SentencePiece's normalisation (runtime/text/charsmap.h): replaced texts with their
// replacements. Each node of its double array has 256 units to itself.
inline std::string charsmap(const std::map<std::string, std::string>& rules) {
  std::map<std::string, uint32_t> nodes = {{"", 0}};  // by the bytes that lead to them
  for (const auto& [from, to] : rules) {
    for (size_t n = 1; n <= from.size(); ++n) nodes.emplace(from.substr(0, n), 0);
  }
  uint32_t n_blocks = 0;
  for (auto& [bytes, block] : nodes) block = ++n_blocks;
  std::vector<uint32_t> units((n_blocks + 1) * 256, 0);
  std::string replacements;
  for (const auto& [bytes, block] : nodes) {
    const uint32_t first = block * 256;
    uint32_t at = 0, label = 0;
    if (!bytes.empty()) {
      label = static_cast<uint8_t>(bytes.back());
      at = nodes.at(bytes.substr(0, bytes.size() - 1)) * 256 + label;
    }
    const auto rule = rules.find(bytes);
    units[at] = (at ^ first) << 10 | (rule != rules.end() ? 0x100 : 0) | label;
    if (rule == rules.end()) continue;
    units[first] = 0x80000000 | static_cast<uint32_t>(replacements.size());
    replacements += rule->second + '\0';
  }
  std::string out = GgufBuilder::raw(static_cast<uint32_t>(units.size() * 4));
  for (const uint32_t unit : units) out += GgufBuilder::raw(unit);
  return out + replacements;
}

// The value of a key that holds bytes.
inline std::string byte_array(const std::string& bytes) {
  return GgufBuilder::raw(uint32_t{0}) + GgufBuilder::raw<uint64_t>(bytes.size()) + bytes;
}

}  // namespace redact::testing
