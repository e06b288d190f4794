// A plan that is played, for the case that it does not come to an end: where the process ends
// itself, or its code does something forbidden, the last words on the error output say how to have
// it again.
#pragma once

#include <string>

namespace keemun::programs {

class PlayedPlan {
 public:
  // `repro` are the arguments of `keemun sim`.
  explicit PlayedPlan(const std::string& repro);
  PlayedPlan(const PlayedPlan&) = delete;
  PlayedPlan& operator=(const PlayedPlan&) = delete;
  ~PlayedPlan();

  const std::string& words() const { return words_; }

  // From now on. A handler that is there already is left alone.
  static void say_last_words();

 private:
  const std::string words_;
};

}  // namespace keemun::programs
