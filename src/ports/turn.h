// Of several that would do the same at once, one at a time does it: whoever has entered is alone
// until he leaves, and others wait for that. A host of several threads has one; where there is one
// thread, nobody needs it.
#pragma once

namespace keemun::ports {

class Turn {
 public:
  virtual ~Turn() = default;

  virtual void enter() = 0;
  virtual void leave() = 0;
};

}  // namespace keemun::ports
