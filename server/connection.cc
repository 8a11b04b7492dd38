// SPDX-License-Identifier: Apache-2.0
#include "server/connection.h"

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <random>
#include <utility>

#include "server/operation_outcome.h"

namespace redact::server {

namespace {

constexpr std::string_view kOtherRoute = "other";
// After an answer to a request that was not read, this many bytes are read and dropped: the client,
// which may still be sending, then gets to read the answer.
constexpr size_t kMostLingerBytes = size_t{64} << 20;
constexpr std::chrono::seconds kLinger{5};
constexpr size_t kWriteBytes = 65536;  // between two deadlines

// The methods of a path, as the field Allow names them.
std::string methods_of(std::string_view path) {
  std::string methods;
  for (const Route& route : routes()) {
    if (route.path != path) continue;
    if (!methods.empty()) methods += ", ";
    methods += route.method == "GET" ? "GET, HEAD" : route.method;
  }
  return methods;
}

// A refusal of the body's form. The field (RFC 9110, 15.5.16) tells which form the path takes.
HttpAnswer refused_type(std::string message, std::string field, std::string taken) {
  HttpAnswer answer = error_answer({415, std::move(message)});
  answer.fields.emplace_back(std::move(field), std::move(taken));
  return answer;
}

std::string types_of(const Route& route) {
  std::string types;
  for (const auto& list : {route.types, route.stream_types}) {
    for (const std::string_view type : list) types.append(types.empty() ? "" : ", ").append(type);
  }
  return types;
}

// Random and unique in this process; it tells nothing of the request.
std::string next_request_id() {
  static const uint64_t first = (uint64_t{std::random_device()()} << 32) | std::random_device()();
  static std::atomic<uint64_t> n_given = 0;
  char id[17];
  std::snprintf(id, sizeof id, "%016" PRIx64, first + n_given++);
  return id;
}

bool holds(const Route::Types& types, std::string_view type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

}  // namespace

Connection::Connection(Service& service, std::unique_ptr<Transport> transport, bool is_proxied)
    : service_(service),
      is_proxied_(is_proxied),
      limits_(service.options.limits),
      transport_(std::move(transport)),
      waker_(std::make_shared<Waker>(transport_->socket().get_executor())),
      reading_(strand(), [this] { transport_->stop_reading(); }),
      writing_(strand(), [this] {
        ErrorCode ignored;
        transport_->socket().cancel(ignored);
      }) {
  ++service_.metrics.connections;
}

Connection::~Connection() {
  hold_bytes(0);
  --service_.metrics.connections;
}

asio::awaitable<void> Connection::run() {
  const auto self = shared_from_this();
  if (!co_await shake_hands()) co_return;
  while (co_await serve_one() == Next::kGoOn) {
  }
  co_await linger();
}

void Connection::stop() {
  if (is_idle_ || is_stream_) transport_->stop_reading();
}

asio::awaitable<bool> Connection::shake_hands() {
  ErrorCode error;
  reading_.set(limits_.head);
  co_await transport_->shake_hands(error);
  reading_.stop();
  co_return !error;
}

asio::awaitable<Connection::Next> Connection::serve_one() {
  RequestParser parser;
  parser_ = &parser;
  head_ = {};
  route_ = kOtherRoute;
  id_ = next_request_id();
  n_body_ = n_sent_ = 0;
  has_read_all_ = true;
  is_idle_ = true;
  is_stream_ = false;
  begun_ = std::chrono::steady_clock::now();
  Checked<bool> has_head = co_await read_head();
  is_idle_ = false;
  if (!has_head.ok()) {
    head_.keep_alive = false;
    has_read_all_ = false;
    co_return co_await write_answer(error_answer(has_head.refusal()));
  }
  if (!*has_head) co_return Next::kClose;
  begun_ = std::chrono::steady_clock::now();
  head_ = parser.head();
  has_read_all_ = parser.is_done();
  const Checked<const Route*> route = find_route();
  HttpAnswer answer;
  if (route.ok()) {
    answer = co_await answer_to(**route);
  } else {
    // Bytes after a request that was not understood may be part of it.
    head_.keep_alive = false;
    answer = error_answer(route.refusal());
    if (answer.status == 405) answer.fields.emplace_back("Allow", methods_of(head_.path));
  }
  const Next next = co_await write_answer(std::move(answer));
  hold_bytes(0);
  co_return next;
}

// False if the client left before it sent a request.
asio::awaitable<Checked<bool>> Connection::read_head() {
  bool has_begun = n_in_ > 0;
  reading_.set(has_begun ? limits_.head : limits_.idle);
  for (;;) {
    if (auto refusal = parse()) co_return *std::move(refusal);
    if (parser_->has_head()) break;
    if (service_.is_stopping && !has_begun) co_return false;
    if (!co_await fill()) {
      if (has_begun && reading_.has_passed()) co_return Refusal{408, "the head took too long"};
      co_return false;
    }
    if (!has_begun) reading_.set(limits_.head);
    has_begun = true;
  }
  reading_.stop();
  co_return true;
}

// Reads more bytes from the client. False if there are none.
asio::awaitable<bool> Connection::fill() {
  ErrorCode error;
  if (n_in_ == in_.size() || reading_.has_passed()) co_return false;
  const asio::mutable_buffer room(in_.data() + n_in_, in_.size() - n_in_);
  const size_t n = co_await transport_->read_some(room, error);
  n_in_ += n;
  co_return !error;
}

// Hands the bytes that were read to the parser, and drops those that it takes.
std::optional<Refusal> Connection::parse() {
  const Checked<size_t> used = parser_->take({in_.data(), n_in_});
  if (!used.ok()) return used.refusal();
  n_in_ -= *used;
  std::memmove(in_.data(), in_.data() + *used, n_in_);
  return std::nullopt;
}

Checked<const Route*> Connection::find_route() const {
  const std::optional<Refusal> refusal =
      check_head(head_, service_.library.setup()->rules(), is_proxied_);
  const Route* found = nullptr;
  bool is_path = false;
  const std::string method = head_.method == "HEAD" ? "GET" : head_.method;
  for (const Route& route : routes()) {
    if (route.path != head_.path) continue;
    is_path = true;
    if (route.method == method) found = &route;
  }
  if (refusal) return *refusal;
  if (!is_path) return Refusal{404, "there is no such path"};
  if (found == nullptr) return Refusal{405, "the path is not for this method"};
  return found;
}

asio::awaitable<HttpAnswer> Connection::answer_to(const Route& route) {
  route_ = route.path;
  if (service_.is_stopping) co_return error_answer({503, "the server is stopping"});
  if (!route.types.empty()) {
    if (!has_body()) {
      head_.keep_alive = false;
      co_return error_answer({411, "the request has no Content-Length"});
    }
    const std::string type = head_.media_type();
    if (!holds(route.types, type) && !holds(route.stream_types, type)) {
      const std::string types = types_of(route);
      co_return refused_type("the path takes " + types, "Accept", types);
    }
    if (head_.is_encoded()) {
      co_return refused_type("the only Content-Encoding is identity", "Accept-Encoding",
                             "identity");
    }
  }
  // A question whether the server is up is answered under any load.
  const bool is_work = !route.types.empty();
  if (is_work && service_.metrics.requests.fetch_add(1) >= static_cast<int64_t>(limits_.requests)) {
    --service_.metrics.requests;
    co_return error_answer({429, "too many requests are in hand"});
  }
  HttpAnswer answer;
  try {
    answer = co_await work_on(route);
  } catch (const std::bad_alloc&) {
    answer = error_answer({503, "there is no memory for this request"});
  } catch (const std::exception&) {
    answer = error_answer({500, "internal error"});
  }
  if (is_work) --service_.metrics.requests;
  co_return answer;
}

asio::awaitable<HttpAnswer> Connection::work_on(const Route& route) {
  const bool is_stream = holds(route.stream_types, head_.media_type());
  if (!is_stream && head_.content_length.value_or(0) > limits_.body_bytes) {
    co_return error_answer({413, "the body is too large"});
  }
  if (head_.expects_continue && !has_read_all_) {
    if (!co_await write("HTTP/1.1 100 Continue\r\n\r\n")) co_return HttpAnswer(kClientLeft);
  }
  if (is_stream) co_return co_await route.stream(*this);
  Checked<std::string> body = co_await read_body();
  if (!body.ok()) co_return error_answer(body.refusal());
  co_return co_await route.answer(*this, *std::move(body));
}

asio::awaitable<Checked<std::string>> Connection::read_body() {
  std::string body;
  reading_.set(limits_.receive);
  for (;;) {
    Checked<bool> more = co_await read_more(body);
    if (!more.ok()) co_return more.refusal();
    if (body.size() > limits_.body_bytes) co_return Refusal{413, "the body is too large"};
    if (!*more) break;
  }
  reading_.stop();
  co_return body;
}

asio::awaitable<Checked<bool>> Connection::read_more(std::string& into) {
  for (;;) {
    if (parser_->is_done()) {
      has_read_all_ = true;
      co_return false;
    }
    if (auto refusal = parse()) co_return *std::move(refusal);
    std::string& body = parser_->body();
    if (!body.empty()) {
      n_body_ += body.size();
      into += body;
      body.clear();
      if (!hold_bytes(into.size())) co_return Refusal{503, "the bodies in hand are too large"};
      co_return true;
    }
    if (parser_->is_done()) continue;
    if (n_in_ == in_.size()) co_return Refusal{400, "a chunk is malformed"};
    if (!co_await fill()) {
      if (reading_.has_passed()) co_return Refusal{408, "the body took too long"};
      co_return Refusal{kClientLeft, {}};
    }
  }
}

// The end of the request is not known yet, so the connection closes after the answer.
asio::awaitable<bool> Connection::begin(const HttpAnswer& answer) {
  head_.keep_alive = false;
  is_stream_ = true;
  co_return co_await write(answer_head(answer, std::nullopt, stays_open(), id_));
}

asio::awaitable<bool> Connection::write_part(std::string_view part) {
  if (part.empty()) co_return true;
  n_sent_ += part.size();
  const std::string chunk = chunk_of(part);
  co_return co_await write(chunk);
}

asio::awaitable<bool> Connection::end() {
  const std::string last = chunk_of({});
  co_return co_await write(last);
}

asio::awaitable<Connection::Next> Connection::write_answer(HttpAnswer answer) {
  if (!answer.error.empty() && head_.path.starts_with(kFhirPath)) {
    answer = operation_outcome(std::move(answer));
  }
  if (answer.status > kCutShort) n_sent_ = answer.body.size();
  note(answer.status);
  if (answer.status == kClientLeft || answer.status == kCutShort) co_return Next::kClose;
  const bool goes_on = stays_open();
  if (answer.status != kAnsweredInParts) {
    std::string bytes = answer_head(answer, answer.body.size(), goes_on, id_);
    if (head_.method != "HEAD") bytes += answer.body;
    if (!co_await write(bytes)) co_return Next::kClose;
  }
  co_return goes_on ? Next::kGoOn : Next::kClose;
}

asio::awaitable<bool> Connection::write(std::string_view bytes) {
  ErrorCode error;
  while (!bytes.empty() && !error) {
    const std::string_view part = bytes.substr(0, kWriteBytes);
    writing_.set(limits_.send);
    co_await transport_->write(asio::buffer(part.data(), part.size()), error);
    bytes.remove_prefix(part.size());
  }
  writing_.stop();
  co_return !error;
}

// Closing a socket with unread bytes would discard the last answer.
asio::awaitable<void> Connection::linger() {
  if (has_read_all_) co_return;
  ErrorCode error;
  transport_->socket().shutdown(Socket::shutdown_send, error);
  reading_.set(kLinger);
  for (size_t n = 0; n < kMostLingerBytes && !error && !reading_.has_passed(); n += n_in_) {
    n_in_ = 0;
    if (!co_await fill()) break;
  }
  reading_.stop();
}

bool Connection::has_body() const {
  return head_.content_length.has_value() || !head_.transfer_encodings.empty();
}

bool Connection::stays_open() const {
  return head_.keep_alive && has_read_all_ && !service_.is_stopping;
}

// Counts the request and, if the operator asked for a log, logs it, without anything that its
// client wrote; a trusted proxy may name the client's address.
void Connection::note(int status) {
  const Served served{route_,
                      status == kAnsweredInParts ? 200
                      : status == kCutShort      ? 0
                                                 : status,
                      n_body_, n_sent_, std::chrono::steady_clock::now() - begun_};
  service_.metrics.count(served);
  if (!service_.options.logs_requests) return;
  const std::optional<Address> client =
      is_proxied_ ? service_.library.setup()->rules().proxies.client_of(head_) : std::nullopt;
  service_.log.tell(served, id_, client ? client->to_string() : std::string());
}

// Counts the bytes of this request's body in place of those counted before. False if there is no
// room.
bool Connection::hold_bytes(size_t n) {
  const int64_t more = static_cast<int64_t>(n) - static_cast<int64_t>(n_held_);
  n_held_ = n;
  const int64_t all = service_.metrics.body_bytes.fetch_add(more) + more;
  return all <= static_cast<int64_t>(limits_.all_body_bytes);
}

}  // namespace redact::server
