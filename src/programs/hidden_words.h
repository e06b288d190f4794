// Passwords on the command line, which every user of the machine may read for as long as the
// process lives.
#pragma once

namespace keemun::programs {

// Writes over the words of options that are nobody's business. Who needs them has copied them.
void hide_secret_words(int argc, char** argv);

}  // namespace keemun::programs
