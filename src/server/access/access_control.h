// The users of a server, their rules and what was denied: what the process has of it once.
#pragma once

#include "acl/access_log.h"
#include "acl/command_catalogue.h"
#include "acl/rules.h"
#include "acl/users.h"
#include "server/config/settings.h"

namespace keemun::server {

struct AccessControl {
  // Those that the configuration names, or the file that it names. Throws CommandError.
  explicit AccessControl(const Settings& settings);

  acl::CommandCatalogue catalogue;
  acl::Rules rules;
  acl::Users users;
  acl::AccessLog log;

  // What requirepass says is the one password of the default user; where it says nothing, none is
  // needed.
  void set_default_password(BytesView password);
  // Whether it still is: a line or a file of users may have said otherwise.
  bool takes_only(BytesView password) const;
  // Whether the users say more than requirepass does.
  bool has_own_users(const Settings& settings) const;

  // Of `aclfile`. Throw CommandError with the reason alone, and then nothing has changed.
  void load(const Bytes& path);
  void save(const Bytes& path) const;

 private:
  void define(const Settings::UserLine& line);
};

}  // namespace keemun::server
