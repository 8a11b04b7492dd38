// SPDX-License-Identifier: Apache-2.0
#include "server/redact_stream.h"

#include <boost/asio/co_spawn.hpp>
#include <deque>
#include <nlohmann/json.hpp>

#include "server/aside.h"
#include "server/redact_query.h"
#include "server/redact_route.h"

namespace redact::server {

namespace {

// Lines in hand at a time, and the bytes of their texts. A client that sends faster has to wait.
constexpr size_t kLines = 64;
constexpr size_t kLineBytes = size_t{8} << 20;
// Results that are ready at the same time are sent together, up to this size.
constexpr size_t kPartBytes = 65536;

const std::string kStopping = "the server is stopping";

struct StreamLine {
  StreamLine(std::string its_id, size_t bytes, std::shared_ptr<PendingDocument> pending)
      : id(std::move(its_id)), n_bytes(bytes), document(std::move(pending)) {}
  explicit StreamLine(std::string done) : answer(std::move(done)) {}

  std::string id;
  size_t n_bytes = 0;
  std::shared_ptr<PendingDocument> document;  // nullptr: the line is already answered
  std::string answer;
};

std::string error_line(size_t number, const std::string& message) {
  auto line = nlohmann::ordered_json::object();
  line["line"] = number;
  line["status"] = "failed";
  line["error"] = message;
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// One coroutine reads lines and submits them, another writes their results in order. A client may
// send the next line when it has the result of the last, or all at once.
class Stream : public std::enable_shared_from_this<Stream> {
 public:
  Stream(Exchange& exchange, SharedConfig config, AskedTreatment treatment)
      : exchange_(exchange),
        service_(exchange.service()),
        config_(std::move(config)),
        treatment_(std::move(treatment)),
        room_(std::make_shared<Waker>(exchange.strand())) {}

  // Both coroutines end before it returns.
  asio::awaitable<int> run() {
    const HttpAnswer head("application/x-ndjson", {});
    bool is_open = co_await exchange_.begin(head);
    asio::co_spawn(exchange_.strand(), read(), [self = shared_from_this()](std::exception_ptr e) {
      self->has_read_ = true;
      self->was_cut_ = self->was_cut_ || e != nullptr;
      self->exchange_.waker()->notify();
    });
    is_open = is_open && co_await write();
    is_over_ = true;
    lines_.clear();
    while (!has_read_) {
      room_->notify();
      exchange_.stop_reading();
      co_await exchange_.waker()->wait(Milliseconds(50));
    }
    if (!is_open || was_cut_ || !co_await exchange_.end()) co_return kCutShort;
    co_return kAnsweredInParts;
  }

 private:
  asio::awaitable<void> read() {
    std::string unread;
    size_t looked_at = 0;
    exchange_.expect_more();
    for (bool has_more = true; has_more && !is_over_;) {
      const Checked<bool> more = co_await exchange_.read_more(unread);
      if (!more.ok()) {
        refuse_rest(service_.is_stopping ? kStopping : more.refusal().message);
        co_return;
      }
      has_more = *more;
      size_t begin = 0;
      for (size_t end; (end = unread.find('\n', std::max(begin, looked_at))) != unread.npos;) {
        co_await take_line(std::string_view(unread).substr(begin, end - begin));
        begin = end + 1;
        if (is_over_) co_return;
      }
      unread.erase(0, begin);
      looked_at = unread.size();
      if (begin > 0) exchange_.expect_more();
      if (unread.size() > service_.options.limits.body_bytes) {
        refuse_rest("the line is too large");
        co_return;
      }
      if (service_.is_stopping && has_more) {
        refuse_rest(kStopping);
        co_return;
      }
    }
    if (!unread.empty()) co_await take_line(unread);
  }

  asio::awaitable<void> take_line(std::string_view line) {
    ++number_;
    if (line.find_first_not_of(" \t\r") == line.npos) co_return;
    while (!is_over_ && (lines_.size() >= kLines || n_bytes_ > kLineBytes)) {
      co_await room_->wait(Milliseconds(1000));
    }
    if (is_over_) co_return;
    Checked<AskedText> asked = co_await run_aside(
        exchange_, [&](WorkLimit& work) { return parse_redact_line(line, number_, work); });
    if (is_over_) co_return;
    if (asked.ok()) {
      submit(std::move(*asked), line.size());
    } else {
      lines_.emplace_back(error_line(number_, asked.refusal().message));
    }
    exchange_.waker()->notify();
  }

  void submit(AskedText asked, size_t n_bytes) {
    std::string id = asked.id;
    auto document = service_.redactions.start(ask_record(config_, std::move(asked), treatment_),
                                              exchange_.waker());
    document->advance();
    n_bytes_ += n_bytes;
    lines_.emplace_back(std::move(id), n_bytes, std::move(document));
  }

  // Answers the documents in hand, then cuts the answer, so that it does not look complete.
  void refuse_rest(const std::string& message) {
    was_cut_ = true;
    if (!message.empty()) {
      lines_.emplace_back(error_line(number_ + 1, message));
    }
  }

  // False if the client is gone.
  asio::awaitable<bool> write() {
    std::string part;
    for (;;) {
      while (!lines_.empty() && part.size() < kPartBytes && is_ready(lines_.front())) {
        part += answer_of(lines_.front());
        n_bytes_ -= lines_.front().n_bytes;
        lines_.pop_front();
      }
      if (!part.empty()) {
        room_->notify();
        if (!co_await exchange_.write_part(part)) co_return false;
        part.clear();
      } else if (!lines_.empty()) {
        if (!co_await wait_for(exchange_, *lines_.front().document)) co_return false;
      } else if (has_read_) {
        co_return true;
      } else {
        co_await exchange_.waker()->wait(Milliseconds(1000));
      }
    }
  }

  static bool is_ready(StreamLine& line) {
    return line.document == nullptr || line.document->advance();
  }

  std::string answer_of(StreamLine& line) {
    if (line.document == nullptr) return std::move(line.answer);
    return count_document(service_, *line.document) ? record_of(*line.document)
                                                    : failed_record(service_, *config_, line.id);
  }

  Exchange& exchange_;
  Service& service_;
  const SharedConfig config_;
  const AskedTreatment treatment_;
  std::shared_ptr<Waker> room_;  // wakes the reader
  std::deque<StreamLine> lines_;
  size_t n_bytes_ = 0;     // of the lines
  size_t number_ = 0;      // of the last line read
  bool has_read_ = false;  // all lines have been read
  bool is_over_ = false;   // the answer is complete
  bool was_cut_ = false;   // some lines were not read
};

}  // namespace

asio::awaitable<HttpAnswer> redact_stream(Exchange& exchange) {
  if (!exchange.head().is_http11) {
    co_return error_answer({400, "a stream needs HTTP/1.1, whose answers may have no length"});
  }
  const auto query = parse_redact_query(exchange.head(), RedactBodyKind::kStream);
  if (!query.ok()) co_return error_answer(query.refusal());
  const auto config = config_for(exchange, (*query).asked.config);
  if (!config.ok()) co_return error_answer(config.refusal());
  const auto stream = std::make_shared<Stream>(exchange, *config, (*query).asked);
  const int status = co_await stream->run();
  co_return HttpAnswer(status);
}

}  // namespace redact::server
