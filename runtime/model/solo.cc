// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/solo.h"

#include <numeric>

namespace redact {

Solo::Solo(const Model& model, Ops& ops, size_t max_rows, size_t max_entries)
    : config_(model.config()),
      ops_(ops),
      weights_(model.weights().prepared_for(ops)),
      rope_table_(config_.rope_dims, config_.rope_freq_base, model.weights().rope_freqs,
                  max_entries),
      rope_(rope_table_.on(ops)),
      cache_(ops, config_, max_entries / kPageEntries + 1),
      pages_(max_entries / kPageEntries + 1),
      positions_(max_entries),
      activations_(ops, config_, max_rows, 1) {
  std::iota(pages_.rbegin(), pages_.rend(), 0);
  std::iota(positions_.begin(), positions_.end(), 0);
}

std::span<const float> Solo::run(std::span<const int32_t> ids) {
  const SequenceRows rows{0, ids.size(), n_past_, pages_.data()};
  const auto positions = std::span(positions_).subspan(n_past_, ids.size());
  n_past_ += ids.size();
  return forward(config_, weights_, rope_, cache_, {ids, positions, {&rows, 1}}, ops_,
                 activations_);
}

}  // namespace redact
