#include "commands/set/set_commands.h"

#include <optional>
#include <utility>
#include <vector>

#include "commands/count_arguments.h"
#include "commands/distinct.h"
#include "commands/scan_options.h"
#include "commands/set/set_answers.h"
#include "types/sampling.h"

namespace keemun::commands {

using types::Changed;
using types::SetStore;

namespace {

std::vector<Bytes> sample_of(const Call& call, SetStore& set, int64_t asked) {
  const types::NameOrder members{
      [&set](const std::optional<Bytes>& after, size_t most) { return set.scan(after, most); },
      [&set] { return set.size(); },
      [&set] { return set.size_if_known(); },
      [&set] { return set.last(); },
      [&set](std::span<const uint64_t> ranks) { return set.members_at(ranks); },
  };
  return types::sample(members, sample_count_of(asked), [&call] { return call.host.draw(); });
}

// As SMEMBERS has them, where nothing was left to chance.
void put_all_in_order(SetStore& set, int64_t asked, std::vector<Bytes>& members) {
  const bool are_fewer = std::cmp_less(members.size(), asked);
  const bool are_as_many = asked > 0 && set.size_if_known() == members.size();
  if (are_fewer || are_as_many) put_integers_in_order(members);
}

}  // namespace

// SADD key member [member ...]
Reply sadd(Call& call) {
  const auto members = distinct(call.args.subspan(2));
  const Changed changed = call.keys().set(call.arg(1), Create::kYes)->add(members);
  if (changed.count > 0) call.changed(call.arg(1), "sadd");
  return Reply::integer(changed.count);
}

// SREM key member [member ...]
Reply srem(Call& call) {
  const auto set = call.keys().set(call.arg(1), Create::kNo);
  if (!set) return Reply::integer(0);
  const Changed changed = set->remove(distinct(call.args.subspan(2)));
  if (changed.count > 0) call.changed(call.arg(1), "srem");
  return Reply::integer(changed.count);
}

// SPOP key [count]
Reply spop(Call& call) {
  if (call.size() > 3) throw_syntax_error();
  const bool has_count = call.size() == 3;
  const int64_t asked =
      has_count ? count_from(call, 2, 0, "ERR value is out of range, must be positive") : 1;
  auto set = call.keys().set(call.arg(1), Create::kNo);
  if (!set) return has_count ? Reply::set() : Reply::null();

  std::vector<Bytes> members = sample_of(call, *set, asked);
  put_all_in_order(*set, asked, members);
  if (members.size() < static_cast<uint64_t>(asked)) {  // all: the key goes, not row by row
    set.reset();
    call.keys().erase(call.arg(1));
  } else if (asked > 0) {
    set->remove_present(std::vector<BytesView>(members.begin(), members.end()));
  }
  if (asked > 0) call.changed(call.arg(1), "spop");
  if (has_count) return Reply::set(Reply::bulks(std::move(members)));
  return members.empty() ? Reply::null() : Reply::bulk(std::move(members[0]));
}

// SRANDMEMBER key [count]
Reply srandmember(Call& call) {
  if (call.size() > 3) throw_syntax_error();
  const bool has_count = call.size() == 3;
  const int64_t asked = has_count ? parse_sample_count(call, 2, false) : 1;
  const auto set = call.keys().set(call.arg(1), Create::kNo);
  if (!set) return has_count ? Reply::array() : Reply::null();
  std::vector<Bytes> members = sample_of(call, *set, asked);
  put_all_in_order(*set, asked, members);
  if (has_count) return Reply::array(Reply::bulks(std::move(members)));
  return members.empty() ? Reply::null() : Reply::bulk(std::move(members[0]));
}

// SISMEMBER key member
Reply sismember(Call& call) {
  const auto set = call.keys().set(call.arg(1), Create::kNo);
  return Reply::integer(set && set->contains(call.arg(2)) ? 1 : 0);
}

// SMISMEMBER key member [member ...]
Reply smismember(Call& call) {
  const auto members = call.args.subspan(2);
  const auto set = call.keys().set(call.arg(1), Create::kNo);
  const std::vector<bool> answers =
      set ? set->contains_many(members) : std::vector<bool>(members.size());
  Reply::Items items;
  for (const bool is_there : answers) items.push_back(Reply::integer(is_there ? 1 : 0));
  return Reply::array(std::move(items));
}

// SCARD key
Reply scard(Call& call) {
  const auto set = call.keys().set(call.arg(1), Create::kNo);
  return Reply::integer(set ? set->size() : 0);
}

// SMEMBERS key
Reply smembers(Call& call) {
  const auto set = call.keys().set(call.arg(1), Create::kNo);
  if (!set) return Reply::set({});
  std::vector<Bytes> members = set->load_all();
  put_integers_in_order(members);
  return Reply::set(Reply::bulks(std::move(members)));
}

// SMOVE source destination member
Reply smove(Call& call) {
  const BytesView member = call.arg(3);
  const auto source = call.keys().set(call.arg(1), Create::kNo);
  if (!source) return Reply::integer(0);
  if (call.arg(1) == call.arg(2)) return Reply::integer(source->contains(member) ? 1 : 0);
  const auto destination = call.keys().set(call.arg(2), Create::kYes);
  if (!source->contains(member)) return Reply::integer(0);
  source->remove_present({&member, 1});
  call.changed(call.arg(1), "srem");
  if (!destination->contains(member)) {
    destination->add_new({&member, 1});
    call.changed(call.arg(2), "sadd");
  }
  return Reply::integer(1);
}

// SSCAN key cursor [MATCH pattern] [COUNT count]
Reply sscan(Call& call) {
  ScanCursor cursor = parse_scan_cursor(call, 2);
  const auto set = call.keys().set(call.arg(1), Create::kNo);
  if (!set) return empty_scan_reply();
  const ScanOptions options = parse_scan_options(call, 3);
  ScanReply reply(call, std::move(cursor), options);
  std::vector<Bytes> page = reply.page(*set);
  put_integers_in_order(page);
  for (Bytes& member : page) {
    if (options.matches(member)) reply.add(std::move(member));
  }
  return reply.finish();
}

}  // namespace keemun::commands
