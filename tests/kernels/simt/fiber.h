// SPDX-License-Identifier: Apache-2.0
// Fibers whose stacks are switched by hand. swapcontext does the same with two system calls a
// switch, which would take most of an emulated kernel's time. It is used on other machines and with
// sanitizers, which support it.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define REDACT_OWN_SWITCH 1
#else
#include <ucontext.h>
#endif

namespace redact::simt {

#if defined(REDACT_OWN_SWITCH)

class Fiber {
 public:
  // `run` never returns.
  void start(unsigned char* stack, size_t bytes, void (*run)()) {
    auto top = reinterpret_cast<uintptr_t>(stack + bytes) / 16 * 16;
    auto* at =
        reinterpret_cast<void**>(top) - 2;  // at a call, the stack lies 8 below a multiple of 16
    *at = reinterpret_cast<void*>(run);     // the first switch returns here
    stack_pointer_ = at - 6;                // after popping six registers
  }

  friend void switch_fiber(Fiber& from, Fiber& to);

 private:
  void* stack_pointer_ = nullptr;
};

// Saves the callee-saved registers of the ABI (System V, x86-64: six), and switches stacks.
[[gnu::naked, gnu::noinline]] inline void switch_stack(void** /*save*/, void* /*load*/) {
  asm volatile(
      "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
      "movq %rsp, (%rdi)\n movq %rsi, %rsp\n"
      "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n ret");
}

inline void switch_fiber(Fiber& from, Fiber& to) {
  switch_stack(&from.stack_pointer_, to.stack_pointer_);
}

#else

class Fiber {
 public:
  void start(unsigned char* stack, size_t bytes, void (*run)()) {
    getcontext(&context_);
    context_.uc_stack.ss_sp = stack;
    context_.uc_stack.ss_size = bytes;
    context_.uc_link = nullptr;
    makecontext(&context_, run, 0);
  }

  friend void switch_fiber(Fiber& from, Fiber& to);

 private:
  ucontext_t context_;
};

inline void switch_fiber(Fiber& from, Fiber& to) { swapcontext(&from.context_, &to.context_); }

#endif

}  // namespace redact::simt
