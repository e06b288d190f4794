// ACL: who there is, what each may do, and what was denied.
#pragma once

#include <optional>

#include "server/commands/command_table.h"

namespace keemun::server {

std::optional<Reply> acl_cat(ServerCall& call);
std::optional<Reply> acl_deluser(ServerCall& call);
std::optional<Reply> acl_dryrun(ServerCall& call);
std::optional<Reply> acl_genpass(ServerCall& call);
std::optional<Reply> acl_getuser(ServerCall& call);
std::optional<Reply> acl_help(ServerCall& call);
std::optional<Reply> acl_list(ServerCall& call);
std::optional<Reply> acl_load(ServerCall& call);
std::optional<Reply> acl_log(ServerCall& call);
std::optional<Reply> acl_save(ServerCall& call);
std::optional<Reply> acl_setuser(ServerCall& call);
std::optional<Reply> acl_users(ServerCall& call);
std::optional<Reply> acl_whoami(ServerCall& call);

}  // namespace keemun::server
