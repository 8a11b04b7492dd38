// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace redact {

// Bytes that this process may still allocate before the system or its container stops it: the
// minimum of the memory that Linux calls available (MemAvailable of /proc/meminfo, which counts
// file pages that can be dropped) and of what is left under the memory limit of each control group
// (version 2) that the process is in. SIZE_MAX if the system reports none of these.
size_t free_host_memory();

}  // namespace redact
