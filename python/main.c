/* SPDX-License-Identifier: Apache-2.0 */
/* A program of the wheel, the function PROGRAM of its library. */
#include "python/program.h"

int main(int argc, char **argv) { return PROGRAM(argc, argv); }
