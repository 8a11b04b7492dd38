// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/asio.h"
#include "server/http.h"
#include "server/service.h"
#include "server/waker.h"

namespace redact::server {

// A request and its answer, as a route sees them. All functions are called on the strand of the
// connection.
class Exchange {
 public:
  virtual ~Exchange() = default;

  virtual const RequestHead& head() const = 0;
  virtual Service& service() = 0;
  virtual Executor strand() = 0;
  virtual std::shared_ptr<Waker> waker() = 0;
  // Whether the client has left and will not see an answer.
  virtual bool has_client_left() = 0;

  // Appends the next bytes of the body to `into`. False at the end of the body. A refusal if the
  // rest cannot be read.
  virtual asio::awaitable<Checked<bool>> read_more(std::string& into) = 0;
  // Begins the time that the client may take for the next part of a body.
  virtual void expect_more() = 0;
  // Ends a waiting read_more().
  virtual void stop_reading() = 0;
  // An answer in parts. False if the client is gone. An answer without an end was cut.
  virtual asio::awaitable<bool> begin(const HttpAnswer& answer) = 0;
  virtual asio::awaitable<bool> write_part(std::string_view part) = 0;
  virtual asio::awaitable<bool> end() = 0;
};

// Statuses that are never sent.
inline constexpr int kClientLeft = 0;       // before the answer
inline constexpr int kAnsweredInParts = 1;  // by the route itself
inline constexpr int kCutShort = 2;         // the same, but not to the end

struct Route {
  using Types = std::vector<std::string_view>;

  std::string_view method, path;
  Types types = {};         // media types of a body; empty: the route takes no body
  Types stream_types = {};  // types for which `stream` is called instead, with the body unread
  std::function<asio::awaitable<HttpAnswer>(Exchange&, std::string body)> answer;
  std::function<asio::awaitable<HttpAnswer>(Exchange&)> stream = {};
};

// All routes of the server.
const std::vector<Route>& routes();

}  // namespace redact::server
