// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/verdicts.h"

#include <algorithm>
#include <utility>

#include "tools/eval/outputs.h"

namespace redact::judge {

namespace {

constexpr size_t kContext = 200;    // code points around a suspect
constexpr size_t kChunkWords = 20;  // of a retention question
constexpr size_t kYes = 0;

bool is_space(char32_t c) { return c == U' ' || (c >= 9 && c <= 13) || c == 0xa0; }

Question yes_or_no(std::string prompt) { return {std::move(prompt), {" yes", " no"}}; }

// The position in the output of the code point `at` of the source. Inside a replaced span it is the
// begin or the end of the replacement.
size_t output_position(const eval::Document& document, size_t at, bool end) {
  size_t shift_from = 0, shift_to = 0;
  for (size_t i = 0; i < document.found.size(); ++i) {
    const eval::Annotation& from = document.found[i];
    const eval::Annotation& to = document.placed[i];
    if (at <= from.begin) break;
    if (at < from.end) return end ? to.end : to.begin;
    shift_from = from.end;
    shift_to = to.end;
  }
  return at - shift_from + shift_to;
}

// Votes of judges on questions: [judge][question].
Result<std::vector<std::vector<Answer>>> ask_all(std::span<const std::unique_ptr<Judge>> judges,
                                                 const std::vector<Question>& questions) {
  std::vector<std::vector<Answer>> votes;
  for (const auto& judge : judges) {
    REDACT_ASSIGN(std::vector<Answer> answers, judge->ask(questions));
    votes.push_back(std::move(answers));
  }
  return votes;
}

std::vector<Answer> votes_on(const std::vector<std::vector<Answer>>& votes, size_t question) {
  std::vector<Answer> answers;
  for (const auto& of_judge : votes) answers.push_back(of_judge[question]);
  return answers;
}

// The answer that more than half of all judges give with a margin; nullopt without one.
std::optional<size_t> majority(std::span<const Answer> answers, float min_margin) {
  for (const size_t choice : {size_t{0}, size_t{1}}) {
    const auto n = std::count_if(answers.begin(), answers.end(), [&](const Answer& answer) {
      return answer.best == choice && answer.margin >= min_margin;
    });
    if (2 * static_cast<size_t>(n) > answers.size()) return choice;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Suspect> suspects(const std::vector<eval::Document>& documents,
                              const std::vector<eval::Document>& more) {
  std::vector<Suspect> out;
  for (size_t d = 0; d < documents.size(); ++d) {
    if (documents[d].failed) continue;
    const auto& found = documents[d].found;
    for (const eval::Annotation& f : found) out.push_back({d, f.begin, f.end, f.label, true});
    if (d >= more.size()) continue;
    for (const eval::Annotation& m : more[d].found) {
      const bool meets = std::any_of(found.begin(), found.end(), [&](const eval::Annotation& f) {
        return f.begin < m.end && m.begin < f.end;
      });
      if (!meets) out.push_back({d, m.begin, m.end, m.label, false});
    }
  }
  return out;
}

Question identity_question(const eval::Document& document, const Suspect& suspect) {
  const std::u32string_view text = document.text;
  const size_t from = suspect.begin > kContext ? suspect.begin - kContext : 0;
  const size_t to = std::min(text.size(), suspect.end + kContext);
  return yes_or_no(
      "A part of a clinical note, with one passage between double angle brackets:\n\n" +
      eval::to_utf8(text.substr(from, suspect.begin - from)) + "<<" +
      eval::to_utf8(text.substr(suspect.begin, suspect.end - suspect.begin)) + ">>" +
      eval::to_utf8(text.substr(suspect.end, to - suspect.end)) +
      "\n\nDoes the passage between the brackets help to identify a person: a name, a "
      "date, an age, a place, an institution, a profession, a number or an address of "
      "somebody? Answer yes or no.\nAnswer:");
}

void Tribunal::add(Verdict verdict) {
  switch (verdict) {
    case Verdict::kTruePositive: ++true_positives; break;
    case Verdict::kFalsePositive: ++false_positives; break;
    case Verdict::kFalseNegative: ++false_negatives; break;
    case Verdict::kTrueNegative: ++true_negatives; break;
  }
}

std::optional<Verdict> verdict_of(bool hidden, std::span<const Answer> answers, float min_margin) {
  const auto answer = majority(answers, min_margin);
  if (!answer) return std::nullopt;
  const bool identifies = *answer == kYes;
  if (hidden) return identifies ? Verdict::kTruePositive : Verdict::kFalsePositive;
  return identifies ? Verdict::kFalseNegative : Verdict::kTrueNegative;
}

std::vector<Question> retention_questions(const eval::Document& document) {
  std::vector<Question> questions;
  if (!eval::is_comparable(document)) return questions;
  const std::u32string& text = document.text;
  size_t begin = 0, words = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool word_ends = !is_space(text[at]) && (at + 1 == text.size() || is_space(text[at + 1]));
    words += word_ends;
    if (words < kChunkWords && at + 1 < text.size()) continue;
    if (words > 0) {
      const size_t size = document.output.size();
      const size_t out_begin = std::min(output_position(document, begin, false), size);
      const size_t out_end = std::clamp(output_position(document, at + 1, true), out_begin, size);
      questions.push_back(yes_or_no(
          "Original: " + eval::to_utf8(std::u32string_view(text).substr(begin, at + 1 - begin)) +
          "\nRedacted: " +
          eval::to_utf8(
              std::u32string_view(document.output).substr(out_begin, out_end - out_begin)) +
          "\n\nIs every clinical fact of the original (findings, diagnoses, drugs, doses, values, "
          "procedures) still in the redacted text? Answer yes or no.\nAnswer:"));
    }
    begin = at + 1;
    words = 0;
  }
  return questions;
}

Result<Ruling> rule(const std::vector<eval::Document>& documents,
                    const std::vector<Suspect>& suspects,
                    std::span<const std::unique_ptr<Judge>> judges, float min_margin) {
  Ruling ruling;
  std::vector<Question> questions;
  for (const Suspect& s : suspects)
    questions.push_back(identity_question(documents[s.document], s));
  REDACT_ASSIGN(const auto votes, ask_all(judges, questions));
  for (size_t i = 0; i < suspects.size(); ++i) {
    const std::vector<Answer> answers = votes_on(votes, i);
    const auto verdict = verdict_of(suspects[i].hidden, answers, min_margin);
    if (!verdict) {
      ++ruling.tribunal.discarded;
      continue;
    }
    ruling.tribunal.add(*verdict);
    ruling.tribunal.unanimous += std::all_of(answers.begin(), answers.end(), [&](const Answer& a) {
      return a.best == answers[0].best && a.margin >= min_margin;
    });
  }
  questions.clear();
  for (const eval::Document& document : documents) {
    ruling.withheld += document.failed;
    ruling.not_comparable += !document.failed && !eval::is_comparable(document);
    for (Question& question : retention_questions(document))
      questions.push_back(std::move(question));
  }
  REDACT_ASSIGN(const auto on_chunks, ask_all(judges, questions));
  ruling.chunks = questions.size();
  for (size_t i = 0; i < questions.size(); ++i) {
    const auto answer = majority(votes_on(on_chunks, i), min_margin);
    ruling.chunks_discarded += !answer;
    ruling.retained += answer == kYes;
  }
  return ruling;
}

}  // namespace redact::judge
