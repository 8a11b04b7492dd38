// SPDX-License-Identifier: Apache-2.0
// The hardware abstraction: kernels reach threads, shared memory and tensor cores only through
// these wrappers, one per instruction family. Compiled by nvcc they are the instructions; compiled
// for the host they call an emulator that runs a block's threads as fibers (tests/kernels/simt), so
// indexing, tails, barriers and fragment layouts are tested without a GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
// Static, so each source that includes a kernel has its own copy: a kernel's address is compared
// only within one source.
#define REDACT_KERNEL static __global__
// The maximum threads of a block, and the blocks that a multiprocessor must have room for.
#define REDACT_BOUNDS(...) __launch_bounds__(__VA_ARGS__)
#define REDACT_DEVICE __device__ __forceinline__
#define REDACT_CONSTANT __grid_constant__  // keeps a kernel's parameter in constant memory
#define REDACT_UNROLL _Pragma("unroll")    // arrays indexed by the loop stay in registers
#define REDACT_STRING(text) #text
#define REDACT_UNROLL_BY(n) _Pragma(REDACT_STRING(unroll n))
#else
#define REDACT_KERNEL inline
#define REDACT_BOUNDS(...)
#define REDACT_DEVICE inline
#define REDACT_CONSTANT
#define REDACT_UNROLL _Pragma("GCC unroll 64")  // traffic counts tell instructions by address
#define REDACT_UNROLL_BY(n)
#endif

namespace redact::simt {

constexpr unsigned kWarp = 32;

struct Index {
  unsigned x, y;

  bool operator==(const Index&) const = default;
};

// Four codes of eight bits, the lowest first.
using Codes4 = uint32_t;
// Two halves, or bfloat16 numbers, the lower index in the low bits.
using Halves2 = uint32_t;

#if defined(__CUDACC__)

REDACT_DEVICE Index thread_index() { return {threadIdx.x, threadIdx.y}; }
REDACT_DEVICE Index block_index() { return {blockIdx.x, blockIdx.y}; }
REDACT_DEVICE unsigned lane() { return threadIdx.x % kWarp; }

// Every thread of the block must reach it; memory written before it is visible after it.
REDACT_DEVICE void barrier() { __syncthreads(); }

// Every lane of the warp must reach it; memory that they wrote before it is visible after it. Other
// warp instructions do not guarantee this visibility.
REDACT_DEVICE void warp_barrier() { __syncwarp(); }

// Between blocks: what one block writes, another sees if the first then passes a barrier, fences
// and counts by one of its threads, and the second later counts with the same counter, fences by
// that thread and passes a barrier.
REDACT_DEVICE void device_fence() { __threadfence(); }
// Adds one to a counter in device memory, which returns to 0 after `most`. Returns what it held.
REDACT_DEVICE uint32_t count(uint32_t* counter, uint32_t most) { return atomicInc(counter, most); }

// Copies 16 bytes from global to shared memory, both aligned to 16, asynchronously and bypassing
// the L1 cache. The copies since the last commit form a group. wait_copies waits until at most the
// kPending youngest of the thread's groups are pending; the thread that waited then sees the bytes,
// other threads see them after a barrier.
REDACT_DEVICE void copy_async(void* to, const void* from) {
  const auto shared = static_cast<uint32_t>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
}
// The same, or 16 zeros, for which nothing is read.
REDACT_DEVICE void copy_async_or_zeros(void* to, const void* from, bool copied) {
  const auto shared = static_cast<uint32_t>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from),
               "r"(copied ? 16 : 0)
               : "memory");
}
REDACT_DEVICE void commit_copies() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <unsigned kPending>
REDACT_DEVICE void wait_copies() {
  asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

// The value of the lane whose number is this lane's XOR `mask`; all 32 lanes must take part.
template <typename T>
REDACT_DEVICE T shuffle_xor(T value, unsigned mask) {
  return __shfl_xor_sync(0xffffffffu, value, mask);
}

// The maximum and the sum over a warp, in one instruction; every lane gets the result.
REDACT_DEVICE uint32_t warp_max(uint32_t value) { return __reduce_max_sync(0xffffffffu, value); }
REDACT_DEVICE int32_t warp_sum(int32_t value) { return __reduce_add_sync(0xffffffffu, value); }

// The launch's dynamic shared memory, aligned to 16 bytes.
REDACT_DEVICE unsigned char* shared_memory() {
  extern __shared__ __align__(16) unsigned char memory[];
  return memory;
}

// D[16, 8] += A[16, 32] B[32, 8] over signed 8-bit integers (mma.m16n8k32.row.col). With g = lane /
// 4 and t = lane % 4: a[0] holds row g, columns 4t..4t+3; a[1] row g + 8; a[2], a[3] the same rows,
// columns from 16 on; b[0] column g, rows 4t..4t+3, b[1] the same from 16 on; d[0], d[1] row g,
// columns 2t, 2t + 1; d[2], d[3] row g + 8 (PTX ISA, section 9.7.15).
REDACT_DEVICE void mma_s8(int32_t (&d)[4], const Codes4 (&a)[4], const Codes4 (&b)[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
      "%9}, "
      "{%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// mma_s8 over only its first or its second 16 columns: the operands a0, a1, b0 of m16n8k16 have the
// layout of mma_s8's a[0], a[1], b[0], and of its a[2], a[3], b[1].
REDACT_DEVICE void mma_s8_half(int32_t (&d)[4], Codes4 a0, Codes4 a1, Codes4 b0) {
  asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
      "{%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a0), "r"(a1), "r"(b0));
}

// D[16, 8] += A[16, 16] B[16, 8] over halves (mma.m16n8k16.row.col). a[0] holds row g, columns 2t
// and 2t + 1; a[1] row g + 8; a[2], a[3] the same rows, columns from 8 on; b[0] column g, rows 2t
// and 2t + 1, b[1] the same from 8 on; d as in mma_s8.
REDACT_DEVICE void mma_f16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
      "%9}, "
      "{%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// The same over bfloat16 numbers.
REDACT_DEVICE void mma_bf16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// Rounds to the nearest half-precision number, ties to even.
REDACT_DEVICE uint16_t half_bits(float value) {
  uint16_t bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}

// Arithmetic with explicit fusion: if the compiler were free to fuse operations, two
// instances of a kernel might round differently.
REDACT_DEVICE float multiply(float a, float b) { return __fmul_rn(a, b); }
REDACT_DEVICE float add(float a, float b) { return __fadd_rn(a, b); }
REDACT_DEVICE float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
REDACT_DEVICE float divide(float a, float b) { return __fdiv_rn(a, b); }

REDACT_DEVICE float exponential(float x) { return expf(x); }
// 2^x with a relative error of 2^-22, which is far below that of a half; 0 below 2^-126.
REDACT_DEVICE float power_of_two(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}
// If one is not a number, the other.
REDACT_DEVICE float larger(float a, float b) { return fmaxf(a, b); }
REDACT_DEVICE float inverse_root(float x) { return 1.0f / sqrtf(x); }

// Rounds to the nearest integer, ties to even.
REDACT_DEVICE int round_even(float value) { return __float2int_rn(value); }

REDACT_DEVICE float half_value(uint16_t bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}

#else

// Defined by the emulator; they act for the thread that is running.
Index thread_index();
Index block_index();
unsigned lane();
void barrier();
void warp_barrier();
void device_fence();
uint32_t count(uint32_t* counter, uint32_t most);
void copy_async(void* to, const void* from, size_t n_bytes = 16);
void copy_async_or_zeros(void* to, const void* from, bool copied);
void commit_copies();
void wait_copies(unsigned n_pending);
template <unsigned kPending>
void wait_copies() {
  wait_copies(kPending);
}
unsigned char* shared_memory();
// Replaces the value of `size` bytes with that of another lane.
void shuffle(void* value, size_t size, unsigned from_lane);
float half_value(uint16_t bits);
uint16_t half_bits(float value);
int round_even(float value);
float multiply(float a, float b);
float add(float a, float b);
float fused(float a, float b, float c);
float divide(float a, float b);
float exponential(float x);
float power_of_two(float x);
float larger(float a, float b);
float inverse_root(float x);

// Tells the emulator how to call a kernel, and the size of its arguments, since a recorded launch
// does not keep the kernel's type.
void announce_kernel(const void* kernel, void (*call)(const void* kernel, const void* args),
                     size_t args_bytes);
template <typename Args>
void call_kernel(const void* kernel, const void* args) {
  reinterpret_cast<void (*)(Args)>(const_cast<void*>(kernel))(*static_cast<const Args*>(args));
}

template <typename T>
T shuffle_xor(T value, unsigned mask) {
  shuffle(&value, sizeof(T), lane() ^ mask);
  return value;
}
inline uint32_t warp_max(uint32_t value) {
  for (unsigned mask = kWarp / 2; mask > 0; mask /= 2) {
    const uint32_t other = shuffle_xor(value, mask);
    if (other > value) value = other;
  }
  return value;
}
inline int32_t warp_sum(int32_t value) {
  for (unsigned mask = kWarp / 2; mask > 0; mask /= 2) value += shuffle_xor(value, mask);
  return value;
}

void mma_s8(int32_t (&d)[4], const Codes4 (&a)[4], const Codes4 (&b)[2]);
void mma_s8_half(int32_t (&d)[4], Codes4 a0, Codes4 a1, Codes4 b0);
void mma_f16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]);
void mma_bf16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]);

#endif

// Units that a thread loads at once.
struct alignas(16) Words4 {
  uint32_t word[4];
};
struct alignas(8) Words2 {
  uint32_t word[2];
};
struct alignas(16) Floats4 {
  float value[4];
};
struct alignas(8) Floats2 {
  float value[2];
};

REDACT_DEVICE uint32_t bits_of_float(float value) {
  union {
    float value;
    uint32_t bits;
  } both{value};
  return both.bits;
}

REDACT_DEVICE float float_of_bits(uint32_t bits) {
  union {
    uint32_t bits;
    float value;
  } both{bits};
  return both.value;
}

REDACT_DEVICE Halves2 halves(float low, float high) {
  return half_bits(low) | Halves2{half_bits(high)} << 16;
}

// The sum and the maximum of a value over a warp, in one fixed order; every lane gets the result.
REDACT_DEVICE float warp_sum(float value) {
  for (unsigned mask = kWarp / 2; mask > 0; mask /= 2) {
    value = add(value, shuffle_xor(value, mask));
  }
  return value;
}
REDACT_DEVICE float warp_max(float value) {
  for (unsigned mask = kWarp / 2; mask > 0; mask /= 2) {
    value = larger(value, shuffle_xor(value, mask));
  }
  return value;
}

}  // namespace redact::simt
