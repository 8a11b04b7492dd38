// SPDX-License-Identifier: Apache-2.0
// count-products: multiplies rows with a matrix of 96 x 512 a number of times.
// bench/instructions.py runs it under an emulator that counts instructions.
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/formats/quantised.h"
#include "kernels/open_device.h"

namespace redact {
namespace {

constexpr size_t kRows = 96, kCols = 512;

std::optional<WeightFormat> format_named(std::string_view name) {
  for (const QuantisedFormat& row : kQuantisedFormats) {
    if (name == format_info(row.format).name) return row.format;
  }
  return std::nullopt;
}

void multiply(Ops& ops, WeightFormat format, WeightUse use, size_t n, size_t times) {
  const Weight shape{format, kRows, kCols};
  const std::vector<uint8_t> bytes(shape.n_bytes(), 0x11);
  Weight w = shape;
  w.data = bytes.data();
  const Weight prepared = ops.prepare(w, use);
  const std::vector<float> x(n * kCols, 0.5f);
  std::vector<float> out(n * kRows);
  const Product product{prepared, out.data()};
  for (size_t i = 0; i < times; ++i) ops.matmul({&product, 1}, x.data(), n);
}

}  // namespace
}  // namespace redact

int main(int argc, char** argv) {
  using namespace redact;
  const auto format = argc == 6 ? format_named(argv[2]) : std::nullopt;
  if (!format) {
    std::fputs("usage: count-products DEVICE FORMAT blocks|rows ROWS TIMES\n", stderr);
    return 2;
  }
  ThreadPool pool(1);
  const auto ops = open_device(argv[1], pool);
  if (!ops.ok()) {
    std::fprintf(stderr, "count-products: %s\n", ops.error().message().c_str());
    return 1;
  }
  const WeightUse use =
      std::string_view(argv[3]) == "rows" ? WeightUse::kMultipliedByRows : WeightUse::kMultiplied;
  multiply(**ops, *format, use, std::strtoul(argv[4], nullptr, 10),
           std::strtoul(argv[5], nullptr, 10));
  return 0;
}
