// SPDX-License-Identifier: Apache-2.0
#include "program/batch/resume.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "base/file_io.h"
#include "base/growing_file.h"
#include "program/batch/document_facts.h"
#include "program/batch/past.h"
#include "program/batch/run_setup.h"
#include "program/batch/suspects.h"
#include "program/input_documents.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

// Compares the journal with the inputs, one input after another.
class Comparison {
 public:
  Comparison(const Options& options, const Work& work, Journal& journal, Past past)
      : options_(options),
        work_(work),
        journal_(journal),
        past_(std::move(past)),
        single_grows_(!work.folder && (are_records(options.format) ||
                                       kind_of_first(work, options) != InputKind::kText)) {
    reading_.limit = SIZE_MAX;
    reading_.quiet = true;
  }

  Result<ResumePlan> run(const std::set<int64_t>& changed_setups,
                         std::vector<std::string> changes) {
    changed_setups_ = changed_setups;
    plan_.inputs = work_.inputs.none();
    REDACT_ASSIGN(const auto last, past_.last_run());
    if (last) {
      if (last->shard != options_.shard.text()) {
        return refuse(Shard::read(last->shard) ? "the journal is of the share " + last->shard
                                               : "the journal is of no share");
      }
      if (!last->has_ended) {
        plan_.suspects = last->reached;
        plan_.alone = last->alone;
        plan_.tries = last->tries;
      }
    }
    REDACT_TRY(look_at_single_output());
    for (const Input& input : work_.inputs) REDACT_TRY(look_at(input));
    REDACT_ASSIGN(const size_t n_past, past_.n_inputs());
    const size_t n_gone = n_past - std::min(n_met_, n_past);
    if (n_changed_ > 0 && !options_.redo_changed) return refuse(what_changed(std::move(changes)));
    if (options_.dry_run) return std::move(plan_);
    const bool begins_anew = single_grows_ && (n_changed_ > 0 || is_single_lost_);
    if (begins_anew) REDACT_TRY(start_anew());
    REDACT_TRY(reopen_single_output());
    for (const Input& input : to_forget_) REDACT_TRY(forget(input));
    plan_.n_gone = begins_anew ? 0 : n_gone;
    return std::move(plan_);
  }

 private:
  static InputKind kind_of_first(const Work& work, const Options& options) {
    return work.inputs.empty() ? InputKind::kText : kind_of(work.inputs[0], options);
  }

  static Error refuse(const std::string& why) { return {ErrorKind::kMisuse, "--resume", why}; }

  std::string what_changed(std::vector<std::string> changes) const {
    if (n_sources_changed_ > 0) {
      changes.push_back("the sources of " + std::to_string(n_sources_changed_) +
                        " documents (the first is in input " + std::to_string(first_changed_) +
                        " of " + std::to_string(work_.n_inputs) + ")");
    }
    std::string all;
    for (const std::string& change : changes) all += (all.empty() ? "" : ", ") + change;
    return "since the journal was written, these have changed: " + all +
           "; --redo-changed redacts again the documents that they concern";
  }

  std::string result_path(const Input& input) const {
    return work_.folder ? (fs::path(options_.output) / input.result).string() : options_.output;
  }

  bool is_file(const std::string& path) const {
    std::error_code unknown;
    return fs::is_regular_file(path, unknown);
  }

  // Whether the bytes that the journal counts exist. Puts a complete file in its place, as the
  // earlier run would have done next.
  Result<bool> is_usable(const GrowingOutput& output, const std::string& path) {
    const std::string partial = partial_path(output, path);
    std::error_code unknown;
    const bool has_partial = is_file(partial) && fs::file_size(partial, unknown) >= output.size;
    if (output.state == GrowingOutput::State::kOpen) return has_partial;
    if (output.state == GrowingOutput::State::kWhole && has_partial && !options_.dry_run) {
      REDACT_TRY(GrowingFile::place(path, output.partial));
      REDACT_TRY(sync_folder(folder_of(path)));
      REDACT_TRY(journal_.mark_in_place({output.name}));
      return true;
    }
    return has_partial || (is_file(path) && fs::file_size(path, unknown) == output.size);
  }

  static std::string partial_path(const GrowingOutput& output, const std::string& path) {
    return fs::path(path).parent_path() / output.partial;
  }

  // Removes an unfinished file of an earlier run, if there is one.
  static void remove(const std::string& partial) {
    std::error_code ignored;
    fs::remove(partial, ignored);
  }

  void note_source_change(const Input& input) {
    if (n_sources_changed_++ == 0) first_changed_ = input.number;
  }

  bool has_changed_setup(const PastDocument& row) const {
    return changed_setups_.contains(row.setup);
  }

  // Whether an event is the document of a row.
  Result<bool> is_same(const Event& event, const PastDocument& row) const {
    if (event.document.number != row.number) return false;
    if (row.source.empty() || !event.is_open()) return row.source.empty() && !event.is_open();
    const Secret* key = journal_.keys().find(row.key);
    if (key == nullptr) return Error{ErrorKind::kBadInput, "--journal", "lacks one of its keys"};
    REDACT_ASSIGN(const SourceDigests now,
                  digests_of(event.document, event.document.record.text, *key));
    return bytes_of(now.source) == row.source &&
           (now.context ? bytes_of(*now.context) == row.context : row.context.empty());
  }

  Inputs only(const Input& input) const {
    Inputs one = work_.inputs.none();
    one.add(input);
    return one;
  }

  Result<void> look_at(const Input& input) {
    return kind_of(input, options_) == InputKind::kText ? look_at_text(input)
                                                        : look_at_lines(input);
  }

  Result<void> look_at_text(const Input& input) {
    REDACT_ASSIGN(const auto row, past_.find(input.name));
    n_met_ += row && row->state != DocumentState::kPending;
    const bool is_withheld = row && row->state == DocumentState::kWithheld;
    // A withheld document may succeed now, unless it broke the run.
    const bool is_over = row && (row->state == DocumentState::kDone ||
                                 (is_withheld && row->error == broke_the_run().message()));
    plan_.is_resumed = plan_.is_resumed || (is_over && !is_withheld);
    if (!is_over) {
      plan_.inputs.add(input);
      return {};
    }
    bool is_changed = has_changed_setup(*row);
    if (!is_withheld) {
      const Inputs one = only(input);
      InputDocuments documents(reading_, one, {});
      const std::optional<Event> event = documents.next();
      REDACT_ASSIGN(const bool same, is_same(*event, *row));
      if (!same) note_source_change(input);
      is_changed = is_changed || !same;
    }
    n_changed_ += is_changed;
    const bool is_there = is_withheld || single_grows_ || is_file(result_path(input));
    if (is_changed || !is_there) plan_.inputs.add(input);
    return {};
  }

  Result<void> look_at_lines(const Input& input) {
    REDACT_ASSIGN(const auto state, past_.input_state(input.name));
    const bool is_whole = state.value_or("") == "done";
    const Inputs one = only(input);
    InputDocuments documents(reading_, one, work_.lines);
    bool is_changed = false;
    size_t n_done = 0;
    std::optional<size_t> begin;
    REDACT_TRY(past_.visit(input.name, [&](const PastDocument& row) -> Result<void> {
      if (is_changed) return {};
      n_met_ += n_done == 0;
      n_done = row.number;
      plan_.is_resumed = plan_.is_resumed || row.state == DocumentState::kDone;
      if (!begin && row.output_end > 0) begin = row.output_begin;
      const std::optional<Event> event = documents.next();
      REDACT_ASSIGN(const bool same, event ? is_same(*event, row) : Result<bool>(false));
      if (!same) note_source_change(input);
      is_changed = !same || has_changed_setup(row);
      return {};
    }));
    if (is_whole && !is_changed) {
      const std::optional<Event> event = documents.next();
      is_changed = !event || event->kind != Event::Kind::kInputEnd;
      if (is_changed) note_source_change(input);
    }
    n_changed_ += is_changed;
    Input left = input;
    if (single_grows_) {
      left.n_done = n_done;
      if (is_whole) return {};
      if (!begin) {
        plan_.inputs.add(left);
        return {};
      }
      // It begins at the end of the file, so it continues before other inputs are tried again.
      plan_.done_bytes = *begin;
      plan_.inputs.add_first(left);
      return {};
    }
    REDACT_ASSIGN(const auto output, blame("--journal", past_.output(input.result)));
    bool is_there = false;
    if (output) {
      REDACT_ASSIGN(is_there, is_usable(*output, result_path(input)));
    }
    if (!is_changed && is_there && is_whole) return {};
    if (!is_changed && is_there && output->state == GrowingOutput::State::kOpen) {
      left.n_done = n_done;
      plan_.grown.push_back(*output);
    } else if (n_done > 0 || output || state) {
      to_forget_.push_back(input);
    }
    plan_.inputs.add(left);
    return {};
  }

  Result<void> forget(const Input& input) {
    REDACT_ASSIGN(const auto output, blame("--journal", past_.output(input.result)));
    if (output) remove(partial_path(*output, result_path(input)));
    REDACT_TRY(journal_.forget_input(input.name));
    return journal_.forget_output(input.result);
  }

  Result<void> look_at_single_output() {
    if (!single_grows_) return {};
    REDACT_ASSIGN(single_, blame("--journal", past_.output({})));
    REDACT_ASSIGN(const size_t n_past, past_.n_inputs());
    if (!single_ && n_past > 0) {
      return refuse("the journal is of shares, whose results are files of their own; resume these");
    }
    if (!single_) return {};
    REDACT_ASSIGN(const bool is_there, is_usable(*single_, options_.output));
    is_single_lost_ = !is_there;
    plan_.done_bytes = single_->size;
    return {};
  }

  // Writes everything again, in the order of the inputs.
  Result<void> start_anew() {
    if (single_) remove(partial_path(*single_, options_.output));
    single_.reset();
    plan_ = {};
    plan_.inputs = work_.inputs;
    return journal_.forget_all();
  }

  // Continues the single output. If that has been put in its place, continues a copy.
  Result<void> reopen_single_output() {
    if (!single_) return {};
    if (single_->state != GrowingOutput::State::kOpen) {
      remove(partial_path(*single_, options_.output));
      if (plan_.inputs.empty()) return {};
      // Until the copy is complete, the journal says that the file is in its place.
      single_->partial = partial_name();
      REDACT_TRY(journal_.record({}, {*single_}));
      REDACT_ASSIGN(const std::string bytes, read_file(options_.output));
      REDACT_ASSIGN(AtomicFile copy, AtomicFile::create(partial_path(*single_, options_.output)));
      REDACT_TRY(copy.write(bytes));
      REDACT_TRY(copy.commit());
      single_->state = GrowingOutput::State::kOpen;
      REDACT_TRY(journal_.record({}, {*single_}));
    }
    plan_.grown.push_back(*single_);
    return {};
  }

  const Options& options_;
  const Work& work_;
  Journal& journal_;
  Past past_;
  bool single_grows_;  // all documents go into one file
  Options reading_ = options_;
  std::set<int64_t> changed_setups_;
  ResumePlan plan_;
  std::optional<GrowingOutput> single_;
  bool is_single_lost_ = false;
  size_t n_changed_ = 0, n_sources_changed_ = 0, first_changed_ = 0;
  size_t n_met_ = 0;              // inputs with documents in the journal
  std::vector<Input> to_forget_;  // inputs of lines or rows that start anew
};

// The name of the key of a setup's digests; empty if the setup has none.
std::string key_of(const std::string& setup) {
  constexpr std::string_view kMark = "\"hmac:";
  const size_t at = setup.find(kMark);
  if (at == setup.npos) return {};
  const size_t begin = at + kMark.size();
  return setup.substr(begin, setup.find(':', begin) - begin);
}

}  // namespace

Result<ResumePlan> plan_resume(const Options& options, const Configuration& configuration,
                               const Work& work, const std::string& setup, Journal& journal) {
  REDACT_ASSIGN(Past past, Past::open(journal.database()));
  REDACT_ASSIGN(const auto setups, past.setups());
  std::set<int64_t> changed;
  std::vector<std::string> names;
  for (const auto& [id, facts] : setups) {
    const NamedKey key{journal.keys().find(key_of(facts)), key_of(facts)};
    std::string mine = setup;
    if (key.key != nullptr) {
      REDACT_ASSIGN(mine, setup_of(options, configuration, &key));
    }
    for (const std::string& name : changes_between(facts, mine)) {
      changed.insert(id);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return Comparison(options, work, journal, std::move(past)).run(changed, std::move(names));
}

}  // namespace redact
