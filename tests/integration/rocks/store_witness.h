// What a store must hold: the same groups played on rows in memory, each reply judged by the
// oracle.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "audit/audit.h"
#include "grouped_writer.h"
#include "model/model.h"
#include "plan/plan_text.h"
#include "sim/plan_names.h"
#include "sim/sim_kv.h"
#include "sim/world_collector.h"

namespace keemun {

// Every row there is.
inline sim::RowMap rows_of(ports::KvStore& store) {
  sim::RowMap rows;
  const Bytes end(64, '\xff');
  for (Bytes begin;;) {
    ports::ScanPage page = store.scan({begin, end, 1000, false});
    for (ports::Row& row : page.rows) rows[row.key] = std::move(row.value);
    if (!page.has_more) return rows;
    begin = rows.rbegin()->first + Bytes(1, '\0');
  }
}

class StoreWitness {
 public:
  explicit StoreWitness(int64_t start_ms,
                        format::EncodingFamily family = format::EncodingFamily::kCamellia)
      : now_ms_(start_ms), family_(family), model_(options_for(family)) {}

  int64_t now_ms() const { return now_ms_; }

  // From where the last plan was left: the first `groups` of this one.
  void play(const plan::Plan& plan, uint64_t groups) {
    const auto named = sim::open_names(plan, model_);
    named_.insert(named_.end(), named.begin(), named.end());
    std::map<uint32_t, model::Client> clients;
    GroupedWriter writer(kv_, plan, now_ms_, family_);
    for (uint64_t i = 0; i < groups; ++i) {
      writer.play_group([&](const auto& command, int64_t now_ms, const resp::Reply& reply) {
        judge(clients[command.client], command, now_ms, reply);
      });
    }
    now_ms_ = writer.core().now_ms();
    const auto& order = writer.core().database_order;
    database_order_.assign(order.begin(), order.end());
    namespaces_ = writer.core().settings.databases;
  }

  // What is wrong with rows that ought to be these, or nothing.
  Bytes difference_to(const sim::RowMap& rows) { return difference(rows, kv_.rows()); }
  // The same of rows among which garbage, and what the collector notes, may be there or not.
  Bytes difference_but_garbage(const sim::RowMap& rows) {
    return difference(reached_in(rows), reached_in(kv_.rows()));
  }

  void let_pass(int64_t ms) { now_ms_ += ms; }

  int64_t command_count() const { return command_count_; }

 private:
  static model::Options options_for(format::EncodingFamily family) {
    model::Options options;
    options.has_names = family == format::EncodingFamily::kArdb;
    for (const format::KeyLayout& layout : GroupedWriter::namespaces()) {
      options.names_taken.push_back(layout.namespace_name());
    }
    return options;
  }

  sim::RowMap reached_in(sim::RowMap rows) {
    for (const Bytes& row : sim::unreachable_rows(rows, namespaces_[0], now_ms_)) rows.erase(row);
    std::erase_if(rows, [](const auto& row) { return row.first.starts_with("x#"); });
    return rows;
  }

  Bytes difference(const sim::RowMap& rows, const sim::RowMap& expected) {
    const auto audited =
        sim::audit({rows, namespaces_, database_order_, now_ms_, nullptr, true, {}, true, named_},
                   model_.databases());
    if (audited) return *audited;
    for (const auto& [key, value] : rows) {
      const auto found = expected.find(key);
      if (found == expected.end()) return "too much: " + plan::argument_text(key);
      if (found->second != value) return "another value: " + plan::argument_text(key);
    }
    for (const auto& [key, value] : expected) {
      if (!rows.contains(key)) return "missing: " + plan::argument_text(key);
    }
    return "";
  }

  void judge(model::Client& client, const plan::CommandEvent& command, int64_t now_ms,
             const resp::Reply& reply) {
    ++command_count_;
    const auto judgement = model_.judge(client, command.args, now_ms, reply);
    EXPECT_TRUE(judgement.same) << plan::command_line(command.args) << "\n"
                                << resp::to_transcript(reply) << "\n"
                                << resp::to_transcript(judgement.expected);
  }

  int64_t now_ms_;
  const format::EncodingFamily family_;
  sim::SimKv kv_;
  model::Model model_;
  std::vector<size_t> database_order_;
  std::vector<format::KeyLayout> namespaces_;
  std::vector<format::KeyLayout> named_;  // databases without a number
  int64_t command_count_ = 0;
};

}  // namespace keemun
