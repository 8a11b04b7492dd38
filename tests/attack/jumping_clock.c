// SPDX-License-Identifier: Apache-2.0
// A clock of the day that jumps back by an hour each time it is read, for tests: a library to
// preload. Clocks that measure durations run on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>

static time_t jump(void) {
  static atomic_int n_reads;
  return (time_t)3600 * atomic_fetch_add(&n_reads, 1);
}

int clock_gettime(clockid_t id, struct timespec* now) {
  const int failed =
      ((int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime"))(id, now);
  if (failed == 0 && id == CLOCK_REALTIME) now->tv_sec -= jump();
  return failed;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec time;
  if (clock_gettime(CLOCK_REALTIME, &time) != 0) return -1;
  *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* now) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  if (now != NULL) *now = time.tv_sec;
  return time.tv_sec;
}
