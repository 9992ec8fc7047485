#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#ifdef TIDEMARK_FAILPOINTS
#include <charconv>
#include <csignal>
#endif

namespace tidemark {

/// A place between "the user looked" and "the server has it" where a test can let the process die as if it
/// had been killed. The places exist in builds with TIDEMARK_FAILPOINTS only; elsewhere all of this is
/// nothing.
enum class Failpoint : std::uint8_t {
    // A read or mark-unread on its way, in the client.
    ClientReadBegin,     ///< decided, nothing written
    ClientReadWritten,   ///< cursor and intent written, not committed
    ClientReadCommitted, ///< committed, nothing sent
    ClientReadSent,      ///< handed to the system
    ClientReadAnswered,  ///< the answer is here, nothing of it written
    ClientReadCleared,   ///< the intent is erased, not committed
    ClientReadDone,      ///< that is committed too
    // The same of a message.
    ClientMessageBegin,
    ClientMessageWritten,
    ClientMessageCommitted,
    ClientMessageSent,
    ClientMessageAnswered,
    ClientMessageCleared,
    ClientMessageDone,
    // The end of the client.
    ClientCloseBegin,   ///< asked to close, what is unsent not yet sent
    ClientCloseFlushed, ///< about to close the store
    ClientCloseDone,    ///< the store is closed
    // A damaged database of a client.
    StoreSalvaged, ///< the new database is complete, the damaged one in its place
    StoreSetAside, ///< the damaged one is set aside, the new one not yet in its place
    // A read or mark-unread in the server.
    ServerReadReceived,
    ServerReadWritten,   ///< not committed
    ServerReadCommitted, ///< nobody told
    ServerReadAcked,     ///< the reader told, nobody else
    ServerReadNotified,
    // The same of a message.
    ServerMessageReceived,
    ServerMessageWritten,
    ServerMessageCommitted,
    ServerMessageAcked,
    ServerMessageNotified,
    // A backup takes the place of a server's database.
    RestoreCopied,   ///< the copy is complete
    RestoreSetAside, ///< the old database has its other name besides its own
    RestoreEmptied,  ///< an empty file has its name, its journal is still there
    RestoreCleared,  ///< that is gone
    RestorePlaced,   ///< the copy has the name
};

/// In the order of Failpoint.
inline constexpr std::array failpointNames = {
    "client-read-begin",        "client-read-written",     "client-read-committed",
    "client-read-sent",         "client-read-answered",    "client-read-cleared",
    "client-read-done",         "client-message-begin",    "client-message-written",
    "client-message-committed", "client-message-sent",     "client-message-answered",
    "client-message-cleared",   "client-message-done",     "client-close-begin",
    "client-close-flushed",     "client-close-done",       "store-salvaged",
    "store-set-aside",          "server-read-received",    "server-read-written",
    "server-read-committed",    "server-read-acked",       "server-read-notified",
    "server-message-received",  "server-message-written",  "server-message-committed",
    "server-message-acked",     "server-message-notified", "restore-copied",
    "restore-set-aside",        "restore-emptied",         "restore-cleared",
    "restore-placed",
};
static_assert(failpointNames.size() == static_cast<std::size_t>(Failpoint::RestorePlaced) + 1);

/// Names the failpoint to die at, as "NAME" or, for its nth time, "NAME:N".
inline constexpr const char* failpointVariable = "TIDEMARK_FAILPOINT";

#ifdef TIDEMARK_FAILPOINTS

inline constexpr bool hasFailpoints = true;

namespace detail {

struct ArmedFailpoint {
    std::optional<Failpoint> place;
    unsigned timesLeft = 1;
};
/// Set before the first thread is started; each place is reached by one thread only.
inline ArmedFailpoint armedFailpoint;

inline bool armFailpoint(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    ArmedFailpoint armed;
    for (std::size_t place = 0; place < failpointNames.size(); ++place) {
        if (name == failpointNames.at(place)) {
            armed.place = static_cast<Failpoint>(place);
        }
    }
    if (colon != std::string_view::npos) {
        const char* end = text.data() + text.size();
        const auto read = std::from_chars(text.data() + colon + 1, end, armed.timesLeft);
        if (read.ec != std::errc() || read.ptr != end || armed.timesLeft == 0) {
            return false;
        }
    }
    armedFailpoint = armed;
    return armed.place.has_value();
}

} // namespace detail

/// Arms the failpoint that `text`, the value of the variable, names; null: none. The error is one line for
/// people. To be called first of all in main().
[[nodiscard]] inline std::optional<std::string> armFailpoint(const char* text)
{
    if (text == nullptr || detail::armFailpoint(text)) {
        return std::nullopt;
    }
    return std::string(failpointVariable) + ": there is no failpoint '" + text + "'";
}

/// Dies here when this place is armed and its time has come; `before` is done just before.
template <typename Before>
void failpoint(Failpoint place, Before before)
{
    if (detail::armedFailpoint.place == place && --detail::armedFailpoint.timesLeft == 0) {
        before();
        std::raise(SIGKILL);
    }
}

#else

inline constexpr bool hasFailpoints = false;

[[nodiscard]] inline std::optional<std::string> armFailpoint(const char* /*text*/)
{
    return std::nullopt;
}

template <typename Before>
void failpoint(Failpoint /*place*/, Before /*before*/)
{
}

#endif

inline void failpoint(Failpoint place)
{
    failpoint(place, [] {});
}

} // namespace tidemark
