// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/simt/emulator.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/cpu/half.h"
#include "tests/kernels/simt/fiber.h"

namespace redact::simt {

namespace {

constexpr size_t kStackBytes = 128 << 10;
constexpr size_t kSlotBytes = 64;  // of a lane's value in a warp instruction

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "simt: %s\n", what);
  std::abort();
}

enum class State { kReady, kAtBarrier, kAtWarp, kDone };

struct Thread {
  Fiber fiber;
  std::unique_ptr<unsigned char[]> stack;
  State state = State::kReady;
  Index index;
};

struct Machine {
  Fiber scheduler;
  std::vector<Thread> threads;
  Thread* current = nullptr;
  const std::function<void()>* kernel = nullptr;
  Index block;
  std::vector<unsigned char> shared;
  std::vector<unsigned char> slots;  // [threads, kSlotBytes]

  size_t number() const { return static_cast<size_t>(current - threads.data()); }
};

Machine* machine = nullptr;

void wait(State state) {
  machine->current->state = state;
  switch_fiber(machine->current->fiber, machine->scheduler);
}

void run_thread() {
  (*machine->kernel)();
  wait(State::kDone);
}

bool all(const Thread* begin, const Thread* end, State state) {
  return std::all_of(begin, end, [state](const Thread& t) { return t.state == state; });
}

// Lets go of warps whose lanes all wait, and of the block when all its threads do. Returns whether
// anybody can go on.
bool release(Machine& m) {
  bool any = false;
  for (size_t w = 0; w < m.threads.size(); w += kWarp) {
    Thread* begin = &m.threads[w];
    if (!all(begin, begin + kWarp, State::kAtWarp)) continue;
    for (Thread* t = begin; t < begin + kWarp; ++t) t->state = State::kReady;
    any = true;
  }
  if (any) return true;
  if (!all(m.threads.data(), m.threads.data() + m.threads.size(), State::kAtBarrier)) return false;
  for (Thread& t : m.threads) t.state = State::kReady;
  return true;
}

void run_block(Machine& m, std::mt19937& random) {
  for (Thread& t : m.threads) {
    t.state = State::kReady;
    t.fiber.start(t.stack.get(), kStackBytes, run_thread);
  }
  std::fill(m.shared.begin(), m.shared.end(), 0xcd);  // nothing may count on what it holds at first
  std::vector<size_t> order(m.threads.size());
  std::iota(order.begin(), order.end(), 0);
  while (true) {
    std::shuffle(order.begin(), order.end(), random);
    bool ran = false;
    for (const size_t i : order) {
      if (m.threads[i].state != State::kReady) continue;
      m.current = &m.threads[i];
      switch_fiber(m.scheduler, m.current->fiber);
      ran = true;
    }
    if (all(m.threads.data(), m.threads.data() + m.threads.size(), State::kDone)) return;
    if (!ran && !release(m)) {
      fail("threads wait for others that never come: a barrier or warp instruction under a branch");
    }
  }
}

}  // namespace

Index thread_index() { return machine->current->index; }
Index block_index() { return machine->block; }
unsigned lane() { return machine->current->index.x % kWarp; }
void barrier() { wait(State::kAtBarrier); }
unsigned char* shared_memory() { return machine->shared.data(); }
float half_value(uint16_t bits) { return half_to_float(bits); }
// Halves of normal size by rounding the bits, the small ones by scaling.
uint16_t half_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // 65,520 and above
  if (magnitude < 0x38800000) {  // below 2^-14: multiples of 2^-24
    float size;
    std::memcpy(&size, &magnitude, 4);
    return static_cast<uint16_t>(sign | static_cast<uint32_t>(std::nearbyint(size * 0x1p24f)));
  }
  const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return static_cast<uint16_t>(sign | ((rounded >> 13) - (112 << 10)));
}
float exponential(float x) { return std::exp(x); }
float inverse_root(float x) { return 1.0f / std::sqrt(x); }
int round_even(float value) { return static_cast<int>(std::nearbyint(value)); }

const void* exchange(const void* value, size_t size) {
  if (size > kSlotBytes) fail("a warp instruction's value is too large");
  Machine& m = *machine;
  unsigned char* warp = &m.slots[m.number() / kWarp * kWarp * kSlotBytes];
  wait(State::kAtWarp);  // all lanes have read what the instruction before left here
  std::memcpy(warp + lane() * size, value, size);
  wait(State::kAtWarp);
  return warp;
}

namespace {

// m16n8k16 over numbers of 16 bits that `value` reads.
void mma_16_bits(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2],
                 float (*value)(uint16_t)) {
  struct Fragments {
    Halves2 a[4], b[2];
  } mine;
  std::memcpy(mine.a, a, sizeof(mine.a));
  std::memcpy(mine.b, b, sizeof(mine.b));
  const auto* all_lanes = static_cast<const Fragments*>(exchange(&mine, sizeof(mine)));
  const auto half = [value](Halves2 two, unsigned i) {
    return value(static_cast<uint16_t>(two >> (16 * i)));
  };
  const auto a_at = [&](unsigned row, unsigned k) {
    return half(all_lanes[row % 8 * 4 + k % 8 / 2].a[k / 8 * 2 + row / 8], k % 2);
  };
  const auto b_at = [&](unsigned k, unsigned column) {
    return half(all_lanes[column * 4 + k % 8 / 2].b[k / 8], k % 2);
  };
  const unsigned g = lane() / 4, t = lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (unsigned k = 0; k < 16; ++k) d[i] += a_at(row, k) * b_at(k, column);
  }
}

}  // namespace

void mma_f16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]) {
  mma_16_bits(d, a, b, half_to_float);
}

void mma_bf16(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]) {
  mma_16_bits(d, a, b, [](uint16_t bits) {
    const uint32_t wide = uint32_t{bits} << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    return value;
  });
}

void mma_s8(int32_t (&d)[4], const Codes4 (&a)[4], const Codes4 (&b)[2]) {
  struct Fragments {
    Codes4 a[4], b[2];
  } mine;
  std::memcpy(mine.a, a, sizeof(mine.a));
  std::memcpy(mine.b, b, sizeof(mine.b));
  const auto* all_lanes = static_cast<const Fragments*>(exchange(&mine, sizeof(mine)));
  const auto code = [](Codes4 codes, unsigned i) { return static_cast<int8_t>(codes >> (8 * i)); };
  const auto a_at = [&](unsigned row, unsigned k) {
    const Fragments& f = all_lanes[row % 8 * 4 + k % 16 / 4];
    return code(f.a[k / 16 * 2 + row / 8], k % 4);
  };
  const auto b_at = [&](unsigned k, unsigned column) {
    return code(all_lanes[column * 4 + k % 16 / 4].b[k / 16], k % 4);
  };
  const unsigned g = lane() / 4, t = lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (unsigned k = 0; k < 32; ++k) d[i] += a_at(row, k) * b_at(k, column);
  }
}

void mma_s8_half(int32_t (&d)[4], Codes4 a0, Codes4 a1, Codes4 b0) {
  struct Fragments {
    Codes4 a[2], b;
  } mine{{a0, a1}, b0};
  const auto* all_lanes = static_cast<const Fragments*>(exchange(&mine, sizeof(mine)));
  const auto code = [](Codes4 codes, unsigned i) { return static_cast<int8_t>(codes >> (8 * i)); };
  const unsigned g = lane() / 4, t = lane() % 4;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = g + i / 2 * 8, column = 2 * t + i % 2;
    for (unsigned k = 0; k < 16; ++k) {
      d[i] += code(all_lanes[row % 8 * 4 + k / 4].a[row / 8], k % 4) *
              code(all_lanes[column * 4 + k / 4].b, k % 4);
    }
  }
}

void run(const Launch& launch, const std::function<void()>& kernel) {
  if (launch.block.x % kWarp != 0) fail("a block's x is no multiple of 32");
  Machine m;
  m.kernel = &kernel;
  m.shared.resize(launch.shared_bytes + 16);
  m.threads.resize(size_t{launch.block.x} * launch.block.y);
  m.slots.resize(m.threads.size() * kSlotBytes);
  for (size_t i = 0; i < m.threads.size(); ++i) {
    m.threads[i].index = {static_cast<unsigned>(i % launch.block.x),
                          static_cast<unsigned>(i / launch.block.x)};
    m.threads[i].stack = std::make_unique<unsigned char[]>(kStackBytes);
  }
  machine = &m;
  std::mt19937 random(launch.seed);
  for (unsigned y = 0; y < launch.grid.y; ++y) {
    for (unsigned x = 0; x < launch.grid.x; ++x) {
      m.block = {x, y};
      run_block(m, random);
    }
  }
  machine = nullptr;
}

}  // namespace redact::simt
