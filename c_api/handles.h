// SPDX-License-Identifier: Apache-2.0
// The opaque types of redact.h. Each handle knows the process that made it: a forked child has
// copies of its parent's handles without their threads, and must not free them.
#pragma once

#include <unistd.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "c_api/shared_redactor.h"
#include "c_api/submission.h"
#include "redact/redact.h"
#include "redactor/configuration.h"
#include "redactor/records/mapping.h"

namespace redact::c_api {

class Owned {
 public:
  bool is_ours() const { return owner_ == ::getpid(); }

 private:
  pid_t owner_ = ::getpid();
};

// Frees a handle, unless it is a forked child's copy, whose memory lives as long as the child:
// joining threads that do not exist would wait for ever.
template <typename Handle>
void release(Handle* handle) noexcept {
  if (handle != nullptr && handle->is_ours()) delete handle;
}

}  // namespace redact::c_api

struct redact_model : redact::c_api::Owned {
  explicit redact_model(redact::Models opened) : models(std::move(opened)), name(models.name()) {}

  redact::Models models;
  std::string name;
  // Weights on a GPU serve one redactor at a time, which holds this.
  std::shared_ptr<std::atomic_flag> device_in_use = std::make_shared<std::atomic_flag>();
};

struct redact_config : redact::c_api::Owned {
  std::shared_ptr<const redact::Configuration> configuration;
};

struct redact_redactor : redact::c_api::Owned {
  ~redact_redactor() {
    if (device_in_use != nullptr) device_in_use->clear();
  }

  redact::Models models;
  std::shared_ptr<std::atomic_flag> device_in_use;  // the model's, if it is on a GPU
  std::shared_ptr<redact::c_api::SharedRedactor> shared;
};

struct redact_request : redact::c_api::Owned {
  std::shared_ptr<redact::c_api::SharedRedactor> redactor;
  std::shared_ptr<redact::c_api::Submission> submission;
};

struct redact_mapping : redact::c_api::Owned {
  explicit redact_mapping(redact::Mapping opened) : mapping(std::move(opened)) {}

  mutable std::mutex mutex;
  mutable redact::Mapping mapping;
};
