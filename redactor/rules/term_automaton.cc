// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/term_automaton.h"

namespace redact {

TermAutomaton::State TermAutomaton::child(State state, char byte) const {
  if (state == kStart && !first_[static_cast<unsigned char>(byte)]) return kStart;
  State found = nodes_[state].child;
  while (found != kStart && nodes_[found].byte != byte) found = nodes_[found].sibling;
  return found;
}

TermAutomaton::State TermAutomaton::add(std::string_view string) {
  State state = kStart;
  for (const char byte : string) {
    State next = child(state, byte);
    if (next == kStart) {
      next = static_cast<State>(nodes_.size());
      Node& parent = nodes_[state];
      const Node node{.sibling = parent.child, .length = parent.length + 1, .byte = byte};
      parent.child = next;
      if (state == kStart) first_.set(static_cast<unsigned char>(byte));
      nodes_.push_back(node);
    }
    state = next;
  }
  return state;
}

// Shorter states first: the suffix of a state is shorter than the state itself.
void TermAutomaton::link() {
  std::vector<State> order = {kStart};
  order.reserve(nodes_.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const State parent = order[i];
    for (State at = nodes_[parent].child; at != kStart; at = nodes_[at].sibling) {
      Node& node = nodes_[at];
      node.suffix = parent == kStart ? kStart : next(nodes_[parent].suffix, node.byte);
      node.shorter = longest(node.suffix);
      order.push_back(at);
    }
  }
}

TermAutomaton::State TermAutomaton::next(State state, char byte) const {
  for (;;) {
    const State longer = child(state, byte);
    if (longer != kStart || state == kStart) return longer;
    state = nodes_[state].suffix;
  }
}

}  // namespace redact
