#pragma once

#include <cstddef>
#include <vector>

namespace tidemark::bench {

/// Measures the milliseconds from a byte on one connection until the last of `connections` others has
/// received `bytesEach`. Server and clients have one epoll set and one thread each, on loopback, without a
/// protocol. One value for each round.
[[nodiscard]] std::vector<double> timeBareFanOut(std::size_t connections, std::size_t bytesEach, int rounds);

} // namespace tidemark::bench
