// keemun verify: plays generated plans on somebody's server and says where it is not like
// Redis 7.0. Exit status: 0 equal, 1 it or the reference is different, 2 it could not run, or judge
// nothing.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>

#include "base/number_text.h"
#include "count_option.h"
#include "end_signals.h"
#include "groups_option.h"
#include "plan_file.h"
#include "random_number.h"
#include "seed_option.h"
#include "subcommands.h"
#include "verify/campaign.h"
#include "verify/keyspace_guard.h"
#include "verify/redis_target.h"
#include "wall_clock.h"

namespace keemun::programs {

namespace {

constexpr int kEqual = 0;
constexpr int kDifferent = 1;
constexpr int kCouldNotRun = 2;
constexpr uint64_t kCommandsMax = 1'000'000'000'000;

struct VerifyOptions {
  std::string target;
  std::string reference;
  std::string user;
  std::string password;
  bool has_tls = false;
  verify::TlsOptions tls;
  bool speaks_resp3 = false;
  std::optional<std::string> seed;
  std::optional<std::string> plan_file;
  size_t commands = 100'000;
  std::vector<std::string> groups;
  std::vector<std::string> blind_types;
  bool has_names = false;
  std::string out = ".";
  bool yes_flush = false;
};

inexact::Blindness parse_blindness(const std::vector<std::string>& types) {
  inexact::Blindness blind;
  for (const std::string& type : types) {
    if (type != "hash" && type != "set") throw verify::TargetError("--blind takes hash and set");
    (type == "hash" ? blind.of_hashes : blind.of_sets) = true;
  }
  return blind;
}

int protocol_of(const VerifyOptions& options) {
  return options.speaks_resp3 ? 3 : 2;
}

// A text that is none may have a password in it: it is not repeated.
std::unique_ptr<verify::Target> connect(const std::string& option, const std::string& text,
                                        const VerifyOptions& options) {
  auto address = verify::parse_server_address(text);
  if (!address) {
    throw verify::TargetError(option +
                              " is none of HOST:PORT, unix:PATH, redis://HOST and rediss://HOST");
  }
  if (address->password.empty()) {
    address->user = options.user;
    address->password = options.password;
  }
  address->has_tls |= options.has_tls;
  if (address->has_tls && address->host.empty()) {
    throw verify::TargetError(option + ": there is no TLS on a unix socket");
  }
  return verify::connect_redis(*address, {options.tls, protocol_of(options)});
}

// One line that is written over; only where somebody sees it.
class ProgressBar {
 public:
  explicit ProgressBar(size_t whole) : whole_(whole), visible_(isatty(STDERR_FILENO) != 0) {}
  ~ProgressBar() {
    if (visible_) std::cerr << "\r\x1b[K";
  }

  void show(size_t done, size_t findings) {
    const size_t percent = std::min<size_t>(100, done * 100 / std::max<size_t>(1, whole_));
    if (!visible_ || percent == shown_) return;
    shown_ = percent;
    const size_t filled = percent * kWidth / 100;
    std::cerr << "\r\x1b[K[" << std::string(filled, '#') << std::string(kWidth - filled, '.')
              << "] " << percent << " %  " << done << " commands, " << findings << " differences"
              << std::flush;
  }

 private:
  static constexpr size_t kWidth = 40;

  size_t whole_;
  bool visible_;
  size_t shown_ = 101;
};

void print_table(const verify::Outcome& outcome) {
  constexpr int kNameWidth = 20;
  constexpr int kCountWidth = 12;
  std::cout << std::left << std::setw(kNameWidth) << "command" << std::right
            << std::setw(kCountWidth) << "equal" << std::setw(kCountWidth) << "different"
            << std::setw(kCountWidth) << "unknown"
            << "\n";
  for (const auto& [name, tally] : outcome.commands) {
    std::cout << std::left << std::setw(kNameWidth) << name << std::right << std::setw(kCountWidth)
              << tally.equal << std::setw(kCountWidth) << tally.different << std::setw(kCountWidth)
              << tally.unknown << "\n";
  }
}

void print_findings(const std::vector<verify::Finding>& findings, const std::string& title) {
  for (const verify::Finding& finding : findings) {
    std::cout << "\n"
              << title << ": " << finding.signature << " (seen " << finding.count
              << " times, plan seed " << format_hex(finding.plan_seed)
              << (finding.reproducible ? "" : ", not reproducible") << ")\n"
              << verify::transcript(finding);
  }
}

void write_file(const std::filesystem::path& path, const Bytes& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw verify::TargetError("cannot write " + path.string());
}

verify::CampaignOptions campaign_options(const VerifyOptions& options) {
  verify::CampaignOptions campaign;
  if (options.plan_file) campaign.only = read_plan(*options.plan_file);
  campaign.seed = campaign.only ? campaign.only->seed : seed_of(options.seed);
  campaign.command_count = options.commands;
  // Long enough to meet what it has filled, and short enough to be made small in a while.
  campaign.generator.event_count = 400;
  campaign.generator.groups = parse_groups(options.groups);
  campaign.player.now_ms = wall_clock_ms;
  campaign.must_end = must_end;  // the plan that is being played is the last
  campaign.generator.names_databases = options.has_names;
  const int protocol = protocol_of(options);
  campaign.player.protocol = protocol;
  const auto oracle = [](const verify::ModelOracle::Options& known) {
    return [known] { return std::make_unique<verify::ModelOracle>(known); };
  };
  campaign.player.oracle = oracle({.protocol = protocol});
  campaign.target_oracle =
      oracle({parse_blindness(options.blind_types), options.has_names, protocol});
  return campaign;
}

void stay_in_prefix(verify::CampaignOptions& campaign) {
  campaign.player.prefix = "keemun-verify-" + format_hex(random_number()).substr(2) + ":";
  campaign.generator.whole_keyspace = false;
  std::cout << "The server holds keys or functions: this run stays in keys that begin with "
            << campaign.player.prefix << "\n";
}

// A plan of the simulator has more in it than a server can be asked for.
void say_what_is_skipped(const plan::Plan& plan) {
  const auto skipped =
      std::count_if(plan.events.begin(), plan.events.end(),
                    [](const plan::Event& event) { return event.command() == nullptr; });
  if (skipped == 0) return;
  std::cout << skipped << " events of the plan are not for servers and are left out: clocks that "
            << "move, and faults\n";
}

void report(const verify::Outcome& outcome, const std::filesystem::path& out) {
  print_table(outcome);
  for (const Bytes& name : outcome.left_out) {
    std::cout << "left out of later plans, since it differed so often or is unknown: " << name
              << "\n";
  }
  if (!outcome.knows_clock) {
    std::cout << "the target's TIME tells no time near ours: times that are wrong by less than "
              << verify::kClockSlackMaxMs / 1000 << " s are not told\n";
  }
  print_findings(outcome.findings, "different");
  print_findings(outcome.reference_differences, "different on the reference");
  print_findings(outcome.verifier_defects,
                 "defect of the verifier (both servers disagree with it)");
  write_file(out / "report.json", to_json(outcome));
  write_file(out / "report.html", to_html(outcome));
  std::cout << "\n"
            << outcome.command_count << " commands, " << outcome.findings.size() << " differences";
  if (!outcome.reference_differences.empty()) {
    std::cout << ", " << outcome.reference_differences.size() << " of the reference";
  }
  if (const size_t unknown = outcome.unknown_count(); unknown > 0) {
    std::cout << ", " << unknown << " of " << unknown + outcome.judged_count()
              << " kinds of commands are unknown to the target";
  }
  std::cout << ", seed " << format_hex(outcome.seed) << "\n"
            << "reports: " << (out / "report.html").string() << ", "
            << (out / "report.json").string() << "\n";
}

// Throws TargetError where it does not stand for the whole run.
int verdict(const verify::Outcome& outcome, const Bytes& prefix, const std::filesystem::path& out) {
  if (outcome.interruption) {
    const std::filesystem::path plan = out / "interrupted.plan";
    write_file(plan, to_text(outcome.interruption->plan));
    throw verify::TargetError(
        outcome.interruption->why + "; it was playing " + plan.string() +
        (prefix.empty() ? "" : ", and keys that begin with " + prefix + " may be left"));
  }
  if (must_end()) throw verify::TargetError("ended by a signal before all was played");
  if (outcome.judged_count() == 0) throw verify::TargetError("no reply could be judged");
  return outcome.findings.empty() && outcome.reference_differences.empty() ? kEqual : kDifferent;
}

int verify_servers(const VerifyOptions& options) {
  if (!options.user.empty() && options.password.empty()) {
    throw verify::TargetError("--user needs its --password");
  }
  verify::CampaignOptions campaign = campaign_options(options);
  std::filesystem::create_directories(options.out);
  const auto target = connect("--target", options.target, options);
  const auto reference =
      options.reference.empty() ? nullptr : connect("--reference", options.reference, options);

  bool whole = verify::may_use_whole_keyspace(*target, options.yes_flush);
  if (reference != nullptr) {
    // A server that is its own reference would see each plan twice at once without prefixes apart;
    // plans run one after the other, so the same keys will do.
    whole = whole && verify::may_use_whole_keyspace(*reference, options.yes_flush);
  }
  if (!whole && (options.has_names || options.plan_file)) {
    throw verify::TargetError(Bytes(options.has_names ? "--names" : "--plan") +
                              " needs a server without keys and functions, or --yes-flush");
  }
  if (!whole) stay_in_prefix(campaign);
  if (campaign.only) say_what_is_skipped(*campaign.only);
  // Before anything is played: whatever becomes of this run, it can be had again.
  std::cout << "seed " << format_hex(campaign.seed) << std::endl;

  const auto outcome = [&] {
    ProgressBar bar(campaign.command_count);
    return verify::Campaign(*target, reference.get(), campaign)
        .run([&bar](size_t done, size_t findings) { bar.show(done, findings); });
  }();
  report(outcome, options.out);
  return verdict(outcome, campaign.player.prefix, options.out);
}

int run_verify(const VerifyOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);  // a connection that is gone is an error like others
  end_on_signals();
  try {
    return verify_servers(options);
  } catch (const std::exception& error) {
    std::cerr << "keemun verify: " << error.what() << "\n";
    return kCouldNotRun;
  }
}

// Their names are redis-cli's.
void add_tls(CLI::App& verify, VerifyOptions& options) {
  verify.add_flag("--tls", options.has_tls, "TLS for both servers, as for those at rediss:");
  verify.add_option("--cacert", options.tls.authorities_file,
                    "file of authorities that are trusted, instead of this machine's");
  verify.add_option("--cacertdir", options.tls.authorities_folder, "folder of such files");
  verify.add_option("--cert", options.tls.certificate_file, "certificate to show, with its --key");
  verify.add_option("--key", options.tls.key_file, "key of that certificate");
  verify.add_option("--sni", options.tls.server_name,
                    "whom the server's certificate is for, where that is not its host");
  verify.add_flag("--insecure", options.tls.trusts_anybody, "look at no server's certificate");
}

}  // namespace

void add_verify(CLI::App& app, int& status) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* verify = app.add_subcommand(
      "verify", "Play generated commands on a server and compare with Redis 7.0");
  verify
      ->add_option(
          "--target", options->target,
          "the server: HOST:PORT, unix:PATH or redis://[[USER]:PASSWORD@]HOST[:PORT], with "
          "rediss: for TLS")
      ->required();
  verify->add_option("--reference", options->reference,
                     "a real Redis: what it does too is no difference");
  verify->add_flag("--model")
      ->description("compare with the built-in model only (default)")
      ->excludes("--reference");
  verify->add_option("--user", options->user, "user of each server whose address has no password");
  verify->add_option("--password", options->password, "password of each whose address has none")
      ->envname("KEEMUN_PASSWORD");
  verify->footer(
      "Exit status: 0 no difference; 1 the target or the reference is different; 2 it could not "
      "run, was interrupted, or nothing could be judged.");
  add_tls(*verify, *options);
  CLI::Option* seed =
      add_seed(*verify, options->seed, "same seed, same commands, on servers that hold as much: ");
  CLI::Option* commands = verify
                              ->add_option("--commands", options->commands,
                                           "how many to play, and to the end of a plan")
                              ->check(one_to(kCommandsMax))
                              ->capture_default_str();
  add_groups(*verify, options->groups);
  verify
      ->add_option("--plan", options->plan_file, "play this plan, as a report has it, and no other")
      ->excludes(seed)
      ->excludes(commands)
      ->excludes("--groups");
  verify->add_flag("--resp3", options->speaks_resp3,
                   "speak RESP3, and look at the kinds that replies have there");
  verify
      ->add_option("--blind", options->blind_types,
                   "hash,set: what the target keeps in encodings that write without reading")
      ->delimiter(',');
  verify->add_flag("--names", options->has_names,
                   "databases of the target may have names, as in Keemun's ardb family");
  verify->add_option("--out", options->out, "folder for report.json and report.html")
      ->capture_default_str();
  verify->add_flag(
      "--yes-flush", options->yes_flush,
      "FLUSHALL the servers although they hold keys, and FUNCTION FLUSH; without it such "
      "a server is played on in keys of a prefix alone");
  verify->callback([options, &status] { status = run_verify(*options); });
}

}  // namespace keemun::programs
