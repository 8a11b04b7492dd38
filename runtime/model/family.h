// SPDX-License-Identifier: Apache-2.0
// What the architectures that this build runs have in common with the llama decoder, and what not:
// one row of data each, from which Config::read makes a model's config.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/model/config.h"

namespace redact {

struct Family {
  std::string_view architecture;  // general.architecture, and what its keys begin with
  RopePairs pairs;
  Gate gate = Gate::kSilu;
  bool scales_embeddings = false;  // by the square root of d_model
  uint32_t required = 0;           // a bit for each Part
  uint32_t optional = 0;
  std::span<const std::string_view> keys = {};  // that it knows beside those that all know
  // Of so many layers the last sees all entries, the others a window; 0: the window is all layers'.
  size_t full_every = 0;
  float window_freq_base = 0;  // of layers with a window, where the file has no key for it
  float freq_base = 0;         // where the file has no key for it; 0: it must have
  // The size of a family that scales scores by 1 / sqrt(d_model / n_heads) where the others take
  // the size of a head, told by its number of layers; 0: none does.
  size_t n_layers_scaled_by_width = 0;

  bool has(Part part) const { return ((required | optional) >> static_cast<int>(part) & 1) != 0; }
  bool knows(std::string_view key) const;  // without the architecture and its point
};

// nullptr where there is none.
const Family* find_family(std::string_view architecture);
// "llama, qwen2, ...", for errors.
std::string family_names();

}  // namespace redact
