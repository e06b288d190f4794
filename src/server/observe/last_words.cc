#include "server/observe/last_words.h"

#include <execinfo.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>

#include "base/command_error.h"
#include "ports/store_error.h"

namespace keemun::server {

namespace {

constexpr std::array<int, 5> kFatal = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

// A log's file may be another one after SIGHUP.
std::atomic<const Log*> log_of_all = nullptr;

void write_text(int file, const char* text) {
  if (::write(file, text, ::strlen(text)) < 0) return;  // nobody is left to be told
}

void write_number(int file, int number) {
  std::array<char, 12> digits = {};
  char* at = &digits.back();
  do {
    *--at = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  write_text(file, at);
}

// Of what is called here nothing waits for a lock or asks for memory: the signal may have come in
// the middle of either.
void tell_of_signal(int number) {
  constexpr int kFramesMax = 64;
  static std::array<void*, kFramesMax> frames;
  if (const Log* log = log_of_all.exchange(nullptr)) {
    const int file = log->descriptor();
    write_number(file, ::getpid());
    write_text(file, ":M # Ended by signal ");
    write_number(file, number);
    write_text(file, ", here:\n");
    ::backtrace_symbols_fd(frames.data(), ::backtrace(frames.data(), kFramesMax), file);
  }
  ::raise(number);  // as it would have ended without this: the handler is gone
}

// What is of none of these kinds goes on out of here, and comes back, for then it is told.
[[noreturn]] void tell_of_exception() noexcept {
  static std::atomic<bool> is_told = false;
  const Log* log = log_of_all.load();
  if (log != nullptr && !is_told.exchange(true)) {
    const int file = log->descriptor();
    write_number(file, ::getpid());
    write_text(file, ":M # Ended by an error that nobody caught\n");
    try {
      if (const auto current = std::current_exception()) std::rethrow_exception(current);
    } catch (const std::bad_alloc&) {
      write_text(file, "out of memory: the system gives no more");
    } catch (const std::exception& error) {
      write_text(file, error.what());
    } catch (const ports::StoreError& error) {
      write_text(file, error.text().c_str());
    } catch (const CommandError& error) {
      write_text(file, error.text().c_str());
    }
    write_text(file, "\n");
  }
  std::abort();
}

// A fiber that has come to the end of its stack has no room there for its last words.
void give_signals_a_stack() {
  constexpr size_t kStackBytes = size_t{64} << 10;
  static std::array<char, kStackBytes> bytes;
  stack_t before = {};
  if (::sigaltstack(nullptr, &before) != 0 || (before.ss_flags & SS_DISABLE) == 0) return;
  stack_t stack = {};
  stack.ss_sp = bytes.data();
  stack.ss_size = bytes.size();
  ::sigaltstack(&stack, nullptr);
}

}  // namespace

LastWords::LastWords(const Log& log) {
  std::array<void*, 1> frames;
  ::backtrace(frames.data(), frames.size());  // asks for memory the first time
  give_signals_a_stack();
  log_of_all = &log;
  std::set_terminate(tell_of_exception);
  for (const int number : kFatal) {
    struct sigaction before = {};
    ::sigaction(number, nullptr, &before);
    if (before.sa_handler != SIG_DFL) continue;
    struct sigaction action = {};
    action.sa_handler = tell_of_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
    ::sigaction(number, &action, nullptr);
  }
}

LastWords::~LastWords() {
  log_of_all = nullptr;
}

}  // namespace keemun::server
