// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "program/batch/entry.h"
#include "program/pages/shortlist.h"
#include "program/pages/timeline.h"

namespace redact {

// Scores of hidden and nearly hidden spans, by whole numbers. Scores beyond the ends count at the
// ends.
struct ScoreCounts {
  static constexpr int kLowest = -8, kHighest = 32;
  using Counts = std::array<size_t, kHighest - kLowest>;
  Counts hidden = {}, left = {};
  size_t n_documents = 0;  // the documents with these scores

  // The scores of a few documents could be assigned to each, and a score is a hash of the hidden
  // text (redactor/records/detail.h). In the sums of this many, no single document can be found.
  static constexpr size_t kFewestDocuments = 20;
  bool may_be_shown() const { return n_documents >= kFewestDocuments; }

  void add(const ScoreCounts& other);
  static size_t slot(double score);
};

// The reasons to review documents. A document may have several.
struct ReviewCounts {
  size_t near = 0;      // text that the model nearly hid
  size_t names = 0;     // names that stay and may be the patient's
  size_t unread = 0;    // contained files that were removed unread
  size_t dates = 0;     // dates that stay beside dates that move
  size_t language = 0;  // a language that the model does not know
};

// Counts of the documents of a folder, or of the lines or rows of a file.
struct FolderCounts {
  size_t redacted = 0, review = 0, withheld = 0;
};

// The documents of a batch as a report shows them, besides the totals. Its size is bounded for any
// number of documents: counts are exact, and lists of names are cut.
class Overview {
 public:
  // Adds a document that is done or withheld. `worked` is the batch's working time in seconds at
  // its end; absent if unknown.
  void add(const JournalEntry& entry, std::optional<double> worked);
  // Adds the counts of another overview.
  void add(Overview&& other);

  // The documents with the most reasons first or, if reasons have scores, with the nearest miss
  // first.
  const Shortlist& review() const { return review_; }
  const Shortlist& withheld() const { return withheld_; }  // a fair sample
  const ReviewCounts& review_counts() const { return review_counts_; }
  const ScoreCounts& scores() const { return scores_; }
  const Timeline& timeline() const { return timeline_; }
  const std::map<std::string, size_t>& withheld_by_reason() const { return reasons_; }
  // By path; "." is the uppermost. other_folders() counts those beyond the limit.
  const std::map<std::string, FolderCounts>& folders() const { return folders_; }
  const FolderCounts& other_folders() const { return other_folders_; }

 private:
  void add_review(const JournalEntry& entry);
  FolderCounts& counts_of(const std::string& folder);
  void count_reason(const std::string& reason, size_t n);

  Shortlist review_, withheld_;
  ReviewCounts review_counts_;
  ScoreCounts scores_;
  Timeline timeline_;
  std::map<std::string, size_t> reasons_;
  std::map<std::string, FolderCounts> folders_;
  FolderCounts other_folders_;
};

}  // namespace redact
