// SPDX-License-Identifier: Apache-2.0
#include "program/batch/past.h"

#include <algorithm>
#include <utility>

#include "base/file_io.h"

namespace redact {

namespace {

constexpr std::string_view kColumns =
    "SELECT document.number, document.state, run.setup, run.key, source, context, "
    "output_begin, output_end, error FROM document LEFT JOIN run ON run.id = document.run WHERE "
    "input = ?";

DocumentState state_of(const std::string& name) {
  return name == "done"       ? DocumentState::kDone
         : name == "withheld" ? DocumentState::kWithheld
                              : DocumentState::kPending;
}

PastDocument read_document_row(const Statement& row) {
  return {static_cast<size_t>(row.number(0)),
          state_of(row.text(1)),
          row.number(2),
          row.text(3),
          row.text(4),
          row.text(5),
          static_cast<size_t>(row.number(6)),
          static_cast<size_t>(row.number(7)),
          row.text(8)};
}

}  // namespace

Result<Past> Past::open(Database& database) {
  REDACT_ASSIGN(Statement one, database.prepare(std::string(kColumns) + " AND number = 0"));
  REDACT_ASSIGN(Statement all, database.prepare(std::string(kColumns) +
                                                " AND number > 0 AND document.state != 'pending' "
                                                "ORDER BY number"));
  return Past(database, std::move(one), std::move(all));
}

Result<std::optional<PastDocument>> Past::find(const std::string& input) {
  REDACT_ASSIGN(const bool is_there, document_.with(input).step());
  if (!is_there) return std::optional<PastDocument>();
  return std::optional(read_document_row(document_));
}

Result<void> Past::visit(const std::string& input,
                         const std::function<Result<void>(const PastDocument&)>& visit) {
  return documents_.with(input).each([&] { return visit(read_document_row(documents_)); });
}

Result<std::optional<std::string>> Past::input_state(const std::string& name) {
  REDACT_ASSIGN(Statement row, database_.prepare("SELECT state FROM input WHERE name = ?"));
  REDACT_ASSIGN(const bool is_there, row.with(name).step());
  return is_there ? std::optional(row.text(0)) : std::nullopt;
}

Result<std::optional<GrowingOutput>> Past::output(const std::string& name) {
  REDACT_ASSIGN(Statement row,
                database_.prepare("SELECT partial, size, state FROM output WHERE name = ?"));
  REDACT_ASSIGN(const bool is_there, row.with(name).step());
  if (!is_there) return std::optional<GrowingOutput>();
  // Files with these names are moved and removed.
  if (!is_partial_name(row.text(0))) {
    return Error{ErrorKind::kBadInput, "", "names a partial result that no run makes"};
  }
  using State = GrowingOutput::State;
  const std::string state = row.text(2);
  return std::optional(GrowingOutput{name, row.text(0), static_cast<size_t>(row.number(1)),
                                     state == state_name(State::kOpen)    ? State::kOpen
                                     : state == state_name(State::kWhole) ? State::kWhole
                                                                          : State::kInPlace});
}

Result<std::optional<LastRun>> Past::last_run() {
  REDACT_ASSIGN(Statement row,
                database_.prepare("SELECT shard, ended, reached_input, reached_number, "
                                  "alone_input, alone_number, alone_tries FROM run ORDER "
                                  "BY id DESC LIMIT 1"));
  REDACT_ASSIGN(const bool is_there, row.step());
  if (!is_there) return std::optional<LastRun>();
  const auto place = [&row](int column) -> std::optional<DocumentPlace> {
    if (row.is_null(column)) return std::nullopt;
    return DocumentPlace{row.text(column), static_cast<size_t>(row.number(column + 1))};
  };
  LastRun last{row.text(0), !row.is_null(1), place(2), place(4),
               static_cast<size_t>(row.number(6))};
  return std::optional(std::move(last));
}

Result<std::map<int64_t, std::string>> Past::setups() {
  REDACT_ASSIGN(Statement row,
                database_.prepare("SELECT id, facts FROM setup WHERE id IN (SELECT setup FROM run "
                                  "WHERE id IN (SELECT run FROM document UNION SELECT run FROM "
                                  "input))"));
  std::map<int64_t, std::string> setups;
  REDACT_TRY(row.each([&] { setups[row.number(0)] = row.text(1); }));
  return setups;
}

// Sums in memory: GROUP BY would sort the rows of all documents there.
Result<BatchTotals> Past::totals() {
  BatchTotals totals;
  REDACT_ASSIGN(Statement row, database_.prepare("SELECT state, review, bytes FROM document"));
  REDACT_TRY(row.each([&] {
    switch (state_of(row.text(0))) {
      case DocumentState::kPending: ++totals.n_pending; break;
      case DocumentState::kWithheld: ++totals.n_withheld; break;
      case DocumentState::kDone:
        ++totals.n_done;
        totals.n_review += static_cast<size_t>(row.number(1));
        totals.n_bytes += static_cast<size_t>(row.number(2));
    }
  }));
  REDACT_ASSIGN(Statement inputs,
                database_.prepare("SELECT count(*) FROM input WHERE state = 'withheld'"));
  REDACT_TRY(inputs.step());
  totals.n_withheld += static_cast<size_t>(inputs.number(0));
  for (const auto& [column, counts] :
       {std::pair("labels", &totals.by_label), std::pair("finders", &totals.by_finder)}) {
    REDACT_ASSIGN(Statement one,
                  database_.prepare(std::string("SELECT key, value FROM document, json_each("
                                                "document.") +
                                    column + ") WHERE state = 'done'"));
    // clang 14 captures no name of a structured binding.
    REDACT_TRY(one.each(
        [&one, &sums = *counts] { sums[one.text(0)] += static_cast<size_t>(one.number(1)); }));
  }
  return totals;
}

Result<size_t> Past::n_inputs() {
  REDACT_ASSIGN(
      Statement row,
      database_.prepare("SELECT count(DISTINCT input) FROM document WHERE state != 'pending'"));
  REDACT_TRY(row.step());
  return static_cast<size_t>(row.number(0));
}

Result<std::vector<PastRun>> Past::runs() {
  REDACT_ASSIGN(Statement row, database_.prepare("SELECT host, threads, started, ended, how, id "
                                                 "FROM run ORDER BY id"));
  std::vector<PastRun> runs;
  REDACT_TRY(row.each([&] {
    PastRun run{row.text(0), static_cast<int>(row.number(1)), row.real(2), std::nullopt,
                row.text(4)};
    run.number = row.number(5);
    if (!row.is_null(3)) run.ended = row.real(3);
    runs.push_back(std::move(run));
  }));
  return runs;
}

Result<std::map<int64_t, double>> Past::last_finished() {
  REDACT_ASSIGN(Statement row, database_.prepare("SELECT run, finished FROM document WHERE run IS "
                                                 "NOT NULL"));
  std::map<int64_t, double> last;
  REDACT_TRY(row.each([&] {
    double& at = last[row.number(0)];
    at = std::max(at, row.real(1));
  }));
  return last;
}

Result<void> Past::visit_all(const VisitEntry& visit) {
  REDACT_ASSIGN(
      Statement row,
      database_.prepare("SELECT input, number, id, state, review, reasons, scores, error, "
                        "finished, run FROM document WHERE state != 'pending' UNION ALL "
                        "SELECT name, 0, '', state, 0, '', '', error, 0, run FROM input WHERE "
                        "state = 'withheld' ORDER BY 1, 2"));
  JournalEntry entry;
  return row.each([&] {
    entry.place = {row.text(0), static_cast<size_t>(row.number(1))};
    entry.id = row.text(2);
    entry.state = state_of(row.text(3));
    entry.needs_review = row.number(4) != 0;
    entry.reasons = row.text(5);
    entry.scores = row.text(6);
    entry.error = row.text(7);
    entry.finished = row.real(8);
    return visit(entry, row.number(9));
  });
}

Result<void> Past::list(const char* sql, const VisitListed& visit) {
  REDACT_ASSIGN(Statement row, database_.prepare(sql));
  return row.each([&] {
    return visit({{row.text(0), static_cast<size_t>(row.number(1))}, row.text(2), row.text(3)});
  });
}

Result<void> Past::list_withheld(const VisitListed& visit) {
  return list(
      "SELECT input, number, id, error FROM document WHERE state = 'withheld' UNION ALL "
      "SELECT name, 0, '', error FROM input WHERE state = 'withheld' ORDER BY 1, 2",
      visit);
}

Result<void> Past::list_review(const VisitListed& visit) {
  return list(
      "SELECT input, number, id, reasons FROM document WHERE state = 'done' AND review != 0 "
      "ORDER BY input, number",
      visit);
}

}  // namespace redact
