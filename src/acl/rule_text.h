// A user's rules written down again, in the words of ACL LIST and ACL GETUSER: what a file that was
// written by Redis says, this says.
#pragma once

#include "acl/command_catalogue.h"
#include "acl/user.h"
#include "base/bytes.h"

namespace keemun::acl {

// "+@all -@dangerous +info": as few categories as come closest, then single commands. Rules that
// are applied in this order to a new selector give the same one.
Bytes commands_text(const CommandCatalogue& catalogue, const Selector& selector);
// "~* %R~a", "&*": blanks between, empty where there are none.
Bytes keys_text(const Selector& selector);
Bytes channels_text(const Selector& selector);

// "on #… ~* &* +@all (~a resetchannels -@all +get)": what may stand behind the name.
Bytes user_text(const CommandCatalogue& catalogue, const User& user);
// "user default on nopass ~* &* +@all"
Bytes user_line(const CommandCatalogue& catalogue, const User& user);

}  // namespace keemun::acl
