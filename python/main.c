/* SPDX-License-Identifier: Apache-2.0 */
#include "python/program.h"

int main(int argc, char **argv) { return redact_program(argc, argv); }
