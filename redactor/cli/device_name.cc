// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/device_name.h"

namespace redact {

Result<std::string> device_name(const std::string& asked_for, bool built_with_cuda, size_t n_gpus) {
  if (asked_for == "auto") return std::string(n_gpus > 0 ? "cuda" : "cpu");
  const bool asks_for_gpu = asked_for == "cuda" || asked_for.starts_with("cuda:");
  if (asks_for_gpu && built_with_cuda && n_gpus == 0) {
    return Error{ErrorKind::kUnsupported, "device",
                 "there is no GPU here, or its driver is missing; auto takes the CPU then"};
  }
  return asked_for;
}

}  // namespace redact
