// SPDX-License-Identifier: Apache-2.0
// Logits of golden models (tests/golden), and their error against those of another implementation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/open_device.h"
#include "runtime/model/solo.h"

namespace redact::testing {

inline std::string golden_path(const std::string& name) {
  return std::string(REDACT_SOURCE_DIR) + "/tests/golden/" + name;
}

inline nlohmann::json read_golden(const std::string& name) {
  return nlohmann::json::parse(std::ifstream(golden_path(name)));
}

// The logits at the given positions of `ids`, fed in chunks of the given size: [n, n_vocab], or of
// an encoder [n, n_classes].
inline std::vector<float> run_at(const Model& model, Ops& ops, std::span<const int32_t> ids,
                                 size_t chunk, std::span<const size_t> positions) {
  const auto placed = PlacedModel::place(model, ops, ids.size()).value();
  const size_t n_vocab = placed->weights().output.rows;
  Solo solo(*placed, ops, chunk, ids.size());
  std::vector<int32_t> vocab(n_vocab);
  std::iota(vocab.begin(), vocab.end(), 0);
  std::vector<float> logits(positions.size() * n_vocab);
  for (size_t begin = 0; begin < ids.size(); begin += chunk) {
    const size_t n = std::min(chunk, ids.size() - begin);
    const auto hidden = solo.run(ids.subspan(begin, n));
    for (size_t i = 0; i < positions.size(); ++i) {
      if (positions[i] < begin || positions[i] >= begin + n) continue;
      const uint32_t offsets[] = {0, static_cast<uint32_t>(n_vocab)};
      ops.candidate_logits(placed->weights().output,
                           hidden.data() + (positions[i] - begin) * model.config().d_model,
                           {offsets, vocab}, logits.data() + i * n_vocab);
      add_output_bias(placed->weights(), {offsets, vocab}, logits.data() + i * n_vocab);
    }
  }
  return logits;
}

// The same at all positions.
inline std::vector<float> run_all(const Model& model, Ops& ops, std::span<const int32_t> ids,
                                  size_t chunk) {
  std::vector<size_t> positions(ids.size());
  std::iota(positions.begin(), positions.end(), 0);
  return run_at(model, ops, ids, chunk, positions);
}

// The sum of squared differences, divided by the sum of squares of `want`.
inline double nmse(const std::vector<float>& got, const std::vector<std::vector<double>>& want) {
  double error = 0, power = 0;
  size_t i = 0;
  for (const auto& row : want) {
    for (const double value : row) {
      error += (got.at(i) - value) * (got.at(i) - value);
      power += value * value;
      ++i;
    }
  }
  EXPECT_EQ(i, got.size());
  return error / power;
}

// A golden model with the logits of transformers in double precision, at several lengths or at all
// positions. The parameter is its file's name without the ending.
class GoldenModel : public ::testing::TestWithParam<const char*> {
 protected:
  struct Run {
    size_t n;
    std::vector<size_t> positions;
    std::vector<std::vector<double>> logits;  // [positions, n_vocab], of an encoder n_classes
  };

  GoldenModel() {
    const auto json = read_golden(name_ + ".json");
    ids_ = json.at("ids").get<std::vector<int32_t>>();
    if (!json.contains("runs")) {
      runs_.push_back({ids_.size(), std::vector<size_t>(ids_.size()), json.at("logits")});
      std::iota(runs_[0].positions.begin(), runs_[0].positions.end(), 0);
      return;
    }
    for (const auto& run : json.at("runs")) {
      runs_.push_back({run.at("n"), run.at("positions"), run.at("logits")});
    }
  }
  std::vector<float> logits(Ops& ops, const Run& run, size_t chunk) {
    return run_at(model_, ops, std::span(ids_).first(run.n), chunk, run.positions);
  }
  bool is_quantised() const { return name_.ends_with("_0"); }

  // Machines with different instruction sets give the same result (P4).
  void expect_the_same_bits_of_all_levels(const Run& run, size_t chunk) {
    const auto want = logits(*ops_, run, chunk);
    for (const CpuLevel level : kCpuLevels) {
      if (!cpu_has(level)) continue;
      const auto ops = open_device("cpu:" + std::string(cpu_level_name(level)), pool_).value();
      EXPECT_EQ(logits(*ops, run, chunk), want) << cpu_level_name(level);
    }
  }

  const std::string name_ = GetParam();
  const Model model_ = Model::open(golden_path(name_ + ".gguf")).value();
  std::vector<int32_t> ids_;
  std::vector<Run> runs_;
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
};

// The name of a test with such a parameter.
inline std::string golden_name(const ::testing::TestParamInfo<const char*>& param) {
  std::string name = param.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace redact::testing
