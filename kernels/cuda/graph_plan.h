// SPDX-License-Identifier: Apache-2.0
// Which of the graphs at hand runs a chain of launches. Pure logic.
//
// A graph is a chain of launches; any graph runs any chain of its length once the launches that
// differ are changed, their kernels among them. A step is cut into chains of one length and a rest,
// so a device needs one graph for that length and a few for the rests. It keeps some more: a
// model's chains come in the same order step after step, and the chain that comes again unchanged
// costs one call.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cuda/launch.h"

namespace redact::simt {

// Of a chain. While the device works on one, the host prepares the next: 64 launches are six
// layers, at some half a microsecond each for those that change.
constexpr size_t kChainLaunches = 64;
// A chain that is shorter than this is launched one by one: a launch costs the host some 2.5 us, a
// graph some 8 and more where it changes.
constexpr size_t kGraphLaunches = 8;
// Graphs kept, each of some 50 KiB and half a millisecond to build: one for each chain of a step of
// 60 layers.
constexpr size_t kMostGraphs = 12;

class GraphPlan {
 public:
  // Graph `slot` < kMostGraphs is to run the chain: as it is, where `changed` is empty, with those
  // launches changed, or built anew. What is built anew may replace a graph that was there.
  struct Choice {
    size_t slot;
    bool build;
    std::span<const uint32_t> changed;  // until the next call
  };

  // The graph that runs `chain` already; else one more, up to kMostGraphs; else of those as long as
  // the chain the one that has not been used for the longest time; else that of the length that has
  // the most.
  Choice choose(std::span<const Launch> chain);

 private:
  struct Graph {
    std::vector<Launch> launches;
    uint64_t last_use;
  };
  size_t n_of(size_t length) const;
  Graph* oldest(size_t length);  // of that length; nullptr if there is none
  Graph* most_dispensable();     // the oldest of the length that has the most

  std::vector<Graph> graphs_;
  std::vector<uint32_t> changed_;
  uint64_t now_ = 0;
};

}  // namespace redact::simt
