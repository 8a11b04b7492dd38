// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/digest.h"
#include "program/batch/journal.h"
#include "program/batch/run_setup.h"
#include "program/work.h"
#include "tests/documents/files/temporary_file.h"
#include "tests/fuzz/require.h"
#include "tools/batch/source_units.h"

namespace redact::fuzz {

// A batch of a text and of two lines in a folder of its own, with two journals: of runs that did
// all of it, and of one that was killed after the first line. `kept` is a file that belongs to
// nobody.
class JournalBatch {
 public:
  JournalBatch() {
    std::filesystem::create_directories(folder_ / "in");
    write("in/a.txt", kSource);
    write("in/b.jsonl", kLine + kLine);
    options_.inputs = {path("in")};
    options_.output = path("out");
    options_.fields.texts = {"text"};
    options_.journal = path("journal");
    options_.report = path("report.html");
    options_.review_list = path("review");
    options_.withheld_list = path("withheld");
    options_.resume = true;
    options_.quiet = true;
    options_.model.model_path = REDACT_SOURCE_DIR "/tests/golden/label-f32.gguf";
    options_.model.n_threads = 1;
    const auto model = open_redaction_model(options_.model).value();
    configuration_ = Configuration::open(options_.settings, model).value();
    {
      const auto keys = Journal::open({path("journal")}).value();
      const NamedKey key{&keys->key(), keys->keys().first()};
      setup_ = setup_of(options_, *configuration_, &key).value();
    }
    for (const bool is_killed : {false, true}) {
      for (const int version : {kJournalWithoutMacs, kJournalVersion}) {
        journals_[is_killed][version == kJournalVersion] = make_journal(is_killed, version);
      }
    }
    restore(false);
  }

  std::string path(const std::string& name) const { return folder_ / name; }
  // With MACs, a changed journal is refused before it is read.
  const std::string& journal(bool is_killed, bool has_macs) const {
    return journals_[is_killed][has_macs];
  }
  const Options& options() const { return options_; }
  const Configuration& configuration() const { return *configuration_; }
  const std::string& setup() const { return setup_; }  // of a run
  Work work() const {
    const auto all = [](const std::string&) { return true; };
    return {Inputs::list(options_.inputs, std::nullopt, all), 2, true, false, {}, "out"};
  }

  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary | std::ios::trunc) << bytes;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // The journal as the last run left it, without a log.
  void write_journal(std::string_view bytes) const {
    for (const char* log : {"journal-wal", "journal-shm", "journal-journal"}) {
      std::filesystem::remove(path(log));
    }
    write("journal", bytes);
  }
  // The results of the runs, and the file that belongs to nobody.
  void restore(bool is_killed) const {
    std::filesystem::remove_all(path("out"));
    std::filesystem::create_directories(path("out"));
    write("out/a.txt", kResult);
    write(is_killed ? "out/" + kPartial : "out/b.jsonl",
          is_killed ? kLineResult : kLineResult + kLineResult);
    write("kept", kSource);
  }

  const std::string kSource = "Mrs Ellison, 14/03/1948", kResult = "Mrs [NAME], [DATE]";
  const std::string kLine = "{\"text\":\"" + kSource + "\"}\n";
  const std::string kLineResult = "{\"text\":\"" + kResult + "\"}\n";
  const std::string kPartial = ".0123456789abcdef.partial";

 private:
  JournalEntry entry_of(const Journal& journal, size_t line) const {
    JournalEntry entry;
    entry.place = {line > 0 ? "b.jsonl" : "a.txt", line};
    entry.id = "7";
    const std::string& written = line > 0 ? kLineResult : kResult;
    entry.source = journal.key().draw(kSourceDigest, kSource).value();
    entry.result = journal.key().draw(kResultDigest, written).value();
    if (line > 0) entry.context = context_of(journal, line);
    entry.n_bytes = kSource.size();
    entry.needs_review = true;
    entry.output = entry.place.input;
    entry.output_begin = line > 1 ? written.size() : 0;
    entry.output_end = entry.output_begin + written.size();
    entry.reasons = "[[0,3,-0.5,null]]";
    entry.edits = "[[4,11,6],[13,23,6]]";
    entry.labels = R"({"PATIENT":1,"DATE":1})";
    entry.finders = R"({"model":2})";
    entry.scores = R"({"7":2})";
    entry.finished = 1764000000;
    return entry;
  }

  // What redact-verify reads beside the text of a line.
  Digest context_of(const Journal& journal, size_t line) const {
    const std::string lines = kLine + kLine;
    const auto read = batch::units_of("b.jsonl", lines, batch::read_reading(setup_).value());
    const batch::Unit& unit = read.units.at(line - 1);
    const std::string context =
        message_of({unit.id, unit.patient, unit.kept, unit.before, unit.after});
    return journal.key().draw(kContextDigest, context).value();
  }

  std::string make_journal(bool is_killed, int version) const {
    write_journal("");
    {
      const auto journal = Journal::create({path("journal")}, version).value();
      require(journal->begin({setup_, "1/1", "host", 1}).ok());
      std::vector<JournalStep> steps = {entry_of(*journal, 0), entry_of(*journal, 1)};
      if (!is_killed) {
        steps.push_back(entry_of(*journal, 2));
        InputEnd end{"b.jsonl", ""};
        end.tail = journal->key().draw(kResultDigest, "").value();
        end.output = "b.jsonl";
        steps.emplace_back(std::move(end));
      }
      using State = GrowingOutput::State;
      const size_t size = kLineResult.size() * (is_killed ? 1 : 2);
      const State state = is_killed ? State::kOpen : State::kInPlace;
      require(journal->record(steps, {{"b.jsonl", kPartial, size, state}}).ok());
      const bool has_ended =
          is_killed ? journal->mark_alone({"b.jsonl", 2}, 2).ok() : journal->end("done").ok();
      require(has_ended);
    }
    return read("journal");
  }

  TemporaryFolder folder_;
  Options options_;
  std::shared_ptr<const Configuration> configuration_;
  std::string setup_;
  std::array<std::array<std::string, 2>, 2> journals_;
};

}  // namespace redact::fuzz
