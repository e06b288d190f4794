// What one client is told and waits for a commit: how many replies, and what stays true if it
// fails. That are replies about the client alone, and news that nobody asked for: what was
// published is not taken back. In the order in which they were given:
//
//   departed: wait for the commit under way | gathered: wait for the next one
#pragma once

#include <cstddef>
#include <vector>

#include "base/bytes.h"
#include "server/net/output.h"

namespace keemun::server {

class WaitingReplies {
 public:
  void add() {
    ++gathered_;
    ++given_;
  }
  // As many as there ever were.
  size_t given() const { return given_; }
  size_t count() const { return departed_ + gathered_; }
  // Replies that were given since then stay true, and news among them: all that stands in the
  // output from this place on, but for what a commit in between has released.
  void keep(size_t given_before, size_t from, const Output& output);
  void keep_news(size_t from, size_t to);

  // They belong to a commit that begins now; no other is under way.
  void depart();
  // That commit has succeeded.
  void release_departed();
  void release_all();
  // None of the commits did: in the output `error` stands in the place of what is not true, so many
  // times.
  size_t fail(BytesView error, Output& output);

 private:
  struct Kept {
    size_t before = 0;  // replies
    size_t count = 0;   // of them in it
    size_t from = 0;
    size_t to = 0;
    bool has_departed = false;
  };

  size_t given_ = 0;
  size_t gathered_ = 0;
  size_t departed_ = 0;
  std::vector<Kept> kept_;
};

}  // namespace keemun::server
