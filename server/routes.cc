// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <utility>

#include "server/exchange.h"
#include "server/guard.h"
#include "server/openapi.h"
#include "server/presidio/presidio_routes.h"
#include "server/redact_body.h"
#include "server/redact_route.h"
#include "server/redact_stream.h"
#include "server/review_page.h"

namespace redact::server {

namespace {

// An answer to a probe, which may come under any Host: those that do not name the server get no
// content.
HttpAnswer probed(Exchange& exchange, std::string content) {
  const bool is_named = names_server(exchange.head(), exchange.service().library.setup()->rules());
  return {"text/plain", is_named ? std::move(content) : std::string()};
}

asio::awaitable<HttpAnswer> health(Exchange& exchange, std::string) {
  co_return probed(exchange, "redact-server is up\n");
}

// While the server stops, every request is refused with 503.
asio::awaitable<HttpAnswer> ready(Exchange& exchange, std::string) {
  co_return probed(exchange, "redact-server is ready\n");
}

asio::awaitable<HttpAnswer> version(Exchange& exchange, std::string) {
  const nlohmann::ordered_json answer = {{"version", redact_version()},
                                         {"model", exchange.service().library.model_name()}};
  co_return HttpAnswer("application/json", answer.dump() + "\n");
}

asio::awaitable<HttpAnswer> metrics(Exchange& exchange, std::string) {
  co_return HttpAnswer("text/plain; version=0.0.4", exchange.service().metrics.text());
}

asio::awaitable<HttpAnswer> describe(Exchange&, std::string) {
  co_return HttpAnswer("application/yaml", openapi());
}

asio::awaitable<HttpAnswer> review(Exchange& exchange, std::string) {
  Library& library = exchange.service().library;
  const Checked<SharedConfig> config = library.setup()->config({}, 0);
  if (!config.ok()) co_return error_answer(config.refusal());
  co_return review_page(library.model_name(), redact_config_policy((*config).get()));
}

}  // namespace

const std::vector<Route>& routes() {
  const Route::Types json = {"application/json"};
  const Route::Types fhir = {"application/fhir+json", "application/json", "application/fhir+ndjson",
                             "application/x-ndjson", "application/ndjson"};
  Route::Types json_or_file = media_types_of_files();
  json_or_file.insert(json_or_file.begin(), "application/json");
  static const std::vector<Route> all = {
      {.method = "GET", .path = "/health", .answer = health},
      {.method = "GET", .path = "/ready", .answer = ready},
      {.method = "GET", .path = "/version", .answer = version},
      {.method = "GET", .path = "/metrics", .answer = metrics},
      {.method = "GET", .path = "/openapi.yaml", .answer = describe},
      {.method = "GET", .path = "/review", .answer = review},
      {.method = "POST",
       .path = "/redact",
       .types = json_or_file,
       .stream_types = {"application/x-ndjson", "application/ndjson", "application/jsonl"},
       .answer = redact_json_or_file,
       .stream = redact_stream},
      {.method = "POST", .path = "/fhir/$de-identify", .types = fhir, .answer = de_identify},
      {.method = "POST", .path = "/fhir/$deidentify", .types = fhir, .answer = de_identify},
      {.method = "POST", .path = "/analyze", .types = json, .answer = post_analyze},
      {.method = "POST", .path = "/anonymize", .types = json, .answer = post_anonymize},
      {.method = "POST", .path = "/deanonymize", .types = json, .answer = post_deanonymize},
      {.method = "GET", .path = "/recognizers", .answer = get_recognizers},
      {.method = "GET", .path = "/supportedentities", .answer = get_supported_entities},
      {.method = "GET", .path = "/anonymizers", .answer = get_anonymizers},
      {.method = "GET", .path = "/deanonymizers", .answer = get_deanonymizers},
  };
  return all;
}

}  // namespace redact::server
