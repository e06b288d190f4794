// What one plan is about. Before its first event a plan draws which families of commands it uses
// and which kinds of edge it leans on: a plan that does a few things much finds what a plan that
// does everything a little does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "commands/table/table.h"
#include "plan/plan.h"

namespace keemun::plan {

struct GeneratorOptions {
  size_t event_count = 200;
  size_t client_count_max = 8;
  std::vector<commands::Group> groups;  // empty: all
  std::vector<Bytes> without;           // commands to leave out, lower case

  // The run's clock is ours: events move it, and times to live are short enough to be met.
  // Otherwise times lie so far away that it does not matter when exactly a server sees a command.
  bool own_clock = false;
  // And all clocks that may be asked say what it says.
  bool one_clock = true;
  // What may go wrong, besides; each plan draws some of them.
  std::vector<Fault> faults;
  // Commands that see or clear all keys of a server, not only those they name.
  bool whole_keyspace = true;
  // Databases may have names, too.
  bool names_databases = false;
};

// Where a plan's own clock starts, so that absolute times can be near it.
inline constexpr int64_t kStartMs = 1'700'000'000'000;

// Whether plans have that command.
bool is_played(BytesView command, const GeneratorOptions& options);

class Draw;

struct Swarm {
  Swarm(uint64_t seed, const GeneratorOptions& options);

  size_t client_count = 1;
  std::vector<size_t> families;  // per group of commands, how much it is played; 0 is off
  std::vector<size_t> weights;   // per row of grammar_rows()

  // Chances in percent.
  size_t same_client = 0;     // the next event is by the same client
  size_t other_type_key = 0;  // a key of another type than the command wants
  size_t odd_key = 0;         // empty, binary, prefix of another
  size_t hot_key = 0;         // one of the two most used keys of its type
  size_t edge_number = 0;     // limits, "01", "+1", no number at all
  size_t edge_bytes = 0;      // empty, binary, lengths at which encodings change their mind
  size_t long_bytes = 0;      // 4 KiB, of values also 70 kB
  size_t few_members = 0;     // one of three, so that most are met again
  size_t few_scores = 0;      // one of two: ties, and bounds that are met
  size_t wide_member = 0;     // a member of more than a few bytes
  size_t many_members = 0;    // hundreds of them in one command: a collection of several pages
  size_t wild_options = 0;    // options that exclude each other, repeated
  size_t odd_case = 0;        // words in lower and mixed case
  size_t broken_command = 0;  // arguments missing, doubled, swapped, replaced
  size_t second_look = 0;     // what was written is asked for at once
  size_t transaction = 0;     // MULTI, WATCH
  size_t other_database = 0;
  size_t named_database = 0;  // 0 unless they may have names
  size_t clock = 0;           // a clock event instead of a command; 0 unless the clock is ours
  size_t fault = 0;           // something that goes wrong instead of a command
  std::vector<Fault> faults;

  // Ranges of sorted sets by text. Among members of different scores Redis answers them by a walk
  // along random levels once a set has left its compact form, and no two servers answer alike. So a
  // plan has either such ranges, or what drives sets out of that form: members of more than 64
  // bytes, and SORT.
  bool text_ranges = false;

  // A key that is set with an expiry in the past stays countable until somebody looks: a plan that
  // counts keys does not do that to a server whose clock is not ours.
  bool sets_in_the_past = false;

 private:
  void draw_faults(Draw& draw, const std::vector<Fault>& all);
};

}  // namespace keemun::plan
