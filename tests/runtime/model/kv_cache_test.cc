// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/kv_cache.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/reference_ops.h"

namespace redact::kv_cache_test {

class CopiesCounted : public testing::ReferenceOps {
 public:
  void copy(const std::byte* from, std::byte* to, const Pieces& pieces) override {
    ++n_copies;
    ReferenceOps::copy(from, to, pieces);
  }

  size_t n_copies = 0;
};

constexpr PageCounts kPages{5, 3};

// A config with one layer for each pair: the number of key heads, and whether it has a window.
Config config_of(const std::vector<std::pair<size_t, bool>>& layers) {
  Config config{};
  for (const auto& [heads, window] : layers) {
    LayerSpec layer{};
    layer.attention.shape = {heads, heads, 4};
    layer.attention.window = window ? 8 : 0;
    config.layers.push_back(layer);
  }
  return config;
}

// Copies page 2 to page 1 and expects that page 1 then equals page 2 and no other page has changed.
// Returns the number of copies.
size_t copies_of(const Config& config, PageTable table) {
  CopiesCounted ops;
  KvCache cache(ops, config, kPages);
  const auto page_of = [&](size_t layer, std::byte* pages, size_t page) {
    return pages + page * ops.page_bytes(config.layers[layer].attention.shape);
  };
  const auto each_page = [&](const auto& visit) {
    for (size_t layer = 0; layer < config.layers.size(); ++layer) {
      const LayerCache& of = cache.layer(layer);
      for (std::byte* pages : {of.keys, of.values}) {
        for (size_t page = 0; page < kPages.of(of.table); ++page) {
          visit(layer, pages, page, static_cast<int>(layer * 20 + page + (pages == of.keys) * 10));
        }
      }
    }
  };
  each_page([&](size_t layer, std::byte* pages, size_t page, int number) {
    std::memset(page_of(layer, pages, page), number,
                ops.page_bytes(config.layers[layer].attention.shape));
  });
  cache.copy_page(ops, table, 2, 1);
  each_page([&](size_t layer, std::byte* pages, size_t page, int number) {
    const bool copied = page == 1 && cache.layer(layer).table == table;
    const size_t n_bytes = ops.page_bytes(config.layers[layer].attention.shape);
    const std::vector<std::byte> want(n_bytes, static_cast<std::byte>(number + (copied ? 1 : 0)));
    EXPECT_EQ(std::memcmp(page_of(layer, pages, page), want.data(), n_bytes), 0)
        << layer << " " << page;
  });
  return ops.n_copies;
}

TEST(KvCache, APageOfAllLayersIsOneCopy) {
  EXPECT_EQ(copies_of(config_of({{2, false}, {2, false}, {2, false}}), PageTable::kAll), 1u);
  EXPECT_EQ(copies_of(config_of({{2, false}}), PageTable::kAll), 1u);
}

TEST(KvCache, LayersOfSeveralTablesAndWidthsAreCopiedEach) {
  const Config config =
      config_of({{2, true}, {2, true}, {2, false}, {2, true}, {4, false}, {1, false}});
  EXPECT_LE(copies_of(config, PageTable::kAll), 4u);
  EXPECT_LE(copies_of(config, PageTable::kWindow), 2u);
}

}  // namespace redact::kv_cache_test
