// How a server ends: what was begun is finished, what was written is synced, in the time that there
// is.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "base/command_error.h"
#include "ports/kv_store.h"
#include "server/server.h"

namespace keemun::server {

std::chrono::seconds Server::time_to_end() const {
  return std::chrono::seconds(std::min<int64_t>(state_.settings.shutdown_timeout_s, 2));
}

// What takes very long has not happened; nobody was told that it had.
void Server::finish_long_requests() {
  const auto until = std::chrono::steady_clock::now() + time_to_end();
  while (!long_requests_.may_have_read_what_failed() && std::chrono::steady_clock::now() < until) {
    if (groups_.is_full()) groups_.finish();  // who writes waits for that
    if (!long_requests_.have_work()) break;
    long_requests_.go_on();
    groups_.step();
  }
  long_requests_.break_off();
}

void Server::leave_counts() {
  const auto tell = [this](const Bytes& why) {
    state_.log.notice("The number of keys could not be noted, the next start counts them: " + why);
  };
  try {
    state_.hosted.leave_counts();
  } catch (const CommandError& error) {
    tell(error.text());
  } catch (const ports::StoreError& error) {
    tell(error.text());
  }
}

void Server::shut_down() {
  state_.log.notice(*state_.shutdown_reason + ", shutting down");
  listeners_->close();
  finish_long_requests();
  groups_.finish();
  end_turn();
  // What clients do not take at once is given a little time. Nothing that they send is run.
  for (const auto& [id, client] : state_.clients) {
    client->closes_after_output = true;
    state_.has_news.push_back(id);
  }
  connections_.send_news();
  const auto until = std::chrono::steady_clock::now() + time_to_end();
  const auto is_unsent = [](const auto& entry) { return !entry.second->output.empty(); };
  while (std::chrono::steady_clock::now() < until &&
         std::any_of(state_.clients.begin(), state_.clients.end(), is_unsent)) {
    for (const Poller::Event& event : poller_.wait(static_cast<int>(Upkeep::kTickMs))) {
      handle(event);
    }
    groups_.finish();
    end_turn();
  }
  std::optional<ports::StoreError> failure;
  try {
    upkeep_->finish();
  } catch (const ports::StoreError& error) {
    failure = error;
  }
  if (!failure) leave_counts();
  if (state_.saves.is_under_way()) {
    state_.log.notice("Waiting for the checkpoint that is being written");
    state_.saves.finish(state_.now_ms());
  }
  if (!state_.settings.unix_socket.empty()) std::remove(state_.settings.unix_socket.c_str());
  if (has_pid_file_) ::unlink(state_.settings.pid_file.c_str());
  if (failure) {
    state_.log.warning("What was written last may not be on disk: " + failure->text());
    throw *failure;
  }
  state_.log.notice("Everything is on disk, bye");
}

}  // namespace keemun::server
