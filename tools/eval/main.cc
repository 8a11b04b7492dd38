// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/redact_eval.h"

int main(int argc, char** argv) { return redact::eval::run_redact_eval(argc, argv); }
