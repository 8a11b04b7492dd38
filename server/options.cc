// SPDX-License-Identifier: Apache-2.0
#include "server/options.h"

#include <redact/redact.h>

#include <CLI/CLI.hpp>
#include <cstdio>

namespace redact::server {

namespace {

constexpr size_t kMiB = size_t{1} << 20;

// Options in whole units of limits that are kept in finer units.
struct InUnits {
  size_t body_mib, all_bodies_mib, memory_mib;
  unsigned work_s, receive_s, grace_s;
};

void add_network(CLI::App& app, ServerOptions& options) {
  app.option_defaults()->group("Network");
  app.add_option("--host", options.host, "address to listen on");
  app.add_option("--port", options.port, "port; 0: one that is free, which is printed");
  app.add_option("--unix-socket", options.unix_path,
                 "Unix socket to listen on in place of --host and --port; its owner and group may "
                 "connect");
  app.add_option("--trusted-proxy", options.proxies,
                 "addresses of proxies such as 10.1.0.0/16, or \"unix\": they need no TLS, and the "
                 "log has the addresses of clients that they name");
  app.add_option("--allow-host", options.hosts,
                 "a name by which clients may call the server, beside localhost and --host");
  app.add_option("--token-file", options.own.token_path,
                 "file with the token that clients must send; only its owner may have access");
  app.add_option("--tls-cert", options.tls_cert, "chain of certificates, PEM");
  app.add_option("--tls-key", options.tls_key,
                 "key of the certificate, PEM; only its owner may have access");
  app.add_flag("--log-requests", options.logs_requests,
               "a line on standard error for each request: route, status, bytes, time");
  app.add_flag("--json-log", options.logs_json,
               "the log is JSON lines, with times and the Request-Id of answers");
  app.add_flag("--probe", options.probes,
               "ask the server that runs with these options; ends with 0 if it is ready");
}

void add_redaction(CLI::App& app, ServerOptions& options, InUnits& units) {
  app.option_defaults()->group("Redaction");
  app.add_option("-m,--model", options.models,
                 "GGUF file in place of the bundled model; several: all read each text, and "
                 "bundled is the bundled model")
      ->allow_extra_args(false);
  app.add_option("--agree", options.agree,
                 "any, majority or all: how many of several models must have found a text");
  app.add_option("--device", options.device, "cpu, cuda, cuda:1 or auto");
  app.add_option("--policy", options.policy, "name of a shipped policy, or a YAML file");
  app.add_option("--policies", options.policies,
                 "folder of files NAME.yaml: policies that clients may ask for by NAME");
  app.add_option("--rules", options.rules, "YAML: patterns beside the shipped ones");
  app.add_option("--deny", options.deny, "lines of LABEL<tab>term: always hidden");
  app.add_option("--allow", options.allow, "a term per line: not hidden");
  app.add_option("--hints", options.hints,
                 "lines of CLASS<tab>term: names and places that the bundled model should know");
  app.add_option("--recognizers", options.recognizers,
                 "YAML: a registry of recognizers of Presidio, whose patterns and terms POST "
                 "/analyze finds too");
  app.add_option("--fhir-rules", options.fhir_rules, "JSON: what becomes of fields of FHIR");
  app.add_option("--key-file", options.own.key_path,
                 "secret for hashes, shifts and surrogates, as redact --make-key writes it; needs "
                 "--token-file, since whoever may send texts can test guesses");
  app.add_option("--keyed-policy", options.own.policies,
                 "a policy that clients may choose and that uses the key, beside --policy");
  app.add_option("--sources", options.sources_path,
                 "JSON file of sources of texts, each with a token and a key of its own");
  app.add_flag("--legacy-key", options.legacy_key, "the key may be text, which can be guessed");
  app.add_option("--recall", options.recall, "high, balanced or precise");
  app.add_option("-t,--threads", options.n_threads, "threads that redact; 0: one per core")
      ->check(CLI::Range(0, 1024));
  app.add_option("--memory", units.memory_mib, "MiB for documents in hand")
      ->check(CLI::Range(size_t{1}, size_t{1} << 20));
}

void add_limits(CLI::App& app, Limits& limits, InUnits& units) {
  app.option_defaults()->group("Limits");
  const auto size = CLI::Range(size_t{1}, size_t{1} << 20);
  const auto seconds = CLI::Range(1U, 1U << 20);
  app.add_option("--max-body", units.body_mib, "MiB of a request or a line of a stream")
      ->check(CLI::Range(size_t{1}, size_t{1024}));
  app.add_option("--max-bodies", units.all_bodies_mib, "MiB of the requests in hand")->check(size);
  app.add_option("--max-connections", limits.connections, "open at a time")->check(size);
  app.add_option("--max-requests", limits.requests, "worked on or waiting at a time")->check(size);
  app.add_option("--timeout", units.work_s, "seconds for the work on a request")->check(seconds);
  app.add_option("--receive-timeout", units.receive_s, "seconds in which a body must arrive")
      ->check(seconds);
  app.add_option("--grace", units.grace_s, "seconds for current requests after SIGTERM")
      ->check(seconds);
}

}  // namespace

std::variant<ServerOptions, int> parse_options(int argc, char** argv) {
  ServerOptions options;
  Limits& limits = options.limits;
  const auto count = [](auto duration) { return static_cast<unsigned>(duration.count()); };
  InUnits units{limits.body_bytes / kMiB, limits.all_body_bytes / kMiB, options.memory_bytes / kMiB,
                count(limits.work),       count(limits.receive),        count(limits.grace)};
  CLI::App app(
      "Takes identifying information out of text, over HTTP. server/README.md is the "
      "manual.",
      "redact-server");
  app.option_defaults()->always_capture_default();
  app.set_version_flag("--version", std::string("redact-server ") + redact_version());
  add_network(app, options);
  add_redaction(app, options, units);
  add_limits(app, limits, units);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError&) {
    // CLI11's message would quote the argument.
    std::fputs("redact-server: an argument is wrong; --help lists them\n", stderr);
    return 2;
  }
  if (!options.unix_path.empty()) options.host.clear();
  limits.body_bytes = units.body_mib * kMiB;
  limits.all_body_bytes = units.all_bodies_mib * kMiB;
  options.memory_bytes = units.memory_mib * kMiB;
  limits.work = std::chrono::seconds(units.work_s);
  limits.receive = std::chrono::seconds(units.receive_s);
  limits.grace = std::chrono::seconds(units.grace_s);
  return options;
}

}  // namespace redact::server
