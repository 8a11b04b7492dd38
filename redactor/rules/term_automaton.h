// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace redact {

// Many strings, found in a text in one pass however long they are: the automaton of Aho and
// Corasick (1975). Its states are the beginnings of the strings, in a tree; after each byte of a
// text it is in the longest of them that the text ends with.
class TermAutomaton {
 public:
  using State = uint32_t;
  static constexpr State kStart = 0;  // the empty string

  TermAutomaton() : nodes_(1) {}

  // The state of a string, which is new if no string began with it. The strings together have less
  // than 4 GiB.
  State add(std::string_view string);
  // Marks a state as one of the strings to find.
  void mark(State state) { nodes_[state].is_marked = true; }
  // After all strings are added, and before the functions below.
  void link();

  // The state behind one more byte. Over a text the steps are linear in its bytes.
  State next(State state, char byte) const;
  // The longest marked string that a text in this state ends with; kStart: none.
  State longest(State state) const {
    return nodes_[state].is_marked ? state : nodes_[state].shorter;
  }
  // The next shorter one.
  State shorter(State state) const { return nodes_[state].shorter; }
  size_t length(State state) const { return nodes_[state].length; }
  size_t n_states() const { return nodes_.size(); }

 private:
  struct Node {
    State child = kStart, sibling = kStart;   // the first longer by a byte; the next of the parent
    State suffix = kStart, shorter = kStart;  // the longest state, and the longest marked one,
                                              // that this one ends with and is not
    uint32_t length = 0;
    char byte = 0;  // the last
    bool is_marked = false;
  };

  State child(State state, char byte) const;

  std::vector<Node> nodes_;
  std::bitset<256> first_;  // bytes with which a string begins: most bytes of a text are none
};

}  // namespace redact
