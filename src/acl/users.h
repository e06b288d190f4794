// The users by name. One of them is `default`, who is there from the beginning to the end: clients
// are it until they log in as another.
//
// Whoever holds a user holds what it may do now: rules change it in place.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "acl/rules.h"
#include "acl/user.h"
#include "base/bytes.h"

namespace keemun::acl {

class Users {
 public:
  using Table = std::map<Bytes, std::shared_ptr<User>, std::less<>>;

  // The rules outlive it.
  explicit Users(const Rules& rules);

  const Table& all() const { return users_; }
  // Null where there is none.
  std::shared_ptr<User> find(BytesView name) const;
  const std::shared_ptr<User>& default_user() const { return default_; }
  // Whether nobody has to log in.
  bool is_open() const { return default_->is_on && default_->needs_no_password; }

  // The user of this name and password who may log in; null where there is none. Takes as long
  // whatever is wrong about the password.
  std::shared_ptr<User> with_password(BytesView name, BytesView password) const;

  // Puts a user in the place of the one of its name, for those who hold that one, too; or adds it.
  void put(User user);
  // Not `default`.
  void erase(BytesView name);

  // Everybody goes but those here; where `default` is not among them it is as at the beginning. Who
  // holds another than `default` holds somebody who is no more.
  void replace(std::vector<User> users);

 private:
  const Rules& rules_;
  Table users_;
  std::shared_ptr<User> default_;
};

// Throws CommandError, for a name that would not be one word of a line.
void check_user_name(BytesView name);

}  // namespace keemun::acl
