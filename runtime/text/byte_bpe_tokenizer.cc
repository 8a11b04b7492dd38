// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/byte_bpe_tokenizer.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/utf8.h"
#include "runtime/text/compose.h"

namespace redact {

namespace {

constexpr char kMerges[] = "tokenizer.ggml.merges";

// GPT-2 writes bytes as printable characters: printable bytes stand for themselves, the others are
// mapped in order to the characters from U+0100 on. The byte of each character; -1 if it has none.
constexpr std::array<int, 0x200> bytes_by_character() {
  std::array<int, 0x200> bytes{};
  bytes.fill(-1);
  size_t next = 0x100;
  for (int b = 0; b < 256; ++b) {
    const bool prints =
        (b >= '!' && b <= '~') || (b >= 0xa1 && b <= 0xac) || (b >= 0xae && b <= 0xff);
    bytes[prints ? static_cast<size_t>(b) : next++] = b;
  }
  return bytes;
}
constexpr std::array kByteOfCharacter = bytes_by_character();

// Vocabularies trained on clean text (SmolLM2, StarCoder) lack some bytes: those that do not occur
// in the UTF-8 form of any assigned character (C0, C1, F1, F2, F5 and up), and control characters
// that are rare in files. Other tokenizers drop them; here each becomes the token of '?', so that
// the tokens tile the text.
bool may_lack_a_token(int b) {
  const bool control = (b < ' ' && b != '\t' && b != '\n' && b != '\r') || b == 0x7f;
  return control || b == 0xc0 || b == 0xc1 || b == 0xf1 || b == 0xf2 || b >= 0xf5;
}

// The bytes that a token text spells; nullopt if a character stands for no byte.
std::optional<std::string> bytes_of_text(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    const auto point = static_cast<size_t>(unit.code_point);  // -1 becomes SIZE_MAX
    if (point >= kByteOfCharacter.size() || kByteOfCharacter[point] < 0) return {};
    out += static_cast<char>(kByteOfCharacter[point]);
    at += unit.n_bytes;
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<Tokenizer>> ByteBpeTokenizer::load(const Metadata& metadata) {
  auto tokenizer = std::make_unique<ByteBpeTokenizer>();
  const std::string pre_key = "tokenizer.ggml.pre";
  REDACT_ASSIGN(const auto pre, metadata.get_string(pre_key));
  const auto known = find_pre_tokenizer(pre);
  if (!known) {
    return Error{ErrorKind::kUnsupported, pre_key,
                 "unsupported pre-tokenizer " + metadata.describe(pre_key)};
  }
  tokenizer->pre_ = *known;

  REDACT_ASSIGN(const Vocab vocab, Vocab::read(metadata, known->add_bos));
  tokenizer->special_ = vocab.special;
  REDACT_TRY(tokenizer->read_tokens(vocab));
  REDACT_TRY(tokenizer->read_merges(metadata));
  if (known->may_add_space) {
    REDACT_ASSIGN(const auto adds, metadata.find_bool("tokenizer.ggml.add_space_prefix"));
    tokenizer->adds_space_ = adds.value_or(false);
  }
  return std::unique_ptr<Tokenizer>(std::move(tokenizer));
}

Result<void> ByteBpeTokenizer::read_tokens(const Vocab& vocab) {
  bytes_.resize(vocab.size());
  ids_.reserve(vocab.size());
  for (size_t i = 0; i < vocab.size(); ++i) {
    if (vocab.types[i] == TokenType::kUserDefined) {  // its text is raw, not in the byte alphabet
      bytes_[i] = vocab.texts[i];
      literals_[static_cast<uint8_t>(bytes_[i][0])].push_back(static_cast<int32_t>(i));
    } else if (vocab.types[i] == TokenType::kNormal) {
      auto bytes = bytes_of_text(vocab.texts[i]);
      if (!bytes) {
        return Error{ErrorKind::kBadInput, kTokensKey,
                     "token " + std::to_string(i) + " has characters outside the byte alphabet"};
      }
      bytes_[i] = *std::move(bytes);
    }
  }
  for (size_t i = 0; i < vocab.size(); ++i) {
    if (vocab.types[i] == TokenType::kNormal) ids_.emplace(bytes_[i], static_cast<int32_t>(i));
  }
  REDACT_TRY(find_byte_ids(vocab));
  for (auto& literals : literals_) {
    std::sort(literals.begin(), literals.end(),
              [&](int32_t a, int32_t b) { return bytes_[a].size() > bytes_[b].size(); });
  }
  return {};
}

// Some vocabularies (deepseek-llm) list the symbols of bytes that never occur in valid UTF-8 as
// user-defined tokens.
Result<void> ByteBpeTokenizer::find_byte_ids(const Vocab& vocab) {
  byte_ids_.fill(-1);
  for (size_t i = 0; i < vocab.size(); ++i) {
    if (vocab.types[i] != TokenType::kUserDefined) continue;
    const auto bytes = bytes_of_text(vocab.texts[i]);
    if (bytes && bytes->size() == 1) {
      byte_ids_[static_cast<uint8_t>((*bytes)[0])] = static_cast<int32_t>(i);
    }
  }
  for (int b = 0; b < 256; ++b) {
    const char byte = static_cast<char>(b);
    const auto found = ids_.find(std::string_view(&byte, 1));
    if (found != ids_.end()) byte_ids_[static_cast<size_t>(b)] = found->second;
    if (byte_ids_[static_cast<size_t>(b)] < 0 && !may_lack_a_token(b)) {
      return Error{ErrorKind::kBadInput, kTokensKey,
                   "no token represents byte " + std::to_string(b)};
    }
  }
  stand_in_ = byte_ids_['?'];
  return {};
}

Result<void> ByteBpeTokenizer::read_merges(const Metadata& metadata) {
  REDACT_ASSIGN(const auto merges, metadata.get_strings(kMerges));
  const auto is_long = [](const auto& token) { return token.first.size() > 1; };
  if (merges.empty() && std::any_of(ids_.begin(), ids_.end(), is_long)) {
    return Error{ErrorKind::kBadInput, kMerges, "is empty, but there are tokens to be merged"};
  }
  merges_.reserve(merges.size());
  for (size_t rank = 0; rank < merges.size(); ++rank) {
    const std::string_view line = merges[rank];
    const size_t space = line.size() > 1 ? line.find(' ', 1) : std::string_view::npos;
    const auto bad = [&](const char* what) {
      return Error{ErrorKind::kBadInput, kMerges, "merge " + std::to_string(rank) + what};
    };
    if (space == std::string_view::npos) return bad(" has no space between its parts");
    const auto left = bytes_of_text(line.substr(0, space));
    const auto right = bytes_of_text(line.substr(space + 1));
    if (!left || !right) return bad(" has characters outside the byte alphabet");
    const auto l = ids_.find(*left), r = ids_.find(*right), joined = ids_.find(*left + *right);
    if (l == ids_.end() || r == ids_.end() || joined == ids_.end()) {
      return bad(" has a part or a result that is not a token");
    }
    if (!merges_.add(l->second, r->second, static_cast<int32_t>(rank), joined->second)) {
      return bad(" repeats an earlier one");
    }
  }
  return {};
}

std::pair<size_t, int32_t> ByteBpeTokenizer::literal_at(std::string_view text, size_t at) const {
  for (const int32_t id : literals_[static_cast<uint8_t>(text[at])]) {
    if (text.substr(at).starts_with(bytes_[id])) return {bytes_[id].size(), id};
  }
  return {0, -1};
}

Result<TokenizedText> ByteBpeTokenizer::tokenize(std::string_view text) const {
  if (!adds_space_ || text.empty() || text.front() == ' ') return tokenize_continuation(text);
  REDACT_ASSIGN(TokenizedText out, tokenize_continuation(std::string(" ").append(text)));
  for (auto* places : {&out.begin, &out.end}) {
    for (uint32_t& place : *places) place -= std::min(place, 1u);
  }
  return out;
}

Result<TokenizedText> ByteBpeTokenizer::tokenize_continuation(std::string_view text) const {
  TokenizedText out;
  size_t begin = 0;  // of the run between user-defined tokens
  for (size_t at = 0; at < text.size();) {
    const auto [length, id] = literal_at(text, at);
    if (length == 0) {
      ++at;
      continue;
    }
    add_run(text.substr(begin, at - begin), begin, out);
    out.ids.push_back(id);
    out.begin.push_back(static_cast<uint32_t>(at));
    out.end.push_back(static_cast<uint32_t>(at + length));
    begin = at += length;
  }
  add_run(text.substr(begin), begin, out);
  return out;
}

void ByteBpeTokenizer::add_run(std::string_view text, size_t base, TokenizedText& out) const {
  if (!pre_.composes) return add_words(text, base, out);
  const ComposedText composed = compose(text);
  const size_t first = out.ids.size();
  add_words(composed.text, 0, out);
  composed.to_source(std::span(out.begin).subspan(first), base);
  composed.to_source(std::span(out.end).subspan(first), base);
}

void ByteBpeTokenizer::add_words(std::string_view text, size_t base, TokenizedText& out) const {
  std::vector<BpeSymbol> word;
  size_t begin = 0;
  for (const size_t end : split_words(pre_.rule, text)) {
    const std::string_view bytes = text.substr(begin, end - begin);
    word.clear();
    const auto whole = pre_.whole_words_first ? ids_.find(bytes) : ids_.end();
    if (whole != ids_.end()) {
      word.push_back({whole->second, static_cast<uint32_t>(bytes.size())});
    } else {
      for (const char byte : bytes) word.push_back({byte_ids_[static_cast<uint8_t>(byte)], 1});
      bpe_merge(merges_, word);
    }
    for (const BpeSymbol& symbol : word) {
      out.ids.push_back(symbol.id >= 0 ? symbol.id : stand_in_);
      out.begin.push_back(static_cast<uint32_t>(base + begin));
      begin += symbol.length;
      out.end.push_back(static_cast<uint32_t>(base + begin));
    }
  }
}

}  // namespace redact
