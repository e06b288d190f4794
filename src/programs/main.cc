// keemun: one binary, one file for each of its subcommands. A command line that it does not
// understand has exit status 2; but the options of the server are its configuration, and end it
// with 1 as in redis-server. What cannot be written to the standard output is a failure, too.
#include <CLI/CLI.hpp>
#include <iostream>

#include "base/version.h"
#include "standard_streams.h"
#include "subcommands.h"

int main(int argc, char** argv) {
  keemun::programs::hold_standard_streams();
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
  constexpr int kCouldNotWrite = 2;
  if (std::cout.flush()) return status;
  std::cerr << "keemun: the standard output cannot be written\n";
  return status == 0 ? kCouldNotWrite : status;
}
