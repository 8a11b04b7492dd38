// SPDX-License-Identifier: Apache-2.0
// The emulator's stream. It too runs nothing before the host reads, so that what depends on work
// that has not run yet shows.
#include "kernels/cuda/stream.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "tests/kernels/simt/emulator.h"

namespace redact::simt {

struct Stream::Handle {
  std::vector<std::function<void()>> recorded;
  uint64_t n_graphs = 0;

  void record(std::function<void()> work) {
    recorded.push_back(std::move(work));
    if (recorded.size() == kGraphNodes) finish();
  }
  void finish() {
    if (recorded.empty()) return;
    for (const auto& work : std::exchange(recorded, {})) work();
    ++n_graphs;
  }
};

Stream::Stream() : handle_(std::make_unique<Handle>()) {}
Stream::~Stream() = default;

const char* Stream::error() const { return nullptr; }
uint64_t Stream::graphs() const { return handle_->n_graphs; }
size_t Stream::free_bytes() const { return std::numeric_limits<size_t>::max(); }

void* Stream::allocate(size_t bytes) {
  const size_t whole = (bytes + 255) / 256 * 256 + 256;
  void* memory = std::aligned_alloc(256, whole);
  if (memory != nullptr) std::memset(memory, 0, whole);
  return memory;
}

void Stream::free(void* memory) {
  handle_->finish();
  std::free(memory);
}

void Stream::finish() { handle_->finish(); }

void Stream::to_device(void* to, const void* from, size_t bytes) {
  const auto* begin = static_cast<const uint8_t*>(from);
  handle_->record([to, bytes = std::vector<uint8_t>(begin, begin + bytes)] {
    std::memcpy(to, bytes.data(), bytes.size());
  });
}

void Stream::to_host(void* to, const void* from, size_t bytes) {
  handle_->finish();
  std::memcpy(to, from, bytes);
}

void Stream::copy(void* to, const void* from, size_t bytes) {
  handle_->record([=] { std::memcpy(to, from, bytes); });
}

void Stream::record_launch(const Shape& shape, std::function<void()> kernel) {
  handle_->record([shape, kernel = std::move(kernel)] {
    run({shape.grid, {shape.threads, 1}, shape.shared_bytes}, kernel);
  });
}

}  // namespace redact::simt
