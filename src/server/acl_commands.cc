#include "server/acl_commands.h"

#include <algorithm>
#include <array>
#include <random>

#include "base/command_error.h"
#include "base/sha.h"
#include "session/session.h"

namespace keemun::server {

namespace {

constexpr BytesView kHexDigits = "0123456789abcdef";

Reply bulks(std::initializer_list<BytesView> texts) {
  Reply::Items items;
  for (const BytesView text : texts) items.push_back(Reply::bulk(Bytes(text)));
  return Reply::array(std::move(items));
}

}  // namespace

// ACL CAT [category]
std::optional<Reply> acl_cat(ServerCall& call) {
  constexpr std::array<BytesView, 21> kCategories = {
      "keyspace", "read",   "write",       "set",       "sortedset",  "list",        "hash",
      "string",   "bitmap", "hyperloglog", "geo",       "stream",     "pubsub",      "admin",
      "fast",     "slow",   "blocking",    "dangerous", "connection", "transaction", "scripting"};
  if (call.size() > 3) call.throw_subcommand_syntax("ACL");
  Reply::Items items;
  if (call.size() == 2) {
    for (const BytesView name : kCategories) items.push_back(Reply::bulk(Bytes(name)));
    return Reply::array(std::move(items));
  }
  const bool is_known = std::any_of(kCategories.begin(), kCategories.end(),
                                    [&](BytesView name) { return call.is_word(2, name); });
  if (!is_known) throw CommandError("ERR Unknown category '" + Bytes(call.arg(2)) + "'");
  session::Session session(call.state.hosted.core());
  return session.execute(std::array{BytesView("command"), BytesView("list"), BytesView("filterby"),
                                    BytesView("aclcat"), call.arg(2)});
}

// ACL GENPASS [bits]
std::optional<Reply> acl_genpass(ServerCall& call) {
  constexpr int64_t kBitsMax = 4096;
  constexpr int64_t kUsualBits = 256;
  constexpr int64_t kBitsPerDigit = 4;
  if (call.size() > 3) call.throw_subcommand_syntax("ACL");
  const int64_t bits = call.size() == 3 ? call.integer(2) : kUsualBits;
  if (bits <= 0 || bits > kBitsMax) {
    throw CommandError(
        "ERR ACL GENPASS argument must be the number of bits for the output password, a positive "
        "number up to 4096");
  }
  std::random_device device;
  Bytes password;
  for (int64_t made = 0; made < bits; made += kBitsPerDigit) {
    password += kHexDigits[device() % kHexDigits.size()];
  }
  return Reply::bulk(std::move(password));
}

// ACL GETUSER name
std::optional<Reply> acl_getuser(ServerCall& call) {
  if (call.arg(2) != "default") return Reply::null();
  const Bytes& password = call.state.settings.requirepass;
  Reply::Items passwords;
  if (!password.empty()) passwords.push_back(Reply::bulk(sha256_hex(password)));
  return Reply::map(
      {Reply::bulk("flags"), password.empty() ? bulks({"on", "nopass"}) : bulks({"on"}),
       Reply::bulk("passwords"), Reply::array(std::move(passwords)), Reply::bulk("commands"),
       Reply::bulk("+@all"), Reply::bulk("keys"), Reply::bulk("~*"), Reply::bulk("channels"),
       Reply::bulk("&*"), Reply::bulk("selectors"), Reply::array()});
}

// ACL LIST
std::optional<Reply> acl_list(ServerCall& call) {
  const Bytes& password = call.state.settings.requirepass;
  const Bytes proof = password.empty() ? "nopass" : "#" + sha256_hex(password);
  return Reply::array({Reply::bulk("user default on " + proof + " ~* &* +@all")});
}

// ACL USERS
std::optional<Reply> acl_users(ServerCall&) {
  return bulks({"default"});
}

// ACL WHOAMI
std::optional<Reply> acl_whoami(ServerCall&) {
  return Reply::bulk("default");
}

}  // namespace keemun::server
