// SPDX-License-Identifier: Apache-2.0
#include "redactor/listing/list_grammar.h"

#include <algorithm>
#include <utility>

namespace redact {

Result<ListGrammar> ListGrammar::make(const Tokenizer& tokenizer, const TokenTrie& trie,
                                      std::span<const Spelling> labels, std::string_view end,
                                      int32_t end_id, size_t max_piece) {
  ListGrammar out{&tokenizer, &trie, {}, end_id, {end_id}, {}, max_piece};
  for (const auto& [label, text] : labels) {
    REDACT_ASSIGN(TokenizedText tokens, tokenizer.tokenize_continuation(text));
    std::string spelled;
    for (const int32_t id : tokens.ids) spelled += tokenizer.token_bytes(id);
    if (spelled != text) {
      return Error{ErrorKind::kUnsupported, "tokenizer",
                   "has no tokens for a tab, a line end and the mark of a label"};
    }
    out.labels.push_back({label, std::move(tokens.ids)});
  }
  trie.prefixes_of(end, out.end_ids);
  std::sort(out.end_ids.begin(), out.end_ids.end());
  std::vector<int32_t> ids;
  for (size_t byte = 0; byte < out.spelled.size(); ++byte) {
    const char c = static_cast<char>(byte);
    ids.clear();
    trie.prefixes_of({&c, 1}, ids);
    out.spelled[byte] = !ids.empty();
  }
  return out;
}

const ListGrammar::Named* ListGrammar::find(Label label) const {
  const auto at = std::find_if(labels.begin(), labels.end(),
                               [&](const Named& named) { return named.label == label; });
  return at == labels.end() ? nullptr : &*at;
}

const ListGrammar::Named* ListGrammar::find(std::span<const int32_t> ids) const {
  const auto at = std::find_if(labels.begin(), labels.end(), [&](const Named& named) {
    return named.ids.size() >= ids.size() && std::equal(ids.begin(), ids.end(), named.ids.begin());
  });
  return at == labels.end() ? nullptr : &*at;
}

}  // namespace redact
