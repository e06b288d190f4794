// The two words for binary data. Bytes owns, BytesView points into what somebody else owns (the
// request, the caller's frame). Embedded NUL is normal; order is memcmp order, shorter first.
#pragma once

#include <string>
#include <string_view>

namespace keemun {

using Bytes = std::string;
using BytesView = std::string_view;

}  // namespace keemun
