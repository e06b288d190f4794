// Which groups of consumers a plan has made so far, as far as that is known without playing it. A
// plan that asks for groups blindly mostly hears that there is none, and proves little.
#pragma once

#include <optional>
#include <vector>

#include "commands/table/table.h"
#include "plan/draw.h"
#include "plan/plan.h"

namespace keemun::plan {

class KnownGroups {
 public:
  struct Group {
    Bytes key;
    Bytes name;

    friend bool operator==(const Group&, const Group&) = default;
  };

  bool empty() const { return groups_.empty(); }
  bool contains(const Group& group) const;

  // One of them; of that key, of that name, where they are stated.
  const Group* any(Draw& draw, const std::optional<Bytes>& key,
                   const std::optional<Bytes>& name) const;

  // What a command does to them. Whether it was played, and found what it asks for, is not known.
  void follow(const commands::Command* command, const Args& args);

 private:
  void follow_xgroup(const Args& args);
  void forget_key(BytesView key);

  std::vector<Group> groups_;  // a handful
};

}  // namespace keemun::plan
