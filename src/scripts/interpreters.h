// Interpreters that nobody uses now, for the next script: opening one takes longer than most
// scripts do. Nothing of a script stays in them that another one could meet: its compiled text, and
// its words until the next one has its own. So several libraries may share them, on one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "scripts/interpreter.h"

namespace keemun::scripts {

class Interpreters {
 public:
  // One of them, for as long as a script runs or is dropped in the middle of it.
  class Borrowed {
   public:
    explicit Borrowed(Interpreters& from) : from_(from), clearings_(from.clearings_) {
      if (from.idle_.empty()) {
        interpreter_ = std::make_unique<Interpreter>();
      } else {
        interpreter_ = std::move(from.idle_.back());
        from.idle_.pop_back();
      }
      from.borrowed_.insert(interpreter_.get());
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    ~Borrowed() {
      from_.borrowed_.erase(interpreter_.get());
      if (clearings_ == from_.clearings_) from_.idle_.push_back(std::move(interpreter_));
    }

    Interpreter* operator->() const { return interpreter_.get(); }

   private:
    Interpreters& from_;
    const uint64_t clearings_;
    std::unique_ptr<Interpreter> interpreter_;
  };

  size_t byte_count() const {
    size_t bytes = 0;
    for (const Interpreter* interpreter : borrowed_) bytes += interpreter->byte_count();
    for (const auto& interpreter : idle_) bytes += interpreter->byte_count();
    return bytes;
  }

  // Those that are in use go when they come back.
  void clear() {
    ++clearings_;
    idle_.clear();
  }

 private:
  uint64_t clearings_ = 0;
  std::vector<std::unique_ptr<Interpreter>> idle_;
  std::set<const Interpreter*> borrowed_;
};

}  // namespace keemun::scripts
