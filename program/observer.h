// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "program/growing_output.h"
#include "program/outcome.h"

namespace redact {

struct Redaction;

// An observer's answer before the work on a document begins.
struct Permission {
  bool alone = false;                  // no other document may be in hand at the same time
  std::optional<Error> withheld = {};  // the reason not to work on it
};

// Observes a run: a journal, lists, reports, a review page, progress. The run knows observers only
// by this interface. A call that returns an error stops the run, which then returns that error.
//
// Documents: began() and finished() once for each that is worked on, then reported() and placed().
// Bad lines, documents that are withheld unread, and inputs that cannot be read to their end:
// finished(), reported() and placed(). Other ends of inputs: reported() and placed().
//
// The order of writes, of which a killed run leaves a prefix: the lines of the mapping; the
// results, which are flushed and renamed, or removed if a document that had one is now withheld,
// and their folders flushed; then placed(), in which the journal writes its rows. So a document
// with a row has its result and its mapping on the disk, and a withheld one no result. A result
// without a row is written again by the next run, with the same bytes, or removed. Files that grow:
// opens() comes before the file is created; the placed() that reports it complete comes before it
// is put in its place; in_place() comes after. As results share flushes, reported() may be far
// ahead of placed().
class Observer {
 public:
  virtual ~Observer() = default;

  // Whether placed() stores on the disk what was written and the lengths of growing files. Only
  // then may a later run continue a file, and are placed(), opens() and in_place() called.
  virtual bool remembers() const { return false; }
  // Whether finished() needs Redaction::reading.
  virtual bool needs_reading() const { return false; }

  // Called before a document is worked on, by the thread that reads the inputs, in their order.
  virtual Result<Permission> began(const Event& /*event*/) { return Permission(); }
  // Puts into `kept` the data for the calls below. `source` is absent for text that was never read;
  // `redaction` is nullptr if the document is withheld. Both are valid during the call. Called by
  // any thread, concurrently with all other calls.
  virtual Result<void> finished(const Outcome& /*outcome*/,
                                std::optional<std::string_view> /*source*/,
                                const Redaction* /*redaction*/, Kept& /*kept*/) const {
    return {};
  }

  // The calls below come from the thread that writes the results, in the order of the inputs.

  // The turn of an event has come: messages about it are printed, and it will be written.
  virtual Result<void> reported(const Outcome& /*outcome*/) { return {}; }
  // Called before a growing file is created.
  virtual Result<void> opens(const GrowingOutput& /*output*/) { return {}; }
  // These outcomes are on the disk, in files that appear or have grown. Outcome::text is everything
  // that was written for the event; if it is an error, nothing was.
  virtual Result<void> placed(const std::vector<Outcome>& /*outcomes*/,
                              const std::vector<GrowingOutput>& /*grown*/) {
    return {};
  }
  // Complete files have been put in their place.
  virtual Result<void> in_place(const std::vector<std::string>& /*names*/) { return {}; }
  // All outcomes that were reported so far are in files that are in place, or in a stream.
  virtual Result<void> written() { return {}; }
  // The single output file was discarded, because it holds no redacted document.
  virtual Result<void> discarded() { return {}; }

  // The run is over: "done", "stopped" by a signal or "failed".
  virtual Result<void> ended(const std::string& /*how*/) { return {}; }
  // After a run that has not failed: the observer's own files appear.
  virtual Result<void> appear() { return {}; }
};

// The observers of a run, called one after another until one returns an error. They outlive the
// object.
class Observers {
 public:
  void add(Observer& observer) { all_.push_back(&observer); }

  bool remember() const;
  bool need_reading() const;
  // Alone if one observer says so. If one withholds the document, the others are not asked.
  Result<Permission> began(const Event& event) const;
  Result<std::shared_ptr<const Kept>> finished(const Outcome& outcome,
                                               std::optional<std::string_view> source,
                                               const Redaction* redaction) const;
  Result<void> reported(const Outcome& outcome) const;
  Result<void> opens(const GrowingOutput& output) const;
  Result<void> placed(const std::vector<Outcome>& outcomes,
                      const std::vector<GrowingOutput>& grown) const;
  Result<void> in_place(const std::vector<std::string>& names) const;
  Result<void> written() const;
  Result<void> discarded() const;
  Result<void> ended(const std::string& how) const;
  Result<void> appear() const;

 private:
  template <typename Call>
  Result<void> each(Call call) const;

  std::vector<Observer*> all_;
};

}  // namespace redact
