// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace redact {

// Finds many strings in a text in one pass, however long they are: the automaton of Aho and
// Corasick (1975). Its states are the beginnings of the strings, in a tree; after each byte of a
// text, its state is the longest beginning with which the text so far ends.
class TermAutomaton {
 public:
  using State = uint32_t;
  static constexpr State kStart = 0;  // the empty string

  TermAutomaton() : nodes_(1) {}

  // The state of a string, which is new unless another string begins with it. The strings together
  // have less than 4 GiB.
  State add(std::string_view string);
  // Marks a state as one of the strings to find.
  void mark(State state) { nodes_[state].is_marked = true; }
  // After all strings are added, and before the functions below.
  void link();

  // The state after one more byte. Over a whole text, the steps take time linear in its bytes.
  State next(State state, char byte) const;
  // The longest marked string with which a text in this state ends; kStart: none.
  State longest(State state) const {
    return nodes_[state].is_marked ? state : nodes_[state].shorter;
  }
  // The next shorter one.
  State shorter(State state) const { return nodes_[state].shorter; }
  size_t length(State state) const { return nodes_[state].length; }

 private:
  struct Node {
    State child = kStart, sibling = kStart;  // the first one longer by a byte; the parent's next
    // The longest state, and the longest marked string, other than itself, at its end.
    State suffix = kStart, shorter = kStart;
    uint32_t length = 0;
    char byte = 0;  // its last byte
    bool is_marked = false;
  };

  State child(State state, char byte) const;

  std::vector<Node> nodes_;
  std::bitset<256> first_;  // first bytes of strings: most bytes of a text are none of these
};

}  // namespace redact
