// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// The namespaces in scope while the elements of an XML document are read. An undeclared prefix has
// no namespace: sections cut from a document keep its prefixes without their declarations, and are
// still read.
class XmlNamespaces {
 public:
  XmlNamespaces() { uris_["xml"].push_back("http://www.w3.org/XML/1998/namespace"); }

  void open_element() { declared_.push_back(order_.size()); }
  // In the element opened last.
  void declare(std::string_view prefix, std::string_view uri) {
    const auto entry = uris_.try_emplace(std::string(prefix)).first;
    entry->second.emplace_back(uri);
    order_.push_back(entry);
  }
  void close_element() {
    for (; order_.size() > declared_.back(); order_.pop_back()) order_.back()->second.pop_back();
    declared_.pop_back();
  }

  // The namespace of a prefix, "" for the default one; empty if there is none.
  std::string_view uri(std::string_view prefix) const {
    const auto entry = uris_.find(prefix);
    return entry == uris_.end() || entry->second.empty() ? std::string_view()
                                                         : entry->second.back();
  }

 private:
  using Uris = std::map<std::string, std::vector<std::string>, std::less<>>;
  Uris uris_;  // by prefix, the innermost last
  std::vector<Uris::iterator> order_;
  std::vector<size_t> declared_;  // the size of order_ where each open element begins
};

}  // namespace redact
