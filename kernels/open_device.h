// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/thread_pool.h"
#include "kernels/ops.h"

namespace redact {

// The end of the name of a GPU that multiplies by cuBLAS.
inline constexpr std::string_view kByCublas = ":cublas";

// Opens a device by name: "cpu" takes the best instruction set of the machine; "cpu:scalar",
// "cpu:avx2" and so on force one of this build's architecture; "cuda" and "cuda:1" take a GPU,
// which multiplies by cuBLAS if kByCublas ends the name. `pool` outlives the result. kUnsupported
// for a name that this build does not know or this machine cannot run.
Result<std::unique_ptr<Ops>> open_device(const std::string& name, ThreadPool& pool);

// Gives open_device one more name, which the functions below do not list. For programs that
// measure; to be called while no other thread runs.
using DeviceOpener = std::function<Result<std::unique_ptr<Ops>>(ThreadPool& pool)>;
void add_device(const std::string& name, DeviceOpener open);

// The names that open_device knows, for a message: "cpu, cpu:scalar, ..., cuda:N:cublas".
std::string device_names();

// The devices that open_device can open here, best first, each with a description: "cuda:0
// NVIDIA ..., sm_86, 24 GiB". GPUs that cannot be used have one line that says why: "cuda  ...".
std::vector<std::string> list_devices();

// Whether this build has CUDA, and how many GPUs it sees. kUnsupported if there is a driver that
// cannot be used, with the reason.
bool built_with_cuda();
Result<size_t> count_gpus();

}  // namespace redact
