// SPDX-License-Identifier: Apache-2.0
// Any bytes as a sequence of calls of the C interface, which the bytes choose one after another:
// random_calls_test has the rules. Ones follow the last byte: a one is an ordinary choice, a zero a
// rare one.
#include "tests/c_api/call_world.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Its threads end with the process, for which libFuzzer waits for nobody.
  static const auto& kWorld =
      *new redact::testing::CallWorld(REDACT_SOURCE_DIR "/tests/golden/label-f32.gguf");
  size_t at = 0;
  kWorld.run(0, [&] { return at < size ? uint32_t{data[at++]} : 1; });
  return 0;
}
