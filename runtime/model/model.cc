// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/model.h"

#include <utility>

namespace redact {

Model::Model(std::unique_ptr<GgufFile> file, MergedTensors merged, Config config, Weights weights,
             std::unique_ptr<Tokenizer> tokenizer)
    : file_(std::move(file)),
      merged_(std::move(merged)),
      config_(std::move(config)),
      weights_(std::move(weights)),
      tokenizer_(std::move(tokenizer)) {}

Result<Model> Model::open(const std::string& path) {
  REDACT_ASSIGN(GgufFile file, GgufFile::open(path));
  return load(std::move(file), {}, {});
}

Result<Model> Model::open(const std::string& path, const std::string& adapter_path, int n_threads) {
  REDACT_ASSIGN(GgufFile file, GgufFile::open(path));
  REDACT_ASSIGN(const Adapter adapter, blame("--lora", Adapter::open(adapter_path)));
  REDACT_ASSIGN(MergedTensors merged, blame("--lora", adapter.merge(file, n_threads)));
  return load(std::move(file), adapter.name(), std::move(merged));
}

Result<Model> Model::parse(std::span<const uint8_t> gguf) {
  REDACT_ASSIGN(GgufFile file, GgufFile::parse(gguf));
  return load(std::move(file), {}, {});
}

Result<Model> Model::load(GgufFile moved_file, const std::string& adapter_name,
                          MergedTensors merged) {
  auto file = std::make_unique<GgufFile>(std::move(moved_file));
  REDACT_ASSIGN(Config config, Config::read(*file));
  if (!adapter_name.empty()) config.name += "+" + adapter_name;
  REDACT_ASSIGN(Weights weights, bind_weights(*file, config, merged));
  REDACT_ASSIGN(std::unique_ptr<Tokenizer> tokenizer, Tokenizer::load(file->metadata()));
  if (tokenizer->n_vocab() > config.n_vocab) {
    return Error{ErrorKind::kBadInput, "tokenizer.ggml.tokens",
                 "has more tokens than token_embd.weight has rows"};
  }
  return Model(std::move(file), std::move(merged), std::move(config), std::move(weights),
               std::move(tokenizer));
}

}  // namespace redact
