// SPDX-License-Identifier: Apache-2.0
// A journal with changed bytes or changed values of its rows, or any bytes as a journal, as each
// program reads it: it is refused without being quoted, or read; and only files of the batch are
// touched. Changes of a result are found. The first byte chooses the changes, the second the reader
// and whether rows have MACs.
#include "program/batch/journal.h"

#include <cstdio>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "program/batch/document_lists.h"
#include "program/batch/past.h"
#include "program/batch/report.h"
#include "program/batch/report_file.h"
#include "program/batch/resume.h"
#include "tests/fuzz/check_refusal.h"
#include "tests/fuzz/edited.h"
#include "tests/fuzz/journal_batch.h"
#include "tools/batch/audit.h"
#include "tools/batch/merge.h"

namespace {

using namespace redact;
using fuzz::JournalBatch;
using fuzz::require;

// Tables and columns of the journal, as the schema has them.
using Columns = std::vector<std::pair<std::string, std::string>>;
Columns columns_of(Database& database) {
  auto row = database.prepare(
      "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = "
      "'table' ORDER BY t.name, c.cid");
  Columns columns;
  while (row.value().step().value()) columns.emplace_back(row->text(0), row->text(1));
  return columns;
}

// Changes values: of which column, of all rows or of the first, to what, of how many bytes; and
// these bytes.
void change_values(const std::string& journal, const uint8_t* data, size_t size) {
  Database database = Database::open(journal).value();
  const Columns columns = columns_of(database);  // of its version
  while (size >= 3) {
    const auto& [table, column] = columns[data[0] % columns.size()];
    const unsigned kind = data[1] % 5, n = std::min<size_t>(data[2], size - 3);
    const std::string_view bytes = fuzz::text_of(data + 3, n);
    const bool is_first = data[1] >= 128 && table == "document";
    auto update = database.prepare("UPDATE OR IGNORE " + table + " SET " + column + " = ?" +
                                   (is_first ? " WHERE number < 2" : ""));
    int64_t number = 0;
    std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof number));
    double real = 0;
    std::memcpy(&real, &number, sizeof real);
    switch (kind) {
      case 0: update->with(bytes); break;
      case 1: update->with(Blob{bytes}); break;
      case 2: update->with(number); break;
      case 3: update->with(real); break;
      default: update->with(nullptr);
    }
    std::ignore = update->run();  // a key takes no text
    data += 3 + n;
    size -= 3 + n;
  }
}

Result<void> resume(const JournalBatch& batch) {
  REDACT_ASSIGN(const auto journal, Journal::open({batch.path("journal")}));
  REDACT_ASSIGN(const ResumePlan plan, plan_resume(batch.options(), batch.configuration(),
                                                   batch.work(), batch.setup(), *journal));
  require(plan.inputs.size() <= 2);
  REDACT_TRY(journal->begin({batch.setup(), "1/1", "host", 1}));
  JournalEntry entry;
  entry.place = {"a.txt", 0};
  REDACT_TRY(journal->record({entry}, plan.grown));
  return journal->end("done");
}

// What a run writes at its end: the report as a page, and the lists.
Result<void> report(const JournalBatch& batch) {
  REDACT_ASSIGN(const auto journal, Journal::open({batch.path("journal")}));
  const Options& options = batch.options();
  const Policy& policy = batch.configuration().policy;
  Report counts(policy, options.detail, journal.get(), 0);
  DocumentLists lists(policy, options.detail, journal.get());
  REDACT_TRY(lists.open(options.withheld_list, options.review_list));
  const std::string model = batch.configuration().models.name();
  ReportFile file(options, {counts, policy, model, journal.get()});
  REDACT_TRY(file.open());
  file.begin({"host", 1, 0, std::nullopt, ""}, batch.setup());
  Observers observers;
  observers.add(counts);
  observers.add(lists);
  observers.add(file);
  REDACT_TRY(observers.ended("done"));
  return observers.appear();
}

Result<batch::AuditCounts> verify(const JournalBatch& batch) {
  return batch::audit(
      {batch.path("journal"), batch.path("journal.key"), batch.path("in"), batch.path("out")},
      [](const std::string&, const std::string& finding) {
        require(!finding.empty() && finding.find(fuzz::kCanary) == finding.npos);
      });
}

Result<void> merge(const JournalBatch& batch) {
  const auto merged = batch::merge_journals(batch.path("merged"), {batch.path("journal")});
  for (const char* ending : {"", ".key", "-wal"}) {
    require(std::filesystem::remove(batch.path("merged") + ending) <= merged.ok());
  }
  return merged;
}

Result<void> export_documents(const JournalBatch& batch) {
  static std::FILE* const kNowhere = std::fopen("/dev/null", "w");
  return batch::export_documents(batch.path("journal"), {}, kNowhere);
}

void read_journal(const JournalBatch& batch, unsigned reader) {
  Result<void> done;
  switch (reader % 5) {
    case 0: done = resume(batch); break;
    case 1: done = report(batch); break;
    case 2: done = merge(batch); break;
    case 3: done = export_documents(batch); break;
    default:
      if (auto counts = verify(batch); !counts.ok()) done = counts.error();
  }
  if (!done.ok()) fuzz::check_refusal(done.error());
}

// A result with changed bytes, of a sound journal. Rows without MACs are a finding of their own.
void check_result(const JournalBatch& batch, bool has_macs, const uint8_t* data, size_t size) {
  const std::string result = fuzz::edited(batch.kResult, data, size);
  batch.write("out/a.txt", result);
  const auto counts = verify(batch);
  const size_t n_of_sound_result = has_macs ? 0 : 1;
  require(counts.ok() && (counts->n_findings > n_of_sound_result) == (result != batch.kResult));
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  static const JournalBatch kBatch;
  const unsigned kind = data[0] % 4, reader = data[1];
  const bool is_killed = kind > 0 && data[0] >= 128, has_macs = reader >= 64;
  data += 2;
  size -= 2;
  const std::string& journal = kBatch.journal(is_killed, has_macs);
  kBatch.restore(is_killed);
  kBatch.write_journal(kind == 3   ? std::string(fuzz::text_of(data, size))
                       : kind == 2 ? fuzz::edited(journal, data, size)
                                   : journal);
  if (kind == 0) {
    check_result(kBatch, has_macs, data, size);
  } else {
    if (kind == 1) change_values(kBatch.path("journal"), data, size);
    read_journal(kBatch, reader);
  }
  require(kBatch.read("kept") == kBatch.kSource && kBatch.read("in/a.txt") == kBatch.kSource);
  return 0;
}
