// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/refusal.h"

namespace redact::server {

// The head of a request. Fields that the server does not use are dropped.
struct RequestHead {
  std::string method;
  std::string path;   // of the target, up to '?'
  std::string query;  // after the '?'
  bool is_http11 = true;
  bool keep_alive = true;
  bool expects_continue = false;
  // A field that is repeated in the head has several values.
  std::vector<std::string> hosts, origins, types, tokens, transfer_encodings, content_encodings,
      accepts, forwarded, forwarded_for;  // Forwarded, X-Forwarded-For
  std::optional<uint64_t> content_length;

  // The media type in lower case, without parameters; empty if there is none.
  std::string media_type() const;
  // Whether the body is compressed, or has another form than its media type says.
  bool is_encoded() const;
  // Whether the client would rather have plain text than JSON.
  bool prefers_text() const;
  // The names and values in the query, decoded (RFC 3986: "%20" is a space, "+" a plus sign). A
  // value without '=' is empty. Refuses malformed escapes and NUL.
  Checked<std::vector<std::pair<std::string, std::string>>> parameters() const;
  // The value of a parameter; empty if absent.
  Checked<std::string> parameter(std::string_view name) const;
};

struct HttpAnswer {
  HttpAnswer() = default;
  explicit HttpAnswer(int its_status) : status(its_status) {}
  HttpAnswer(std::string its_type, std::string its_body)
      : type(std::move(its_type)), body(std::move(its_body)) {}

  int status = 200;
  std::string type = "application/json";
  std::string content_policy = "default-src 'none'";  // for a browser that shows the answer
  std::string body;
  std::string error;  // of an answer to a refused request: its message
  std::vector<std::pair<std::string, std::string>> fields;  // further fields of the head
};

// {"error": message}, as Presidio answers.
HttpAnswer error_answer(const Refusal& refusal);

// The head of an answer. If `length` is nullopt, the body comes in chunks. `id`: its Request-Id;
// empty: none.
std::string answer_head(const HttpAnswer& answer, std::optional<size_t> length, bool keep_alive,
                        std::string_view id = {});
// A chunk of such a body. An empty chunk ends it.
std::string chunk_of(std::string_view part);

}  // namespace redact::server
