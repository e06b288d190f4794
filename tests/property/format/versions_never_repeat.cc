// Law: whatever clocks do and however often issuers are restarted, no version is given twice, an
// issuer's versions only grow, and each keeps a creation time.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <set>

#include "format/key_version.h"

namespace keemun::format {
namespace {

// An issuer, the row in which its reservation lives, and its clock.
struct Node {
  explicit Node(uint8_t issuer_number) : number(issuer_number), issuer(number, 0) {}

  KeyVersion issue() {
    while (true) {
      if (const auto version = issuer.issue(now_ms)) return *version;
      stored_ms = issuer.reservation_wanted(now_ms);
      issuer.reserve(stored_ms);
    }
  }
  void restart() { issuer = KeyVersionIssuer(number, stored_ms); }

  IssuerNumber number;
  KeyVersionIssuer issuer;
  int64_t stored_ms = 0;
  int64_t now_ms = 1724900000000;
  KeyVersion last;
};

RC_GTEST_PROP(Versions, NeverRepeatAndGrowPerIssuer, ()) {
  std::array<Node, 3> nodes = {Node(0), Node(1), Node(255)};
  std::set<KeyVersion> given;
  const auto steps = *rc::gen::inRange(1, 200);
  for (int i = 0; i < steps; ++i) {
    Node& node = nodes[*rc::gen::inRange<size_t>(0, nodes.size())];
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        node.restart();
        break;
      case 1:
        node.now_ms += *rc::gen::element<int64_t>(1, 1, 999, 20'000, 86'400'000);
        break;
      case 2:
        node.now_ms -= *rc::gen::element<int64_t>(1, 5000, 3'600'000);
        break;
      default: {
        const KeyVersion version = node.issue();
        RC_ASSERT(given.insert(version).second);
        RC_ASSERT(version > node.last);
        RC_ASSERT(creation_ms(version) >= node.now_ms);
        RC_ASSERT(creation_ms(version) < node.stored_ms);
        node.last = version;
      }
    }
  }
}

RC_GTEST_PROP(Versions, StayTheClockWhileItRunsForward, ()) {
  Node node(7);
  for (int i = 0; i < 100; ++i) {
    node.now_ms += *rc::gen::inRange<int64_t>(0, 50);
    RC_ASSERT(creation_ms(node.issue()) == node.now_ms);
  }
}

RC_GTEST_PROP(Versions, APlainMillisecondIsItsOwnCreationTime, ()) {
  const auto ms = *rc::gen::inRange<int64_t>(0, int64_t{1} << 44);
  RC_ASSERT(creation_ms(KeyVersion(ms)) == ms);
}

}  // namespace
}  // namespace keemun::format
