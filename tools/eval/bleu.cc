// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/bleu.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/ascii.h"

namespace redact::eval {

namespace {

// The ASCII marks that are always tokens: all except apostrophe, comma, hyphen and full stop.
bool is_mark(char c) {
  return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
         (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

// One pass of a rule over two neighbours a and b: `make` returns what replaces them, or an empty
// string. After a replacement the pass continues after both, as a regular expression does.
template <typename Fits, typename Make>
std::string substitute_pairs(const std::string& text, Fits fits, Make make) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    if (i + 1 < text.size() && fits(text[i], text[i + 1])) {
      out += make(text[i], text[i + 1]);
      i += 2;
    } else {
      out += text[i++];
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> tokenize_13a(const std::string& original) {
  std::string text = original;
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "\n", " ");
  for (const auto& [entity, mark] :
       {std::pair{"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}}) {
    replace_all(text, entity, mark);
  }
  // What Python's split() counts as white space outside ASCII.
  for (const char* space : {"\u00a0", "\u0085", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003",
                            "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a",
                            "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"}) {
    replace_all(text, space, " ");
  }
  text = " " + text + " ";
  std::string spaced;
  for (const char c : text) spaced += is_mark(c) ? std::string{' ', c, ' '} : std::string(1, c);
  const auto stop = [](char c) { return c == '.' || c == ','; };
  spaced = substitute_pairs(
      spaced, [&](char a, char b) { return !is_digit(a) && stop(b); },
      [](char a, char b) {
        return std::string{a, ' ', b, ' '};
      });
  spaced = substitute_pairs(
      spaced, [&](char a, char b) { return stop(a) && !is_digit(b); },
      [](char a, char b) {
        return std::string{' ', a, ' ', b};
      });
  spaced = substitute_pairs(
      spaced, [](char a, char b) { return is_digit(a) && b == '-'; },
      [](char a, char b) {
        return std::string{a, ' ', b, ' '};
      });
  std::vector<std::string> tokens;
  std::string token;
  for (const char c : spaced + " ") {
    if (c != ' ' && !(c >= 9 && c <= 13) && !(c >= 28 && c <= 31)) {
      token += c;
    } else if (!token.empty()) {
      tokens.push_back(std::exchange(token, {}));
    }
  }
  return tokens;
}

void add_ngrams(const std::string& hypothesis, const std::string& reference, Tally& tally) {
  const std::vector<std::string> h = tokenize_13a(hypothesis), r = tokenize_13a(reference);
  tally.hypothesis_tokens += static_cast<double>(h.size());
  tally.reference_tokens += static_cast<double>(r.size());
  for (size_t n = 1; n <= 4; ++n) {
    std::map<std::string, std::pair<int, int>> ngrams;  // in the hypothesis, in the reference
    const auto count = [n, &ngrams](const std::vector<std::string>& tokens,
                                    int std::pair<int, int>::*side) {
      for (size_t i = 0; i + n <= tokens.size(); ++i) {
        std::string key;
        for (size_t k = i; k < i + n; ++k) key += tokens[k] + ' ';
        ++(ngrams[key].*side);
      }
    };
    count(h, &std::pair<int, int>::first);
    count(r, &std::pair<int, int>::second);
    for (const auto& [key, both] : ngrams)
      tally.ngram_matches[n - 1] += std::min(both.first, both.second);
    if (h.size() >= n) tally.ngrams[n - 1] += static_cast<double>(h.size() - n + 1);
  }
}

double Tally::bleu() const {
  // Smoothing helps short texts. If no word agrees, it would still give a score.
  if (std::all_of(ngram_matches.begin(), ngram_matches.end(), [](double n) { return n == 0; })) {
    return 0;
  }
  double log_sum = 0, smoothing = 1;
  for (size_t n = 0; n < 4; ++n) {
    if (ngrams[n] == 0) return 0;
    double precision = ngram_matches[n] / ngrams[n];
    if (ngram_matches[n] == 0) {
      smoothing *= 2;
      precision = 1 / (smoothing * ngrams[n]);
    }
    log_sum += std::log(precision);
  }
  const double brevity =
      hypothesis_tokens < reference_tokens ? std::exp(1 - reference_tokens / hypothesis_tokens) : 1;
  return 100 * brevity * std::exp(log_sum / 4);
}

}  // namespace redact::eval
