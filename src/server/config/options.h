// The options of a server by name: one table that the configuration file, the command line and
// CONFIG read. Texts go in and out as redis.conf and CONFIG GET write them.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "server/config/settings.h"

namespace keemun::server {

struct Option {
  enum class Unit : uint8_t { kNone, kBytes, kOctal };
  using Place = std::variant<bool Settings::*, int64_t Settings::*, Bytes Settings::*,
                             std::vector<Bytes> Settings::*>;

  BytesView name;
  Place place;
  bool is_mutable = false;  // while the server runs
  int64_t min = 0;
  int64_t max = std::numeric_limits<int64_t>::max();
  Unit unit = Unit::kNone;
  BytesView choices = {};  // "yes no optional": what a text may be; anything where this is empty
  bool is_alias = false;   // another name of the option before it, which a file need not name
};

std::span<const Option> all_options();
// By its name in any case; null where there is none.
const Option* find_option(BytesView name);
// Whether what it is set to is nobody's business, whatever the case of its name.
bool is_secret_option(BytesView name);

// As CONFIG GET answers it.
Bytes option_text(const Option& option, const Settings& settings);
// As it may stand behind its name in a file: a text with blanks is quoted, an empty one is "".
Bytes option_line(const Option& option, const Settings& settings);

// Throws CommandError with the reason alone: "argument must be 'yes' or 'no'".
void set_option(const Option& option, std::span<const Bytes> words, Settings& settings);

// As they stand in a file.
Bytes joined(const std::vector<Bytes>& words);

// "512mb", "1k" = 1000, "1kb" = 1024; nothing is 0, and too much the most that there is. Throws
// CommandError.
uint64_t parse_memory(BytesView text);

}  // namespace keemun::server
