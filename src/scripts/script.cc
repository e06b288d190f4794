#include "scripts/script.h"

#include <algorithm>
#include <vector>

#include "base/command_error.h"
#include "base/sha.h"
#include "resp/split_arguments.h"
#include "scripts/lua_values.h"

namespace keemun::scripts {

namespace {

constexpr BytesView kMark = "#!";
constexpr BytesView kFlags = "flags=";

std::vector<BytesView> split(BytesView text, char separator) {
  std::vector<BytesView> parts;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

ScriptFlags read_flag(BytesView name) {
  const auto found =
      std::find_if(kScriptFlagNames.begin(), kScriptFlagNames.end(),
                   [name](const ScriptFlagName& known) { return known.name == name; });
  if (found == kScriptFlagNames.end()) {
    throw CommandError("ERR Unexpected flag in script shebang: " + Bytes(name));
  }
  return found->flag;
}

void read_first_line(BytesView line, Script& script) {
  const auto split_line = resp::split_arguments(line);
  if (!split_line) throw CommandError("ERR Invalid engine in script shebang");
  const std::vector<Bytes>& words = *split_line;
  if (words.front() != "#!lua") {
    throw CommandError("ERR Unexpected engine in script shebang: " + words.front());
  }
  script.has_flags = true;
  for (size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with(kFlags)) {
      throw CommandError("ERR Unknown lua shebang option: " + words[i]);
    }
    std::vector<BytesView> flags = split(BytesView(words[i]).substr(kFlags.size()), ',');
    if (flags.size() == 1 && flags.front().empty()) flags.clear();
    for (const BytesView flag : flags) script.flags |= read_flag(flag);
  }
}

}  // namespace

Script read_script(BytesView text) {
  Script script;
  script.digest = sha1_hex(text);
  if (text.starts_with(kMark)) {
    const size_t end = up_to_nul(text).find('\n');
    if (end == BytesView::npos) throw CommandError("ERR Invalid script shebang");
    read_first_line(text.substr(0, end), script);
    text.remove_prefix(end);
  }
  script.body = Bytes(text);
  return script;
}

}  // namespace keemun::scripts
