#include "acl/users.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <utility>

#include "base/command_error.h"
#include "base/sha.h"

namespace keemun::acl {

namespace {

// Compared in a time that does not tell where they differ.
bool equals_secret(const Bytes& given, const Bytes& secret) {
  return given.size() == secret.size() &&
         CRYPTO_memcmp(given.data(), secret.data(), secret.size()) == 0;
}

}  // namespace

Users::Users(const Rules& rules)
    : rules_(rules), default_(std::make_shared<User>(rules.new_default_user())) {
  users_.emplace(default_->name, default_);
}

std::shared_ptr<User> Users::find(BytesView name) const {
  const auto found = users_.find(name);
  return found == users_.end() ? nullptr : found->second;
}

std::shared_ptr<User> Users::with_password(BytesView name, BytesView password) const {
  std::shared_ptr<User> user = find(name);
  const Bytes hash = sha256_hex(password);
  if (user == nullptr || !user->is_on) return nullptr;
  bool is_right = user->needs_no_password;
  for (const Bytes& known : user->passwords) is_right |= equals_secret(hash, known);
  return is_right ? user : nullptr;
}

void Users::put(User user) {
  const auto found = users_.find(user.name);
  if (found != users_.end()) {
    *found->second = std::move(user);
  } else {
    Bytes name = user.name;
    users_.emplace(std::move(name), std::make_shared<User>(std::move(user)));
  }
}

void Users::erase(BytesView name) {
  if (const auto found = users_.find(name); found != users_.end()) users_.erase(found);
}

void Users::replace(std::vector<User> users) {
  users_.clear();
  users_.emplace(default_->name, default_);
  *default_ = rules_.new_default_user();
  for (User& user : users) put(std::move(user));
}

void check_user_name(BytesView name) {
  const bool is_word = std::none_of(name.begin(), name.end(), [](char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
  });
  if (!is_word) throw CommandError("ERR Usernames can't contain spaces or null characters");
}

}  // namespace keemun::acl
