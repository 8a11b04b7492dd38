// SPDX-License-Identifier: Apache-2.0
#include "bench/idle.h"

#include "bench/clock.h"
#include "bench/idle_device.h"
#include "bench/redaction.h"
#include "bench/stages.h"
#include "redactor/redactor.h"
#include "tests/kernels/simt/cuda_runtime.h"

namespace redact::bench {

namespace {

// A redactor on one of the two devices.
struct Redacting {
  std::shared_ptr<const Configuration> configuration;
  std::unique_ptr<Redactor> redactor;

  static Result<Redacting> open(const Options& options, const char* device) {
    ModelOptions model = model_options_of(options);
    model.device = device;
    Redacting out;
    REDACT_ASSIGN(auto opened, open_redaction_model(model));
    REDACT_ASSIGN(out.configuration, Configuration::open(settings_of(options), opened));
    REDACT_ASSIGN(out.redactor, Redactor::open(opened, {options.n_threads}));
    return out;
  }
  Result<void> run(const std::vector<Note>& notes) {
    std::vector<std::string_view> texts;
    for (const Note& note : notes) texts.push_back(note.text);
    for (const auto& done : redactor->redact_all(configuration, texts)) REDACT_TRY(done);
    return {};
  }
};

Result<void> add_redactor_row(const Options& options, const std::vector<Note>& notes,
                              IdleCounts& counts, std::vector<Row>& rows) {
  REDACT_ASSIGN(Redacting idle, Redacting::open(options, kIdleDevice));
  REDACT_TRY(idle.run(notes));  // warms
  counts = {};
  const simt::CudaState before = simt::cuda_state();
  const FindingCounts warmed = idle.redactor->counts();
  const auto start = Clock::now();
  const double process = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  do {
    REDACT_TRY(idle.run(notes));
  } while (seconds_since(start) < options.least_seconds);
  const double all = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - process - counts.own_seconds;
  const FindingCounts done = idle.redactor->counts();
  const simt::CudaState after = simt::cuda_state();
  const auto n_tokens = static_cast<double>(done.source_tokens - warmed.source_tokens);
  const auto of_pass = [&](uint64_t n) {
    return static_cast<double>(n) / static_cast<double>(counts.passes);
  };
  rows.push_back(
      {{"device", kIdleDevice},
       {"threads", options.n_threads},
       {"session's thread, ns/token", 1e9 * counts.session_seconds / n_tokens},
       {"all threads, ns/token", 1e9 * all / n_tokens},
       {"rows/pass", of_pass(done.rows - warmed.rows)},
       {"launches/pass", of_pass(after.n_launches - before.n_launches)},
       {"KB to the device/pass", 1e-3 * of_pass(after.bytes_to_device - before.bytes_to_device)},
       {"KB back/pass", 1e-3 * of_pass(after.bytes_to_host - before.bytes_to_host)}});
  return {};
}

}  // namespace

Result<void> add_idle_rows(const Options& options, const std::vector<Note>& notes,
                           std::vector<Row>& rows) {
  LogitRecord recorded;
  IdleCounts counts;
  add_idle_devices(recorded, counts);
  {
    REDACT_ASSIGN(Redacting recorder, Redacting::open(options, kRecordingDevice));
    REDACT_TRY(recorder.run(notes));
  }
  if (options.stages) {
    REDACT_TRY(add_stage_rows(options, notes, rows, counts.own_seconds));
  } else {
    REDACT_TRY(add_redactor_row(options, notes, counts, rows));
  }
  if (counts.unknown_windows == 0) return {};
  return Error{ErrorKind::kInternal, kIdleDevice,
               std::to_string(counts.unknown_windows) + " windows were not recorded"};
}

}  // namespace redact::bench
