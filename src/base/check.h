// CHECK(condition): a broken invariant of ours ends the process, in release too; it is never used
// for bad input. DCHECK is the same where KEEMUN_DCHECK is defined and costs nothing elsewhere.
#pragma once

namespace keemun {

[[noreturn]] void check_failed(const char* condition, const char* file, int line) noexcept;

}  // namespace keemun

#define CHECK(condition)                               \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::keemun::check_failed(#condition, __FILE__, __LINE__))

#ifdef KEEMUN_DCHECK
#define DCHECK(condition) CHECK(condition)
#else
#define DCHECK(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif
