// SPDX-License-Identifier: Apache-2.0
// Named, shaped views of every tensor of a model. The one place where GGUF types become kernel
// formats. Names are GGUF's own: a dump of the file, this struct and the benches say the same
// words.
#pragma once

#include <vector>

#include "base/result.h"
#include "kernels/ops.h"
#include "runtime/model/config.h"

namespace redact {

class GgufFile;

struct LayerWeights {
  const float* attn_norm;  // [d_model]
  Weight attn_q;           // [q_dim, d_model]
  Weight attn_k;           // [kv_dim, d_model]
  Weight attn_v;           // [kv_dim, d_model]
  Weight attn_output;      // [d_model, q_dim]
  const float* ffn_norm;   // [d_model]
  Weight ffn_gate;         // [d_ff, d_model]
  Weight ffn_up;           // [d_ff, d_model]
  Weight ffn_down;         // [d_model, d_ff]
};

// Views into the mapped file, which outlives them.
struct Weights {
  Weight token_embd;  // [n_vocab, d_model]
  std::vector<LayerWeights> layers;
  const float* output_norm;  // [d_model]
  Weight output;             // [n_vocab, d_model]; token_embd when the file ties them
  const float* rope_freqs;   // [rope_dims / 2], or nullptr

  // Every tensor the forward pass needs must exist with exactly the expected shape and a supported
  // type; a tensor it would not use is an error too, since ignoring one means running another
  // model.
  static Result<Weights> bind(const GgufFile& file, const Config& config);

  // The same, with every matrix that is multiplied laid out for a device, and the norms where it
  // can read them; `ops` outlives the result.
  Weights prepared_for(Ops& ops) const;
};

}  // namespace redact
