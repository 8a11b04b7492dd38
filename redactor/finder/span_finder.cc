// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/span_finder.h"

#include <utility>

namespace redact {

namespace {

class ListedQueries final : public QueryStream {
 public:
  explicit ListedQueries(std::span<const Query> queries) : queries_(queries) {
    const Error undone{ErrorKind::kInternal, "finder", "left a document undone"};
    found_.assign(queries.size(), undone);
  }

  const Query* next() override { return at_ < queries_.size() ? &queries_[at_++] : nullptr; }
  void done(const Query& query, Result<Findings> found) override {
    found_[static_cast<size_t>(&query - queries_.data())] = std::move(found);
  }
  std::vector<Result<Findings>> take() { return std::move(found_); }

 private:
  std::span<const Query> queries_;
  size_t at_ = 0;
  std::vector<Result<Findings>> found_;
};

}  // namespace

std::vector<Result<Findings>> SpanFinder::find_all(std::span<const Query> queries) {
  ListedQueries listed(queries);
  find(listed);
  return listed.take();
}

}  // namespace redact
