// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/tag_automaton.h"

#include <algorithm>
#include <utility>

namespace redact {

namespace {

// A token may hold the end of a tag and some of the bytes that follow, such as "]," or ">\n\n": at
// most this many bytes of the tag and this many after it. Longer ones are spelled by several
// tokens.
constexpr size_t kEndOfTag = 8, kBehindTag = 8;

}  // namespace

const GrammarTag* TagGrammar::find(Label label) const {
  const auto at = std::find_if(tags.begin(), tags.end(), [&](const GrammarTag& tag) {
    return tag.label == label ||
           std::find(tag.also.begin(), tag.also.end(), label) != tag.also.end();
  });
  return at == tags.end() ? nullptr : &*at;
}

size_t TagAutomaton::furthest(size_t begin) const {
  const std::string_view text = text_.text();
  const size_t end = std::min(text.size(), begin + grammar_.max_span);
  bool line_ended = false;  // after a line end and only blanks
  for (size_t i = begin; i < end; ++i) {
    if (text[i] == '\n' && line_ended) return i;
    line_ended = text[i] == '\n' || (line_ended && (text[i] == ' ' || text[i] == '\t'));
  }
  return end;
}

bool TagAutomaton::may_begin(const TagState& state) const {
  const size_t at = state.live.front();
  if (state.inside) return at > state.spans.back().begin;
  return at < text_.size();
}

bool TagAutomaton::may_end(const TagState& state) const {
  if (!state.spelled.empty()) return false;
  if (!state.verdict.empty()) return state.verdict == grammar_.verdict;
  return state.live.back() == text_.size();
}

bool TagAutomaton::takes_verdict(const TagState& state) const {
  return !grammar_.verdict.empty() && !state.started;
}

template <typename Take>
void TagAutomaton::each_spelling(const TagState& state, const Take& take) const {
  for (const GrammarTag& tag : grammar_.tags) {
    if (!state.inside) {
      take(tag, std::string_view(tag.open));
    } else if (tag.label == state.spans.back().label) {
      take(tag, std::string_view(tag.close));
    }
  }
}

void TagAutomaton::find_candidates(const TagState& state, Candidates& out) const {
  out.ids.clear();
  out.n_copies = 0;
  if (state.finished) return;
  const TokenTrie& trie = *grammar_.trie;
  if (!state.verdict.empty()) {
    trie.prefixes_of(std::string_view(grammar_.verdict).substr(state.verdict.size()), out.ids);
  } else if (!state.spelled.empty()) {
    add_rest_of_tag(state, out.ids);
  } else {
    add_copies(state, out.ids);
    if (takes_verdict(state)) trie.prefixes_of(grammar_.verdict, out.ids);
  }
  if (may_end(state)) out.ids.push_back(grammar_.end_id);
  out.sort_from(0);
  out.n_copies = out.ids.size();
  if (!state.verdict.empty() || !state.spelled.empty() || !may_begin(state)) return;
  add_beginnings(state, out.ids);
  out.sort_from(out.n_copies);
  const auto copies_end = out.ids.begin() + static_cast<ptrdiff_t>(out.n_copies);
  const auto is_copy = [&](int32_t id) {
    return std::binary_search(out.ids.begin(), copies_end, id);
  };
  out.ids.erase(std::remove_if(copies_end, out.ids.end(), is_copy), out.ids.end());
}

void TagAutomaton::add_rest_of_tag(const TagState& state, std::vector<int32_t>& ids) const {
  // The positions where copying may continue: after a mark, at its beginning; after a tag, anywhere
  // within its reach.
  const bool replaces = grammar_.kind == TagGrammar::Kind::kReplace;
  const size_t first = state.tag_begin + (replaces ? 1 : 0);
  const size_t last = replaces ? furthest(state.tag_begin) : state.tag_begin;
  std::vector<int32_t> longer;
  each_spelling(state, [&](const GrammarTag&, std::string_view whole) {
    if (!whole.starts_with(state.spelled)) return;
    const std::string_view rest = whole.substr(state.spelled.size());
    grammar_.trie->prefixes_of(rest, ids);
    if (rest.size() > kEndOfTag) return;
    for (size_t at = first; at <= last; ++at) {
      longer.clear();
      const std::string behind = std::string(rest).append(text_.text().substr(at, kBehindTag));
      grammar_.trie->prefixes_of(behind, longer);
      for (const int32_t id : longer) {
        TagState tried = state;
        const bool goes_on = grammar_.tokenizer->token_bytes(id).size() > rest.size();
        if (goes_on && spell(tried, grammar_.tokenizer->token_bytes(id))) ids.push_back(id);
      }
    }
  });
}

void TagAutomaton::add_copies(const TagState& state, std::vector<int32_t>& ids) const {
  const bool alone = state.live.size() == 1;
  for (const size_t at : state.live) {
    const auto own = text_.own_token(at);
    if (own) ids.push_back(own->id);
    if (alone && own) continue;
    grammar_.trie->prefixes_of(text_.text().substr(at), ids);
  }
}

void TagAutomaton::add_beginnings(const TagState& state, std::vector<int32_t>& ids) const {
  for (const char* lead : {"", " ", "\n"}) {
    const std::string_view blank = lead;
    TagState behind = state;
    if (!blank.empty() && (!copy_bytes(behind, blank) || !may_begin(behind))) continue;
    each_spelling(state, [&](const GrammarTag&, std::string_view whole) {
      const std::string spelling = std::string(blank).append(whole);
      const size_t n_before = ids.size();
      grammar_.trie->prefixes_of(spelling, ids);
      const auto too_short = [&](int32_t id) {
        return grammar_.tokenizer->token_bytes(id).size() <= blank.size();
      };
      ids.erase(
          std::remove_if(ids.begin() + static_cast<ptrdiff_t>(n_before), ids.end(), too_short),
          ids.end());
    });
  }
}

bool TagAutomaton::consume(TagState& state, int32_t id, float score) const {
  if (state.finished) return false;
  const std::string_view bytes = grammar_.tokenizer->token_bytes(id);
  if (id == grammar_.end_id && may_end(state)) {
    if (state.verdict.empty()) settle(state, true);
    state.finished = true;
    return true;
  }
  const bool says_verdict = !state.verdict.empty() || takes_verdict(state);
  const bool first = !state.started;
  state.started = true;
  if (!state.verdict.empty()) {
    state.verdict += bytes;
    return grammar_.verdict.starts_with(state.verdict);
  }
  if (!state.spelled.empty()) return spell(state, bytes);
  if (copy(state, id)) return true;
  if (first && says_verdict && !bytes.empty() && grammar_.verdict.starts_with(bytes)) {
    state.verdict = bytes;
    return true;
  }
  // The first token of a tag may begin with one blank.
  if (bytes.size() > 1 && is_blank(bytes[0])) {
    TagState behind = state;
    if (copy_bytes(behind, bytes.substr(0, 1)) && begin_tag(behind, bytes.substr(1), score)) {
      state = std::move(behind);
      return true;
    }
  }
  TagState begun = state;
  if (!begin_tag(begun, bytes, score)) return false;
  state = std::move(begun);
  return true;
}

bool TagAutomaton::copy(TagState& state, int32_t id) const {
  const std::string_view bytes = grammar_.tokenizer->token_bytes(id);
  std::vector<size_t> next;
  size_t n_bytes = bytes.size();
  for (const size_t at : state.live) {
    const auto own = text_.own_token(at);
    if (own && own->id == id) {
      // A token for a byte that no token spells has bytes that differ from the text.
      next.push_back(own->end);
      n_bytes = own->end - at;
    } else if (!(own && state.live.size() == 1) && !bytes.empty() &&
               text_.text().substr(at).starts_with(bytes)) {
      next.push_back(at + bytes.size());
    }
  }
  return stay(state, std::move(next), n_bytes);
}

bool TagAutomaton::copy_bytes(TagState& state, std::string_view bytes) const {
  std::vector<size_t> next;
  for (const size_t at : state.live) {
    if (text_.text().substr(at).starts_with(bytes)) next.push_back(at + bytes.size());
  }
  return stay(state, std::move(next), bytes.size());
}

// Continues copying `n_bytes` after `live`; false if `live` is empty.
bool TagAutomaton::stay(TagState& state, std::vector<size_t> live, size_t n_bytes) const {
  if (live.empty()) return false;
  state.live = std::move(live);
  state.n_copied += n_bytes;
  if (state.live.size() == 1) settle(state, false);
  return true;
}

bool TagAutomaton::begin_tag(TagState& state, std::string_view bytes, float score) const {
  if (bytes.empty() || !may_begin(state)) return false;
  settle(state, false);  // the text skipped so far
  state.tag_begin = state.live.front();
  if (!state.inside) {  // label and end are still unknown
    state.spans.push_back({state.tag_begin, CopySpan::kOpen, Label::kOther, score});
  }
  return spell(state, bytes);
}

bool TagAutomaton::spell(TagState& state, std::string_view bytes) const {
  const std::string so_far = state.spelled + std::string(bytes);
  const GrammarTag* done = nullptr;
  size_t n_done = 0;
  bool goes_on = false;
  each_spelling(state, [&](const GrammarTag& tag, std::string_view whole) {
    if (so_far.starts_with(whole) && whole.size() > state.spelled.size()) {
      done = &tag, n_done = whole.size();
    } else if (whole.starts_with(so_far)) {
      goes_on = true;
    }
  });
  if (done == nullptr) {
    state.spelled = so_far;
    return goes_on;
  }
  complete(state, *done);
  const std::string_view behind = std::string_view(so_far).substr(n_done);
  return behind.empty() || copy_bytes(state, behind);
}

void TagAutomaton::complete(TagState& state, const GrammarTag& tag) const {
  state.spelled.clear();
  state.n_copied = 0;
  if (grammar_.kind == TagGrammar::Kind::kMark) {
    state.inside = !state.inside;
    state.spans.back().label = tag.label;
    if (!state.inside) state.spans.back().end = state.tag_begin;
    return;
  }
  state.spans.back().label = tag.label;
  state.live.clear();
  const size_t last = furthest(state.tag_begin);
  for (size_t at = state.tag_begin + 1; at <= last; ++at) state.live.push_back(at);
  if (state.live.size() == 1) settle(state, false);
}

// Settles on one position: the end of the text, or the nearest live position, which leaves out the
// least text.
void TagAutomaton::settle(TagState& state, bool at_end) const {
  state.live = {at_end ? text_.size() : state.live.front()};
  const bool open = !state.spans.empty() && state.spans.back().end == CopySpan::kOpen;
  if (open && grammar_.kind == TagGrammar::Kind::kReplace) {
    state.spans.back().end = state.live.front() - state.n_copied;
  } else if (open && at_end) {
    state.spans.back().end = text_.size();
  }
  state.n_copied = 0;
}

}  // namespace redact
