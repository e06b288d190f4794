// What a thread tells the system about itself.
#pragma once

namespace keemun::server {

// Its name, as `top -H` and debuggers show it: at most 15 letters.
void name_this_thread(const char* name);

// It works for a moment whenever it is woken, and somebody waits for that: its turns may be short
// if they come soon. Linux before 6.12 gives it those that all have.
void ask_for_short_turns();

}  // namespace keemun::server
