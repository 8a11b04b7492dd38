// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/presidio_routes.h"

#include <algorithm>
#include <deque>

#include "server/aside.h"
#include "server/presidio/analyze.h"
#include "server/presidio/anonymize.h"
#include "server/presidio/entities.h"
#include "server/redact_route.h"

namespace redact::server {

namespace {

using OrderedJson = nlohmann::ordered_json;

HttpAnswer json_answer(const OrderedJson& json) {
  return {"application/json",
          json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n"};
}

using Operation = Checked<OrderedJson> (*)(std::string_view body, WorkLimit& work);

asio::awaitable<HttpAnswer> answer_aside(Exchange& exchange, const std::string& body,
                                         Operation operation) {
  co_return co_await run_aside(exchange, [&body, operation](WorkLimit& work) {
    const Checked<OrderedJson> json = operation(body, work);
    return json.ok() ? json_answer(*json) : error_answer(json.refusal());
  });
}

// The names of the library's, which are the same for all languages that are supported, and those
// of the registry for the language that is asked for, or for any.
HttpAnswer for_language(Exchange& exchange, std::vector<std::string> names,
                        const std::string& (AdHocRecognizer::*name_of)() const) {
  const Checked<std::string> asked = exchange.head().parameter("language");
  if (!asked.ok()) return error_answer(asked.refusal());
  const std::string_view language = *asked;
  if (!language.empty() && !is_supported_language(language)) {
    return error_answer({500, "No matching recognizers were found to serve the request."});
  }
  const std::shared_ptr<Setup> setup = exchange.service().library.setup();
  for (const AdHocRecognizer& each : setup->recognizers()) {
    const std::string& name = (each.*name_of)();
    const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
    if (!is_known && (language.empty() || each.is_for(language))) names.push_back(name);
  }
  return json_answer(names);
}

}  // namespace

asio::awaitable<HttpAnswer> post_analyze(Exchange& exchange, std::string body) {
  Service& service = exchange.service();
  const std::shared_ptr<Setup> setup = service.library.setup();
  const Checked<AnalyzeBody> request = co_await run_aside(exchange, [&](WorkLimit& work) {
    return parse_analyze_body(body, setup->recognizers(), work);
  });
  if (!request.ok()) co_return error_answer(request.refusal());
  std::string().swap(body);
  const auto config = config_for(exchange, {});
  if (!config.ok()) co_return error_answer(config.refusal());
  const std::vector<std::string>& texts = (*request).texts;
  std::deque<std::shared_ptr<PendingDocument>> in_hand;
  std::string lists;
  size_t next = 0;
  for (const std::string& text : texts) {
    for (; next < texts.size() && in_hand.size() < kInHand; ++next) {
      DocumentAsk ask;
      ask.config = *config;
      ask.text = texts[next];
      ask.format = REDACT_FORMAT_TEXT;
      ask.detects = true;
      in_hand.push_back(service.redactions.start(std::move(ask), exchange.waker()));
      in_hand.back()->advance();
    }
    PendingDocument& document = *in_hand.front();
    if (!co_await wait_for(exchange, document)) co_return HttpAnswer(kClientLeft);
    if (!count_document(service, document)) co_return error_answer(refusal_of(document));
    const ResultHandle result = document.take_result();
    const Checked<std::string> list = co_await run_aside(
        exchange, [&](WorkLimit& work) { return analyze(*request, text, *result, work); });
    if (!list.ok()) co_return error_answer(list.refusal());
    if (lists.size() + (*list).size() > kMostAnswerBytes) {
      co_return error_answer({413, "the answer would be too long"});
    }
    if (!lists.empty()) lists += ',';
    lists += *list;
    in_hand.pop_front();
  }
  if ((*request).is_list) lists = "[" + lists + "]";
  co_return HttpAnswer("application/json", lists + "\n");
}

asio::awaitable<HttpAnswer> post_anonymize(Exchange& exchange, std::string body) {
  co_return co_await answer_aside(exchange, body, anonymize);
}

asio::awaitable<HttpAnswer> post_deanonymize(Exchange& exchange, std::string body) {
  co_return co_await answer_aside(exchange, body, deanonymize);
}

asio::awaitable<HttpAnswer> get_recognizers(Exchange& exchange, std::string) {
  co_return for_language(exchange, {"redact"}, &AdHocRecognizer::name);
}

asio::awaitable<HttpAnswer> get_supported_entities(Exchange& exchange, std::string) {
  co_return for_language(exchange, supported_entities(), &AdHocRecognizer::entity);
}

asio::awaitable<HttpAnswer> get_anonymizers(Exchange&, std::string) {
  const OrderedJson names = {"hash", "mask", "redact", "replace", "encrypt", "keep"};
  co_return json_answer(names);
}

asio::awaitable<HttpAnswer> get_deanonymizers(Exchange&, std::string) {
  const OrderedJson names = OrderedJson::array({"decrypt"});
  co_return json_answer(names);
}

}  // namespace redact::server
