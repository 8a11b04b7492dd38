// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether the environment's REDACT_PLANTED is this number. Programs that are built with bugs on
// purpose, to see whether the tests find them, ask it at each.
extern "C" bool planted_bug(int number);
