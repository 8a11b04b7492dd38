// SPDX-License-Identifier: Apache-2.0
// How each architecture that this build runs differs from the llama decoder: one row of data each,
// from which Config::read derives a model's config.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "runtime/model/config.h"

namespace redact {

struct Family {
  std::string_view architecture;  // general.architecture, and the prefix of its keys
  std::optional<RopePairs> pairs = std::nullopt;  // nullopt: nothing rotates
  Gate gate = Gate::kSilu;
  bool scales_embeddings = false;  // by the square root of d_model
  bool encodes = false;            // Config::encodes
  uint32_t required = 0;           // a bit for each Part
  uint32_t optional = 0;
  std::span<const std::string_view> keys = {};  // its keys beyond those that all families know
  // Every full_every-th layer, beginning with the first or ending with the last of so many, sees
  // all entries, the others a window; 0: all layers have the window.
  size_t full_every = 0;
  bool full_first = false;
  float window_freq_base = 0;     // default for layers with a window
  float freq_base = 0;            // default; 0: the file must have the key
  bool yarn = false;              // positions may be scaled by YaRN
  bool yarn_whole_pairs = true;   // RopeSpec::Yarn::whole_pairs, if the file does not say
  bool window_is_radius = false;  // of an encoder; else it is the width of what a row sees
  // The model of this family with this many layers scales scores by 1 / sqrt(d_model / n_heads)
  // instead of 1 / sqrt(head_dim); 0: no model of this family.
  size_t n_layers_scaled_by_width = 0;

  bool has(Part part) const { return ((required | optional) >> static_cast<int>(part) & 1) != 0; }
  bool knows(std::string_view key) const;  // `key` lacks the prefix, the architecture and a dot
};

// nullptr if this build does not run it.
const Family* find_family(std::string_view architecture);
// "llama, qwen2, ...", for errors.
std::string family_names();

}  // namespace redact
