// What `keemun` can do. Each function adds one subcommand, whose run leaves the program's exit
// status in `status`; both outlive the parsing of the command line.
#pragma once

namespace CLI {
class App;
}

namespace keemun::programs {

void add_check(CLI::App& app, int& status);
void add_inspect(CLI::App& app, int& status);
void add_serve(CLI::App& app, int& status);
void add_sim(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);

}  // namespace keemun::programs
