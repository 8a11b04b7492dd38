/* SPDX-License-Identifier: Apache-2.0 */
/* Debian's archive of expat takes the seed of its hash tables from this function, which glibc has
 * since 2.36. This one does with that of 2.28. */
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

/* Fills up to 256 bytes, which getrandom never gives in parts; as in glibc, there is no way to fail
 * but to abort. */
void arc4random_buf(void *bytes, size_t size);
void arc4random_buf(void *bytes, size_t size) {
  if (getrandom(bytes, size, 0) != (ssize_t)size) abort();
}
