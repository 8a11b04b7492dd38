// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "program/pages/overview.h"

namespace redact {

// Parts of a report, as HTML.

// A figure with its name. `look` ("leak", "over" or none) chooses its colour.
std::string report_tile(const std::string& figure, const std::string& name,
                        const std::string& look = {});

// Counts with bars in proportion to the largest; the names are plain text.
std::string count_bars(const std::string& what,
                       const std::vector<std::pair<std::string, size_t>>& counts,
                       std::string_view look);

// The documents of a list, folded.
std::string document_list(const Shortlist& list, const std::string& title,
                          const std::string& how_cut);

// Documents per second over the seconds of work. `starts` are the beginnings of runs.
std::string throughput_plot(const Timeline& timeline, const std::vector<double>& starts);

// The scores of hidden and of nearly hidden spans.
std::string score_plot(const ScoreCounts& scores);

// The counts of each folder's documents, those with the most documents that need a person first.
// Without `named`, folders are numbers in the order of their paths.
std::string folder_table(const Overview& overview, bool named);

}  // namespace redact
