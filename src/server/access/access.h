// Who a client is and what it may do: where the rules of users meet requests. Everything else asks
// here; that a client may do everything stands on its connection, and costs one look.
#pragma once

#include <memory>
#include <span>

#include "acl/check.h"
#include "acl/user.h"
#include "base/bytes.h"
#include "commands/table/table.h"
#include "server/client.h"
#include "server/state.h"

namespace keemun::server {

// A new client, or one that RESET: the default user, who may have to log in.
void become_default(State& state, Client& client);
void become(Client& client, std::shared_ptr<acl::User> user);
// Whether it has not logged in, and has to.
bool must_log_in(const State& state, const Client& client);

// By AUTH or HELLO, whichever `word` is. Throws CommandError, which the log remembers.
void log_in(State& state, Client& client, BytesView word, BytesView user, BytesView password);

// Whether the client's user may run this. Nothing remembers the question.
bool may_run(const State& state, const Client& client, const commands::Command& command,
             std::span<const BytesView> args);
// Throws CommandError where the client's user may not run this; the log remembers it.
void check_access(State& state, Client& client, const commands::Command& command,
                  std::span<const BytesView> args);
// What is wrong with a request inside of EXEC or of a script; the log remembers that, too.
std::optional<Bytes> access_fault(State& state, Client& client,
                                  const session::Extension::Inner& inner);

// The words that a file or ACL SETUSER gives. Throws CommandError: "ERR Error in ACL SETUSER
// modifier …". All of them, or none.
void set_user(State& state, Client& asking, BytesView name, std::span<const BytesView> rules);
// Those who are this user are sent away; `asking` still has its answer.
void send_away(State& state, const acl::User& user, const Client& asking);
// After users were changed: what each client may do stands on its connection.
void note_rights(State& state);

}  // namespace keemun::server
