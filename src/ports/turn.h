// Of several that would do the same at once, one at a time does it: whoever has entered is alone
// until he leaves, and others wait for that. A host of several threads has one, and one whose
// commands let others come in between; where each runs from its beginning to its end on the one
// thread there is, nobody needs it.
#pragma once

namespace keemun::ports {

class Turn {
 public:
  virtual ~Turn() = default;

  // Before each reading, by whoever has not entered, and now and then where he does much without
  // one: others may go first.
  virtual void let_others_go() {}
  virtual void enter() = 0;
  virtual void leave() = 0;
};

}  // namespace keemun::ports
