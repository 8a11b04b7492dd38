/* SPDX-License-Identifier: Apache-2.0 */
/* The program `redact`, as a function of the wheel's library. */
#ifndef REDACT_PYTHON_PROGRAM_H_
#define REDACT_PYTHON_PROGRAM_H_

#ifdef __cplusplus
extern "C" {
#endif

int redact_program(int argc, char **argv); /* the exit code */

#ifdef __cplusplus
}
#endif

#endif /* REDACT_PYTHON_PROGRAM_H_ */
