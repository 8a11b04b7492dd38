// SPDX-License-Identifier: Apache-2.0
// Experts on the CPU: rows are gathered expert by expert, so that each matrix is read once for all
// rows that go through it. A row gets the same products as it would alone, added in the order of
// the experts' numbers, so the other rows gathered with it change no bit (P4).
#include <algorithm>
#include <cmath>

#include "kernels/cpu/cpu_ops.h"

namespace redact {

namespace {

// NaN counts as larger than any number, so that it shows in the result.
bool is_larger(float a, float b) { return a > b || (std::isnan(a) && !std::isnan(b)); }

// Chooses the n_used experts with the largest logits; ties go to the lower number.
void choose_experts(const float* logits, size_t n_experts, size_t n_used,
                    std::vector<size_t>& chosen) {
  chosen.clear();
  while (chosen.size() < n_used) {
    size_t best = n_experts;
    for (size_t e = 0; e < n_experts; ++e) {
      if (std::find(chosen.begin(), chosen.end(), e) != chosen.end()) continue;
      if (best == n_experts || is_larger(logits[e], logits[best])) best = e;
    }
    chosen.push_back(best);
  }
}

}  // namespace

void CpuOps::route(const Experts& experts, const float* h, size_t n_rows) {
  const size_t n_experts = experts.router.rows;
  float* logits = router_logits_.room(n_rows * n_experts);
  const Product product{experts.router, logits, experts.router_bias};
  matmul({&product, 1}, h, n_rows);
  routes_.resize(std::max(routes_.size(), n_experts));
  for (auto& routes : routes_) routes.clear();
  thread_local std::vector<size_t> chosen;
  thread_local std::vector<float> shares;
  for (size_t r = 0; r < n_rows; ++r) {
    const float* row = logits + r * n_experts;
    choose_experts(row, n_experts, experts.n_used, chosen);
    // The softmax over all experts, divided by its sum over the chosen ones, equals the softmax
    // over the chosen ones.
    const float most = *std::max_element(row, row + n_experts);
    shares.resize(chosen.size());
    for (size_t i = 0; i < chosen.size(); ++i) shares[i] = row[chosen[i]] - most;
    rows_.exp_nonpositive(shares.data(), shares.size());
    float sum = 0;
    for (const float share : shares) sum += share;
    for (size_t i = 0; i < chosen.size(); ++i) {
      // A NaN logit must show in the result.
      routes_[chosen[i]].push_back({r, shares[i] / sum + (row[chosen[i]] - row[chosen[i]])});
    }
  }
}

void CpuOps::add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) {
  const size_t d = experts.router.cols, d_ff = experts.up[0].rows;
  const auto bias_of = [](const float* biases, size_t e, size_t rows) {
    return biases == nullptr ? nullptr : biases + e * rows;
  };
  float* h = expert_rows_.room(n_rows * d);
  rms_norm(norm, x, n_rows, d, h);
  route(experts, h, n_rows);
  for (size_t e = 0; e < experts.router.rows; ++e) {
    const std::vector<Route>& routes = routes_[e];
    const size_t n = routes.size();
    if (n == 0) continue;
    float* gathered = gathered_.room(n * d);
    for (size_t i = 0; i < n; ++i) std::copy_n(h + routes[i].row * d, d, gathered + i * d);
    float *gate = gate_.room(n * d_ff), *up = up_.room(n * d_ff), *mixed = mixed_.room(n * d);
    const Product gate_up[] = {{experts.gate[e], gate, bias_of(experts.gate_bias, e, d_ff)},
                               {experts.up[e], up, bias_of(experts.up_bias, e, d_ff)}};
    matmul(gate_up, gathered, n);
    gate_values(experts.clamped ? rows_.clamped_gate : rows_.silu_gate, gate, up, n * d_ff);
    const Product down{experts.down[e], mixed, bias_of(experts.down_bias, e, d)};
    matmul({&down, 1}, gate, n);
    for (size_t i = 0; i < n; ++i) {
      float* out = x + routes[i].row * d;
      for (size_t c = 0; c < d; ++c) out[c] += routes[i].share * mixed[i * d + c];
    }
  }
}

}  // namespace redact
