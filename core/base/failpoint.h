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

/// An act of the user that must survive the death of a program at each of its steps.
enum class Deed : std::uint8_t {
    Read,
    Message,
    Draft,
    Reaction,
    Ignoring,
    Clearing, ///< also hiding
    Schedule,
    Folder,
    Looking,  ///< at reactions
    Inviting, ///< also the answers to invitations
    PinOrder,
    Settings, ///< of the account
};
inline constexpr std::array deedNames = {"read",     "message",  "draft",     "reaction",
                                         "ignoring", "clearing", "schedule",  "folder",
                                         "looking",  "inviting", "pin-order", "settings"};

/// The steps of a deed on the device, on its way to the server.
enum class ClientStep : std::uint8_t {
    Begin,     ///< decided, nothing written
    Written,   ///< written, not committed
    Committed, ///< committed, nothing sent
    Sent,      ///< handed to the operating system
    Answered,  ///< the answer has arrived, nothing of it is written
    Cleared,   ///< what waited for the answer is erased, not committed
    Done,      ///< this is committed
};
inline constexpr std::array clientStepNames = {"begin",    "written", "committed", "sent",
                                               "answered", "cleared", "done"};

/// The steps of a deed on the server.
enum class ServerStep : std::uint8_t {
    Received,
    Written,   ///< not committed
    Committed, ///< no client notified
    Acked,     ///< the user's device has the answer, no other device is notified
    Notified,
};
inline constexpr std::array serverStepNames = {"received", "written", "committed", "acked", "notified"};

/// A place where a test can kill the process. Failpoints exist only in builds with TIDEMARK_FAILPOINTS; in
/// other builds this header does nothing.
enum class Failpoint : std::uint8_t {
    // The steps of all deeds have the first numbers; see failpointOf.
    FirstOfServerDeeds = deedNames.size() * clientStepNames.size(),
    // Client: a file on its way to the server.
    ClientFileCopied = ///< the message's files are in the profile, nothing is written about it
    FirstOfServerDeeds + deedNames.size() * serverStepNames.size(),
    ClientFileSent,  ///< a part is handed to the operating system
    ClientFileReady, ///< the server has all files of the message, nothing of this is known to the engine
    ClientFileAcked, ///< the message is in the log, its files are not among the held ones yet
    ClientFileKept,  ///< they are
    // Client: a file on its way from the server.
    ClientPartWritten,
    ClientPartsCompared, ///< the file is complete and durable, but not among the held ones yet
    ClientFileHeld,      ///< it is, nothing of this is known to the transfers
    // Client: shutdown.
    ClientCloseBegin,   ///< close requested, unsent requests not yet sent
    ClientCloseFlushed, ///< about to close the store
    ClientCloseDone,    ///< the store is closed
    // Client: the data of an account is erased, because the account was deleted or another one signs in.
    ClientErasureWritten, ///< in the database, but not committed
    ClientTokenDropped,   ///< the database has no token, the vault still has it
    ClientTokenErased,    ///< all files of messages are there
    ClientOutgoingErased, ///< files that others have sent are still there
    // Client: replacement of a damaged database.
    StoreSalvaged,    ///< the new database is complete, the damaged one still in its place
    StoreQuarantined, ///< the damaged database is quarantined, the new one not yet in its place
    // Server: a file, in PostgreSQL or in a folder.
    ServerPartWritten,  ///< bytes of an upload are written, but neither committed nor flushed
    ServerPartStored,   ///< they survive a loss of power, no client is notified
    ServerFileHashed,   ///< the upload is complete and its hash is right
    ServerFileLinked,   ///< in a folder: the bytes have the name of a file, which a loss of power can undo
    ServerFileMade,     ///< the bytes have the name of a file, which has no record
    ServerFileRecorded, ///< it has one, and the upload still exists
    ServerFileDropped,  ///< the record of the file is gone, the bytes are there
    // Server: a scheduled message is sent because it is due.
    ServerDueCommitted, ///< it is in the log, no client is notified
    ServerDueAcked,     ///< the author's devices are notified of the scheduled message, and of nothing else
    ServerDueNotified,
    // Server: the deletion of an account.
    ServerDeletionWritten, ///< a step of it is written, but not committed
    // Server: a backup replaces the database.
    RestoreCopied,      ///< the copy is complete
    RestoreQuarantined, ///< the old database also has its quarantine name
    RestoreEmptied,     ///< an empty file has the database's name; the old journal still exists
    RestoreCleared,     ///< the old journal is gone
    RestorePlaced,      ///< the copy has the database's name
};

constexpr Failpoint failpointOf(Deed deed, ClientStep step)
{
    return static_cast<Failpoint>(static_cast<std::size_t>(deed) * clientStepNames.size()
                                  + static_cast<std::size_t>(step));
}

constexpr Failpoint failpointOf(Deed deed, ServerStep step)
{
    return static_cast<Failpoint>(static_cast<std::size_t>(Failpoint::FirstOfServerDeeds)
                                  + static_cast<std::size_t>(deed) * serverStepNames.size()
                                  + static_cast<std::size_t>(step));
}

/// In the order of Failpoint, from ClientFileCopied.
inline constexpr std::array otherFailpointNames = {
    "client-file-copied",   "client-file-sent",     "client-file-ready",      "client-file-acked",
    "client-file-kept",     "client-part-written",  "client-parts-compared",  "client-file-held",
    "client-close-begin",   "client-close-flushed", "client-close-done",      "client-erasure-written",
    "client-token-dropped", "client-token-erased",  "client-outgoing-erased", "store-salvaged",
    "store-quarantined",    "server-part-written",  "server-part-stored",     "server-file-hashed",
    "server-file-linked",   "server-file-made",     "server-file-recorded",   "server-file-dropped",
    "server-due-committed", "server-due-acked",     "server-due-notified",    "server-deletion-written",
    "restore-copied",       "restore-quarantined",  "restore-emptied",        "restore-cleared",
    "restore-placed",
};
inline constexpr std::size_t failpointCount = static_cast<std::size_t>(Failpoint::RestorePlaced) + 1;
static_assert(otherFailpointNames.size()
              == failpointCount - static_cast<std::size_t>(Failpoint::ClientFileCopied));

/// The name of a failpoint in the environment variable, like "client-read-begin".
inline std::string nameOf(Failpoint place)
{
    const auto number = static_cast<std::size_t>(place);
    if (place >= Failpoint::ClientFileCopied) {
        return otherFailpointNames.at(number - static_cast<std::size_t>(Failpoint::ClientFileCopied));
    }
    const auto composed = [](const char* program, const auto& steps, std::size_t index) {
        return std::string(program) + "-" + deedNames.at(index / steps.size()) + "-"
               + steps.at(index % steps.size());
    };
    if (place >= Failpoint::FirstOfServerDeeds) {
        return composed("server", serverStepNames,
                        number - static_cast<std::size_t>(Failpoint::FirstOfServerDeeds));
    }
    return composed("client", clientStepNames, number);
}

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
    for (std::size_t place = 0; place < failpointCount; ++place) {
        if (name == nameOf(static_cast<Failpoint>(place))) {
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
