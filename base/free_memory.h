// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace redact {

// Bytes that this process may still take before the system or its container stops it: the least of
// what Linux calls available (MemAvailable of /proc/meminfo, which counts file pages that can be
// dropped) and what is left under the memory limit of each control group (version 2) that the
// process is in. SIZE_MAX if the system tells none of these.
size_t free_host_memory();

}  // namespace redact
