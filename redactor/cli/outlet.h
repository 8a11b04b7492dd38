// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "redactor/cli/mapping_file.h"
#include "redactor/cli/sink.h"

namespace redact {

// Results on their way out. Without a mapping each is written at once. With one, the mapping's
// lines go to the disk before the results that they restore; as that costs a flush of the disk,
// results that are ready together wait for each other, never longer than flush_if_due() is called.
class Outlet {
 public:
  explicit Outlet(Sink sink) : sink_(std::move(sink)) {}
  void set_mapping(MappingFile mapping) { mapping_ = std::move(mapping); }

  // As those of Sink. `sealed`: the mapping's line of the result, with its end; may be empty.
  Result<void> put(const std::string& name, std::string bytes, std::string_view sealed = {});
  Result<void> end_input();
  Result<void> drop_input();
  Result<void> finish();

  // Writes what waits; if_due: only where it is much or has waited for 100 ms.
  Result<void> flush();
  Result<void> flush_if_due();

  bool seals() const { return mapping_.is_open(); }
  bool is_stream() const { return sink_.is_stream(); }

 private:
  enum class Call { kPut, kEnd, kDrop };
  struct Step {
    Call call;
    std::string name, bytes;
  };

  Result<void> add(Step step);
  Result<void> write(const Step& step);

  Sink sink_;
  MappingFile mapping_;
  std::vector<Step> waiting_;
  size_t n_bytes_ = 0;  // of waiting_
  std::string sealed_;  // lines of the mapping that wait
  std::chrono::steady_clock::time_point since_;
};

}  // namespace redact
