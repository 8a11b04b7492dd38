// SPDX-License-Identifier: Apache-2.0
#include "runtime/engine/page_pool.h"

#include <cassert>

namespace redact {

PagePool::PagePool(size_t n_pages) : holders_(n_pages, 0), free_(n_pages) {
  for (size_t i = 0; i < n_pages; ++i) free_[i] = static_cast<uint32_t>(n_pages - 1 - i);
}

uint32_t PagePool::take() {
  assert(!free_.empty());
  const uint32_t page = free_.back();
  free_.pop_back();
  holders_[page] = 1;
  return page;
}

void PagePool::share(uint32_t page) {
  assert(holders_[page] > 0);
  ++holders_[page];
}

void PagePool::release(uint32_t page) {
  assert(holders_[page] > 0);
  if (--holders_[page] == 0) free_.push_back(page);
}

}  // namespace redact
