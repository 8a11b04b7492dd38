// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/model.h"

#include <algorithm>
#include <utility>

namespace redact {

Model::Model(std::unique_ptr<GgufFile> file, std::unique_ptr<const Adapter> adapter, Config config,
             Weights weights, std::unique_ptr<Tokenizer> tokenizer)
    : file_(std::move(file)),
      adapter_(std::move(adapter)),
      config_(std::move(config)),
      weights_(std::move(weights)),
      tokenizer_(std::move(tokenizer)) {}

Result<Model> Model::open(const std::string& path) {
  REDACT_ASSIGN(GgufFile file, GgufFile::open(path));
  return load(std::move(file), nullptr);
}

Result<Model> Model::open(const std::string& path, const std::string& adapter_path, int n_threads) {
  REDACT_ASSIGN(GgufFile file, GgufFile::open(path));
  REDACT_ASSIGN(Adapter adapter, blame("adapter", Adapter::open(adapter_path)));
  REDACT_TRY(blame("adapter", adapter.bind(file, n_threads)));
  return load(std::move(file), std::make_unique<const Adapter>(std::move(adapter)));
}

Result<Model> Model::parse(std::span<const uint8_t> gguf) {
  REDACT_ASSIGN(GgufFile file, GgufFile::parse(gguf));
  return load(std::move(file), nullptr);
}

Result<Model> Model::load(GgufFile moved_file, std::unique_ptr<const Adapter> adapter) {
  auto file = std::make_unique<GgufFile>(std::move(moved_file));
  REDACT_ASSIGN(Config config, Config::read(*file));
  if (adapter != nullptr) config.name += "+" + adapter->name();
  REDACT_ASSIGN(Weights weights, bind_weights(*file, config));
  REDACT_ASSIGN(std::unique_ptr<Tokenizer> tokenizer, Tokenizer::load(file->metadata()));
  if (tokenizer->n_vocab() > config.n_vocab) {
    return Error{ErrorKind::kBadInput, "tokenizer.ggml.tokens",
                 "there are more tokens than rows in token_embd.weight"};
  }
  return Model(std::move(file), std::move(adapter), std::move(config), std::move(weights),
               std::move(tokenizer));
}

bool Model::multiplies_only(WeightFormat format) const {
  const auto has = [&](const Weight& w) {
    return w.data == nullptr ||
           (adapter_ != nullptr ? adapter_->merged_form(w) : w).format == format;
  };
  for (const LayerWeights& layer : weights_.layers) {
    for (const TensorRow<LayerWeights>& row : layer_tensors()) {
      if (row.use != TensorUse::kMultiplied) continue;
      const bool all = row.stack == nullptr ? has(layer.*row.member)
                                            : std::ranges::all_of(layer.*row.stack, has);
      if (!all) return false;
    }
  }
  return true;
}

}  // namespace redact
