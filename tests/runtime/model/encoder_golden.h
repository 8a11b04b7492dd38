// SPDX-License-Identifier: Apache-2.0
// A golden encoder with the logits of transformers in double precision, at several lengths.
#pragma once

#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/reference_ops.h"

namespace redact::testing {

class EncoderGolden : public ::testing::TestWithParam<const char*> {
 protected:
  struct Run {
    size_t n;
    std::vector<size_t> positions;
    std::vector<std::vector<double>> logits;  // [positions, n_classes]
  };

  EncoderGolden() {
    const auto json = read_golden(name_ + ".json");
    ids_ = json.at("ids").get<std::vector<int32_t>>();
    for (const auto& run : json.at("runs")) {
      runs_.push_back({run.at("n"), run.at("positions"), run.at("logits")});
    }
  }
  std::vector<float> logits(Ops& ops, const Run& run) {
    return run_at(model_, ops, std::span(ids_).first(run.n), run.n, run.positions);
  }
  double error(Ops& ops, const Run& run) { return nmse(logits(ops, run), run.logits); }
  bool is_quantised() const { return name_.ends_with("q8_0"); }
  // So exact, an error of 1e-7, which GELU by tanh and another eps would make, shows.
  double bound() const { return is_quantised() ? 1e-3 : 1e-10; }

  const std::string name_ = GetParam();
  const Model model_ = Model::open(golden_path(name_ + ".gguf")).value();
  std::vector<int32_t> ids_;
  std::vector<Run> runs_;
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
};

inline std::string golden_name(const ::testing::TestParamInfo<const char*>& param) {
  std::string name = param.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace redact::testing
