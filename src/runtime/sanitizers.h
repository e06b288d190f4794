// Which sanitizer this build carries (cmake/Options.cmake says so), as constants: what only a
// sanitizer needs stands in an `if constexpr` and is compiled everywhere.
#pragma once

namespace keemun::runtime {

#ifdef KEEMUN_ADDRESS_SANITIZER
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

#ifdef KEEMUN_THREAD_SANITIZER
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

}  // namespace keemun::runtime
