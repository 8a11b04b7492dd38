/* SPDX-License-Identifier: Apache-2.0 */
/* The programs `redact` and `redact-eval`, as functions of the wheel's library. */
#ifndef REDACT_PYTHON_PROGRAM_H_
#define REDACT_PYTHON_PROGRAM_H_

#ifdef __cplusplus
extern "C" {
#endif

/* Each returns the exit code. */
int redact_program(int argc, char **argv);
int redact_eval_program(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif /* REDACT_PYTHON_PROGRAM_H_ */
