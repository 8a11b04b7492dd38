// SPDX-License-Identifier: Apache-2.0
// A golden encoder, whose window is one pass.
#pragma once

#include "tests/runtime/model/golden_run.h"
#include "tests/support/reference_ops.h"

namespace redact::testing {

class EncoderGolden : public GoldenModel {
 protected:
  std::vector<float> logits(Ops& ops, const Run& run) {
    return GoldenModel::logits(ops, run, run.n);
  }
  double error(Ops& ops, const Run& run) { return nmse(logits(ops, run), run.logits); }
  // So exact, an error of 1e-7, which GELU by tanh and another eps would make, shows.
  double bound() const { return is_quantised() ? 1e-3 : 1e-10; }
};

struct TanhGelu : ReferenceOps {
  void gelu(float* x, size_t n) override {
    const std::vector<float> ones(n, 1.0f);
    gelu_gate(x, ones.data(), n);
  }
};

}  // namespace redact::testing
