// Whoever loads a library of functions: it may log, and may not take for ever.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "scripts/script_host.h"
#include "session/extension.h"

namespace keemun::session {

class LibraryLoading final : public scripts::ScriptHost {
 public:
  // What the store holds has been loaded before, and ended then.
  enum class Patience : uint8_t { kBounded, kEndless };
  // The extension may be null, and is alive while libraries are loaded.
  LibraryLoading(Extension* extension, Patience patience)
      : extension_(extension), patience_(patience) {
    if (extension != nullptr) extension->loading_begins();
  }

  void log(scripts::LogLevel level, BytesView line) override {
    if (extension_ != nullptr) extension_->log_of_script(level, line);
  }
  bool must_end() override {
    return patience_ == Patience::kBounded && extension_ != nullptr &&
           extension_->must_end_loading();
  }

 private:
  // Out of reach of what is loaded.
  resp::Reply call(std::span<const BytesView> /*words*/, bool /*wants_resp3*/) override {
    return resp::Reply::error("ERR a library that is loaded calls no command");
  }
  std::optional<bool> may_call(std::span<const BytesView> /*words*/) override { return false; }

  Extension* const extension_;
  const Patience patience_;
};

}  // namespace keemun::session
