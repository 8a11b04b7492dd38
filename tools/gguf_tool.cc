// SPDX-License-Identifier: Apache-2.0
// gguf-tool: looks into a GGUF file with the loader, the tokenizer and the forward pass of redact.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "runtime/model/solo.h"
#include "tools/gguf_info.h"
#include "tools/gguf_perplexity.h"
#include "tools/gguf_quantize.h"
#include "tools/random_model.h"

namespace redact {
namespace {

using Json = nlohmann::ordered_json;

int fail(const Error& error) {
  std::fprintf(stderr, "gguf-tool: %s\n", error.message().c_str());
  return 1;
}

void print(const Json& json) {
  std::puts(json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

int info(const InfoOptions& options) {
  const auto printed = print_info(options);
  return printed.ok() ? 0 : fail(printed.error());
}

// {"ids": [...], "offsets": [[byte_begin, byte_end], ...]}; with `lines`, one for each JSON string,
// of which the text holds one a line.
int tokenize(const std::string& path, const std::string& text_path, bool lines) {
  const auto file = GgufFile::open(path);
  if (!file.ok()) return fail(file.error());
  const auto tokenizer = Tokenizer::load(file->metadata());
  if (!tokenizer.ok()) return fail(tokenizer.error());
  std::ifstream stream(text_path, std::ios::binary);
  if (!stream) return fail({ErrorKind::kNotFound, "text", "can't be read"});
  const auto one = [&](const std::string& text) {
    const auto tokens = (*tokenizer)->tokenize(text);
    if (!tokens.ok()) return fail(tokens.error());
    Json offsets = Json::array();
    for (size_t i = 0; i < tokens->ids.size(); ++i) {
      offsets.push_back({tokens->begin[i], tokens->end[i]});
    }
    print({{"ids", tokens->ids}, {"offsets", offsets}});
    return 0;
  };
  if (!lines) return one({std::istreambuf_iterator<char>(stream), {}});
  std::string line;
  for (size_t n = 1; std::getline(stream, line); ++n) {
    const Json text = Json::parse(line, nullptr, false);
    if (!text.is_string()) {
      return fail({ErrorKind::kBadInput, "line " + std::to_string(n), "is no JSON string"});
    }
    if (const int failed = one(text)) return failed;
  }
  return 0;
}

struct LogitsOptions {
  std::vector<int32_t> ids;
  size_t top = 0;      // 0: all
  std::string output;  // a file; empty: JSON to standard output
  std::string device = "cpu";
  int n_threads = 0;  // 0: one per core
};

// The `top` largest as [id, logit].
Json best_of(const std::vector<float>& row, size_t top) {
  std::vector<int32_t> ids(row.size());
  std::iota(ids.begin(), ids.end(), 0);
  const size_t n = std::min(top, row.size());
  std::partial_sort(ids.begin(), ids.begin() + static_cast<ptrdiff_t>(n), ids.end(),
                    [&](int32_t a, int32_t b) {
                      const float x = row[static_cast<size_t>(a)], y = row[static_cast<size_t>(b)];
                      return x != y ? x > y : a < b;
                    });
  Json best = Json::array();
  for (size_t i = 0; i < n; ++i) best.push_back({ids[i], row[static_cast<size_t>(ids[i])]});
  return best;
}

// A row a position: JSON, of all logits or of the largest, or all of them as float32 in a file.
int logits(const std::string& path, const LogitsOptions& options) {
  const std::vector<int32_t>& ids = options.ids;
  const auto model = Model::open(path);
  if (!model.ok()) return fail(model.error());
  const Config& config = model->config();
  for (const int32_t id : ids) {
    if (id < 0 || static_cast<size_t>(id) >= config.n_vocab) {
      return fail({ErrorKind::kBadInput, "--ids", "an id lies outside the vocabulary"});
    }
  }
  ThreadPool pool(options.n_threads);
  const auto ops = open_device(options.device, pool);
  if (!ops.ok()) return fail(ops.error());
  const auto placed = PlacedModel::place(*model, **ops, ids.size());
  if (!placed.ok()) return fail(placed.error());
  Solo solo(**placed, **ops, ids.size(), ids.size());
  const auto hidden = solo.run(ids);
  std::vector<int32_t> vocab(config.n_vocab);
  std::iota(vocab.begin(), vocab.end(), 0);
  std::vector<float> row(config.n_vocab);
  std::ofstream output;
  if (!options.output.empty()) output.open(options.output, std::ios::binary);
  const std::vector<uint32_t> offsets = {0, static_cast<uint32_t>(config.n_vocab)};
  for (size_t r = 0; r < ids.size(); ++r) {
    (*ops)->candidate_logits((*placed)->weights().output, hidden.data() + r * config.d_model,
                             {offsets, vocab}, row.data());
    if (!std::all_of(row.begin(), row.end(), [](float logit) { return std::isfinite(logit); })) {
      return fail(
          {ErrorKind::kBadInput, "row " + std::to_string(r), "has logits that are no numbers"});
    }
    if (!options.output.empty()) {
      output.write(reinterpret_cast<const char*>(row.data()),
                   static_cast<std::streamsize>(row.size() * sizeof(float)));
    } else {
      print(options.top == 0 ? Json(row) : best_of(row, options.top));
    }
  }
  if (!options.output.empty() && !output.flush()) {
    return fail({ErrorKind::kIo, "--output", "can't be written"});
  }
  return 0;
}

int end(const Result<void>& done) { return done.ok() ? 0 : fail(done.error()); }

CLI::App* add_quantize(CLI::App& app, QuantizeOptions& options) {
  auto* quantize =
      app.add_subcommand("quantize", "writes a model with its matrices in another type");
  quantize->add_option("IN", options.input)->required();
  quantize->add_option("OUT", options.output)->required();
  quantize->add_option("TYPE", options.type, "Q8_0, Q4_0, Q4_K or Q6_K")->required();
  quantize->add_option("-t,--threads", options.n_threads, "default: one per core")
      ->check(CLI::Range(1, 1024));
  return quantize;
}

CLI::App* add_perplexity(CLI::App& app, PerplexityOptions& options) {
  auto* perplexity = app.add_subcommand("perplexity", "how well a model foretells a text");
  perplexity->add_option("FILE", options.model_path)->required();
  perplexity->add_option("TEXTFILE", options.text_path)->required();
  perplexity->add_option("-c,--ctx-size", options.window, "tokens of a window")
      ->check(CLI::Range(4, 1 << 24))
      ->capture_default_str();
  perplexity->add_option("--device", options.device)->capture_default_str();
  perplexity->add_option("-t,--threads", options.n_threads, "default: one per core")
      ->check(CLI::Range(1, 1024));
  return perplexity;
}

}  // namespace
}  // namespace redact

int main(int argc, char** argv) try {
  CLI::App app("Looks into GGUF files.");
  app.name("gguf-tool");
  app.require_subcommand(1);
  std::string file, text;
  redact::LogitsOptions wanted;
  bool lines = false;
  redact::InfoOptions about;
  auto* info = app.add_subcommand(
      "info", "metadata and tensors; whether this build can run the model, and what it needs");
  info->add_option("FILE", about.path)->required();
  info->add_option("-c,--ctx-size", about.context, "tokens of a sequence; default: at most 8192")
      ->check(CLI::Range(1, 1 << 24));
  info->add_option("-n,--parallel", about.in_flight, "sequences in flight")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  info->add_option("--device", about.device)->capture_default_str();
  auto* tokenize = app.add_subcommand("tokenize", "token ids of a text with their source bytes");
  tokenize->add_option("FILE", file)->required();
  tokenize->add_option("TEXTFILE", text)->required();
  tokenize->add_flag("--lines", lines, "a JSON string a line, tokenised one by one");
  auto* logits = app.add_subcommand("logits", "logits after each of the given token ids");
  logits->add_option("FILE", file)->required();
  logits->add_option("--ids", wanted.ids, "1,2,3")->required()->delimiter(',');
  auto* top = logits->add_option("--top", wanted.top, "only the largest N, as [id, logit]");
  logits
      ->add_option("-o,--output", wanted.output,
                   "a file for all of them as float32, in this machine's byte order")
      ->excludes(top);
  logits->add_option("--device", wanted.device)->capture_default_str();
  logits->add_option("-t,--threads", wanted.n_threads, "default: one per core")
      ->check(CLI::Range(1, 1024));
  redact::RandomModel shape;
  std::string output;
  bool untied = false;
  auto* random = app.add_subcommand("random", "a llama model of random weights, for timing");
  random->add_option("VOCAB", shape.vocab_path, "a GGUF file with a tokenizer")->required();
  random->add_option("-o,--output", output)->required();
  random->add_option("--type", shape.type, "f32, f16, or a quantised one, as q4_k")
      ->capture_default_str();
  random->add_option("--layers", shape.n_layers)->capture_default_str();
  random->add_option("--width", shape.d_model)->capture_default_str();
  random->add_option("--heads", shape.n_heads)->capture_default_str();
  random->add_option("--kv-heads", shape.n_kv_heads)->capture_default_str();
  random->add_option("--ff", shape.d_ff)->capture_default_str();
  random->add_option("--seed", shape.seed)->capture_default_str();
  random->add_flag("--untied", untied, "give the output a matrix of its own");
  redact::QuantizeOptions quantise;
  redact::PerplexityOptions scored;
  const auto* quantize = redact::add_quantize(app, quantise);
  const auto* perplexity = redact::add_perplexity(app, scored);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  if (*info) return redact::info(about);
  if (*tokenize) return redact::tokenize(file, text, lines);
  if (*quantize) return redact::end(redact::quantize_model(quantise));
  if (*perplexity) return redact::end(redact::print_perplexity(scored));
  if (*random) {
    shape.tied = !untied;
    const auto written = redact::write_random_model(shape, output);
    return written.ok() ? 0 : redact::fail(written.error());
  }
  return redact::logits(file, wanted);
} catch (const std::bad_alloc&) {
  return redact::fail({redact::ErrorKind::kIo, "memory", "has run out"});
} catch (const std::exception&) {
  return redact::fail({redact::ErrorKind::kInternal, "gguf-tool", "can't go on"});
}
