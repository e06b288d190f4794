#include "played_plan.h"

#include <unistd.h>

#include <array>
#include <csignal>

namespace keemun::programs {

namespace {

// Of this thread, for a handler, which runs in it.
thread_local const std::string* words_of_plan = nullptr;

void say_and_end(int signal) {
  const std::string* words = words_of_plan;
  if (words != nullptr && ::write(STDERR_FILENO, words->data(), words->size()) < 0) words = nullptr;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

PlayedPlan::PlayedPlan(const std::string& repro)
    : words_("ended in the middle of a plan; repro: keemun sim " + repro + "\n") {
  words_of_plan = &words_;
}

PlayedPlan::~PlayedPlan() {
  words_of_plan = nullptr;
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
