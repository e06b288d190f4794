// Gates: commands on one key run one after another, in the order in which they came, wherever they
// came from, but for those that only read: these need no order among each other. Commands on
// different keys do not know of each other; a command on the whole keyspace waits for all and holds
// up all.
//
// A command takes the gates of all its keys, in sorted order, so that no two can wait for each
// other; a key's name is the gate, whatever the database. A free gate costs one look-up; a taken
// one suspends the fiber. On a plain thread, where nothing suspends, there are none.
#pragma once

#include <boost/container/small_vector.hpp>
#include <span>
#include <unordered_map>

#include "base/bytes.h"
#include "base/hash.h"
#include "runtime/event.h"
#include "runtime/link_queue.h"
#include "session/gate_keys.h"

namespace keemun::session {

class KeyGates {
  class Gate {
   public:
    void acquire(bool is_exclusive);
    void release(bool is_exclusive);
    bool is_idle() const { return holders_ == 0 && waiting_.empty(); }
    bool lets_in(bool is_exclusive) const { return waiting_.empty() && has_room_for(is_exclusive); }

   private:
    // Stands in the queue until it is let in; one that is dropped leaves, and gives back what it
    // was given.
    struct Waiter : runtime::QueueLink<Waiter> {
      Waiter(Gate& its_gate, bool exclusive) : gate(its_gate), is_exclusive(exclusive) {}
      ~Waiter();

      Gate& gate;
      const bool is_exclusive;
      bool is_let_in = false;
      bool has_entered = false;
      runtime::Event let_in;
    };

    bool has_room_for(bool is_exclusive) const {
      return holders_ == 0 || (!is_exclusive && !is_held_exclusively_);
    }
    void take(bool is_exclusive);
    void let_next_in();

    size_t holders_ = 0;
    bool is_held_exclusively_ = false;
    runtime::LinkQueue<Waiter> waiting_;
  };
  using Gates = std::unordered_map<Bytes, Gate, TableHash, std::equal_to<>>;  // order never seen

 public:
  explicit KeyGates(const TableHash& hash = {}) : gates_(0, hash) {}

  // Whether a pass would be given at once.
  bool let_in(const GateKeys& wanted) const;
  bool are_idle() const { return gates_.empty() && whole_.is_idle(); }

  // Holds its gates until it is destroyed. Lives on the stack of the command.
  class Pass {
   public:
    Pass(KeyGates& gates, const GateKeys& wanted);
    // To change them.
    Pass(KeyGates& gates, std::span<const BytesView> keys);
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass();

   private:
    bool needs_none() const;
    void enter(const GateKeys& wanted);
    void enter_all();
    void leave() noexcept;

    KeyGates& gates_;
    bool is_for_all_ = false;
    bool has_entered_ = false;
    struct Held {
      Gates::value_type* place;
      bool is_exclusive;
    };
    boost::container::small_vector<Held, 4> held_;
  };

  // Gates that somebody holds or waits for.
  size_t busy_count() const { return gates_.size(); }

 private:
  void forget_if_idle(Gates::value_type& place);

  Gates gates_;
  Gate whole_;  // shared by commands on keys
};

}  // namespace keemun::session
