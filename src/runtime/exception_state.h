// What the C++ runtime keeps per thread about exceptions: the stack of those being handled, and the
// number of those in flight. It belongs to a stack, not to a thread: a fiber that suspends inside a
// catch block would leave its exception to whoever runs next, who would rethrow or free it.
//
// An ExceptionState holds the state of a stack that is not running; swap_with_thread() before and
// after a switch puts it in force and takes it out again.
#pragma once

#include <cxxabi.h>

#include <utility>

namespace keemun::runtime {

class ExceptionState {
 public:
  void swap_with_thread() noexcept {
    Words& thread = *reinterpret_cast<Words*>(abi::__cxa_get_globals());
    std::swap(thread, words_);
  }

 private:
  // __cxa_eh_globals as the Itanium C++ ABI lays it down (section 2.2.2); its name is declared for
  // everybody, its members are not.
  struct Words {
    void* caught_exceptions = nullptr;
    unsigned int uncaught_exceptions = 0;
  };
  Words words_;
};

}  // namespace keemun::runtime
