// SPDX-License-Identifier: Apache-2.0
// The instruction sets that the row kernels are compiled for, as types. The loops are templates on
// one of them and not on a number of lanes, so sets with equally long vectors can coexist:
// the linker cannot replace a function of one set with one that was compiled for another.
#pragma once

namespace redact {

// kLanes: the floats of a vector.
struct Scalar {  // what every machine of the architecture has
  static constexpr int kLanes = 4;
};
struct Avx2 {
  static constexpr int kLanes = 8;
};
struct AvxVnni {
  static constexpr int kLanes = 8;
};
struct Avx512 {
  static constexpr int kLanes = 16;
};
struct Neon {
  static constexpr int kLanes = 4;
};
struct DotProd {
  static constexpr int kLanes = 4;
};
struct I8mm {
  static constexpr int kLanes = 4;
};

}  // namespace redact
