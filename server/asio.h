// SPDX-License-Identifier: Apache-2.0
// Boost.Asio as this server uses it: C++20 coroutines, one strand for each connection, errors as
// values.
// GCC 12 may destroy an aggregate twice if it is made within an expression of a coroutine. There,
// values that own something are made by constructors and functions.
#pragma once

// clang-format off
#include <utility>  // Boost 1.74's awaitable.hpp uses std::exchange without including it
// clang-format on

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>

namespace redact::server {

namespace asio = boost::asio;
using ErrorCode = boost::system::error_code;
using Executor = asio::any_io_executor;
using Address = asio::ip::address;
using Socket = asio::generic::stream_protocol::socket;  // of TCP, or a Unix socket
using Milliseconds = std::chrono::milliseconds;

}  // namespace redact::server
