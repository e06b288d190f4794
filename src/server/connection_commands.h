// Commands about the connection itself: who it is, how it speaks, whether it stays.
#pragma once

#include <optional>

#include "server/command_table.h"

namespace keemun::server {

std::optional<Reply> hello(ServerCall& call);
std::optional<Reply> auth(ServerCall& call);
std::optional<Reply> quit(ServerCall& call);
std::optional<Reply> reset(ServerCall& call);

// Whether `password` opens the server to its one user. Takes as long whatever is wrong about it.
bool is_right_password(const State& state, BytesView user, BytesView password);

}  // namespace keemun::server
