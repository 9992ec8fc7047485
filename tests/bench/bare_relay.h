#pragma once

#include <string>
#include <vector>

namespace tidemark::bench {

/// What a message costs at least on its way from one device to another, in milliseconds, a value a message:
/// to a thread that commits a row with synchronous=FULL, from there to the receiver, who asks for it, gets it
/// and commits it with synchronous=NORMAL. Bare sockets, SQLite's C API; databases are made in `folder`.
[[nodiscard]] std::vector<double> timeBareRelay(const std::string& folder, int messages);

} // namespace tidemark::bench
