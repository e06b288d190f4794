#include "server/net/poller.h"

#include <algorithm>

#include "base/check.h"

namespace keemun::server {

Poller::Poller() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  CHECK(epoll_);
}

bool Poller::add(const Descriptor& descriptor, uint64_t token) {
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = token;
  return ::epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, descriptor.number(), &event) == 0;
}

void Poller::set(const Descriptor& descriptor, uint64_t token, Interest interest) {
  epoll_event event = {};
  event.events = (interest.read ? EPOLLIN : 0u) | (interest.end ? EPOLLRDHUP : 0u) |
                 (interest.write ? EPOLLOUT : 0u);
  event.data.u64 = token;
  CHECK(::epoll_ctl(epoll_.number(), EPOLL_CTL_MOD, descriptor.number(), &event) == 0);
}

void Poller::remove(const Descriptor& descriptor) {
  ::epoll_ctl(epoll_.number(), EPOLL_CTL_DEL, descriptor.number(), nullptr);
}

std::span<const Poller::Event> Poller::wait(int timeout_ms) {
  const int count =
      ::epoll_wait(epoll_.number(), raw_.data(), static_cast<int>(raw_.size()), timeout_ms);
  const auto found = static_cast<size_t>(std::max(count, 0));  // a signal finds nothing
  for (size_t i = 0; i < found; ++i) {
    const uint32_t what = raw_[i].events;
    events_[i] = {raw_[i].data.u64, (what & (EPOLLIN | EPOLLHUP | EPOLLERR | EPOLLRDHUP)) != 0,
                  (what & EPOLLOUT) != 0};
  }
  return std::span(events_).first(found);
}

}  // namespace keemun::server
