// A script, or a function of a library, that runs in a unit of work: what its commands may do, and
// how they do it.
#pragma once

#include <optional>
#include <span>

#include "base/bytes.h"
#include "commands/host.h"
#include "commands/table/table.h"
#include "scripts/library_shelf.h"
#include "scripts/script_host.h"
#include "scripts/script_library.h"
#include "session/core.h"
#include "session/extension.h"
#include "session/joint_run.h"

namespace keemun::session {

// EVAL, FCALL and their like: commands that run a script, or a function.
bool runs_script(const commands::Command& command);

// What a request does, with a fitting number of words: what its command says, or what the script
// says of itself that it runs.
commands::Flags flags_of_request(Core& core, const commands::Command& command,
                                 std::span<const BytesView> args);

// What is run, with what.
struct ScriptRequest {
  scripts::ScriptLibrary::Known script;
  scripts::LibraryShelf::Found function;  // where it is no script
  std::span<const BytesView> words;
  std::span<const BytesView> keys;
  std::span<const BytesView> arguments;
  bool is_read_only = false;
  bool has_flags = false;
  scripts::ScriptFlags flags = 0;
};

// Throws CommandError. A script that is sent is known from then on.
ScriptRequest read_script_request(Core& core, JointRun& joint, const commands::Command& command,
                                  std::span<const BytesView> args);

// A script was ended from outside: nothing of its unit is committed, and this is the answer.
struct ScriptKilled {
  resp::Reply answer;
};

class ScriptRun final : private scripts::ScriptHost {
 public:
  // For this connection, whose database the script begins with and does not change.
  ScriptRun(Core& core, JointRun& joint, const commands::Connection& caller)
      : core_(core), joint_(joint), connection_(caller) {
    connection_.is_of_script = true;
  }

  // Throws StoreError where the store failed one of its commands, and ScriptKilled: then none has
  // happened.
  resp::Reply run(const ScriptRequest& request);

 private:
  resp::Reply call(std::span<const BytesView> words, bool wants_resp3) override;
  std::optional<bool> may_call(std::span<const BytesView> words) override;
  void log(scripts::LogLevel level, BytesView line) override;
  bool must_end() override;

  // Why the script may not call this, if it may not.
  std::optional<Bytes> refusal_of(const commands::Command* command,
                                  std::span<const BytesView> words) const;
  resp::Reply act(const commands::Command& command, std::span<const BytesView> words);

  Core& core_;
  JointRun& joint_;
  commands::Connection connection_;
  Extension::RunningScript running_;
  bool is_read_only_ = false;
  bool allows_oom_ = false;
  bool has_called_writing_ = false;  // a command that writes, whatever it found to write
  bool is_killed_ = false;
};

}  // namespace keemun::session
