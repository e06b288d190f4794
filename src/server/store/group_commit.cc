#include "server/store/group_commit.h"

#include <chrono>
#include <utility>

#include "server/observe/request_record.h"
#include "session/error_replies.h"

namespace keemun::server {

namespace {

// Some fifty small rows: a tenth of a millisecond, against some microseconds until
// another thread has woken up. Where a commit waits for the disk, any is worth it.
constexpr size_t kWorthDepartingBytes = size_t{8} << 10;

}  // namespace

GroupCommit::GroupCommit(State& state) : state_(state) {}

void GroupCommit::step() {
  if (state_.hosted.wants_flush() || state_.hosted.has_failed()) return finish();
  if (is_under_way_ && state_.hosted.has_arrived()) arrive();
  if (!is_under_way_ && is_worth_departing()) depart();
}

bool GroupCommit::is_worth_departing() const {
  const size_t bytes = state_.hosted.gathered_bytes();
  const size_t worth_it = state_.settings.wal_sync == "always" ? 1 : kWorthDepartingBytes;
  return bytes >= worth_it || (bytes > 0 && state_.hosted.is_held_up());
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
  state_.hosted.arrive() ? take_in() : finish();
}

void GroupCommit::take_in() {
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
  // By itself: what the next one meets is no business of its clients.
  if (is_under_way_ && state_.hosted.arrive()) take_in();
  const bool has_writes = is_under_way_ || state_.hosted.gathered_bytes() > 0;
  const auto begin = std::chrono::steady_clock::now();
  state_.hosted.flush();
  if (has_writes) state_.note_latency("commit", std::chrono::steady_clock::now() - begin);
  const auto error = state_.hosted.take_failure();
  if (has_writes || error) state_.last_commit_failed = error.has_value();
  if (error) {
    release_settled();
    fail(*error);
  }
  release_all();
}

void GroupCommit::fail(const ports::StoreError& error) {
  ++state_.statistics.failed_turns;
  ++state_.failed_commits;
  state_.tracking.all_changed();     // what was said of changes was said of none
  state_.parked.added_everywhere();  // who found nothing waits beside what is there again
  failures_.tell(state_.log, "A commit failed: " + error.text());
  const resp::Reply told = session::store_error_reply(error);
  state_.touched.insert(state_.touched.end(), departed_.begin(), departed_.end());
  for (const uint64_t id : state_.touched) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    if (client->waiting_replies.count() == 0) continue;
    Bytes encoded;
    resp::encode(told, client->protocol(), encoded);
    count_error(state_, told, client->waiting_replies.fail(encoded, client->output));
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
