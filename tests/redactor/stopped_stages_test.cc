// SPDX-License-Identifier: Apache-2.0
// Cancellation and deadlines while a document is read and written: each stage asks whether it
// should stop, often, and does next to nothing after it was told so. Work is counted, not timed.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "documents/structured/hl7_scan.h"
#include "documents/structured/html_scan.h"
#include "documents/structured/json_scan.h"
#include "documents/structured/xml_scan.h"
#include "language/language.h"
#include "language/words.h"
#include "redactor/persons/find_repeats.h"
#include "redactor/render.h"
#include "redactor/resolve.h"
#include "redactor/spoken/spoken_view.h"
#include "tests/support/redact_with.h"

namespace redact {
namespace {

constexpr size_t kBytes = size_t{1} << 19;

std::string repeated(std::string_view head, std::string_view line, std::string_view tail) {
  std::string all(head);
  while (all.size() < kBytes) all += line;
  return all += tail;
}

// What the view of it changes, and spoken forms, dates and names.
const std::string& note() {
  static const std::string text = repeated(
      "",
      "Mme Zo\u00e9\u200b Ellison, n\u00e9e le 14/03/1948; call oh one one seven four nine six.\n",
      "");
  return text;
}
const std::string& json() {
  static const std::string text = repeated("[", R"({"name":"Zoe Ellison","n":[1,2,true]},)", "0]");
  return text;
}
const std::string& xml() {
  static const std::string text = repeated("<a>", "<b c='Zoe'>Ellison &amp; <d/></b>", "</a>");
  return text;
}
const std::string& html() {
  static const std::string text = repeated("<html>", "<p class=x>Zoe <b>Ellison</b></p>\n", "");
  return text;
}
const std::string& hl7() {
  static const std::string text = repeated("MSH|^~\\&|A|B|C|D|20240101||ADT^A01|1|P|2.3\r",
                                           "NTE|1||Zoe^Ellison reports pain\r", "");
  return text;
}

std::vector<Span> spans_in(const std::string& text) {
  std::vector<Span> spans;
  for (size_t at = text.find("Ellison"); at != text.npos; at = text.find("Ellison", at + 1)) {
    spans.push_back({at, at + 7, Label::kPatient, 5});
  }
  return spans;
}

const Policy& default_policy() {
  static const Policy kPolicy = *Policy::open("default");
  return kPolicy;
}

struct Stage {
  const char* name;
  std::function<void(StopCheck&)> run;
};

const std::vector<Stage>& stages() {
  static const RuleSet rules = RuleSet::builtin().value();
  static const TermList terms = [] {
    TermList list;
    list.add("Ellison", Label::kPatient);
    return list;
  }();
  static const std::vector<Stage> all = {
      {"words", [](StopCheck& stop) { (void)find_words(note(), stop); }},
      {"view", [](StopCheck& stop) { (void)ReadingView(note(), stop); }},
      {"spoken", [](StopCheck& stop) { (void)SpokenView::read(note(), stop); }},
      {"rules", [](StopCheck& stop) { (void)rules.find(note(), stop); }},
      {"terms", [](StopCheck& stop) { (void)terms.find(note(), SpanSource::kDeny, stop); }},
      {"repeats",
       [](StopCheck& stop) {
         (void)find_repeats(note(), spans_in(note()), {}, {}, {}, nullptr, stop);
       }},
      {"language", [](StopCheck& stop) { (void)guess_language(note(), stop); }},
      {"other language", [](StopCheck& stop) { (void)is_in_other_language(note(), stop); }},
      {"resolve",
       [](StopCheck& stop) {
         const ReadingView view(note());
         (void)resolve(view, spans_in(std::string(view.text())), default_policy(), {}, {}, stop);
       }},
      {"render",
       [](StopCheck& stop) {
         Replacer replacer(default_policy(), note(), nullptr, {});
         (void)render(plain_text(note()), spans_in(note()), replacer, {}, stop);
       }},
      {"note", [](StopCheck& stop) { (void)scan_note(html(), stop); }},
      {"json scan", [](StopCheck& stop) { (void)scan_json(json(), {}, stop); }},
      {"xml scan", [](StopCheck& stop) { (void)scan_xml(xml(), stop); }},
      {"html scan", [](StopCheck& stop) { (void)scan_html(html(), stop); }},
      {"hl7 scan", [](StopCheck& stop) { (void)scan_hl7(hl7(), stop); }},
      {"json",
       [](StopCheck& stop) { (void)read_document(json(), Format::kJson, nullptr, nullptr, stop); }},
      {"xml",
       [](StopCheck& stop) { (void)read_document(xml(), Format::kXml, nullptr, nullptr, stop); }},
      {"html",
       [](StopCheck& stop) { (void)read_document(html(), Format::kHtml, nullptr, nullptr, stop); }},
      {"hl7",
       [](StopCheck& stop) { (void)read_document(hl7(), Format::kHl7, nullptr, nullptr, stop); }},
  };
  return all;
}

TEST(StoppedStages, EachAsksOften) {
  for (const Stage& stage : stages()) {
    size_t n_asked = 0;
    StopCheck counts([&n_asked]() -> std::optional<Error> {
      ++n_asked;
      return std::nullopt;
    });
    stage.run(counts);
    EXPECT_FALSE(counts.has_stopped());
    // A byte is a unit of work at least; rules look at eight, but many times.
    EXPECT_GE(n_asked, kBytes / StopCheck::kInterval / 2) << stage.name;
  }
}

TEST(StoppedStages, EachEndsWhenItIsTold) {
  for (const Stage& stage : stages()) {
    StopCheck stop([] { return Error{ErrorKind::kCancelled, {}, {}}; });
    stage.run(stop);
    EXPECT_TRUE(stop.has_stopped()) << stage.name;
    EXPECT_LE(stop.n_units(), 3 * StopCheck::kInterval) << stage.name;
  }
}

const Configuration& configuration() {
  static const Configuration kConfiguration = [] {
    Guides guides;
    guides.rules = RuleSet::builtin().value();
    guides.deny.add("Ellison", Label::kPatient);
    return Configuration{default_policy(), std::move(guides)};
  }();
  return kConfiguration;
}

// A document that is cancelled when the stages ask for the n-th time.
struct Cancelled {
  Cancelled(const std::string& source, Format format, size_t n)
      : stop([this, n]() -> std::optional<Error> {
          if (++n_asked < n) return std::nullopt;
          return Error{ErrorKind::kCancelled, "request", "was cancelled"};
        }),
        result(
            testing::redact_with({}, {std::string_view(source), format}, configuration(), stop)) {}

  size_t n_asked = 0;
  StopCheck stop;
  const Result<Redaction> result;
};

TEST(StoppedStages, ADocumentEndsWhereverItIsCancelled) {
  const std::vector<std::pair<const std::string*, Format>> documents = {{&note(), Format::kText},
                                                                        {&json(), Format::kJson},
                                                                        {&xml(), Format::kXml},
                                                                        {&html(), Format::kHtml},
                                                                        {&hl7(), Format::kHl7}};
  for (const auto& [source, format] : documents) {
    const Cancelled whole(*source, format, SIZE_MAX);
    ASSERT_TRUE(whole.result.ok()) << whole.result.error().message();
    const size_t n = whole.n_asked;
    EXPECT_GE(n, 5 * kBytes / StopCheck::kInterval);
    for (const size_t at : {size_t{1}, n / 4, n / 2, 3 * n / 4, n}) {
      const Cancelled cancelled(*source, format, at);
      ASSERT_FALSE(cancelled.result.ok()) << at << " of " << n;
      EXPECT_EQ(cancelled.result.error().kind, ErrorKind::kCancelled);
      EXPECT_EQ(cancelled.n_asked, at);  // nobody asks again
    }
  }
}

}  // namespace
}  // namespace redact
