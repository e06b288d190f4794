#include "sim/world.h"

#include <iterator>
#include <utility>

#include "audit/audit.h"
#include "base/ascii.h"
#include "base/command_error.h"
#include "base/hash.h"
#include "format/key_layout.h"
#include "inexact/allowed_replies.h"
#include "plan/draw.h"
#include "plan/plan_text.h"
#include "plan/swarm.h"
#include "sim/plan_names.h"
#include "sim/request_digest.h"

namespace keemun::sim {

using resp::Reply;

namespace {

constexpr size_t kScanPagesMax = 100'000;

// Where a scanning command has its cursor; 0 if it does not scan.
size_t cursor_position(const plan::Args& args) {
  const Bytes name = ascii_lower(args[0]);
  if (name == "scan") return 1;
  return name == "hscan" || name == "sscan" || name == "zscan" ? 2 : 0;
}

bool is_page(const Reply& reply) {
  return reply.kind() == Reply::Kind::kArray && reply.items().size() == 2 &&
         reply.items()[1].is_aggregate();
}

}  // namespace

World::World(const plan::Plan& plan)
    : plan_(plan),
      options_(WorldOptions::parse(plan.options)),
      kv_(options_.profile),
      clock_(plan::kStartMs),
      random_(plan.seed),
      copies_(clock_),
      indexes_(clock_),
      core_(std::make_unique<session::Core>(kv_, clock_, random_, core_settings(options_),
                                            redis_doors())),
      model_(model_options(options_)),
      named_(open_names(plan, model_)) {
  kv_.note_changes();
  // No write is late before the plan, however much its clock steps back.
  if (const int64_t late_ms = kv_.capabilities().late_write_ms; late_ms > 0) {
    clock_.advance(2 * late_ms);
  }
  if (options_.has_collector()) {
    collector_ = std::make_unique<WorldCollector>(kv_, *core_, [this] { play_next(); });
  }
}

keyspace::RedisDoors World::redis_doors() {
  const bool has_copies = options_.copy_redis != WorldOptions::CopyRedis::kOff;
  return {has_copies ? &copies_ : nullptr, &indexes_};
}

std::optional<Violation> World::play() {
  while (next_event_ < plan_.events.size() && !violation_) {
    const uint64_t event_id = plan_.events[next_event_].id;
    plan::Draw draw(plan_.seed, event_id, plan::Stream::kSchedule);
    if (options_.collector_works(draw)) collector_->work(draw);
    play_next();
  }
  if (plan_.events.empty()) return std::move(violation_);
  reader_ = KeyReader();  // the last look is at everything
  const size_t last = plan_.events.size() - 1;
  if (!violation_) {
    if (auto detail = audit_rows()) violation_ = {"rows_match_meta", last, std::move(*detail)};
  }
  if (collector_ && !violation_) collect_all_garbage();
  if (!violation_) lose_all_indexes();
  return std::move(violation_);
}

void World::play_next() {
  if (next_event_ >= plan_.events.size() || violation_) return;
  const size_t index = next_event_++;
  violation_ = play_event(plan_.events[index], index);
}

std::optional<Violation> World::play_event(const plan::Event& event, size_t index) {
  constexpr size_t kAuditEveryEvents = 64;
  if (const auto* clock = std::get_if<plan::ClockEvent>(&event.what)) {
    clock_.advance(clock->advance_ms);
    history_digest_ =
        hash_draw(history_digest_, static_cast<uint64_t>(clock->advance_ms), clock->process);
    return std::nullopt;
  }
  const auto* command = event.command();
  if (command == nullptr) return std::nullopt;  // faults are for worlds in which somebody waits
  disturb_copies(event.id);
  if (auto detail = play_command(*command)) {
    return Violation{"every_encoding_equals_model", index, std::move(*detail)};
  }
  if (kv_.counts().rows_mistaken > 0) {
    return Violation{"counts_equal_the_store", index,
                     "a row is written by who is wrong on whether it was there"};
  }
  if (index % kAuditEveryEvents == kAuditEveryEvents - 1) {
    if (auto detail = audit_rows()) return Violation{"rows_match_meta", index, std::move(*detail)};
  }
  return std::nullopt;
}

// A Redis that keeps indexes must not forget them. If it does, that is said, never hidden.
void World::lose_all_indexes() {
  if (options_.encodings.zset != format::Encoding::kZSetRedisStored) return;
  indexes_.flush();
  for (size_t i = 0; i < options_.database_count; ++i) {
    if (options_.family_of(core_->database_order[i]) != format::EncodingFamily::kCamellia) continue;
    Client client(*core_);
    ask(client, plan::Args{"SELECT", std::to_string(i)});
    for (const auto& [key, entry] : model_.databases()[i].entries()) {
      if (!std::holds_alternative<model::ZSet>(entry.value)) continue;
      const Reply reply = ask(client, plan::Args{"ZRANGE", key, "0", "-1"});
      const bool is_said = reply.is_error() && reply.text().find("' is lost: ") != Bytes::npos;
      if (is_said || entry.expired(core_->now_ms())) continue;
      violation_ = {"lost_index_is_reported", plan_.events.size() - 1,
                    "core: " + resp::to_transcript(reply)};
      return;
    }
  }
}

void World::collect_all_garbage() {
  constexpr int64_t kLongMs = 3'600'000;  // nothing is young then
  const size_t index = plan_.events.size() - 1;
  if (!kv_.capabilities().atomic_batch) clock_.advance(kLongMs);
  collector_->collect_all();
  if (auto detail = audit_rows()) {
    violation_ = {"gc_never_deletes_live", index, std::move(*detail)};
    return;
  }
  const auto left = unreachable_rows(kv_.rows(), core_->settings.databases[0], core_->now_ms());
  if (left.empty()) return;
  violation_ = {"gc_reclaims_everything", index,
                std::to_string(left.size()) + " rows are left, the first is " +
                    plan::argument_text(left.front())};
}

std::optional<Bytes> World::play_command(const plan::CommandEvent& event) {
  ++command_count_;
  auto& slot = clients_[event.client];
  if (!slot) slot = std::make_unique<Client>(*core_);
  Client& client = *slot;
  plan::Args args = event.args;
  for (Bytes& arg : args) {
    if (arg == plan::kDumpedPayload) arg = client.dumped;
  }
  const size_t cursor_at = cursor_position(args);
  const Reply observed =
      cursor_at == 0 ? ask(client, args) : ask_whole_scan(client, args, cursor_at);
  const model::Judgement judgement = model_.judge(client.oracle, args, core_->now_ms(), observed);
  const bool is_as_expected = inexact::is_right(options_.blindness(), model_.options(),
                                                {args, client.queue}, judgement, observed);
  remember(client, args, observed);
  note(event, observed);
  if (is_as_expected) return std::nullopt;
  return "core: " + resp::to_transcript(observed) +
         "\nmodel: " + resp::to_transcript(judgement.expected);
}

void World::disturb_copies(uint64_t event_id) {
  using CopyRedis = WorldOptions::CopyRedis;
  if (options_.copy_redis < CopyRedis::kEvicting) return;
  plan::Draw draw(plan_.seed, event_id, plan::Stream::kFault);
  if (draw.percent(20)) copies_.evict_any(draw.next());
  if (draw.percent(2)) copies_.flush();
  if (draw.percent(10)) copies_.remember();
  if (draw.percent(4)) copies_.fail_over();
  if (options_.copy_redis < CopyRedis::kFailing) return;
  using Failure = FakeRedis::Failure;
  constexpr Failure kFailures[] = {Failure::kNotSent,      Failure::kRefused,
                                   Failure::kLost,         Failure::kAnswerLost,
                                   Failure::kHappensLater, Failure::kBrokenHalfway};
  if (draw.percent(10)) {
    const size_t calls = 1 + draw.below(2);
    copies_.fail_next(draw.pick(kFailures), calls);
  }
  if (draw.percent(10)) copies_.land_late();
}

std::optional<Bytes> World::audit_rows() {
  try {
    const StoredKeys keys = reader_.read(
        {kv_.rows(), core_->settings.databases, core_->database_order, core_->now_ms(),
         &indexes_.keys(), true, ardb_rules(options_), options_.encodings.has_expiry_index, named_},
        kv_.take_changes());
    return audit(keys, model_.databases(), core_->now_ms());
  } catch (const CommandError& error) {
    return error.text();
  }
}

Reply World::ask(Client& client, std::span<const Bytes> args) {
  const std::vector<BytesView> words(args.begin(), args.end());
  const commands::Command* command = client.session.find(words);
  Reply reply = client.session.execute(command, words);
  if (command != nullptr) marks_.add(*command, reply);
  return reply;
}

Reply World::ask_whole_scan(Client& client, const plan::Args& args, size_t cursor_at) {
  Reply whole = ask(client, args);
  if (!is_page(whole)) return whole;
  plan::Args next = args;
  for (size_t pages = 1; whole.items()[0].text() != "0"; ++pages) {
    if (pages == kScanPagesMax)
      return Reply::error("no end after " + std::to_string(pages) + " pages");
    next[cursor_at] = whole.items()[0].text();
    Reply page = ask(client, next);
    if (!is_page(page)) return page;
    whole.items()[0] = std::move(page.items()[0]);
    auto& items = page.items()[1].items();
    auto& all = whole.items()[1].items();
    std::move(items.begin(), items.end(), std::back_inserter(all));
  }
  return whole;
}

void World::remember(Client& client, const plan::Args& args, const Reply& observed) {
  if (observed.kind() == Reply::Kind::kStatus && observed.text() == "QUEUED") {
    client.queue.push_back(args);
    return;
  }
  const Bytes name = ascii_lower(args[0]);
  // A MULTI inside a MULTI is refused and changes nothing.
  const bool begins = name == "multi" && !observed.is_error();
  if (begins || name == "exec" || name == "discard") client.queue.clear();
  if (name == "dump" && observed.kind() == Reply::Kind::kBulk) client.dumped = observed.text();
}

void World::note(const plan::CommandEvent& event, const Reply& observed) {
  history_digest_ = with_request(history_digest_, event.client, event.args, observed);
  if (observer_) observer_(event, observed);
}

uint64_t World::digest() const {
  uint64_t digest = history_digest_;
  for (const auto& [key, value] : kv_.rows()) digest = hash_bytes(value, hash_bytes(key, digest));
  return digest;
}

}  // namespace keemun::sim
