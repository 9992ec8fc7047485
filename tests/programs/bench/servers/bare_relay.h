#pragma once

#include <string>
#include <vector>

namespace tidemark::bench {

/// Measures the least time of a message from one device to another, in milliseconds, one value for each
/// message. A thread commits a row with synchronous=FULL. The receiver is notified, requests the row, and
/// commits it with synchronous=NORMAL. Bare sockets and SQLite's C API; databases are made in `folder`.
[[nodiscard]] std::vector<double> timeBareRelay(const std::string& folder, int messages);

/// Measures the least time from a read until another device shows it, in milliseconds: the reading device
/// commits a row with synchronous=FULL, the server does the same, and the other device commits one with
/// synchronous=NORMAL, with a few bytes sent in between. Otherwise as above.
[[nodiscard]] std::vector<double> timeBareRead(const std::string& folder, int reads);

/// The number of small requests a second that a thread answers over a bare socket, one at a time.
[[nodiscard]] double bareAnswersPerSecond(int requests);

} // namespace tidemark::bench
