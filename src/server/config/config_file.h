// Configuration in the syntax of redis.conf: a line is an option's name and its words, which may be
// quoted; what begins with # is a comment; `include` reads another file in its place.
#pragma once

#include <istream>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "server/config/settings.h"

namespace keemun::server {

struct ConfigLine {
  Bytes where;  // "keemun.conf line 12", or "command line"
  Bytes text;   // as it stands there
  std::vector<Bytes> words;
  bool is_of_command_line = false;  // or of a file that it includes
};

// The lines that say something, of a file and of those that it includes. Throws CommandError with
// file, line and reason.
std::vector<ConfigLine> read_config_file(const Bytes& path);
// The same of a text, called so where something is wrong with it.
std::vector<ConfigLine> read_config_text(std::istream& text, const Bytes& name);

// ["--port", "7000", "--bind", "a", "b"] as lines.
std::vector<ConfigLine> read_command_line(std::span<const Bytes> arguments);

// Later lines win. Throws CommandError with the place and the reason.
void apply_config(std::span<const ConfigLine> lines, Settings& settings);

// Writes the options that differ from what `path` says into it, each at the line where it stands
// last; those that it does not mention, or mentions before it includes another file, go to the end.
// Comments and order stay; a file that is gone is written anew, with the commands that it renamed.
// `users` are the lines that define users, instead of those that are there. The file is replaced as
// a whole. Throws CommandError.
void rewrite_config_file(const Bytes& path, const Settings& settings,
                         const std::vector<Bytes>& users = {});

}  // namespace keemun::server
