// SPDX-License-Identifier: Apache-2.0
#include "redactor/resolve.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "redactor/span/merge_spans.h"
#include "redactor/text/snap.h"

namespace redact {

namespace {

// The table has the order of the enumeration, so a source is stronger than those after it.
constexpr bool is_in_order() {
  for (size_t i = 0; i < kPrecedence.size(); ++i) {
    if (static_cast<size_t>(kPrecedence[i].source) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

const Standing& standing(const Span& span) { return kPrecedence[static_cast<size_t>(span.source)]; }

bool lies_in(const Span& inner, const Span& outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

// The bytes that stay, so that evidence inside them is found by position.
class Staying {
 public:
  void add(const Span& span) {
    if (by_source_.empty() || by_source_.back().spans.front().source != span.source) {
      by_source_.emplace_back();
    }
    by_source_.back().spans.push_back(span);
  }

  // The bytes around the span that stay, of the strongest source; nullptr if there are none.
  const Span* around(const Span& span) {
    for (OfSource& each : by_source_) {
      if (const Span* found = each.around(span)) return found;
    }
    return nullptr;
  }

 private:
  struct OfSource {
    std::vector<Span> spans;
    std::vector<size_t> reach;  // how far this and all earlier spans reach; empty: not sorted yet

    const Span* around(const Span& span) {
      if (reach.empty()) sort();
      auto at = static_cast<size_t>(
          std::upper_bound(spans.begin(), spans.end(), span.begin,
                           [](size_t begin, const Span& other) { return begin < other.begin; }) -
          spans.begin());
      for (; at > 0 && reach[at - 1] >= span.end; --at) {
        if (lies_in(span, spans[at - 1])) return &spans[at - 1];
      }
      return nullptr;
    }
    void sort() {
      std::stable_sort(spans.begin(), spans.end(),
                       [](const Span& a, const Span& b) { return a.begin < b.begin; });
      size_t end = 0;
      for (const Span& span : spans) reach.push_back(end = std::max(end, span.end));
    }
  };

  std::vector<OfSource> by_source_;  // the strongest first
};

// Calls hide(span) for each hidden piece of evidence, under the label that hides it, and drop(span,
// stays) for each other piece, where `stays` is the evidence around it, or nullptr if the policy
// leaves its label.
template <typename Hide, typename Drop>
void judge(std::vector<Span> evidence, const Policy& policy, Hide hide, Drop drop) {
  std::stable_sort(evidence.begin(), evidence.end(),
                   [](const Span& a, const Span& b) { return a.source < b.source; });
  Staying staying;
  for (const Span& span : evidence) {
    if (!standing(span).hides) {
      staying.add(span);
      continue;
    }
    Span hidden = span;
    hidden.support.add(span.source, span.label);
    if (standing(span).any_policy) hidden.label = hidden_as(span.label, policy);
    if (policy.treatment(hidden.label) == nullptr) {
      drop(span, nullptr);
      continue;
    }
    // Spans of weaker sources that stay are not in it yet.
    const Span* const stays = staying.around(span);
    if (stays == nullptr) {
      hide(hidden);
    } else {
      drop(span, stays);
    }
  }
}

bool is_term(const Span& span) {
  return span.source == SpanSource::kDeny || span.source == SpanSource::kKnown ||
         span.source == SpanSource::kField;
}

// The seams that lie in no word with evidence other than terms: such evidence may be a part of the
// word, which is hidden whole. `pieces` are in bytes of the view.
std::vector<size_t> seams_of_terms(const ReadingView& view, const std::vector<size_t>& seams,
                                   const std::vector<Span>& pieces, StopCheck& stop) {
  if (seams.empty()) return {};
  std::vector<Span> others;
  std::ranges::copy_if(pieces, std::back_inserter(others), std::not_fn(is_term));
  others = view.to_source(merge_spans(std::move(others)));
  snap_to_words(view.source(), others, {}, stop);
  std::vector<size_t> free;
  auto other = others.begin();
  for (const size_t seam : seams) {
    while (other != others.end() && other->end <= seam) ++other;
    if (other == others.end() || seam <= other->begin) free.push_back(seam);
  }
  return free;
}

}  // namespace

Label hidden_as(Label label, const Policy& policy) {
  if (policy.treatment(label) != nullptr) return label;
  if (policy.treatment(Label::kOther) != nullptr) return Label::kOther;
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    if (policy.treatment(static_cast<Label>(i)) != nullptr) return static_cast<Label>(i);
  }
  return label;
}

std::vector<Span> hiding(std::vector<Span> evidence, const Policy& policy) {
  std::vector<Span> hidden;
  judge(
      std::move(evidence), policy, [&](const Span& span) { hidden.push_back(span); },
      [](const Span&, const Span*) {});
  return hidden;
}

std::vector<Span> decide(std::vector<Span> evidence, const Policy& policy) {
  return merge_spans(hiding(std::move(evidence), policy));
}

std::vector<Span> cut_at(const std::vector<size_t>& walls, const std::vector<Span>& spans) {
  std::vector<Span> pieces;
  for (Span span : spans) {
    auto wall = std::lower_bound(walls.begin(), walls.end(), span.begin + 1);
    for (; wall != walls.end() && *wall < span.end; ++wall) {
      pieces.push_back(span);
      pieces.back().end = *wall;
      span.begin = *wall;
    }
    pieces.push_back(span);
  }
  return pieces;
}

std::vector<Span> resolve(const ReadingView& view, std::vector<Span> evidence, const Policy& policy,
                          const std::vector<size_t>& walls, const std::vector<size_t>& seams,
                          StopCheck& stop) {
  const std::vector<size_t> walls_in_view = view.to_view(walls);
  std::vector<Span> pieces;
  for (const Span& span : hiding(std::move(evidence), policy)) {
    for (const Span& piece : cut_at(walls_in_view, {span})) {
      pieces.push_back(piece);
      pieces.back().goes_on = piece.end < span.end;
    }
  }
  const std::vector<size_t> free = seams_of_terms(view, seams, pieces, stop);
  std::vector<size_t> edges;
  std::ranges::merge(free, view.ends_of_escapes(), std::back_inserter(edges));
  std::vector<Span> spans = view.to_source(merge_spans(std::move(pieces)));
  // Characters without a width may follow a wall.
  spans = cut_at(walls, spans);
  snap_to_words(view.source(), spans, edges, stop);
  return spans;
}

std::vector<Dropped> find_dropped(const ReadingView& view, std::vector<Span> evidence,
                                  const Policy& policy) {
  std::vector<Dropped> dropped;
  judge(
      std::move(evidence), policy, [](const Span&) {},
      [&](const Span& span, const Span* stays) {
        for (const Span& in_source : view.to_source({span})) {
          dropped.push_back({in_source, stays == nullptr ? DroppedBy::kPolicy : DroppedBy::kStays,
                             stays == nullptr ? Span{} : *stays});
        }
      });
  return dropped;
}

}  // namespace redact
