// SPDX-License-Identifier: Apache-2.0
// Random sequences of calls, also of calls against the manual, with callbacks that call further
// functions. Every result that comes is checked; under a sanitizer, so is the memory.
// Usage: random_calls_test MODEL SEQUENCES [FIRST_SEED]
#include <random>

#include "tests/c_api/call_world.h"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto n = static_cast<uint32_t>(std::atol(argv[2]));
  const auto first = static_cast<uint32_t>(argc > 3 ? std::atol(argv[3]) : 1);
  const redact::testing::CallWorld world(argv[1]);
  for (uint32_t seed = first; seed < first + n; ++seed) {
    std::mt19937 random(seed);
    world.run(seed, [&] { return static_cast<uint32_t>(random()); });
  }
  std::printf("%u sequences\n", n);
  return 0;
}
