// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "redactor/cli/mapping_file.h"
#include "redactor/cli/output_files.h"

namespace redact {

// Writes results. Without a mapping each result is written at once. With a mapping, its lines must
// reach the disk before the results that they restore. As this costs a disk flush, results that are
// ready together are written together; flush_if_due() bounds how long they wait.
class Output {
 public:
  explicit Output(OutputFiles files) : files_(std::move(files)) {}
  void set_mapping(MappingFile mapping) { mapping_ = std::move(mapping); }

  // The same as the functions of OutputFiles. `sealed`: the result's line of the mapping, with its
  // line end; may be empty.
  Result<void> put(const std::string& name, std::string bytes, std::string_view sealed = {});
  Result<void> end_input();
  Result<void> drop_input();
  Result<void> finish();

  // Writes the waiting results; flush_if_due() only if they are many, large, or have waited for 100
  // ms.
  Result<void> flush();
  Result<void> flush_if_due();
  // When flush_if_due() should be called at the latest; nullopt: nothing waits.
  std::optional<std::chrono::steady_clock::time_point> due() const;

  bool seals() const { return mapping_.is_open(); }
  bool is_stream() const { return files_.is_stream(); }

 private:
  enum class Call { kPut, kEnd, kDrop };
  struct Step {
    Call call;
    std::string name, bytes;
  };

  Result<void> add(Step step);
  Result<void> write(const Step& step);

  OutputFiles files_;
  MappingFile mapping_;
  std::vector<Step> waiting_;
  size_t n_bytes_ = 0;  // in waiting_
  std::string sealed_;  // waiting lines of the mapping
  std::chrono::steady_clock::time_point since_;
};

}  // namespace redact
