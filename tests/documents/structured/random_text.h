// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <span>
#include <string>
#include <string_view>

namespace redact {

// Up to `most` pieces drawn from a list.
inline std::string draw_text(std::mt19937& random, std::span<const std::string_view> pieces,
                             size_t most) {
  std::string text;
  for (size_t n = random() % (most + 1); n > 0; --n) text += pieces[random() % pieces.size()];
  return text;
}

// `text` cut, doubled, with bytes flipped or pieces of its own or of `pieces` inserted.
inline std::string mutate(std::mt19937& random, std::string text,
                          std::span<const std::string_view> pieces) {
  for (size_t n = 1 + random() % 4; n > 0; --n) {
    const size_t at = random() % (text.size() + 1);
    const size_t size = random() % 40;
    switch (random() % 5) {
      case 0: text.erase(at, size); break;
      case 1: text.insert(at, text.substr(random() % (text.size() + 1), size)); break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(random() % 256);
        break;
      case 3: text.insert(at, pieces[random() % pieces.size()]); break;
      case 4: text.resize(at); break;
    }
  }
  return text;
}

}  // namespace redact
