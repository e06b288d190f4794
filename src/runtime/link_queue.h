// An intrusive queue: its members carry the links, so that joining allocates nothing, and a member
// that is destroyed leaves its queue by itself.
//
//   class Waiter : public QueueLink<Waiter> { ... };
//   LinkQueue<Waiter> waiters;
//
// A member stands in at most one queue. The queue owns nobody; it must be empty when it dies.
#pragma once

#include "base/check.h"

namespace keemun::runtime {

template <typename Member>
class LinkQueue;

template <typename Member>
class QueueLink {
 public:
  QueueLink() = default;
  QueueLink(const QueueLink&) = delete;
  QueueLink& operator=(const QueueLink&) = delete;
  ~QueueLink() { leave_queue(); }

  bool in_queue() const { return next_ != this; }

  void leave_queue() noexcept {
    previous_->next_ = next_;
    next_->previous_ = previous_;
    previous_ = next_ = this;
  }

 private:
  friend class LinkQueue<Member>;

  QueueLink* previous_ = this;
  QueueLink* next_ = this;
};

template <typename Member>
class LinkQueue {
 public:
  ~LinkQueue() { CHECK(empty()); }

  bool empty() const { return !ends_.in_queue(); }

  void push_back(QueueLink<Member>& link) noexcept {
    CHECK(!link.in_queue());
    link.previous_ = ends_.previous_;
    link.next_ = &ends_;
    ends_.previous_->next_ = &link;
    ends_.previous_ = &link;
  }

  Member& front() noexcept {
    CHECK(!empty());
    return static_cast<Member&>(*ends_.next_);
  }

  Member& pop_front() noexcept {
    CHECK(!empty());
    QueueLink<Member>& link = *ends_.next_;
    link.leave_queue();
    return static_cast<Member&>(link);
  }

 private:
  // A ring through this link: its next is the first, its previous the last.
  QueueLink<Member> ends_;
};

}  // namespace keemun::runtime
