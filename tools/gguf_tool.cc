// SPDX-License-Identifier: Apache-2.0
// gguf-tool: inspects a GGUF file with the loader, the tokenizer and the forward pass of redact,
// and writes models of random weights.
#include "tools/gguf_info.h"
#include "tools/gguf_logits.h"
#include "tools/gguf_perplexity.h"
#include "tools/gguf_quantize.h"
#include "tools/gguf_tokenize.h"
#include "tools/overwrites.h"
#include "tools/program.h"
#include "tools/random_model.h"

namespace redact {
namespace {

// The exit code of a subcommand's work.
Result<ExitCode> end(const Result<void>& done) {
  return done.ok() ? Result<ExitCode>(kAllDone) : done.error();
}

// Refuses a command line whose output would replace its input.
void keep_input(const std::string& input, const char* option, const std::string& output) {
  if (const auto clash = find_overwrite({input}, {{option, output}})) {
    throw CLI::ValidationError(*clash);
  }
}

CLI::App* add_info(CLI::App& app, InfoOptions& options) {
  auto* info = app.add_subcommand(
      "info", "metadata and tensors; whether this build can run the model, and what it needs");
  info->add_option("FILE", options.path)->required();
  info->add_option("-c,--ctx-size", options.context, "tokens of a sequence; default: at most 8192")
      ->check(CLI::Range(1, 1 << 24));
  info->add_option("-n,--parallel", options.in_flight, "sequences in flight")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  info->add_option("--device", options.device)->capture_default_str();
  return info;
}

struct TokenizeOptions {
  std::string model_path, text_path;
  bool lines = false;
};

CLI::App* add_tokenize(CLI::App& app, TokenizeOptions& options) {
  auto* tokenize =
      app.add_subcommand("tokenize", "token ids of a text of at most 16 MiB, with their bytes");
  tokenize->add_option("FILE", options.model_path)->required();
  tokenize->add_option("TEXTFILE", options.text_path)->required();
  tokenize->add_flag("--lines", options.lines,
                     "each line is a JSON string, which is tokenized by itself");
  return tokenize;
}

CLI::App* add_logits(CLI::App& app, LogitsOptions& options) {
  auto* logits = app.add_subcommand("logits", "logits after each of the given token ids");
  logits->add_option("FILE", options.model_path)->required();
  logits->add_option("--ids", options.ids, "1,2,3")->required()->delimiter(',');
  logits->add_option("--lora", options.lora_path, "LoRA adapter of the model");
  auto* top = logits->add_option("--top", options.top, "only the largest N, as [id, logit]")
                  ->check(CLI::Range(1, 1 << 24));
  logits
      ->add_option("-o,--output", options.output,
                   "file for all of them as float32, in this machine's byte order")
      ->excludes(top);
  logits->add_option("--device", options.device)->capture_default_str();
  logits->add_option("-t,--threads", options.n_threads, "default: one per core")
      ->check(CLI::Range(1, 1024));
  logits->callback([&options] { keep_input(options.model_path, "--output", options.output); });
  return logits;
}

struct RandomOptions {
  RandomModel model;
  std::string output;
};

CLI::App* add_random(CLI::App& app, RandomOptions& options) {
  RandomModel& model = options.model;
  auto* random = app.add_subcommand("random", "writes a model of random weights, for timing");
  random->add_option("VOCAB", model.vocab_path, "a GGUF file with a tokenizer")->required();
  random->add_option("-o,--output", options.output)->required();
  random
      ->add_option("--type", model.type, "f32, f16, any quantised type, as q4_k, or the mix q4_k_m")
      ->capture_default_str();
  random->add_option("--arch", model.arch, "llama, qwen2, qwen3, gemma3 or phi3")
      ->capture_default_str();
  random->add_option("--head-dim", model.head_dim, "default: width / heads");
  random->add_option("--window", model.window, "entries that a sliding window shows");
  random->add_option("--experts", model.n_experts, "of which each row uses two");
  random->add_option("--layers", model.n_layers)->capture_default_str();
  random->add_option("--width", model.d_model)->capture_default_str();
  random->add_option("--heads", model.n_heads)->capture_default_str();
  random->add_option("--kv-heads", model.n_kv_heads)->capture_default_str();
  random->add_option("--ff", model.d_ff)->capture_default_str();
  random->add_option("--seed", model.seed)->capture_default_str();
  random->add_flag("!--untied", model.tied, "give the output a matrix of its own");
  random->callback([&options] {
    keep_input(options.model.vocab_path, "--output", options.output);
    if (const auto shape = check_random_model(options.model); !shape.ok()) {
      throw CLI::ValidationError(shape.error().message());
    }
  });
  return random;
}

CLI::App* add_quantize(CLI::App& app, QuantizeOptions& options) {
  auto* quantize =
      app.add_subcommand("quantize", "writes a model with its matrices in another type");
  quantize->add_option("IN", options.input)->required();
  quantize->add_option("OUT", options.output)->required();
  quantize->add_option("TYPE", options.type, "Q8_0, Q4_0, Q4_K or Q6_K")->required();
  quantize->add_option("-t,--threads", options.n_threads, "default: one per core")
      ->check(CLI::Range(1, 1024));
  quantize->callback([&options] { keep_input(options.input, "OUT", options.output); });
  return quantize;
}

CLI::App* add_perplexity(CLI::App& app, PerplexityOptions& options) {
  auto* perplexity = app.add_subcommand("perplexity", "how well a model predicts a text");
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

int main(int argc, char** argv) {
  using namespace redact;
  CLI::App app("Looks into GGUF files.");
  app.name("gguf-tool");
  app.require_subcommand(1);
  InfoOptions info;
  TokenizeOptions tokenize;
  LogitsOptions logits;
  RandomOptions random;
  QuantizeOptions quantize;
  PerplexityOptions perplexity;
  const CLI::App* infos = add_info(app, info);
  const CLI::App* tokens = add_tokenize(app, tokenize);
  const CLI::App* randoms = add_random(app, random);
  const CLI::App* quantizes = add_quantize(app, quantize);
  const CLI::App* perplexities = add_perplexity(app, perplexity);
  add_logits(app, logits);
  return run_program(app, argc, argv, [&]() -> Result<ExitCode> {
    if (*infos) return end(print_info(info));
    if (*tokens) {
      return end(print_tokens(tokenize.model_path, tokenize.text_path, tokenize.lines));
    }
    if (*randoms) return end(write_random_model(random.model, random.output));
    if (*quantizes) return end(quantize_model(quantize));
    if (*perplexities) return end(print_perplexity(perplexity));
    return end(write_logits(logits));
  });
}
