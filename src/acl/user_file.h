// A file of users, one line each: "user bob on >secret ~bob:* +@all". Nothing else may stand there.
#pragma once

#include <variant>
#include <vector>

#include "acl/rules.h"
#include "acl/user.h"
#include "acl/users.h"
#include "base/bytes.h"

namespace keemun::acl {

// All of them, or what is wrong with the text, every line of it. `name` is what the file is called.
std::variant<std::vector<User>, Bytes> read_users(const Rules& rules, BytesView name,
                                                  BytesView text);

Bytes written_users(const CommandCatalogue& catalogue, const Users& users);

}  // namespace keemun::acl
