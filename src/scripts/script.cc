#include "scripts/script.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/command_error.h"
#include "base/sha.h"

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

void read_flag(BytesView flag, Script& script) {
  constexpr auto kWithoutEffect =
      std::to_array<BytesView>({"allow-stale", "no-cluster", "allow-cross-slot-keys"});
  if (flag == "no-writes") {
    script.writes_nothing = true;
  } else if (flag == "allow-oom") {
    script.allows_oom = true;
  } else if (std::find(kWithoutEffect.begin(), kWithoutEffect.end(), flag) ==
             kWithoutEffect.end()) {
    throw CommandError("ERR Unexpected flag in script shebang: " + Bytes(flag));
  }
}

void read_first_line(BytesView line, Script& script) {
  std::vector<BytesView> words = split(line, ' ');
  std::erase(words, BytesView());
  if (words.front() != "#!lua") {
    throw CommandError("ERR Unexpected engine in script shebang: " + Bytes(words.front()));
  }
  script.has_flags = true;
  for (size_t i = 1; i < words.size(); ++i) {
    if (!words[i].starts_with(kFlags)) {
      throw CommandError("ERR Unknown lua shebang option: " + Bytes(words[i]));
    }
    std::vector<BytesView> flags = split(words[i].substr(kFlags.size()), ',');
    if (flags.size() == 1 && flags.front().empty()) flags.clear();
    for (const BytesView flag : flags) read_flag(flag, script);
  }
}

}  // namespace

Script read_script(BytesView text) {
  Script script;
  script.digest = sha1_hex(text);
  if (text.starts_with(kMark)) {
    const size_t end = text.find('\n');
    if (end == BytesView::npos) throw CommandError("ERR Invalid script shebang");
    read_first_line(text.substr(0, end), script);
    text.remove_prefix(end);
  }
  script.body = Bytes(text);
  return script;
}

}  // namespace keemun::scripts
