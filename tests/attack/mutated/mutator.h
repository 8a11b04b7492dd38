// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/attack/mutated/seeds.h"

namespace redact::testing {

// Makes broken and strange files from sound ones: cut, doubled, with bytes changed, nested in one
// another, in other encodings, and with the signs of their formats where nobody expects them.
class Mutator {
 public:
  Mutator(Kind kind, uint32_t seed, size_t max_seed_bytes);

  // The next file.
  std::string next();

 private:
  size_t below(size_t n) { return n == 0 ? 0 : random_() % n; }
  bool chance(size_t percent) { return below(100) < percent; }
  std::string pick_seed();
  std::string pick_seed_or(const std::string& bytes);  // an archive has no seeds of bytes
  std::string mutated(std::string bytes);
  void mutate(std::string& bytes);
  void nest(std::string& bytes);
  void encode(std::string& bytes);
  // A place in `bytes` where a sign of the format stands, or any place.
  size_t place(const std::string& bytes);

  Kind kind_;
  std::mt19937 random_;
  std::vector<std::string> seeds_, more_;  // more_: files of other kinds, which are put into these
  size_t n_written_ = 0;
  std::vector<ZipEntries> archives_;
};

}  // namespace redact::testing
