// SPDX-License-Identifier: Apache-2.0
#include "python/program.h"

#include "program/program.h"
#include "tools/eval/redact_eval.h"

int redact_program(int argc, char** argv) { return redact::run_program(argc, argv); }

int redact_eval_program(int argc, char** argv) { return redact::eval::run_redact_eval(argc, argv); }
