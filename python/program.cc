// SPDX-License-Identifier: Apache-2.0
#include "python/program.h"

#include "program/program.h"

int redact_program(int argc, char** argv) { return redact::run_program(argc, argv); }
