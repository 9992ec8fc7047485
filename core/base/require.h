#pragma once

#include <stdexcept>
#include <string>

namespace tidemark {

/// A precondition or an invariant does not hold, so the program or the data that it stored is wrong. Thrown
/// by require(). The server gives up the turn, keeps nothing of it and goes on. The client does the same with
/// the step in a release; a build with assertions ends, so that a developer sees it.
class PreconditionViolation : public std::logic_error {
public:
    /// `what` is the condition in words; `file` and `line` say where it was checked.
    PreconditionViolation(const char* what, const char* file, unsigned line)
        : std::logic_error(std::string(file) + ":" + std::to_string(line) + ": " + what)
    {
    }
};

/// Whether the program is built with assertions.
#ifdef NDEBUG
inline constexpr bool hasAssertions = false;
#else
inline constexpr bool hasAssertions = true;
#endif

namespace detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void violated(const char* what, const char* file, unsigned line)
{
    throw PreconditionViolation(what, file, line);
}

} // namespace detail

/// Throws PreconditionViolation unless `holds`. For what only an error in the program can violate; never for
/// data from a user, a peer or another program.
constexpr void require(bool holds, const char* what, const char* file = __builtin_FILE(),
                       unsigned line = __builtin_LINE())
{
    if (!holds) [[unlikely]] {
        detail::violated(what, file, line);
    }
}

/// The same for a check that takes long: `holds` is called only in builds with assertions.
template <typename Holds>
constexpr void requireInDebug(Holds holds, const char* what, const char* file = __builtin_FILE(),
                              unsigned line = __builtin_LINE())
{
    if constexpr (hasAssertions) {
        require(holds(), what, file, line);
    }
}

} // namespace tidemark
