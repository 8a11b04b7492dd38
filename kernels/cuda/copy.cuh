// SPDX-License-Identifier: Apache-2.0
// Copies pieces of memory within the device: a page of all layers at once.
//
// Work split: each thread copies 16 bytes of a piece, as one word if source and destination are
// aligned for it.
// Grid: (16-byte words of a piece / kCopyThreads, rounded up; pieces).
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kCopyThreads = 128;

struct CopyArgs {
  uint8_t* to;
  const uint8_t* from;
  size_t n_bytes;  // of a piece
  size_t stride;   // from one piece to the next, in both `to` and `from`

  bool operator==(const CopyArgs&) const = default;
};

REDACT_KERNEL void copy_kernel(CopyArgs args) {
  const size_t first = (size_t{block_index().x} * kCopyThreads + thread_index().x) * sizeof(Words4);
  if (first >= args.n_bytes) return;
  uint8_t* to = args.to + block_index().y * args.stride + first;
  const uint8_t* from = args.from + block_index().y * args.stride + first;
  const auto places = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from);
  if (places % sizeof(Words4) == 0 && first + sizeof(Words4) <= args.n_bytes) {
    *reinterpret_cast<Words4*>(to) = *reinterpret_cast<const Words4*>(from);
    return;
  }
  for (size_t i = 0; i < sizeof(Words4) && first + i < args.n_bytes; ++i) to[i] = from[i];
}

}  // namespace redact::simt
