#pragma once

#include "app/cli/import_log.h"
#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

namespace tidemark::cli {

/// A line of the log on its way to the server.
struct ImportMessage {
    ImportLine line;
    MessageUuid uuid;
    MessageUuid after; ///< uuid of the line before in the same room; invalid on the first one
    bool isAcknowledged = false;
};

/// The messages of a log in its order: which one is next, which ones wait for the server. Holds no more of
/// the log than what is between the first unacknowledged message and the last one sent.
class ImportQueue {
public:
    using NextLine = std::function<std::optional<ImportLine>()>;

    /// Lines up to `skipUpTo` count as acknowledged. `speed`: times real time, 0 for no pauses.
    ImportQueue(NextLine nextLine, std::uint64_t skipUpTo, double speed);

    /// The next message to send, null at the end of the log. Stays the same until taken.
    [[nodiscard]] const ImportMessage* next();
    /// When next() is to be sent; pauses are those of the log, from the first call on.
    [[nodiscard]] Instant dueAt(const ImportMessage& message, Instant now);
    void take() { ++m_next; }
    /// Everything that was taken and is not acknowledged is to be sent again.
    void giveBack();

    void acknowledge(std::uint64_t line);
    /// Null when it has been acknowledged.
    [[nodiscard]] const ImportMessage* find(std::uint64_t line);
    /// Whether everything before `message` in its room is acknowledged.
    [[nodiscard]] bool isFirstOfItsRoom(const ImportMessage& message) const;

    [[nodiscard]] bool isFinished() const { return m_atEnd && m_messages.empty(); }
    /// Messages, skipped ones too.
    [[nodiscard]] std::uint64_t acknowledged() const { return m_acknowledged; }
    /// Everything up to this line is acknowledged.
    [[nodiscard]] std::uint64_t acknowledgedUpTo() const;
    /// The room of an author's first line in the log; the author has been met.
    [[nodiscard]] const std::string& firstRoomOf(const std::string& author) const
    {
        return m_firstRooms.at(author);
    }

private:
    [[nodiscard]] bool readOne();
    [[nodiscard]] std::deque<ImportMessage>::iterator locate(std::uint64_t line);

    NextLine m_nextLine;
    std::uint64_t m_skipUpTo;
    double m_speed;
    std::deque<ImportMessage> m_messages; ///< ascending by line; the first one is not acknowledged
    std::size_t m_next = 0;               ///< those before have been taken
    bool m_atEnd = false;
    std::uint64_t m_acknowledged = 0;
    std::uint64_t m_lastRead = 0; ///< number of the last line read
    std::unordered_map<std::string, MessageUuid> m_lastOfRoom;
    std::unordered_map<std::string, std::string> m_firstRooms;
    std::optional<Instant> m_start;
    std::int64_t m_startAtMs = 0;
};

} // namespace tidemark::cli
