// SPDX-License-Identifier: Apache-2.0
#include "program/pages/overview.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace redact {

namespace {

using Json = nlohmann::json;

constexpr size_t kMostFolders = 2000, kMostReasons = 100;
constexpr char kOtherReasons[] = "other reasons";

// The folder of a text, or the file of a line or row.
std::string group_of(const DocumentPlace& place) {
  if (place.number > 0) return place.input;
  const size_t slash = place.input.rfind('/');
  return slash == std::string::npos ? "." : place.input.substr(0, slash);
}

// A number that reveals nothing about the document, so that the greatest numbers are a fair sample
// which does not change from run to run: FNV-1a of its place, mixed.
double lot_of(const DocumentPlace& place) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&hash](uint8_t byte) { hash = (hash ^ byte) * 0x100000001b3; };
  for (const char c : place.input) add(static_cast<uint8_t>(c));
  for (int shift = 0; shift < 64; shift += 8) add(static_cast<uint8_t>(place.number >> shift));
  hash ^= hash >> 32;
  hash *= 0x9e3779b97f4a7c15;
  return static_cast<double>(hash >> 11);
}

// An error message without the number of its line or row.
std::string kind_of(const std::string& error) {
  for (const std::string_view unit : {"line ", "row "}) {
    if (!error.starts_with(unit)) continue;
    const size_t end = error.find_first_not_of("0123456789", unit.size());
    if (end != error.npos && error.compare(end, 2, ": ") == 0) return error.substr(end + 2);
  }
  return error;
}

std::string count_of(size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string signed_score(double score) {
  const std::string tenths = std::to_string(std::lround(std::abs(score) * 10));
  const std::string padded = tenths.size() < 2 ? "0" + tenths : tenths;
  return (score < 0 ? "\u2212" : "+") + padded.substr(0, padded.size() - 1) + "." + padded.back();
}

void add_scores(const Json& scores, ScoreCounts::Counts& counts) {
  if (!scores.is_object()) return;
  for (const auto& [score, n] : scores.items()) {
    if (!n.is_number_unsigned()) continue;
    counts[ScoreCounts::slot(std::atof(score.c_str()))] += n.get<size_t>();
  }
}

void append(std::string& all, const std::string& more) { all += (all.empty() ? "" : "; ") + more; }

}  // namespace

size_t ScoreCounts::slot(double score) {
  if (std::isnan(score)) return 0;  // from a damaged journal
  const double low = std::clamp(std::floor(score), double{kLowest}, double{kHighest - 1});
  return static_cast<size_t>(low - kLowest);
}

void ScoreCounts::add(const ScoreCounts& other) {
  for (size_t i = 0; i < hidden.size(); ++i) {
    hidden[i] += other.hidden[i];
    left[i] += other.left[i];
  }
  n_documents += other.n_documents;
}

void Overview::add(const JournalEntry& entry, std::optional<double> worked) {
  if (worked) timeline_.add(*worked);
  FolderCounts& folder = counts_of(group_of(entry.place));
  if (entry.state == DocumentState::kWithheld) {
    ++folder.withheld;
    count_reason(kind_of(entry.error), 1);
    withheld_.add({lot_of(entry.place), entry.place, entry.id, entry.error});
    return;
  }
  ++folder.redacted;
  folder.review += entry.needs_review;
  if (Json scores = Json::parse(entry.scores, nullptr, false); scores.is_object()) {
    ++scores_.n_documents;
    add_scores(scores, scores_.hidden);
    add_scores(scores["left"], scores_.left);
  }
  if (entry.needs_review) add_review(entry);
}

void Overview::add_review(const JournalEntry& entry) {
  size_t n_near = 0, n_names = 0, n_unread = 0, n_dates = 0;
  std::optional<double> nearest;  // if reasons have scores
  Json reasons = Json::parse(entry.reasons, nullptr, false);
  const auto add_count = [](Json& reason, const char* name, size_t& n) {
    if (reason.is_object() && reason[name].is_number_unsigned()) n += reason[name].get<size_t>();
  };
  for (Json& reason : reasons) {
    add_count(reason, "unread_files", n_unread);
    add_count(reason, "kept_dates", n_dates);
    if (!reason.is_array() || reason.size() < 4) continue;
    if (reason[2].is_number()) {
      const double score = reason[2].get<double>();
      nearest = std::max(nearest.value_or(score), score);
    }
    ++(reason[3].is_null() ? n_near : n_names);
  }
  const bool has_other_language = n_near + n_names + n_unread + n_dates == 0;
  std::string why;
  if (n_near > 0) append(why, count_of(n_near, "place") + " nearly hidden");
  if (n_names > 0) append(why, count_of(n_names, "name") + " left that may be the patient's");
  if (nearest) why += ", nearest " + signed_score(*nearest);
  if (n_unread > 0) append(why, count_of(n_unread, "contained file") + " removed unread");
  if (n_dates > 0) append(why, count_of(n_dates, "date") + " left beside dates that move");
  auto weight = nearest.value_or(static_cast<double>(n_near + n_names));
  if (has_other_language) {
    why = "in a language that the model does not know";
    weight = std::numeric_limits<double>::infinity();
  }
  review_counts_.near += n_near > 0;
  review_counts_.names += n_names > 0;
  review_counts_.unread += n_unread > 0;
  review_counts_.dates += n_dates > 0;
  review_counts_.language += has_other_language;
  review_.add({weight, entry.place, entry.id, std::move(why)});
}

void Overview::add(Overview&& other) {
  review_.add(std::move(other.review_));
  withheld_.add(std::move(other.withheld_));
  review_counts_.near += other.review_counts_.near;
  review_counts_.names += other.review_counts_.names;
  review_counts_.unread += other.review_counts_.unread;
  review_counts_.dates += other.review_counts_.dates;
  review_counts_.language += other.review_counts_.language;
  scores_.add(other.scores_);
  timeline_.add(other.timeline_);
  for (const auto& [reason, n] : other.reasons_) count_reason(reason, n);
  const auto add_counts = [](FolderCounts& to, const FolderCounts& from) {
    to.redacted += from.redacted;
    to.review += from.review;
    to.withheld += from.withheld;
  };
  for (const auto& [folder, counts] : other.folders_) add_counts(counts_of(folder), counts);
  add_counts(other_folders_, other.other_folders_);
}

FolderCounts& Overview::counts_of(const std::string& folder) {
  const auto found = folders_.find(folder);
  if (found != folders_.end()) return found->second;
  return folders_.size() < kMostFolders ? folders_[folder] : other_folders_;
}

void Overview::count_reason(const std::string& reason, size_t n) {
  const bool is_kept = reasons_.size() < kMostReasons || reasons_.contains(reason);
  reasons_[is_kept ? reason : kOtherReasons] += n;
}

}  // namespace redact
