// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/graph_plan.h"

#include <algorithm>

namespace redact::simt {

size_t GraphPlan::n_of(size_t length) const {
  return static_cast<size_t>(std::ranges::count_if(
      graphs_, [length](const Graph& graph) { return graph.launches.size() == length; }));
}

GraphPlan::Graph* GraphPlan::oldest(size_t length) {
  Graph* found = nullptr;
  for (Graph& graph : graphs_) {
    if (graph.launches.size() != length) continue;
    if (found == nullptr || graph.last_use < found->last_use) found = &graph;
  }
  return found;
}

GraphPlan::Graph* GraphPlan::most_dispensable() {
  return &*std::ranges::max_element(graphs_, [this](const Graph& a, const Graph& b) {
    const size_t n_a = n_of(a.launches.size()), n_b = n_of(b.launches.size());
    return n_a != n_b ? n_a < n_b : a.last_use > b.last_use;
  });
}

GraphPlan::Choice GraphPlan::choose(std::span<const Launch> chain) {
  changed_.clear();
  ++now_;
  const auto slot = [this](const Graph* graph) {
    return static_cast<size_t>(graph - graphs_.data());
  };
  for (Graph& graph : graphs_) {
    if (!std::ranges::equal(graph.launches, chain)) continue;
    graph.last_use = now_;
    return {slot(&graph), false, {}};
  }
  if (graphs_.size() < kMostGraphs) {
    graphs_.push_back({{chain.begin(), chain.end()}, now_});
    return {graphs_.size() - 1, true, {}};
  }
  Graph* graph = oldest(chain.size());
  const bool build = graph == nullptr;
  if (build) graph = most_dispensable();
  for (uint32_t i = 0; i < chain.size() && !build; ++i) {
    if (!(graph->launches[i] == chain[i])) changed_.push_back(i);
  }
  graph->launches.assign(chain.begin(), chain.end());
  graph->last_use = now_;
  return {slot(graph), build, changed_};
}

}  // namespace redact::simt
