// Plans on one core without processes: the clients of a plan, each with a session of its own.
#pragma once

#include <map>
#include <memory>

#include "commands/call.h"
#include "plan/plan.h"
#include "session/session.h"

namespace keemun {

// As many databases as plans speak of, all alike.
inline session::CoreSettings settings_of_databases(
    const keyspace::EncodingChoice& encodings,
    format::EncodingFamily family = format::EncodingFamily::kCamellia) {
  session::CoreSettings settings;
  settings.encodings = encodings;
  for (const char* name : {"a", "b", "c"}) {
    settings.databases.emplace_back(format::LayoutKind::kPlain, name);
  }
  settings.families.assign(settings.databases.size(), family);
  return settings;
}

class ClientSessions {
 public:
  explicit ClientSessions(session::Core& core) : core_(core) {}

  resp::Reply execute(const plan::CommandEvent& command) {
    auto& session = sessions_[command.client];
    if (!session) session = std::make_unique<session::Session>(core_);
    return session->execute(commands::views_of(command.args));
  }

 private:
  session::Core& core_;
  std::map<uint32_t, std::unique_ptr<session::Session>> sessions_;
};

}  // namespace keemun
