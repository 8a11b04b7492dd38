// SPDX-License-Identifier: Apache-2.0
// GCC 12 gave this function a new version, GLIBCXX_3.4.30, although it does the same. It is the
// only one of that version that the library needs, so that without it the wheel runs with the
// libstdc++ of GCC 11, which RHEL 9 has. The linker puts it in place of the other (--wrap).
#include <pthread.h>

#include <condition_variable>
#include <mutex>

extern "C" void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(
    std::condition_variable* condition, std::unique_lock<std::mutex>* lock) {
  pthread_cond_wait(condition->native_handle(), lock->mutex()->native_handle());
}
