#pragma once

#include <string>
#include <vector>

namespace tidemark::bench {

/// What a message costs at least on its way from one device to another, in milliseconds, a value a message:
/// to a thread that commits a row with synchronous=FULL, from there to the receiver, who asks for it, gets it
/// and commits it with synchronous=NORMAL. Bare sockets, SQLite's C API; databases are made in `folder`.
[[nodiscard]] std::vector<double> timeBareRelay(const std::string& folder, int messages);

/// What a read costs at least until another device shows it, in milliseconds: a row committed with
/// synchronous=FULL where it was read, one on the server, and one with synchronous=NORMAL on the other
/// device, with a few bytes sent in between. As above.
[[nodiscard]] std::vector<double> timeBareRead(const std::string& folder, int reads);

/// Questions of a few bytes a second that a thread answers over a bare socket, one at a time.
[[nodiscard]] double bareAnswersPerSecond(int requests);

} // namespace tidemark::bench
