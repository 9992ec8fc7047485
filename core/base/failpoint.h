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

/// A place between "the user has looked" and "the server has stored it" where a test can kill the process.
/// Failpoints exist only in builds with TIDEMARK_FAILPOINTS; in other builds this header does nothing.
enum class Failpoint : std::uint8_t {
    // Client: a read or mark-unread on its way to the server.
    ClientReadBegin,     ///< decided, nothing written
    ClientReadWritten,   ///< cursor and intent written, not committed
    ClientReadCommitted, ///< committed, nothing sent
    ClientReadSent,      ///< handed to the operating system
    ClientReadAnswered,  ///< the answer has arrived, nothing of it is written
    ClientReadCleared,   ///< the intent is erased, not committed
    ClientReadDone,      ///< the erased intent is committed
    // Client: a message on its way to the server; the steps are the same.
    ClientMessageBegin,
    ClientMessageWritten,
    ClientMessageCommitted,
    ClientMessageSent,
    ClientMessageAnswered,
    ClientMessageCleared,
    ClientMessageDone,
    // Client: a draft on its way to the server; the steps are the same.
    ClientDraftBegin,
    ClientDraftWritten,
    ClientDraftCommitted,
    ClientDraftSent,
    ClientDraftAnswered,
    ClientDraftCleared,
    ClientDraftDone,
    // Client: a file on its way to the server.
    ClientFileCopied, ///< the message's files are in the profile, nothing is written about it
    ClientFileSent,   ///< a part is handed to the operating system
    ClientFileReady,  ///< the server has all files of the message, nothing of this is known to the engine
    ClientFileAcked,  ///< the message is in the log, its files are not among the held ones yet
    ClientFileKept,   ///< they are
    // Client: a file on its way from the server.
    ClientPartWritten,
    ClientPartsCompared, ///< the file is complete and durable, but not among the held ones yet
    ClientFileHeld,      ///< it is, nothing of this is known to the transfers
    // Client: shutdown.
    ClientCloseBegin,   ///< close requested, unsent requests not yet sent
    ClientCloseFlushed, ///< about to close the store
    ClientCloseDone,    ///< the store is closed
    // Client: replacement of a damaged database.
    StoreSalvaged,    ///< the new database is complete, the damaged one still in its place
    StoreQuarantined, ///< the damaged database is quarantined, the new one not yet in its place
    // Server: a read or mark-unread.
    ServerReadReceived,
    ServerReadWritten,   ///< not committed
    ServerReadCommitted, ///< no client notified
    ServerReadAcked,     ///< the reader's device has the answer, no other device is notified
    ServerReadNotified,
    // Server: a message; the steps are the same.
    ServerMessageReceived,
    ServerMessageWritten,
    ServerMessageCommitted,
    ServerMessageAcked,
    ServerMessageNotified,
    // Server: a draft; the steps are the same.
    ServerDraftReceived,
    ServerDraftWritten,
    ServerDraftCommitted,
    ServerDraftAcked,
    ServerDraftNotified,
    // Server: a file, in PostgreSQL or in a folder.
    ServerPartWritten,  ///< bytes of an upload are written, but neither committed nor flushed
    ServerPartStored,   ///< they survive a loss of power, no client is notified
    ServerFileHashed,   ///< the upload is complete and its hash is right
    ServerFileLinked,   ///< in a folder: the bytes have the name of a file, which a loss of power can undo
    ServerFileMade,     ///< the bytes have the name of a file, which has no record
    ServerFileRecorded, ///< it has one, and the upload still exists
    ServerFileDropped,  ///< the record of the file is gone, the bytes are there
    // Server: a backup replaces the database.
    RestoreCopied,      ///< the copy is complete
    RestoreQuarantined, ///< the old database also has its quarantine name
    RestoreEmptied,     ///< an empty file has the database's name; the old journal still exists
    RestoreCleared,     ///< the old journal is gone
    RestorePlaced,      ///< the copy has the database's name
};

/// In the order of Failpoint.
inline constexpr std::array failpointNames = {
    "client-read-begin",      "client-read-written",      "client-read-committed",  "client-read-sent",
    "client-read-answered",   "client-read-cleared",      "client-read-done",       "client-message-begin",
    "client-message-written", "client-message-committed", "client-message-sent",    "client-message-answered",
    "client-message-cleared", "client-message-done",      "client-draft-begin",     "client-draft-written",
    "client-draft-committed", "client-draft-sent",        "client-draft-answered",  "client-draft-cleared",
    "client-draft-done",      "client-file-copied",       "client-file-sent",       "client-file-ready",
    "client-file-acked",      "client-file-kept",         "client-part-written",    "client-parts-compared",
    "client-file-held",       "client-close-begin",       "client-close-flushed",   "client-close-done",
    "store-salvaged",         "store-quarantined",        "server-read-received",   "server-read-written",
    "server-read-committed",  "server-read-acked",        "server-read-notified",   "server-message-received",
    "server-message-written", "server-message-committed", "server-message-acked",   "server-message-notified",
    "server-draft-received",  "server-draft-written",     "server-draft-committed", "server-draft-acked",
    "server-draft-notified",  "server-part-written",      "server-part-stored",     "server-file-hashed",
    "server-file-linked",     "server-file-made",         "server-file-recorded",   "server-file-dropped",
    "restore-copied",         "restore-quarantined",      "restore-emptied",        "restore-cleared",
    "restore-placed",
};
static_assert(failpointNames.size() == static_cast<std::size_t>(Failpoint::RestorePlaced) + 1);

/// Environment variable with the failpoint to die at: "NAME", or "NAME:N" for the Nth time that it is
/// reached.
inline constexpr const char* failpointVariable = "TIDEMARK_FAILPOINT";

#ifdef TIDEMARK_FAILPOINTS

inline constexpr bool hasFailpoints = true;

namespace detail {

struct ArmedFailpoint {
    std::optional<Failpoint> place;
    unsigned timesLeft = 1;
};
/// Set before the first thread starts; only one thread reaches each failpoint.
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

/// Arms the failpoint named by `text`, the value of the environment variable; null: none. Returns an error of
/// one line for the user. Call this first in main().
[[nodiscard]] inline std::optional<std::string> armFailpoint(const char* text)
{
    if (text == nullptr || detail::armFailpoint(text)) {
        return std::nullopt;
    }
    return std::string(failpointVariable) + ": there is no failpoint '" + text + "'";
}

/// Kills the process here if this failpoint is armed and its count is reached; calls `before` first.
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
