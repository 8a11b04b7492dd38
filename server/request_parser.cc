// SPDX-License-Identifier: Apache-2.0
#include "server/request_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>

namespace redact::server {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;

namespace {

// A body in a string that grows with the received bytes, not by the announced Content-Length.
struct GrowingBody {
  using value_type = std::string;

  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>&, value_type& body) : body_(body) {}
    void init(const boost::optional<uint64_t>&, ErrorCode& error) { error = {}; }
    template <class Buffers>
    size_t put(const Buffers& buffers, ErrorCode& error) {
      error = {};
      size_t n = 0;
      for (auto it = asio::buffer_sequence_begin(buffers); it != asio::buffer_sequence_end(buffers);
           ++it) {
        const asio::const_buffer part = *it;
        body_.append(static_cast<const char*>(part.data()), part.size());
        n += part.size();
      }
      return n;
    }
    void finish(ErrorCode& error) { error = {}; }

   private:
    value_type& body_;
  };
};

// Boost.Beast 1.74 asserts that it has this many bytes when it continues with the last chunk,
// "0\r\n\r\n". It has fewer if the chunk's trailer comes byte by byte.
constexpr size_t kLastChunkBytes = 5;

Refusal refusal_of(const ErrorCode& error) {
  if (error == http::error::header_limit) return {431, "the head of the request is too large"};
  if (error == http::error::bad_version) return {400, "the version is not HTTP/1.0 or HTTP/1.1"};
  return {400, "the request is malformed: " + error.message()};
}

// Whether a field of a head continues in the next line, which some servers read as its end and
// others as a space (RFC 9112, 5.2). The parser would join the lines.
bool has_folded_field(std::string_view head) {
  for (size_t at = head.find('\n'); at != head.npos; at = head.find('\n', at + 1)) {
    if (at + 1 < head.size() && (head[at + 1] == ' ' || head[at + 1] == '\t')) return true;
  }
  return false;
}

}  // namespace

struct RequestParser::Parser : http::request_parser<GrowingBody> {};

RequestParser::RequestParser() : parser_(std::make_unique<Parser>()) {
  parser_->header_limit(kMostHeadBytes);
  parser_->body_limit(UINT64_MAX);  // the connection counts, since a stream may be endless
}
RequestParser::~RequestParser() = default;

Checked<size_t> RequestParser::take(std::string_view bytes) {
  size_t n = 0;
  const bool had_head = has_head();
  while (n < bytes.size() && !is_done() && has_head() == had_head) {
    if (had_head && needs_more_ && bytes.size() - n < kLastChunkBytes) break;
    ErrorCode error;
    const size_t used = parser_->put(asio::buffer(bytes.data() + n, bytes.size() - n), error);
    n += used;
    needs_more_ = error == http::error::need_more;
    if (needs_more_) break;
    if (error) return refusal_of(error);
    if (used == 0) break;
    // A head is taken as a whole.
    if (!had_head && has_head() && has_folded_field(bytes.substr(0, n))) {
      return Refusal{400, "a field of the head is folded"};
    }
  }
  return n;
}

bool RequestParser::has_head() const { return parser_->is_header_done(); }
bool RequestParser::is_done() const { return parser_->is_done(); }
std::string& RequestParser::body() { return parser_->get().body(); }

RequestHead RequestParser::head() const {
  const auto& message = parser_->get();
  RequestHead head;
  const auto text = [](const auto& view) { return std::string(view.data(), view.size()); };
  const auto all = [&](auto name) {
    std::vector<std::string> values;
    const auto [begin, end] = message.equal_range(name);
    for (auto it = begin; it != end; ++it) values.push_back(text(it->value()));
    return values;
  };
  head.method = text(message.method_string());
  const std::string target = text(message.target());
  const size_t mark = target.find('?');
  head.path = target.substr(0, mark);
  if (mark != target.npos) head.query = target.substr(mark + 1);
  head.is_http11 = message.version() == 11;
  head.keep_alive = message.keep_alive();
  head.hosts = all(http::field::host);
  head.origins = all(http::field::origin);
  head.types = all(http::field::content_type);
  head.tokens = all(http::field::authorization);
  head.transfer_encodings = all(http::field::transfer_encoding);
  head.accepts = all(http::field::accept);
  head.forwarded = all(boost::beast::string_view("Forwarded"));
  head.forwarded_for = all(boost::beast::string_view("X-Forwarded-For"));
  head.content_encodings = all(http::field::content_encoding);
  head.expects_continue =
      boost::beast::iequals(message[http::field::expect], "100-continue") && head.is_http11;
  if (const auto length = parser_->content_length()) head.content_length = *length;
  return head;
}

}  // namespace redact::server
