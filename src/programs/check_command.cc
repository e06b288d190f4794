// keemun check: reads a store's directory, row by row, and says what is wrong with it. Exit status:
// 0 nothing, 1 something, 2 it could not read the store.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "count_option.h"
#include "open_for_reading.h"
#include "plan/plan_text.h"
#include "ports/store_error.h"
#include "store_audit/store_audit.h"
#include "subcommands.h"
#include "swapped_databases.h"
#include "wall_clock.h"

namespace keemun::programs {

namespace {

constexpr int kSound = 0;
constexpr int kDamaged = 1;
constexpr int kCouldNotRead = 2;

void print(const sim::NamespaceSummary& summary) {
  const bool is_ardb = summary.family == format::EncodingFamily::kArdb;
  const auto rows = [&](char family) {
    const auto found = summary.rows.find(family);
    return found == summary.rows.end() ? 0 : found->second;
  };
  std::cout << "namespace " << plan::argument_text(summary.name) << " ("
            << (is_ardb ? "ardb" : format::layout_name(summary.layout))
            << "): " << summary.live_keys << " keys, " << summary.expired_keys
            << " expired; rows: " << rows('m') << " metas, " << rows('s') << " sub rows";
  if (!is_ardb) {
    std::cout << ", " << rows('k') << " score rows, " << rows('i') << " index rows, "
              << summary.garbage_rows << " of them garbage";
  }
  if (summary.expiry_rows != 0) {
    std::cout << "; " << summary.expiry_rows << " rows in the index of expiry, "
              << summary.stale_expiry_rows << " of them stale";
  }
  std::cout << "\n";
}

int check(const std::string& dir, int64_t problems_max) {
  try {
    const auto store = open_for_reading(dir);
    int64_t told = 0;
    sim::StoreAudit audit(*store, wall_clock_ms(), [&](const Bytes& problem) {
      if (told++ < problems_max) std::cout << "wrong: " << problem << "\n";
    });
    std::cout << swapped_databases_text(*store);
    for (const sim::NamespaceSummary& summary : audit.run()) {
      if (!summary.rows.empty() || summary.expiry_rows != 0) print(summary);
    }
    std::cout << audit.problem_count() << " problems\n";
    return audit.problem_count() == 0 ? kSound : kDamaged;
  } catch (const ports::StoreError& error) {
    std::cerr << "keemun check: " << error.text() << "\n";
    return kCouldNotRead;
  }
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  struct Options {
    std::string dir;
    int64_t problems_max = 100;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("check", "Read every row of a store and say what is wrong with it");
  command->add_option("dir", options->dir, "the directory; nobody may be serving it")->required();
  command->add_option("--problems", options->problems_max, "print so many at most")
      ->check(any_count())
      ->capture_default_str();
  command->footer(
      "Exit status: 0 nothing is wrong; 1 something is; 2 the store could not be read.");
  command->callback([options, &status] { status = check(options->dir, options->problems_max); });
}

}  // namespace keemun::programs
