// keemun: one binary, one file for each of its subcommands. A command line that it does not
// understand has exit status 2.
#include <CLI/CLI.hpp>

#include "base/version.h"
#include "subcommands.h"

int main(int argc, char** argv) {
  CLI::App app("Keemun speaks the Redis protocol over any ordered key-value store.", "keemun");
  app.require_subcommand(1);
  app.set_version_flag("--version", "keemun " + std::string(keemun::kKeemunVersion));
  int status = 0;
  keemun::programs::add_check(app, status);
  keemun::programs::add_inspect(app, status);
  keemun::programs::add_serve(app, status);
  keemun::programs::add_sim(app, status);
  keemun::programs::add_verify(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& end) {
    constexpr int kNotUnderstood = 2;
    return app.exit(end) == 0 ? 0 : kNotUnderstood;  // --help ends so too
  }
  return status;
}
