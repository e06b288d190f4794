// How long a string may become: 512 MB, Redis' default for proto-max-bulk-len.
#pragma once

#include <cstddef>

namespace keemun::model {

// Throws Redis' error when a string of `offset` bytes may not grow by `added`.
void check_string_size(size_t offset, size_t added);

}  // namespace keemun::model
