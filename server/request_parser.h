// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "server/http.h"
#include "server/refusal.h"

namespace redact::server {

// Reads one request of HTTP/1 from the bytes of a connection, as they come. Boost.Beast parses.
class RequestParser {
 public:
  static constexpr uint32_t kMostHeadBytes = 16384;

  RequestParser();
  ~RequestParser();

  // Takes bytes from the front, and returns how many; the rest belongs to what follows or must come
  // again with more behind it. Stops behind the head, and at the end of the request.
  Checked<size_t> take(std::string_view bytes);

  bool has_head() const;
  bool is_done() const;
  // Precondition: has_head().
  RequestHead head() const;
  // The received part of the body. The caller may take it away.
  std::string& body();

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  bool needs_more_ = false;  // the bytes that it was last given end before a head does
};

}  // namespace redact::server
