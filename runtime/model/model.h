// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "gguf_loader/gguf_file.h"
#include "runtime/model/adapter.h"
#include "runtime/model/config.h"
#include "runtime/model/weights.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// A loaded model: the file's bytes, its parsed metadata, and views of its weights. Immutable after
// load, so any number of threads may share one. It can be moved, and every view stays valid.
class Model {
 public:
  // Errors name the file's field, key or tensor at fault.
  static Result<Model> open(const std::string& path);
  // Opens a model with a LoRA adapter (adapter.h), which is merged, on `n_threads` threads, when
  // the model is placed; config().name ends in the adapter's name. Errors of the adapter begin with
  // "adapter".
  static Result<Model> open(const std::string& path, const std::string& adapter_path,
                            int n_threads);
  // Borrows `gguf`, which must be 32-byte aligned and outlive the model. Used for the bundled model
  // in the binary.
  static Result<Model> parse(std::span<const uint8_t> gguf);

  const Metadata& metadata() const { return file_->metadata(); }
  const Config& config() const { return config_; }
  // The weights of the file, without the adapter.
  const Weights& weights() const { return weights_; }
  const Adapter* adapter() const { return adapter_.get(); }  // nullptr: none
  const Tokenizer& tokenizer() const { return *tokenizer_; }
  // Whether every matrix that activations are multiplied by has this format once the adapter is
  // merged. Embeddings, the output matrix and routers do not count: they are gathered, or exact.
  bool multiplies_only(WeightFormat format) const;
  // If the model has LongRoPE's two sets of factors: the largest number of positions at which a
  // sequence rotates by the short ones. Otherwise 0.
  size_t long_above() const {
    return weights_.rope_long.data != nullptr ? config_.ropes.front().long_above : 0;
  }
  // Lets the system reclaim the memory pages that reading the file has filled.
  void drop_resident_pages() const { file_->drop_resident_pages(); }

 private:
  static Result<Model> load(GgufFile file, std::unique_ptr<const Adapter> adapter);
  Model(std::unique_ptr<GgufFile> file, std::unique_ptr<const Adapter> adapter, Config config,
        Weights weights, std::unique_ptr<Tokenizer> tokenizer);

  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<const Adapter> adapter_;
  Config config_;
  Weights weights_;
  std::unique_ptr<Tokenizer> tokenizer_;
};

}  // namespace redact
