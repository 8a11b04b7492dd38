// SPDX-License-Identifier: Apache-2.0
#include "program/pages/report_page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "program/pages/builtin_style.h"
#include "program/pages/markup.h"
#include "program/pages/page_head.h"
#include "program/pages/report_parts.h"

namespace redact {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string text_of(const OrderedJson& value) {
  if (value.is_number_unsigned()) return with_commas(value.get<size_t>());
  return escape_html(value.is_string() ? value.get<std::string>() : value.dump());
}

// "2026-11-24T03:12:05Z" as two words, between which a line may end.
std::string time_of(const OrderedJson& value) {
  std::string text = value.get<std::string>();
  if (const size_t at = text.find('T'); at != text.npos) text[at] = ' ';
  return escape_html(text);
}

std::vector<std::pair<std::string, size_t>> counts_in(const OrderedJson& object) {
  std::vector<std::pair<std::string, size_t>> counts;
  for (const auto& [name, n] : object.items()) {
    if (n.get<size_t>() > 0) counts.emplace_back(name, n.get<size_t>());
  }
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return counts;
}

std::string documents(size_t n) { return with_commas(n) + (n == 1 ? " document" : " documents"); }

std::string lead(const OrderedJson& report) {
  const OrderedJson& counts = report["documents"];
  const auto n_redacted = counts["redacted"].get<size_t>();
  const auto n_review = counts["review"].get<size_t>();
  const auto n_withheld = counts["withheld"].get<size_t>();
  const size_t n_need = n_review + n_withheld, n_all = n_redacted + n_withheld;
  size_t n_entities = 0;
  for (const OrderedJson& n : report["entities"]) n_entities += n.get<size_t>();
  const std::string said = n_need == 0 ? "None of " + documents(n_all) + " needs a person"
                                       : with_commas(n_need) + " of " + documents(n_all) +
                                             (n_need == 1 ? " needs a person" : " need a person");
  std::string out =
      "<h1>" + said + "</h1>\n<p class=\"dim\">redact " + text_of(report["redact"]) + ", model " +
      text_of(report["model"]) + ", policy " + text_of(report["policy"]) +
      "</p>\n<div class=\"tiles\">\n" +
      report_tile(with_commas(n_withheld), "withheld: nothing of them was written",
                  n_withheld > 0 ? "leak" : "") +
      report_tile(with_commas(n_review), "redacted, to review", n_review > 0 ? "over" : "") +
      report_tile(with_commas(n_redacted), "redacted in all") +
      report_tile(with_commas(n_entities), "places hidden") +
      report_tile(text_of(report["bytes"]), "bytes of redacted text");
  if (const auto n = report["inputs_left_out"].get<size_t>(); n > 0) {
    out += report_tile(with_commas(n), "inputs left to other shares");
  }
  return out + "</div>\n";
}

std::string names_on_request(bool named, const std::string& list, const char* option) {
  return named ? list
               : "<p class=\"dim\">Names of documents may identify people, so they are here on "
                 "request only: <code>" +
                     std::string(option) + " FILE</code>.</p>\n";
}

std::string what_needs_a_person(const Overview& overview, const ReportScope& scope) {
  std::string out;
  if (const size_t n = overview.withheld().n(); n > 0) {
    const auto& by_reason = overview.withheld_by_reason();
    std::vector<std::pair<std::string, size_t>> reasons(by_reason.begin(), by_reason.end());
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    out += "<h3>Withheld</h3>\n" + count_bars("reason", reasons, "leak") +
           names_on_request(scope.names_withheld,
                            document_list(overview.withheld(),
                                          n == 1 ? "document withheld" : "documents withheld",
                                          "an even draw of"),
                            "--withheld-list");
  }
  if (const size_t n = overview.review().n(); n > 0) {
    const ReviewCounts& counts = overview.review_counts();
    std::vector<std::pair<std::string, size_t>> kinds;
    for (const auto& [kind, n_of_kind] :
         {std::pair("text that the model nearly hid", counts.near),
          std::pair("a name that stays and may be the patient's", counts.names),
          std::pair("a language that the model does not know", counts.language),
          std::pair("a contained file that was removed unread", counts.unread),
          std::pair("a date that stays beside dates that move", counts.dates)}) {
      if (n_of_kind > 0) kinds.emplace_back(kind, n_of_kind);
    }
    out += "<h3>To review</h3>\n" + count_bars("documents with", kinds, "over") +
           names_on_request(
               scope.names_review,
               document_list(overview.review(),
                             n == 1 ? "document to review" : "documents to review", "the first"),
               "--review-list");
  }
  if (scope.n_texts > 0) {
    const size_t n_need = overview.withheld().n() + overview.review().n();
    out += "<p><a href=\"#desk\">Review and correct them on this page</a>";
    if (scope.n_texts < n_need) {
      out += ": " + with_commas(scope.n_texts) + " of " + with_commas(n_need) +
             " are here, the first of this run";
    }
    out += ".</p>\n";
  }
  return out.empty() ? out : "<h2>What needs a person</h2>\n" + out;
}

std::string how_it_went(const Overview& overview, const std::vector<double>& starts) {
  const std::string throughput = throughput_plot(overview.timeline(), starts);
  const ScoreCounts& counts = overview.scores();
  const std::string scores = counts.may_be_shown() ? score_plot(counts) : std::string();
  if (throughput.empty() && scores.empty()) return {};
  return "<h2>How it went</h2>\n<div class=\"pair\">\n<div>\n" + scores + "</div>\n<div>\n" +
         throughput + "</div>\n</div>\n";
}

std::string what_was_hidden(const OrderedJson& report) {
  return "<h2>What was hidden</h2>\n<div class=\"pair\">\n<div>\n" +
         count_bars("label", counts_in(report["entities"]), "ok") + "</div>\n<div>\n" +
         count_bars("found by", counts_in(report["found_by"]), "ok") +
         "<p class=\"dim\">A place that several found counts for each of them.</p>\n</div>\n"
         "</div>\n";
}

std::string facts(const OrderedJson& report) {
  HtmlTable runs({"run", "started", "ended", "how", "host", "threads"});
  size_t number = 0;
  for (const OrderedJson& run : report["runs"]) {
    runs.add({with_commas(++number), time_of(run["started"]),
              run.contains("ended") ? time_of(run["ended"]) : "", text_of(run["how"]),
              text_of(run["host"]), text_of(run["threads"])});
  }
  HtmlTable settings({"setting", "value"});
  for (const auto& [name, value] : report["settings"].items()) {
    settings.add({escape_html(name), "<code>" + text_of(value) + "</code>"});
  }
  return "<h2>The run</h2>\n" + runs.html("facts") +
         "<h3>Settings, with the digests of the files that they name</h3>\n" +
         settings.html("facts");
}

std::string privacy(const ReportScope& scope) {
  const bool names = scope.names_review || scope.names_withheld;
  return scope.n_texts > 0 ? "This page holds text of documents: keep it as you keep the notes."
         : names           ? "This page names documents, and names may identify people."
                           : "This page names no document and holds no text.";
}

}  // namespace

std::string report_body(const Overview& overview, std::string_view json, const ReportScope& scope,
                        const std::vector<double>& starts) {
  const OrderedJson report = OrderedJson::parse(json);
  const bool named = scope.names_review || scope.names_withheld;
  std::string out = "<main class=\"report\" id=\"report\">\n" + lead(report) +
                    what_needs_a_person(overview, scope) + how_it_went(overview, starts) +
                    what_was_hidden(report);
  if (!overview.folders().empty()) {
    out +=
        "<h2>Where</h2>\n<p><span class=\"key leak\">withheld</span><span class=\"key over\">to "
        "review</span><span class=\"key ok\">redacted</span></p>\n" +
        folder_table(overview, named);
    if (!named) out += "<p class=\"dim\">Numbers are those of the order of the paths.</p>\n";
  }
  return out + facts(report) + "<p class=\"dim\">" + privacy(scope) + "</p>\n</main>\n" +
         page_data("id=\"report-data\"", report.dump());
}

Result<std::string> report_page(const Overview& overview, std::string_view json,
                                const ReportScope& scope, const std::vector<double>& starts) {
  const PageParts parts{"Redaction report", std::string(kColours) + kReportStyle};
  REDACT_ASSIGN(const std::string head, page_head(parts));
  return head + report_body(overview, json, scope, starts) + page_end(parts);
}

}  // namespace redact
