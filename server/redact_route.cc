// SPDX-License-Identifier: Apache-2.0
#include "server/redact_route.h"

#include <deque>
#include <nlohmann/json.hpp>

#include "server/aside.h"
#include "server/fhir_body.h"
#include "server/operation_outcome.h"
#include "server/redact_query.h"

namespace redact::server {

namespace {

// The longest time until a client's leaving is noticed.
constexpr Milliseconds kLook{50};
// Memory becomes free without a notification to the waiting documents.
constexpr Milliseconds kLookForMemory{2};

constexpr char kJson[] = "application/json";

// The redacted texts or files alone.
class Outputs {
 public:
  void add(PendingDocument& document, std::string_view after = {}) {
    const ResultHandle result = document.take_result();
    redact_summary summary{};
    summary.size = sizeof summary;
    redact_result_summary(result.get(), &summary);
    size_t size = 0;
    const char* output = redact_result_output(result.get(), &size);
    all_.append(output, size).append(after);
    need_review_ = need_review_ || summary.needs_review == 1;
  }
  HttpAnswer answer(const std::string& type) {
    HttpAnswer answer(type, std::move(all_));
    answer.fields.emplace_back("Redact-Status", need_review_ ? "review" : "ok");
    return answer;
  }

 private:
  std::string all_;
  bool need_review_ = false;
};

HttpAnswer output_of(PendingDocument& document, const std::string& type) {
  Outputs outputs;
  outputs.add(document);
  return outputs.answer(type);
}

asio::awaitable<HttpAnswer> redact_one(Exchange& exchange, DocumentAsk ask) {
  Service& service = exchange.service();
  const auto document = service.redactions.start(std::move(ask), exchange.waker());
  if (!co_await wait_for(exchange, *document)) co_return HttpAnswer(kClientLeft);
  if (!count_document(service, *document)) co_return error_answer(refusal_of(*document));
  if (exchange.head().prefers_text()) {
    co_return output_of(*document, "text/plain; charset=utf-8");
  }
  co_return HttpAnswer(kJson, record_of(*document));
}

asio::awaitable<HttpAnswer> redact_list(Exchange& exchange, RedactBody request,
                                        const SharedConfig config) {
  Service& service = exchange.service();
  std::deque<std::shared_ptr<PendingDocument>> in_hand;
  std::string body = "[";
  for (size_t i = 0, next = 0; i < request.texts.size(); ++i) {
    for (; next < request.texts.size() && in_hand.size() < kInHand; ++next) {
      in_hand.push_back(service.redactions.start(
          ask_record(config, request.document(next), request.asked), exchange.waker()));
      in_hand.back()->advance();
    }
    PendingDocument& document = *in_hand.front();
    if (!co_await wait_for(exchange, document)) co_return HttpAnswer(kClientLeft);
    std::string record = count_document(service, document)
                             ? record_of(document)
                             : failed_record(service, *config, request.id(i));
    record.pop_back();  // the line end
    if (body.size() > 1) body += ",\n";
    body += record;
    in_hand.pop_front();
  }
  co_return HttpAnswer(kJson, body + "]\n");
}

asio::awaitable<HttpAnswer> redact_json(Exchange& exchange, std::string body) {
  const auto query = parse_redact_query(exchange.head(), RedactBodyKind::kJson);
  if (!query.ok()) co_return error_answer(query.refusal());
  Checked<RedactBody> request = co_await run_aside(
      exchange, [&body](WorkLimit& work) { return parse_redact_body(body, work); });
  if (!request.ok()) co_return error_answer(request.refusal());
  std::string().swap(body);
  const bool wants_more = request->is_list || request->asked.config.explains ||
                          request->asked.include_text || request->asked.include_evidence;
  if (wants_more && exchange.head().prefers_text()) {
    co_return error_answer({406, "text/plain is the text of one document and nothing else"});
  }
  const auto config = config_for(exchange, request->asked.config);
  if (!config.ok()) co_return error_answer(config.refusal());
  if (request->is_list) {
    co_return co_await redact_list(exchange, *std::move(request), *config);
  }
  co_return co_await redact_one(exchange,
                                ask_record(*config, request->document(0), request->asked));
}

DocumentAsk ask_file(SharedConfig config, std::string text, int format, const RedactQuery& query) {
  DocumentAsk ask;
  ask.config = std::move(config);
  ask.text = std::move(text);
  ask.format = format;
  ask.patient = query.patient;
  return ask;
}

// Whether the configuration that config_for gives has a key.
bool is_keyed_for(Exchange& exchange, const AskedConfig& asked) {
  const std::shared_ptr<Setup> setup = exchange.service().library.setup();
  const std::optional<size_t> source = source_of(exchange.head(), setup->rules());
  return source && setup->is_keyed(asked, *source);
}

// The answer is the redacted file.
asio::awaitable<HttpAnswer> answer_file(Exchange& exchange, std::string body, int format,
                                        const RedactQuery& query) {
  Service& service = exchange.service();
  const auto config = config_for(exchange, query.asked.config);
  if (!config.ok()) co_return error_answer(config.refusal());
  const auto document =
      service.redactions.start(ask_file(*config, std::move(body), format, query), exchange.waker());
  if (!co_await wait_for(exchange, *document)) co_return HttpAnswer(kClientLeft);
  if (!count_document(service, *document)) co_return error_answer(refusal_of(*document));
  co_return output_of(*document, exchange.head().types.front());
}

bool are_lines(const RequestHead& head) { return head.media_type().ends_with("ndjson"); }

// Lines of resources of FHIR, of several patients: each is a document, as for the program. The
// answer is the redacted lines. One that cannot be redacted refuses all.
asio::awaitable<HttpAnswer> answer_lines(Exchange& exchange, std::string body,
                                         const RedactQuery& query) {
  Service& service = exchange.service();
  const auto config = config_for(exchange, query.asked.config);
  if (!config.ok()) co_return error_answer(config.refusal());
  if (!is_keyed_for(exchange, query.asked.config)) {
    co_return error_answer({422,
                            "the references of a FHIR export lead to other lines, so it needs a "
                            "policy with a key, which renames the ids alike in all lines"});
  }
  struct Line {
    size_t number;
    std::shared_ptr<PendingDocument> document;
  };
  std::deque<Line> in_hand;
  Outputs outputs;
  size_t number = 0;
  for (size_t at = 0; at < body.size() || !in_hand.empty();) {
    while (at < body.size() && in_hand.size() < kInHand) {
      const size_t end = std::min(body.find('\n', at), body.size());
      std::string line = body.substr(at, end - at);
      at = end + 1;
      ++number;
      if (line.find_first_not_of(" \t\r") == line.npos) continue;
      auto document = service.redactions.start(
          ask_file(*config, std::move(line), REDACT_FORMAT_JSON, query), exchange.waker());
      document->advance();
      in_hand.push_back({number, std::move(document)});
    }
    if (in_hand.empty()) break;
    PendingDocument& document = *in_hand.front().document;
    if (!co_await wait_for(exchange, document)) co_return HttpAnswer(kClientLeft);
    if (!count_document(service, document)) {
      const Refusal refusal = refusal_of(document);
      const std::string where = "line " + std::to_string(in_hand.front().number) + ": ";
      co_return error_answer({refusal.status, where + refusal.message});
    }
    outputs.add(document, "\n");
    in_hand.pop_front();
  }
  co_return outputs.answer(exchange.head().types.front());
}

}  // namespace

asio::awaitable<HttpAnswer> redact_json_or_file(Exchange& exchange, std::string body) {
  const auto format = format_of_media_type(exchange.head().media_type());
  if (!format) co_return co_await redact_json(exchange, std::move(body));
  const auto query = parse_redact_query(exchange.head(), RedactBodyKind::kFile);
  if (!query.ok()) co_return error_answer(query.refusal());
  if (are_lines(exchange.head())) {
    co_return co_await answer_lines(exchange, std::move(body), *query);
  }
  co_return co_await answer_file(exchange, std::move(body), *format, *query);
}

asio::awaitable<HttpAnswer> de_identify(Exchange& exchange, std::string body) {
  auto query = parse_redact_query(exchange.head(), RedactBodyKind::kFile);
  if (!query.ok()) co_return error_answer(query.refusal());
  const auto parsed =
      co_await run_aside(exchange, [&body](WorkLimit&) { return parse_fhir_body(body); });
  if (!parsed.ok()) co_return error_answer(parsed.refusal());
  const auto [data, policy, is_parameters, are_several] = *parsed;
  if (!policy.empty() && !(*query).asked.config.policy.empty()) {
    co_return error_answer(bad_request("\"policy\" is in the query and in the body"));
  }
  if (!policy.empty()) (*query).asked.config.policy = policy;
  if (are_several && !are_lines(exchange.head())) {
    co_return error_answer(bad_request("lines of resources have the type application/fhir+ndjson"));
  }
  if (!is_parameters && are_lines(exchange.head())) {
    co_return co_await answer_lines(exchange, std::move(body), *query);
  }
  HttpAnswer answer = co_await answer_file(exchange, std::string(data), REDACT_FORMAT_JSON, *query);
  if (!is_parameters || answer.status != 200) co_return answer;
  // The draft of the guide that has the other path spelled the parameter like the path.
  const bool is_draft = exchange.head().path.ends_with("$deidentify");
  answer.body = std::string("{\"resourceType\":\"Parameters\",\"parameter\":[{\"name\":\"") +
                (is_draft ? "deidentifiedData" : "de-identifiedData") +
                "\",\"resource\":" + answer.body + "}]}";
  answer.type = kFhirJson;
  co_return answer;
}

asio::awaitable<bool> wait_for(Exchange& exchange, PendingDocument& document) {
  auto last_look = std::chrono::steady_clock::now();
  while (!document.advance()) {
    co_await exchange.waker()->wait(document.waits_for_memory() ? kLookForMemory : kLook);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_look < kLook) continue;
    last_look = now;
    if (exchange.has_client_left()) co_return false;
  }
  co_return true;
}

Checked<SharedConfig> config_for(Exchange& exchange, const AskedConfig& asked) {
  Service& service = exchange.service();
  const std::shared_ptr<Setup> setup = service.library.setup();
  const std::optional<size_t> source = source_of(exchange.head(), setup->rules());
  // The token may have been replaced since the head was checked.
  if (!source) return Refusal{401, kNoToken};
  return setup->config(asked, *source);
}

DocumentAsk ask_record(SharedConfig config, AskedText asked, const AskedTreatment& treatment) {
  return {.config = std::move(config),
          .text = std::move(asked.text),
          .id = std::move(asked.id),
          .patient = std::move(asked.patient),
          .known = std::move(asked.known),
          .format = asked.format,
          .records = true,
          .record_text = treatment.include_text,
          .record_evidence = treatment.include_evidence};
}

bool count_document(Service& service, const PendingDocument& document) {
  const bool is_ok = document.status() == REDACT_OK;
  service.metrics.count_documents(is_ok);
  return is_ok;
}

std::string record_of(PendingDocument& document) {
  const ResultHandle result = document.take_result();
  size_t size = 0;
  const char* record = redact_result_record(result.get(), &size);
  return {record, size};
}

Refusal refusal_of(const PendingDocument& document) {
  switch (document.status()) {
    case REDACT_BAD_INPUT:
    case REDACT_UNSUPPORTED: return {422, document.message()};
    case REDACT_NO_MEMORY:
    case REDACT_CANCELLED:
    case REDACT_TIMED_OUT: return {503, document.message()};
    default: return {500, "internal error"};
  }
}

std::string failed_record(Service& service, const redact_config& config, const std::string& id) {
  auto record = nlohmann::ordered_json::object();
  record["id"] = id;
  record["status"] = "failed";
  record["model"] = service.library.model_name();
  record["policy"] = redact_config_policy(&config);
  return record.dump() + "\n";
}

}  // namespace redact::server
