// ACL: there is one user, `default`, who may do everything once the password is right.
#pragma once

#include <optional>

#include "server/command_table.h"

namespace keemun::server {

std::optional<Reply> acl_cat(ServerCall& call);
std::optional<Reply> acl_genpass(ServerCall& call);
std::optional<Reply> acl_getuser(ServerCall& call);
std::optional<Reply> acl_list(ServerCall& call);
std::optional<Reply> acl_users(ServerCall& call);
std::optional<Reply> acl_whoami(ServerCall& call);

}  // namespace keemun::server
