// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/device_name.h"

#include "kernels/open_device.h"

namespace redact {

Result<std::string> device_name(const std::string& asked_for, bool built_with_cuda,
                                const Result<size_t>& n_gpus) {
  const bool by_name = asked_for == "cuda" || asked_for.starts_with("cuda:");
  if (!by_name && asked_for != "auto") return asked_for;
  if (!n_gpus.ok()) {
    Error error = n_gpus.error();
    if (!by_name) error.what += ", or name the CPU with --device cpu";
    return error;
  }
  if (!by_name) return std::string(*n_gpus > 0 ? "cuda" : "cpu");
  if (built_with_cuda && *n_gpus == 0) {
    return Error{ErrorKind::kUnsupported, "device",
                 "no GPU found, or its driver is missing; use --device cpu or auto"};
  }
  return asked_for;
}

std::string without_cublas(const std::string& name) {
  return name.ends_with(kByCublas) ? name.substr(0, name.size() - kByCublas.size()) : name;
}

Result<std::string> choose_device(const std::string& asked_for) {
  // Querying a driver takes time.
  const bool may_be_gpu = asked_for == "auto" || asked_for.starts_with("cuda");
  return device_name(asked_for, built_with_cuda(), may_be_gpu ? count_gpus() : size_t{0});
}

}  // namespace redact
