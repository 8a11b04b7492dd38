// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace redact {

// Bytes that this process may still allocate before the system or its container stops it: the
// minimum of the memory that Linux calls available (MemAvailable of /proc/meminfo, which counts
// file pages that can be dropped) and of the free memory in each control group (version 2) of the
// process. SIZE_MAX if the system reports no such figure.
size_t free_host_memory();

}  // namespace redact
