// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace redact::server {

// The reason that a request is not served: a status of HTTP, and one line for the client only,
// which is never logged.
struct Refusal {
  Refusal(int its_status, std::string its_message)
      : status(its_status), message(std::move(its_message)) {}

  int status;
  std::string message;
};

inline Refusal bad_request(std::string message) { return {400, std::move(message)}; }

// A value, or the refusal of a request for it.
template <typename T>
class [[nodiscard]] Checked {
 public:
  Checked(T value) : state_(std::move(value)) {}
  Checked(Refusal refusal) : state_(std::move(refusal)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  // Preconditions: ok() for the value, !ok() for the refusal.
  T& operator*() { return std::get<T>(state_); }
  const T& operator*() const { return std::get<T>(state_); }
  const T* operator->() const { return &std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const Refusal& refusal() const { return std::get<Refusal>(state_); }

 private:
  std::variant<T, Refusal> state_;
};

}  // namespace redact::server

// Declares `lhs` with the value of a Checked, or returns its refusal from the enclosing function.
#define SERVER_CONCAT_INNER_(a, b) a##b
#define SERVER_CONCAT_(a, b) SERVER_CONCAT_INNER_(a, b)
#define SERVER_ASSIGN(lhs, expr) \
  SERVER_ASSIGN_(SERVER_CONCAT_(server_checked_, __LINE__), lhs, expr)
#define SERVER_ASSIGN_(tmp, lhs, expr) \
  auto tmp = (expr);                   \
  if (!tmp.ok()) return tmp.refusal(); \
  lhs = std::move(*tmp)
