#include "sim/world.h"

#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "format/key_layout.h"
#include "model/call.h"
#include "model/judge.h"
#include "plan/plan_text.h"
#include "plan/swarm.h"
#include "sim/audit.h"
#include "sim/inexact.h"

namespace keemun::sim {

using resp::Reply;

namespace {

session::CoreSettings core_settings(const WorldOptions& options) {
  session::CoreSettings settings;
  settings.encodings = options.encodings;
  for (size_t i = 0; i < options.database_count; ++i) {
    Bytes name = "db";
    name.push_back(static_cast<char>('0' + i / 10));
    name.push_back(static_cast<char>('0' + i % 10));
    settings.databases.emplace_back(options.layout, std::move(name));
  }
  return settings;
}

model::Options model_options(const WorldOptions& options) {
  model::Options result;
  result.database_count = options.database_count;
  // A blind store cannot tell a change from a repetition, so it fails a WATCH rather than miss one.
  result.exec_may_fail = options.has_blind_hash() || options.has_blind_set();
  return result;
}

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
      clock_(plan::kStartMs),
      random_(plan.seed),
      core_(std::make_unique<session::Core>(kv_, clock_, random_, core_settings(options_))),
      model_(model_options(options_)) {}

std::optional<Violation> World::play() {
  constexpr size_t kAuditEveryEvents = 64;
  for (size_t i = 0; i < plan_.events.size(); ++i) {
    const plan::Event& event = plan_.events[i];
    if (const auto* clock = std::get_if<plan::ClockEvent>(&event.what)) {
      clock_.advance(clock->advance_ms);
      continue;
    }
    if (auto detail = play_command(*event.command())) {
      return Violation{"every_encoding_equals_model", i, std::move(*detail)};
    }
    const bool is_last = i + 1 == plan_.events.size();
    if (is_last || i % kAuditEveryEvents == kAuditEveryEvents - 1) {
      if (auto detail = audit_rows()) return Violation{"rows_match_meta", i, std::move(*detail)};
    }
  }
  return std::nullopt;
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
  const model::Judgement judgement = model_.judge(client.oracle, args, clock_.now_ms(), observed);
  const bool is_right = judgement.same || is_allowed(client, args, judgement.expected, observed);
  remember(client, args, observed);
  if (is_right) return std::nullopt;
  return "core: " + resp::to_transcript(observed) +
         "\nmodel: " + resp::to_transcript(judgement.expected);
}

std::optional<Bytes> World::audit_rows() {
  return audit({kv_.rows(), core_->settings.databases, core_->database_order, model_.databases(),
                clock_.now_ms()});
}

Reply World::ask(Client& client, std::span<const Bytes> args) {
  const std::vector<BytesView> words(args.begin(), args.end());
  return client.session.execute(words);
}

Reply World::ask_whole_scan(Client& client, const plan::Args& args, size_t cursor_at) {
  Reply whole = ask(client, args);
  if (!is_page(whole)) return whole;
  plan::Args next = args;
  while (whole.items()[0].text() != "0") {
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

bool World::is_allowed(const Client& client, const plan::Args& args, const Reply& expected,
                       const Reply& observed) const {
  if (!ascii_equal_ignoring_case(args[0], "exec")) {
    return is_allowed_inexactness(options_, args, expected, observed);
  }
  if (!expected.is_aggregate() || !observed.is_aggregate()) return false;
  const auto& wanted = expected.items();
  const auto& given = observed.items();
  if (wanted.size() != given.size() || wanted.size() != client.queue.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const model::Order order = model::command_for(client.queue[i]).order;
    if (!model::same_reply(wanted[i], given[i], order, 0) &&
        !is_allowed_inexactness(options_, client.queue[i], wanted[i], given[i])) {
      return false;
    }
  }
  return true;
}

void World::remember(Client& client, const plan::Args& args, const Reply& observed) {
  if (observed.kind() == Reply::Kind::kStatus && observed.text() == "QUEUED") {
    client.queue.push_back(args);
    return;
  }
  const Bytes name = ascii_lower(args[0]);
  if (name == "exec" || name == "discard" || name == "multi") client.queue.clear();
  if (name == "dump" && observed.kind() == Reply::Kind::kBulk) client.dumped = observed.text();
}

}  // namespace keemun::sim
