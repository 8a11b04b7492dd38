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

  // Takes bytes from the front and returns their number. The caller passes the rest again with more
  // bytes, or keeps it for the next request. Stops after the head, and at the end of the request.
  Checked<size_t> take(std::string_view bytes);

  bool has_head() const;
  bool is_done() const;
  // Precondition: has_head().
  RequestHead head() const;
  // The received part of the body, which the caller may move out.
  std::string& body();

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  bool needs_more_ = false;  // the last bytes ended before a head did
};

}  // namespace redact::server
