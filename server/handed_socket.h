// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/options.h"
#include "server/refusal.h"

namespace redact::server {

// Takes over the listening socket of systemd's socket activation (sd_listen_fds(3)) if there is
// one: the options get its descriptor and its address in place of their own. Called before threads
// start, since it changes the environment.
Checked<bool> take_handed_socket(ServerOptions& options);

}  // namespace redact::server
