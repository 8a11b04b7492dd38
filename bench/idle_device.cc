// SPDX-License-Identifier: Apache-2.0
#include "bench/idle_device.h"

#include <algorithm>
#include <deque>

#include "bench/clock.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/open_device.h"
#include "tests/kernels/simt/cuda_runtime.h"

namespace redact::bench {

namespace {

// A window of a step, and the place of its logits.
struct Asked {
  uint64_t window;
  std::span<float> logits;
};

// A number for all that a window's logits follow from.
uint64_t number_of(const Step& step, const CandidateRows& candidates, const Segment& segment) {
  uint64_t number = segment.n_rows;
  const auto add = [&](uint64_t value) {
    number = (number ^ value) * 0x9e3779b97f4a7c15u;
    number ^= number >> 29;
  };
  for (size_t r = segment.first_row; r < segment.first_row + segment.n_rows; ++r) {
    add(static_cast<uint64_t>(step.ids[r]));
    for (const int32_t id : step.added.of_row(r)) add(static_cast<uint64_t>(id));
    add(step.added.of_row(r).size());
    add(candidates.offsets[r + 1] - candidates.offsets[r]);
  }
  return number;
}

template <typename Take>
void each_window(const Step& step, const CandidateRows& candidates, float* logits,
                 const Take& take) {
  for (const Segment& segment : step.segments) {
    const size_t begin = candidates.offsets[segment.first_row];
    const size_t end = candidates.offsets[segment.first_row + segment.n_rows];
    take(Asked{number_of(step, candidates, segment), {logits + begin, end - begin}});
  }
}

class RecordingOps final : public CpuOps {
 public:
  RecordingOps(ThreadPool& pool, LogitRecord& record)
      : CpuOps(pool, best_cpu_level()), record_(record) {}

  void ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                  float* logits) override {
    CpuOps::ask_logits(w, hidden, candidates, logits);
    each_window(step(), candidates, logits,
                [&](const Asked& each) { record_.add(each.window, each.logits); });
  }

 private:
  LogitRecord& record_;
};

class IdleOps final : public CudaOps {
 public:
  IdleOps(ThreadPool& pool, const LogitRecord& record, IdleCounts& counts)
      : CudaOps(pool), record_(record), counts_(counts) {}

  void begin(const Step& step) override {
    CudaOps::begin(step);
    step_ = step;
  }
  void ask_logits(const Weight& w, const float* hidden, const CandidateRows& candidates,
                  float* logits) override {
    CudaOps::ask_logits(w, hidden, candidates, logits);
    const double start = thread_seconds();
    asked_.emplace_back();
    each_window(step_, candidates, logits,
                [&](const Asked& each) { asked_.back().push_back(each); });
    own_ += thread_seconds() - start;
  }
  void await_logits() override {
    CudaOps::await_logits();
    const double start = thread_seconds();
    for (const Asked& each : asked_.front()) {
      counts_.unknown_windows += !record_.answer(each.window, each.logits);
    }
    asked_.pop_front();
    const double now = thread_seconds();
    own_ += now - start;
    counts_.own_seconds += own_;
    if (counts_.passes++ > 0) counts_.session_seconds += now - before_ - own_;
    before_ = now, own_ = 0;
  }

 private:
  const LogitRecord& record_;
  IdleCounts& counts_;
  Step step_;
  std::deque<std::vector<Asked>> asked_;  // for each request, oldest first
  double before_ = 0, own_ = 0;           // when the last request was answered; since then
};

}  // namespace

bool LogitRecord::answer(uint64_t window, std::span<float> logits) const {
  const auto found = logits_.find(window);
  if (found == logits_.end() || found->second.size() != logits.size()) return false;
  std::ranges::copy(found->second, logits.begin());
  return true;
}

void add_idle_devices(LogitRecord& record, IdleCounts& counts) {
  simt::idle_cuda();
  add_device(kRecordingDevice, [&record](ThreadPool& pool) -> Result<std::unique_ptr<Ops>> {
    return std::unique_ptr<Ops>(std::make_unique<RecordingOps>(pool, record));
  });
  add_device(kIdleDevice, [&record, &counts](ThreadPool& pool) -> Result<std::unique_ptr<Ops>> {
    return std::unique_ptr<Ops>(std::make_unique<IdleOps>(pool, record, counts));
  });
}

}  // namespace redact::bench
