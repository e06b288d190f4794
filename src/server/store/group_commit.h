// Group commit: the writes of many requests go to the store as one batch, and the replies of all of
// them leave after it.
//
// A large group is committed by another thread, while the next one is gathered; no more than one is
// under way. What is gathered meanwhile has seen its rows: if its commit fails, both groups fail;
// not the other way round. A small group is not worth the way there and back: it is committed here,
// at the end of its turn; but where commits are likely to take long, for the store writes out more
// slowly than it is written to. Then a group may be under way for seconds: who has seen nothing of
// what is not committed is answered meanwhile, and who writes is held back once the next group is
// large.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "ports/store_error.h"
#include "server/observe/rare_warning.h"
#include "server/state.h"

namespace keemun::server {

class GroupCommit {
 public:
  explicit GroupCommit(State& state);

  // After each client that was served.
  void step();
  // A group that is under way now may stay so.
  void end_turn();
  // Everything is committed, or has failed.
  void finish();

  bool is_under_way() const { return is_under_way_; }
  // Nothing more should be written now.
  bool is_full() const { return is_under_way_ && state_.hosted.has_gathered_much(); }

 private:
  bool is_worth_departing() const;
  void depart();
  void arrive();
  // What was under way is in the store.
  void take_in();
  // Every reply that was not released becomes this error, but for those about the client itself.
  void fail(const ports::StoreError& error);
  void release_all();
  void release(Client& client);
  // Of those who have been told something: who may know it now.
  void release_settled();

  State& state_;
  bool is_under_way_ = false;
  std::chrono::steady_clock::time_point departed_at_;
  std::vector<uint64_t> departed_;  // clients with replies that wait for the group under way
  RareWarning failures_;
};

}  // namespace keemun::server
