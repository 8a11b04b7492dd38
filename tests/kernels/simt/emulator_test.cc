// SPDX-License-Identifier: Apache-2.0
// Tests of the emulator itself: its instructions, and that it stops where behaviour is undefined on
// a GPU.
#include "tests/kernels/simt/emulator.h"

#include <gtest/gtest.h>

#include <random>

#include "kernels/formats/half.h"
#include "tests/kernels/simt/device_memory.h"
#include "tests/kernels/simt/traffic.h"

namespace redact {
namespace {

using simt::DeviceVector;

TEST(Emulator, HalvesRoundToTheNearest) {
  for (uint32_t bits = 0; bits < 0x7c00; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    const float value = half_to_float(half), next = half_to_float(static_cast<uint16_t>(bits + 1));
    EXPECT_EQ(simt::half_bits(value), half);
    EXPECT_EQ(simt::half_bits(-value), half | 0x8000);
    if (bits + 1 < 0x7c00) {
      EXPECT_EQ(simt::half_bits((value + next) / 2), half + half % 2);  // ties to even
    }
  }
  EXPECT_EQ(simt::half_bits(65519.0f), 0x7bff);
  EXPECT_EQ(simt::half_bits(65520.0f), 0x7c00);
}

// The definition of mma.m16n8k32, with fragments in the layout that device.h describes.
struct MmaArgs {
  const int8_t* a;  // [16, 32]
  const int8_t* b;  // [32, 8]
  int32_t* d;       // [16, 8]
};
void mma_kernel(MmaArgs args) {
  const unsigned g = simt::lane() / 4, t = simt::lane() % 4;
  simt::Codes4 a[4] = {}, b[2] = {};
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned r = 0; r < 4; ++r) {
      const int8_t code = args.a[(g + r % 2 * 8) * 32 + 4 * t + i + r / 2 * 16];
      a[r] |= uint32_t{static_cast<uint8_t>(code)} << 8 * i;
    }
    for (unsigned r = 0; r < 2; ++r) {
      b[r] |= uint32_t{static_cast<uint8_t>(args.b[(4 * t + i + r * 16) * 8 + g])} << 8 * i;
    }
  }
  int32_t d[4] = {1, 2, 3, 4};
  simt::mma_s8(d, a, b);
  for (unsigned i = 0; i < 4; ++i) {
    args.d[(g + i / 2 * 8) * 8 + 2 * t + i % 2] = d[i] - static_cast<int32_t>(i) - 1;
  }
}
TEST(Emulator, MmaMultipliesMatrices) {
  std::mt19937 random(2);
  DeviceVector<int8_t> a(16 * 32), b(32 * 8);
  for (auto* all : {&a, &b}) {
    for (int8_t& x : *all) x = static_cast<int8_t>(random());
  }
  DeviceVector<int32_t> d(16 * 8);
  simt::run({{1, 1}, {32, 1}}, mma_kernel, {a.data(), b.data(), d.data()});
  for (size_t i = 0; i < 16; ++i) {
    for (size_t j = 0; j < 8; ++j) {
      int32_t want = 0;
      for (size_t k = 0; k < 32; ++k) want += a[i * 32 + k] * b[k * 8 + j];
      EXPECT_EQ(d[i * 8 + j], want) << i << " " << j;
    }
  }
}

// A few floats in device memory, for kernels that each do one thing with them.
struct Args {
  float* values;
  const float* given;
};
float* shared() { return reinterpret_cast<float*>(simt::shared_memory()); }
unsigned me() { return simt::thread_index().x; }
unsigned other() { return (me() + 32) % 64; }  // a thread of another warp

void run(void (*kernel)(Args), float* values, const float* given, simt::Index grid = {1, 1}) {
  simt::run({grid, {64, 1}, 64 * sizeof(simt::Floats4)}, kernel, {values, given});
}

void run_on_device(void (*kernel)(Args), simt::Index grid = {1, 1}) {
  DeviceVector<float> values(64), given(256, 1.0f);
  run(kernel, values.data(), given.data(), grid);
}

TEST(Emulator, ABarrierOrdersABlockAndAWarpBarrierAWarp) {
  run_on_device([](Args args) {
    shared()[me()] = 1;
    simt::barrier();
    args.values[me()] = shared()[other()];
    simt::barrier();
    shared()[me()] = 2;
    simt::warp_barrier();
    args.values[me()] = shared()[me() ^ 1];
  });
}

TEST(Emulator, AsynchronousCopiesArriveWhenTheyAreWaitedFor) {
  DeviceVector<float> values(64), given(256);
  for (size_t i = 0; i < given.size(); ++i) given[i] = static_cast<float>(i);
  run(
      [](Args args) {
        simt::copy_async(shared() + 4 * me(), args.given + 4 * me());
        simt::commit_copies();
        simt::commit_copies();
        simt::wait_copies<1>();
        simt::barrier();
        args.values[me()] = shared()[4 * other()];
        simt::wait_copies<0>();
      },
      values.data(), given.data());
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(values[i], static_cast<float>((i + 32) % 64 * 4));
}

// Three blocks write; the last that counts sums up what all have written.
enum class Without { kNothing, kBarrier, kFence, kFenceAfter, kLast };
struct Meeting {
  float* values;  // [3, 64], then [64] sums
  uint32_t* counter;
  Without without;
};
void meet(Meeting args) {
  args.values[simt::block_index().x * 64 + me()] = static_cast<float>(me());
  if (args.without != Without::kBarrier) simt::barrier();
  if (me() == 0) {
    if (args.without != Without::kFence) simt::device_fence();
    shared()[0] = static_cast<float>(simt::count(args.counter, 2));
    if (args.without != Without::kFenceAfter) simt::device_fence();
  }
  simt::barrier();
  if (shared()[0] < (args.without == Without::kLast ? 1 : 2)) return;
  for (unsigned block = 0; block < 3; ++block) {
    args.values[3 * 64 + me()] += args.values[block * 64 + other()];
  }
}
void run_meeting(Without without) {
  DeviceVector<float> values(4 * 64);
  DeviceVector<uint32_t> counter(1);
  for (uint32_t seed = 1; seed < 9; ++seed) {
    std::fill(values.begin(), values.end(), 0.0f);
    simt::run({{3, 1}, {64, 1}, 16, seed}, meet, {values.data(), counter.data(), without});
    for (unsigned i = 0; i < 64; ++i) {
      EXPECT_EQ(values[3 * 64 + i], static_cast<float>(3 * ((i + 32) % 64)));
    }
    EXPECT_EQ(counter[0], 0u);
  }
}
TEST(Emulator, FencesAndACounterOrderBlocks) { run_meeting(Without::kNothing); }

TEST(EmulatorDeathTest, StopsWhereThreadsWaitForNobody) {
  EXPECT_DEATH(run_on_device([](Args) {
                 if (me() < 7) simt::barrier();
               }),
               "never come");
  EXPECT_DEATH(run_on_device([](Args) {
                 if (simt::lane() > 0) simt::warp_sum(1);
               }),
               "never come");
}

TEST(EmulatorDeathTest, StopsAtACopyThatNobodyWaitsFor) {
  EXPECT_DEATH(run_on_device([](Args args) {
                 simt::copy_async(shared() + 4 * me(), args.given + 4 * me());
                 simt::commit_copies();
               }),
               "nobody waits for");
}

#if defined(__SANITIZE_THREAD__)

TEST(EmulatorDeathTest, StopsAtRaces) {
  EXPECT_DEATH(run_on_device([](Args args) {  // written by one, read by another
                 shared()[me()] = 1;
                 args.values[me()] = shared()[other()];
               }),
               "nobody has written it|a race with");
  EXPECT_DEATH(run_on_device([](Args args) {  // read by one, written by another
                 shared()[me()] = 1;
                 simt::barrier();
                 args.values[me()] = shared()[other()];
                 shared()[me()] = 2;
               }),
               "a race with");
  EXPECT_DEATH(run_on_device([](Args args) { args.values[0] = 1; }), "a race with a write");
  EXPECT_DEATH(run_on_device([](Args args) {  // a warp instruction orders nothing
                 shared()[me()] = 1;
                 simt::warp_sum(1);
                 args.values[me()] = shared()[me() ^ 1];
               }),
               "nobody has written it|a race with");
  EXPECT_DEATH(run_on_device([](Args args) {  // a warp barrier does not order two warps
                 shared()[me()] = 1;
                 simt::warp_barrier();
                 args.values[me()] = shared()[other()];
               }),
               "nobody has written it|a race with");
}

TEST(EmulatorDeathTest, StopsAtRacesBetweenBlocks) {
  const simt::Index two = {2, 1};
  EXPECT_DEATH(run_on_device([](Args args) { args.values[me()] = 1; }, two), "a race with a write");
  EXPECT_DEATH(run_on_device(
                   [](Args args) {
                     simt::barrier();
                     if (simt::block_index().x == 0) args.values[me()] = 1;
                     if (simt::block_index().x == 1) shared()[me()] = args.values[me()];
                   },
                   two),
               "a race with");
}

TEST(EmulatorDeathTest, StopsAtRacesBetweenBlocksThatCount) {
  for (const Without without :
       {Without::kBarrier, Without::kFence, Without::kFenceAfter, Without::kLast}) {
    EXPECT_DEATH(run_meeting(without), "a race with") << static_cast<int>(without);
  }
}

TEST(EmulatorDeathTest, StopsAtAddressesThatAreNotTheirs) {
  EXPECT_DEATH(run_on_device([](Args args) { args.values[me() + 1] = 1; }), "outside");
  EXPECT_DEATH(run_on_device([](Args args) { args.values[me()] = shared()[me()]; }),
               "nobody has written it");
  EXPECT_DEATH(run_on_device([](Args) { shared()[4 * 64] = 1; }), "outside");
  static float of_the_host[64] = {};
  DeviceVector<float> given(256, 1.0f);
  EXPECT_DEATH(run([](Args args) { args.values[me()] = 1; }, of_the_host, given.data()),
               "neither the device's");
  EXPECT_DEATH(run_on_device([](Args args) {
                 auto* misaligned = reinterpret_cast<unsigned char*>(args.values) + 2;
                 if (me() == 0) *reinterpret_cast<float*>(misaligned) = 1;
               }),
               "misaligned");
  void* memory = simt::take_device_memory(64, simt::Space::kDevice);
  EXPECT_DEATH(*static_cast<float*>(memory) = 1, "the host's");
  simt::give_device_memory(memory);
}

TEST(EmulatorDeathTest, StopsAtCopiesThatAreReadTooEarly) {
  EXPECT_DEATH(run_on_device([](Args args) {  // a read before the wait
                 simt::copy_async(shared() + 4 * me(), args.given + 4 * me());
                 simt::commit_copies();
                 args.values[me()] = shared()[4 * me()];
               }),
               "is filling it");
  EXPECT_DEATH(run_on_device([](Args args) {  // another thread's copy, without a barrier
                 simt::copy_async(shared() + 4 * me(), args.given + 4 * me());
                 simt::commit_copies();
                 simt::wait_copies<0>();
                 args.values[me()] = shared()[4 * other()];
               }),
               "nobody has written it|a race with|is filling it");
  EXPECT_DEATH(run_on_device([](Args args) {  // a copy over memory that others still read
                 shared()[me()] = 1;
                 simt::barrier();
                 args.values[me()] = shared()[other()];
                 if (me() < 16) simt::copy_async(shared() + 4 * me(), args.given + 4 * me());
                 simt::commit_copies();
                 simt::wait_copies<0>();
               }),
               "a race with|is filling it");
}

TEST(Traffic, CountsSectorsAndWavefronts) {
  DeviceVector<float> values(64), given(256, 1.0f);
  const auto traffic_of = [&](void (*kernel)(Args)) {
    const simt::TrafficCount count;
    run(kernel, values.data(), given.data());
    return count.total();
  };
  const auto whole = traffic_of([](Args args) {
    shared()[me()] = args.given[me()];
    args.values[me()] = shared()[me()];
  });
  EXPECT_EQ(whole.global_requests, 4u);  // a load and a store by each of two warps
  EXPECT_EQ(whole.global_sectors, 16u);
  EXPECT_EQ(whole.least_sectors, 16u);
  EXPECT_EQ(whole.memory_sectors, 16u);
  EXPECT_EQ(whole.shared_wavefronts, 4u);
  EXPECT_EQ(whole.least_wavefronts, 4u);
  // Every fourth word: four sectors where one would do, four lanes to a bank.
  const auto wide = traffic_of([](Args args) { shared()[4 * me()] = args.given[4 * me()]; });
  EXPECT_EQ(wide.global_sectors, 32u);
  EXPECT_EQ(wide.least_sectors, 8u);
  EXPECT_EQ(wide.shared_wavefronts, 8u);
  EXPECT_EQ(wide.least_wavefronts, 2u);
  // Requests of 16 bytes a lane are served by quarters of a warp, without a conflict.
  const auto four = traffic_of([](Args args) {
    const auto* from = reinterpret_cast<const simt::Floats4*>(args.given);
    reinterpret_cast<simt::Floats4*>(shared())[me()] = from[me()];
  });
  EXPECT_EQ(four.global_sectors, 32u);
  EXPECT_EQ(four.least_sectors, 32u);
  EXPECT_EQ(four.shared_wavefronts, 8u);
  EXPECT_EQ(four.least_wavefronts, 8u);
}

#endif

}  // namespace
}  // namespace redact
