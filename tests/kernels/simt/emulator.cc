// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/simt/emulator.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "tests/kernels/simt/accesses.h"
#include "tests/kernels/simt/device_memory.h"
#include "tests/kernels/simt/fiber.h"
#include "tests/kernels/simt/traffic.h"

namespace redact::simt {

namespace {

constexpr size_t kStackBytes = 128 << 10;
constexpr size_t kSlotBytes = 64;      // the largest value of a lane in a warp instruction
constexpr size_t kResidentBlocks = 3;  // blocks that run at a time

enum class State { kReady, kAtBarrier, kAtWarp, kDone };

struct Copy {
  unsigned char* to;
  const unsigned char* from;
  size_t n_bytes;
};

// A block that has counted, and the barriers that it had passed at its fence.
struct Arrival {
  uint32_t block, barriers;
};

struct Thread {
  Fiber fiber;
  unsigned char* stack = nullptr;
  State state = State::kDone;
  Index index{};
  std::vector<Copy> open;                // asynchronous copies that are in no group yet
  std::deque<std::vector<Copy>> groups;  // groups not waited for yet, oldest first
  std::optional<uint32_t> fenced;        // the barriers passed at the last fence
  std::vector<Arrival> met;              // at counters since then
  RunningThread running;
};

struct Block {
  Index index{};
  bool busy = false;
  std::vector<Thread> threads;
  std::vector<unsigned char> slots;  // [threads, kSlotBytes]
  unsigned char* shared = nullptr;
  std::vector<Learned> learned;
};

struct Machine {
  const Launch& launch;
  AnyKernel kernel;
  Bytes args;
  Fiber scheduler;
  std::vector<Block> blocks;
  Block* block = nullptr;  // the block of the current thread
  Thread* current = nullptr;
  std::vector<Index> waiting;                                // blocks that have not begun
  std::map<const uint32_t*, std::vector<Arrival>> arrivals;  // at each counter
  uint32_t first_block;  // the number of the launch's first block
};

Machine* machine = nullptr;
uint32_t n_blocks_begun = 0;  // by all launches

// Stacks are kept between launches: a launch is short, and allocating stacks would cost more.
unsigned char* stack_of(size_t i) {
  static std::vector<std::unique_ptr<unsigned char[]>> stacks;
  while (stacks.size() <= i) {
    stacks.push_back(std::make_unique_for_overwrite<unsigned char[]>(kStackBytes));
  }
  return stacks[i].get();
}

void wait(State state) {
  machine->current->state = state;
  switch_fiber(machine->current->fiber, machine->scheduler);
}

void run_thread() {
  machine->kernel.call(machine->kernel.kernel, machine->args.begin);
  const Thread& t = *machine->current;
  for (const auto& group : t.groups) {
    if (!group.empty()) fail("an asynchronous copy that nobody waits for");
  }
  if (!t.open.empty()) fail("an asynchronous copy of no group");
  wait(State::kDone);
}

bool all(const Thread* begin, const Thread* end, State state) {
  return std::all_of(begin, end, [state](const Thread& t) { return t.state == state; });
}
bool all(const Block& block, State state) {
  return all(block.threads.data(), block.threads.data() + block.threads.size(), state);
}

// Releases warps whose lanes all wait at a warp instruction; if there are none, releases the block
// when all its threads wait at a barrier. Returns whether any thread can continue.
bool release(Block& block) {
  bool any = false;
  for (size_t w = 0; w < block.threads.size(); w += kWarp) {
    Thread* begin = &block.threads[w];
    if (!all(begin, begin + kWarp, State::kAtWarp)) continue;
    for (Thread* t = begin; t < begin + kWarp; ++t) t->state = State::kReady;
    any = true;
  }
  if (any) return true;
  if (!all(block, State::kAtBarrier)) return false;
  for (Thread& t : block.threads) {
    t.state = State::kReady;
    ++t.running.barriers, ++t.running.warp_barriers;
  }
  return true;
}

void begin_block(Machine& m, Block& block) {
  block.index = m.waiting.back();
  m.waiting.pop_back();
  block.busy = true;
  const size_t n_shared = m.launch.shared_bytes;
  std::memset(block.shared, 0xff, n_shared);
  set_space(block.shared, n_shared, Space::kBlank);
  const uint32_t number = ++n_blocks_begun;
  block.learned.clear();
  for (size_t i = 0; i < block.threads.size(); ++i) {
    Thread& t = block.threads[i];
    t.state = State::kReady;
    t.groups.clear();
    t.fenced.reset();
    t.met.clear();
    t.running = {number,
                 m.first_block,
                 static_cast<uint32_t>(i),
                 0,
                 0,
                 {t.stack, kStackBytes},
                 {block.shared, n_shared},
                 m.args,
                 &block.learned};
    t.fiber.start(t.stack, kStackBytes, run_thread);
  }
}

// Runs every ready thread of `block` once. Returns whether there was one.
bool step(Machine& m, Block& block, std::mt19937& random, std::vector<size_t>& order) {
  std::shuffle(order.begin(), order.end(), random);
  bool ran = false;
  for (const size_t i : order) {
    if (block.threads[i].state != State::kReady) continue;
    m.block = &block, m.current = &block.threads[i];
    set_running(&m.current->running);
    switch_fiber(m.scheduler, m.current->fiber);
    set_running(nullptr);
    ran = true;
  }
  return ran;
}

void run_blocks(Machine& m, std::mt19937& random) {
  std::vector<size_t> order(m.blocks[0].threads.size());
  std::iota(order.begin(), order.end(), 0);
  for (size_t n_busy = 0; n_busy > 0 || !m.waiting.empty();) {
    Block& block = m.blocks[random() % m.blocks.size()];
    if (!block.busy) {
      if (m.waiting.empty()) continue;
      begin_block(m, block);
      ++n_busy;
    }
    const bool ran = step(m, block, random, order);
    if (all(block, State::kDone)) {
      block.busy = false;
      set_space(block.shared, m.launch.shared_bytes, Space::kNone);
      --n_busy;
    } else if (!ran && !release(block)) {
      fail("threads wait for others that never come: a barrier or warp instruction under a branch");
    }
  }
}

void complete(std::vector<Copy>& group, const void* where) {
  for (const Copy& copy : group) {
    end_filling(copy.to, copy.n_bytes, where);
    if (copy.from != nullptr) {
      std::memcpy(copy.to, copy.from, copy.n_bytes);
    } else {
      std::memset(copy.to, 0, copy.n_bytes);
    }
  }
}

// Copies zeros if `from` is nullptr.
void begin_copy(void* to, const void* from, size_t n_bytes, const char* where) {
  if (from != nullptr) check_access(from, n_bytes, false, where);
  begin_filling(to, n_bytes, where + 1);
  std::memset(to, 0xff, n_bytes);
  machine->current->open.push_back(
      {static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from), n_bytes});
}

}  // namespace

Index thread_index() { return machine->current->index; }
Index block_index() { return machine->block->index; }
unsigned lane() { return machine->current->index.x % kWarp; }
void barrier() { wait(State::kAtBarrier); }
unsigned char* shared_memory() { return machine->block->shared; }

void warp_barrier() {
  wait(State::kAtWarp);
  ++machine->current->running.warp_barriers;
}

void device_fence() {
  Thread& t = *machine->current;
  t.fenced = t.running.barriers;
  for (const Arrival& a : t.met) {
    machine->block->learned.push_back({a.block, a.barriers, t.running.thread, t.running.barriers});
  }
  t.met.clear();
}

// Counts do not race with one another, but with other writes to the counter.
uint32_t count(uint32_t* counter, uint32_t most) {
  check_access(counter, sizeof *counter, false, __builtin_return_address(0));
  Thread& t = *machine->current;
  std::vector<Arrival>& arrivals = machine->arrivals[counter];
  t.met.insert(t.met.end(), arrivals.begin(), arrivals.end());
  if (t.fenced) arrivals.push_back({t.running.block, *t.fenced});
  const uint32_t before = *counter;
  *counter = before >= most ? 0 : before + 1;
  return before;
}

const void* exchange(const void* value, size_t size) {
  if (size > kSlotBytes) fail("a warp instruction's value is too large");
  Block& block = *machine->block;
  const auto number = static_cast<size_t>(machine->current - block.threads.data());
  unsigned char* warp = &block.slots[number / kWarp * kWarp * kSlotBytes];
  wait(State::kAtWarp);  // all lanes have read the values of the previous instruction
  std::memcpy(warp + lane() * size, value, size);
  wait(State::kAtWarp);
  return warp;
}

void shuffle(void* value, size_t size, unsigned from_lane) {
  const auto* lanes = static_cast<const unsigned char*>(exchange(value, size));
  std::memcpy(value, lanes + from_lane * size, size);
}

void copy_async(void* to, const void* from, size_t n_bytes) {
  begin_copy(to, from, n_bytes, static_cast<const char*>(__builtin_return_address(0)));
}

void copy_async_or_zeros(void* to, const void* from, bool copied) {
  begin_copy(to, copied ? from : nullptr, 16,
             static_cast<const char*>(__builtin_return_address(0)));
}

void commit_copies() {
  Thread& t = *machine->current;
  t.groups.push_back(std::move(t.open));
  t.open.clear();
}

void wait_copies(unsigned n_pending) {
  Thread& t = *machine->current;
  for (; t.groups.size() > n_pending; t.groups.pop_front()) {
    complete(t.groups.front(), __builtin_return_address(0));
  }
}

void run(const Launch& launch, const AnyKernel& kernel, const void* args, size_t args_bytes) {
  if (launch.block.x % kWarp != 0) fail("a block's x is no multiple of 32");
  if (launch.shared_bytes > kMostShared) fail("more shared memory than a block may have");
  Machine m{launch,
            kernel,
            {static_cast<const unsigned char*>(args), args_bytes},
            {},
            {},
            nullptr,
            nullptr,
            {},
            {},
            n_blocks_begun + 1};
  for (unsigned i = 0; i < launch.grid.x * launch.grid.y; ++i) {
    m.waiting.push_back({i % launch.grid.x, i / launch.grid.x});
  }
  if (m.waiting.empty()) return;
  m.blocks.resize(std::min(kResidentBlocks, m.waiting.size()));
  size_t n_stacks = 0;
  for (Block& block : m.blocks) {
    block.threads.resize(size_t{launch.block.x} * launch.block.y);
    block.slots.resize(block.threads.size() * kSlotBytes);
    for (size_t i = 0; i < block.threads.size(); ++i) {
      block.threads[i].index = {static_cast<unsigned>(i % launch.block.x),
                                static_cast<unsigned>(i / launch.block.x)};
      block.threads[i].stack = stack_of(n_stacks++);
    }
    block.shared = shared_memory_of(static_cast<size_t>(&block - m.blocks.data()));
  }
  machine = &m;
  std::mt19937 random(launch.seed);
  std::shuffle(m.waiting.begin(), m.waiting.end(), random);
  run_blocks(m, random);
  machine = nullptr;
  close_requests();
}

}  // namespace redact::simt
