// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/solo.h"

#include <numeric>

#include "runtime/model/rope_angles.h"

namespace redact {

Solo::Solo(const PlacedModel& model, Ops& ops, size_t max_rows, size_t max_entries)
    : model_(model),
      ops_(ops),
      cache_(ops, model.config(), {pages_for(max_entries), pages_for(max_entries)}),
      pages_(pages_for(max_entries)),
      positions_(max_entries),
      activations_(ops, model.config(), max_rows) {
  std::iota(pages_.rbegin(), pages_.rend(), 0);
  std::iota(positions_.begin(), positions_.end(), first_angle(max_entries, model.long_above()));
}

std::span<const float> Solo::run(std::span<const int32_t> ids) {
  const Segment segment{
      0, ids.size(), n_past_, pages_.data(), model_.config().encodes, pages_.data()};
  const auto positions = std::span(positions_).subspan(n_past_, ids.size());
  n_past_ += ids.size();
  return forward(model_, {ids, positions, {&segment, 1}}, cache_, ops_, activations_);
}

}  // namespace redact
