// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "runtime/text/tokenizer.h"

namespace redact::testing {

using TokenRange = std::pair<uint32_t, uint32_t>;

inline std::vector<TokenRange> ranges(const TokenizedText& tokens) {
  std::vector<TokenRange> out;
  for (size_t i = 0; i < tokens.ids.size(); ++i) out.push_back({tokens.begin[i], tokens.end[i]});
  return out;
}

// Ranges agree if a token's bytes hold those that a library names, which leave out the bytes
// between words and the accents that are dropped. It names a character for all of its pieces; here
// the first piece has it.
inline void expect_holds(const TokenizedText& tokens, const std::vector<TokenRange>& named,
                         const std::string& about) {
  ASSERT_EQ(tokens.ids.size(), named.size()) << about;
  uint32_t reached = 0;
  for (size_t i = 0; i < named.size(); ++i) {
    EXPECT_LE(tokens.begin[i], std::max(named[i].first, reached)) << about << " token " << i;
    reached = std::max(named[i].second, reached);
    EXPECT_GE(tokens.end[i], reached) << about << " token " << i;
  }
}

}  // namespace redact::testing
