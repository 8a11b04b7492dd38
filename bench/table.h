// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace redact::bench {

using Row = nlohmann::ordered_json;  // an object: column to value, formatted text or a number

// Prints rows as "md" (a table for each sequence of rows with the same columns), "csv" or "json".
void print(const std::vector<Row>& rows, const std::string& format);

// "mean ± sd".
std::string mean_sd(const std::vector<double>& values);

}  // namespace redact::bench
