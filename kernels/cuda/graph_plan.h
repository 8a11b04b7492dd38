// SPDX-License-Identifier: Apache-2.0
// Chooses which of the cached graphs runs a chain of launches. Pure logic.
//
// A graph is a chain of launches; any graph can run any chain of its length once the launches that
// differ are updated, kernels included. A step is cut into chains of one length and a remainder, so
// a device needs one graph for that length and a few for the remainders. It keeps some more,
// because a model's chains come in the same order step after step, and a chain that recurs
// unchanged costs one call.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cuda/launch.h"

namespace redact::simt {

// The length of a chain. While the device works on one, the host prepares the next: 64 launches are
// six layers, at about 0.5 us for each launch that changes.
constexpr size_t kChainLaunches = 64;
// The launches of a shorter chain are started one by one: a launch costs the host about 2.5 us, a
// graph about 8, and more if it changes.
constexpr size_t kGraphLaunches = 8;
// Graphs kept, each of about 50 KiB and half a millisecond to build: one for each chain of a step
// of 60 layers.
constexpr size_t kMostGraphs = 12;

class GraphPlan {
 public:
  // Graph `slot` < kMostGraphs runs the chain: unchanged if `changed` is empty, else with those
  // launches updated, or newly built. A newly built graph may replace an existing one.
  struct Choice {
    size_t slot;
    bool build;
    std::span<const uint32_t> changed;  // valid until the next call
  };

  // In this order: the graph that already runs `chain`; a new one, up to kMostGraphs; the least
  // recently used graph of the chain's length; the least recently used graph of the most common
  // length.
  Choice choose(std::span<const Launch> chain);

 private:
  struct Graph {
    std::vector<Launch> launches;
    uint64_t last_use;
  };
  size_t n_of(size_t length) const;
  Graph* oldest(size_t length);  // least recently used of that length; nullptr if there is none
  Graph* most_dispensable();     // least recently used of the most common length

  std::vector<Graph> graphs_;
  std::vector<uint32_t> changed_;
  uint64_t now_ = 0;
};

}  // namespace redact::simt
