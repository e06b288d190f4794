#include "scripts/script_library.h"

#include <utility>

#include "base/ascii.h"
#include "base/command_error.h"

namespace keemun::scripts {

ScriptLibrary::Known ScriptLibrary::add(BytesView text) {
  Script script = read_script(text);
  if (auto known = find(script.digest)) return known;
  if (auto fault = Interpreters::Borrowed(*interpreters_)->fault_of(script)) {
    throw CommandError("ERR Error compiling script (new function): " + *fault);
  }
  byte_count_ += text.size();
  auto known = std::make_shared<const Script>(std::move(script));
  scripts_.emplace(known->digest, known);
  return known;
}

ScriptLibrary::Known ScriptLibrary::find(BytesView digest) const {
  const auto found = scripts_.find(ascii_lower(digest));
  return found == scripts_.end() ? nullptr : found->second;
}

void ScriptLibrary::clear() {
  scripts_.clear();
  byte_count_ = 0;
  interpreters_->clear();
}

resp::Reply ScriptLibrary::run(const Script& script, std::span<const BytesView> keys,
                               std::span<const BytesView> arguments, ScriptHost& host) {
  const Interpreters::Borrowed interpreter(*interpreters_);
  return interpreter->run({script, keys, arguments}, host, chance_);
}

}  // namespace keemun::scripts
