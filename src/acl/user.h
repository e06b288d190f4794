// A user: whether it may log in, by which passwords, and what it may do then.
//
// What it may do stands in selectors. The first is the user's own, those behind it were written in
// parentheses; a request is allowed where one of them allows all of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/bytes.h"

namespace keemun::acl {

// Whose rights a client has that has not said who it is.
inline constexpr BytesView kDefaultUserName = "default";

// What may be done to a key, any of them.
using Access = uint8_t;
inline constexpr Access kReads = 1u << 0;
inline constexpr Access kWrites = 1u << 1;

struct KeyPattern {
  Bytes pattern;
  Access access = 0;
};

struct Selector {
  // By the numbers of the catalogue, and by what a command that is not allowed may have for its
  // first argument, in any case.
  std::vector<bool> commands;
  std::map<size_t, std::vector<Bytes>> first_words;
  bool takes_away = false;  // +@all came last: what is written down is what it may not

  bool has_all_keys = false;
  std::vector<KeyPattern> keys;
  bool has_all_channels = false;
  std::vector<Bytes> channels;
};

struct User {
  Bytes name;
  bool is_on = false;
  bool needs_no_password = false;
  // Whether what RESTORE is given is looked through first. It always is; the word is kept.
  enum class Payloads : uint8_t { kUnstated, kLookedThrough, kTaken };
  Payloads payloads = Payloads::kUnstated;
  std::vector<Bytes> passwords;  // SHA-256, in hexadecimal digits
  std::vector<Selector> selectors = std::vector<Selector>(1);
  bool may_do_everything = false;  // follows from the selectors: nothing has to be looked at

  Selector& own() { return selectors.front(); }
  const Selector& own() const { return selectors.front(); }
};

}  // namespace keemun::acl
