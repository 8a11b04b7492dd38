// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/tag_plan.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace redact {

namespace {

// Bytes of the expected output that are tokenised at a seam: a tag, and enough text after it for
// the tokens to align with the tokenizer's own.
constexpr size_t kLookAhead = 64;

bool is_word(char c) { return is_alphanumeric(c) || !is_ascii(c); }

bool by_begin(const CopySpan& a, const CopySpan& b) { return a.begin < b.begin; }

}  // namespace

void TagPlan::expect(std::vector<CopySpan> spans) {
  spans_ = std::move(spans);
  std::erase_if(spans_, [&](const CopySpan& span) {
    return automaton_.grammar().find(span.label) == nullptr;
  });
  if (automaton_.grammar().kind == TagGrammar::Kind::kReplace) settle_as_read();
}

void TagPlan::settle_as_read() {
  const std::string_view text = automaton_.text().text();
  for (size_t i = 1; i < spans_.size(); ++i) {
    CopySpan &tag = spans_[i - 1], &next = spans_[i];
    const std::string_view between = text.substr(tag.end, next.begin - tag.end);
    const size_t nearest = text.substr(0, next.begin).find(between, tag.begin + 1);
    const size_t begin = nearest + between.size();
    if (nearest >= tag.end || next.end > automaton_.furthest(begin)) continue;
    tag.end = nearest, next.begin = begin;
  }
}

const CopySpan* TagPlan::find(size_t begin) const {
  const auto at = std::lower_bound(spans_.begin(), spans_.end(),
                                   CopySpan{begin, 0, Label::kOther, 0}, by_begin);
  return at != spans_.end() && at->begin == begin ? &*at : nullptr;
}

void TagPlan::remove(size_t at) {
  std::erase_if(spans_, [&](const CopySpan& span) { return span.begin == at; });
}

void TagPlan::add(size_t at, Label label) {
  const std::string_view text = automaton_.text().text();
  size_t end = at;
  while (end < text.size() && !is_word(text[end])) ++end;
  while (end < text.size() && is_word(text[end])) ++end;
  end = std::clamp(end, std::min(at + 1, text.size()), automaton_.furthest(at));
  std::erase_if(spans_, [&](const CopySpan& span) { return span.begin < end && at < span.end; });
  const CopySpan span{at, end, label, 0};
  spans_.insert(std::upper_bound(spans_.begin(), spans_.end(), span, by_begin), span);
}

size_t TagPlan::expected_end(size_t begin) const {
  const CopySpan* span = find(begin);
  return span == nullptr ? begin + 1 : std::min(span->end, automaton_.furthest(begin));
}

// The position up to which plain copying is expected: the beginning of a span, or the end of the
// open mark. A mark that continues past its expected end is expected to continue further.
size_t TagPlan::next_event(const TagState& state) const {
  const size_t at = state.live.front();
  if (state.inside) {
    const size_t end = expected_end(state.spans.back().begin);
    return at <= end ? end : automaton_.text().size();
  }
  const auto span =
      std::lower_bound(spans_.begin(), spans_.end(), CopySpan{at, 0, Label::kOther, 0}, by_begin);
  return span == spans_.end() ? automaton_.text().size() : span->begin;
}

// Appends the copy from `at` on with the expected tags, until there is enough.
void TagPlan::append_copy(size_t at, std::string& out) const {
  const CopyText& text = automaton_.text();
  const bool marks = automaton_.grammar().kind == TagGrammar::Kind::kMark;
  auto span =
      std::lower_bound(spans_.begin(), spans_.end(), CopySpan{at, 0, Label::kOther, 0}, by_begin);
  while (out.size() < kLookAhead && at < text.size()) {
    const size_t next = span == spans_.end() ? text.size() : span->begin;
    const size_t end = std::min(next, at + kLookAhead);
    out += text.text().substr(at, end - at);
    at = end;
    if (span == spans_.end() || at < span->begin) continue;
    const GrammarTag& tag = *automaton_.grammar().find(span->label);
    out += tag.open;
    if (marks) {
      out += text.text().substr(span->begin, span->end - span->begin);
      out += tag.close;
    }
    at = std::max(span->end, at + 1);
    while (span != spans_.end() && span->begin < at) ++span;
  }
}

// The unfinished tag or mark: the planned one at its beginning, if the bytes spelled so far fit it;
// else the first that fits.
const GrammarTag* TagPlan::tag_at_work(const TagState& state) const {
  const TagGrammar& grammar = automaton_.grammar();
  const auto fits = [&](const GrammarTag& tag) {
    if (!state.inside) return tag.open.starts_with(state.spelled);
    return tag.label == state.spans.back().label && tag.close.starts_with(state.spelled);
  };
  const CopySpan* span = find(state.tag_begin);
  const GrammarTag* planned = span == nullptr ? nullptr : grammar.find(span->label);
  if (planned != nullptr && fits(*planned)) return planned;
  const auto first = std::find_if(grammar.tags.begin(), grammar.tags.end(), fits);
  return first == grammar.tags.end() ? nullptr : &*first;
}

std::string TagPlan::expected_bytes(const TagState& state) const {
  const TagGrammar& grammar = automaton_.grammar();
  std::string out;
  size_t at = state.live.front();  // where copying continues
  const GrammarTag* mark = state.inside ? grammar.find(state.spans.back().label) : nullptr;
  size_t mark_begin = state.inside ? state.spans.back().begin : 0;
  if (!state.spelled.empty()) {
    const GrammarTag* tag = tag_at_work(state);
    if (tag == nullptr) return out;
    out = (state.inside ? tag->close : tag->open).substr(state.spelled.size());
    if (grammar.kind == TagGrammar::Kind::kReplace) {
      at = expected_end(state.tag_begin);
    } else {
      mark = state.inside ? nullptr : tag;  // a mark that closes or opens
      at = mark_begin = state.tag_begin;
    }
  } else if (state.live.size() > 1) {
    at = expected_end(state.tag_begin) + state.n_copied;
  }
  if (mark != nullptr) {  // its content and its end
    const size_t end = std::max(expected_end(mark_begin), at);
    out.append(automaton_.text().text().substr(at, end - at)).append(mark->close);
    at = end;
  }
  append_copy(at, out);
  return out;
}

std::optional<int32_t> TagPlan::next(const TagState& state, const Candidates& candidates,
                                     std::vector<int32_t>& queue) const {
  const auto is_candidate = [&](int32_t id) {
    return std::find(candidates.ids.begin(), candidates.ids.end(), id) != candidates.ids.end();
  };
  if (!queue.empty()) {
    const int32_t id = queue.front();
    queue.erase(queue.begin());
    if (is_candidate(id)) return id;
    queue.clear();
  }
  const TagGrammar& grammar = automaton_.grammar();
  const CopyText& text = automaton_.text();
  const size_t at = state.live.front();
  if (!state.verdict.empty()) return std::nullopt;
  if (state.spelled.empty() && state.live.size() == 1) {
    if (at == text.size()) return grammar.end_id;
    const auto own = text.own_token(at);
    if (own && own->end <= next_event(state)) return own->id;
  }
  const std::string expected = expected_bytes(state).substr(0, kLookAhead);
  const auto tokens = grammar.tokenizer->tokenize_continuation(expected);
  if (!tokens.ok() || tokens->ids.empty()) return std::nullopt;
  // The last tokens may be cut by the end of the look-ahead, so they are left out.
  const bool whole = expected.size() < kLookAhead;
  const size_t n = whole ? tokens->ids.size() : std::max<size_t>(tokens->ids.size() * 3 / 4, 1);
  if (is_candidate(tokens->ids[0])) {
    queue.assign(tokens->ids.begin() + 1, tokens->ids.begin() + static_cast<ptrdiff_t>(n));
    return tokens->ids[0];
  }
  std::optional<int32_t> longest;
  size_t n_longest = 0;
  for (const int32_t id : candidates.ids) {
    const std::string_view bytes = grammar.tokenizer->token_bytes(id);
    if (bytes.size() > n_longest && std::string_view(expected).starts_with(bytes)) {
      longest = id, n_longest = bytes.size();
    }
  }
  return longest;
}

std::optional<std::vector<int32_t>> TagPlan::answer() const {
  const TagGrammar& grammar = automaton_.grammar();
  std::vector<int32_t> ids, queue;
  if (spans_.empty() && !grammar.verdict.empty()) {
    const auto word = grammar.tokenizer->tokenize_continuation(grammar.verdict);
    if (!word.ok()) return std::nullopt;
    ids = word->ids;
    ids.push_back(grammar.end_id);
    return ids;
  }
  TagState state;
  Candidates candidates;
  while (!state.finished) {
    automaton_.find_candidates(state, candidates);
    ids.push_back(next(state, candidates, queue).value_or(grammar.end_id));
    if (!automaton_.consume(state, ids.back(), 0)) return std::nullopt;
  }
  const bool same =
      std::equal(spans_.begin(), spans_.end(), state.spans.begin(), state.spans.end(),
                 [&](const CopySpan& expected, const CopySpan& read) {
                   return read.begin == expected.begin && read.end == expected_end(expected.begin);
                 });
  return same ? std::optional(std::move(ids)) : std::nullopt;
}

}  // namespace redact
