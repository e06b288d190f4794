#include "played_plan.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>

namespace keemun::programs {

namespace {

// Of all threads, for a handler: who has ended the process is one of them.
constexpr size_t kThreadsMax = 256;
std::array<std::atomic<const std::string*>, kThreadsMax> under_way;

void say_and_end(int signal) {
  for (const auto& place : under_way) {
    const std::string* words = place;
    if (words == nullptr) continue;
    if (::write(STDERR_FILENO, words->data(), words->size()) < 0) break;
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void replace(const std::string* words, const std::string* by) {
  for (auto& place : under_way) {
    const std::string* expected = words;
    if (place.compare_exchange_strong(expected, by)) return;
  }
}

}  // namespace

PlayedPlan::PlayedPlan(const std::string& repro)
    : words_("ended in the middle of a plan; repro: keemun sim " + repro + "\n") {
  replace(nullptr, &words_);
}

PlayedPlan::~PlayedPlan() {
  replace(&words_, nullptr);
}

void PlayedPlan::say_last_words() {
  for (const int signal : std::to_array({SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction action = {};
    action.sa_handler = say_and_end;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace keemun::programs
