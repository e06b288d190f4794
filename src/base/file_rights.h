// Who may do what with a file or a folder.
#pragma once

#include "base/bytes.h"

namespace keemun {

// What is at `to` gets the owner, the group and the permissions of what is at `from`. An owner whom
// it may not be given to is left out, and a group with what that may do: another one is not meant.
// Whether that could be done; errno says why not.
bool copy_rights(const Bytes& from, const Bytes& to);

}  // namespace keemun
