// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "base/thread_pool.h"
#include "kernels/ops.h"

namespace redact {

// Opens a device by name: "cpu" takes the best instruction set of the machine; "cpu:scalar",
// "cpu:avx2", "cpu:avx512" and "cpu:amx" force one. `pool` outlives the result. kUnsupported for a
// name this build does not know or this machine can't run.
Result<std::unique_ptr<Ops>> open_device(const std::string& name, ThreadPool& pool);

}  // namespace redact
