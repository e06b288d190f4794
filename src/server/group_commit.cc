#include "server/group_commit.h"

#include <chrono>
#include <utility>

#include "session/error_replies.h"

namespace keemun::server {

namespace {

// Some fifty small rows: a tenth of a millisecond, against some microseconds until
// another thread has woken up. Where a commit waits for the disk, any is worth it.
constexpr size_t kWorthDepartingBytes = size_t{8} << 10;

}  // namespace

GroupCommit::GroupCommit(State& state)
    : state_(state),
      worth_departing_bytes_(state.settings.wal_sync == "always" ? 1 : kWorthDepartingBytes) {}

template <typename Wait>
bool GroupCommit::watch(Wait&& wait) {
  const auto begin = std::chrono::steady_clock::now();
  const bool has_succeeded = wait();
  state_.note_latency("commit", std::chrono::steady_clock::now() - begin);
  return has_succeeded;
}

void GroupCommit::step() {
  if (state_.hosted.wants_flush() || state_.hosted.has_failed()) return finish();
  if (is_under_way_ && state_.hosted.has_arrived()) arrive();
  if (!is_under_way_ && is_worth_departing()) depart();
}

bool GroupCommit::is_worth_departing() const {
  const size_t bytes = state_.hosted.gathered_bytes();
  return bytes >= worth_departing_bytes_ || (bytes > 0 && state_.hosted.is_held_up());
}

void GroupCommit::end_turn() {
  step();
  is_under_way_ ? release_settled() : finish();
}

void GroupCommit::depart() {
  departed_at_ = std::chrono::steady_clock::now();
  state_.hosted.depart();
  state_.unsettled.depart();
  is_under_way_ = true;
  release_settled();
  for (const uint64_t id : std::exchange(state_.touched, {})) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    client->is_touched = client->is_unsettled = false;
    client->output.depart();
    client->waiting_replies.depart();
    departed_.push_back(id);
  }
}

void GroupCommit::arrive() {
  if (!state_.hosted.arrive()) return finish();
  state_.note_latency("commit", std::chrono::steady_clock::now() - departed_at_);
  state_.last_commit_failed = false;
  state_.unsettled.arrive();
  is_under_way_ = false;
  for (const uint64_t id : std::exchange(departed_, {})) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    client->output.release_departed();
    client->waiting_replies.release_departed();
    state_.has_news.push_back(id);
  }
}

void GroupCommit::finish() {
  const bool has_writes = is_under_way_ || state_.hosted.gathered_bytes() > 0;
  if (has_writes) {
    watch([this] { return state_.hosted.flush(); });
  } else {
    state_.hosted.flush();
  }
  const auto error = state_.hosted.take_failure();
  if (has_writes) state_.last_commit_failed = error.has_value();
  if (error) fail(*error);
  release_all();
}

// Clients that go on writing to a full disk fail some thousand times a second, and the log may be
// on that disk.
void GroupCommit::log_failure(const ports::StoreError& error) {
  constexpr int64_t kPeriodMs = 10'000;
  const int64_t now_ms = state_.now_ms();
  if (logged_ms_ && now_ms - *logged_ms_ < kPeriodMs && now_ms >= *logged_ms_) {
    ++unlogged_failures_;
    return;
  }
  Bytes text = "A commit failed: " + error.text();
  if (const size_t before = std::exchange(unlogged_failures_, 0)) {
    text += ", as " + std::to_string(before) + " did since the last of these lines";
  }
  state_.log.warning(text);
  logged_ms_ = now_ms;
}

void GroupCommit::fail(const ports::StoreError& error) {
  ++state_.statistics.failed_turns;
  state_.tracking.all_changed();  // what was said of changes was said of none
  log_failure(error);
  const resp::Reply told = session::store_error_reply(error);
  state_.touched.insert(state_.touched.end(), departed_.begin(), departed_.end());
  for (const uint64_t id : state_.touched) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    if (client->waiting_replies.count() == 0) continue;
    Bytes encoded;
    resp::encode(told, client->protocol(), encoded);
    client->waiting_replies.fail(encoded, client->output);
  }
}

void GroupCommit::release_all() {
  is_under_way_ = false;
  state_.unsettled.clear();
  state_.touched.insert(state_.touched.end(), departed_.begin(), departed_.end());
  departed_.clear();
  for (const uint64_t id : std::exchange(state_.touched, {})) {
    if (Client* client = state_.client(id)) release(*client);
  }
}

void GroupCommit::release(Client& client) {
  client.is_touched = client.is_unsettled = false;
  client.output.release_all();
  client.waiting_replies.release_all();
  state_.has_news.push_back(client.id);
}

void GroupCommit::release_settled() {
  std::erase_if(state_.touched, [this](uint64_t id) {
    Client* client = state_.client(id);
    if (client == nullptr) return true;
    // What it was told before comes first.
    if (client->is_unsettled || client->output.has_departed()) return false;
    release(*client);
    return true;
  });
}

}  // namespace keemun::server
