// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "program/args.h"
#include "program/inputs.h"

namespace redact {

// Whether the rows of an input are documents.
bool is_table(const Input& input, const Options& options);

// The possible separators of the table's fields: --delimiter, or those that its name allows.
std::string_view separators_of(const Input& input, const Options& options);

// The error for an input that is a table by its name, if no option names the columns to redact. As
// one text, a table would have its values without their names beside them, and some values would
// stay. nullopt for other inputs. `content`: of the input, or its beginning.
std::optional<Error> unchosen_table(const Input& input, const Options& options,
                                    std::string_view content);

// The same for an input that has not been read yet. Errors of reading it are left to its reader.
std::optional<Error> unchosen_table(const Input& input, const Options& options);

// --list-columns: prints the names of a table's columns, one a line. Returns the exit code.
int list_columns(const Input& input, const Options& options);

}  // namespace redact
