// Whoever runs scripts in these tests: answers what it is told to, and writes down what it is
// asked.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "resp/reply.h"
#include "scripts/interpreter.h"
#include "scripts/script_chance.h"
#include "scripts/script_host.h"
#include "scripts/script_library.h"

namespace keemun {

class Scripts : public testing::Test, public scripts::ScriptHost {
 protected:
  resp::Reply Answer(BytesView script, std::vector<BytesView> keys = {},
                     std::vector<BytesView> arguments = {}) {
    return library_.run(*library_.add(script), keys, arguments, *this);
  }
  // As redis-cli prints it.
  Bytes Run(BytesView script, std::vector<BytesView> keys = {},
            std::vector<BytesView> arguments = {}) {
    return resp::to_transcript(Answer(script, std::move(keys), std::move(arguments)));
  }
  // With 4 MiB of memory.
  Bytes RunWithLittle(BytesView script) {
    scripts::Interpreter interpreter(size_t{4} << 20);
    scripts::ScriptChance chance;
    return resp::to_transcript(interpreter.run({*library_.add(script), {}, {}}, *this, chance));
  }

  resp::Reply call(std::span<const BytesView> words, bool wants_resp3) override {
    calls_.emplace_back(words.begin(), words.end());
    asked_for_resp3_ = wants_resp3;
    return on_call_();
  }
  std::optional<bool> may_call(std::span<const BytesView> words) override {
    calls_.emplace_back(words.begin(), words.end());
    return may_call_;
  }
  void log(scripts::LogLevel /*level*/, BytesView line) override { logged_.emplace_back(line); }
  bool must_end() override { return ends_ && ++questions_ > 0; }

  scripts::ScriptLibrary library_{std::make_shared<scripts::Interpreters>()};
  std::function<resp::Reply()> on_call_ = [] { return resp::Reply::ok(); };
  std::vector<std::vector<Bytes>> calls_;
  bool asked_for_resp3_ = false;
  std::vector<Bytes> logged_;
  std::optional<bool> may_call_ = true;
  bool ends_ = false;
  int questions_ = 0;
};

}  // namespace keemun
