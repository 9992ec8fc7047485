#pragma once

#include "app/cli/importing/import_log.h"
#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

namespace tidemark::cli {

/// A line of the log that is to be sent.
struct ImportMessage {
    ImportLine line;
    MessageUuid uuid;
    MessageUuid after; ///< uuid of the previous line in the same room; invalid for the first line
    bool isAcknowledged = false;
};

/// The messages of a log, in its order. Knows which message is next, and which messages wait for the server's
/// answer. Holds only the part of the log from the first unacknowledged message to the last sent message.
class ImportQueue {
public:
    using NextLine = std::function<std::optional<ImportLine>()>;

    /// Lines through `skipThrough` count as acknowledged. `speed` is a multiple of real time; 0: no pauses.
    ImportQueue(NextLine nextLine, std::uint64_t skipThrough, double speed);

    /// Returns the next message to send; null at the end of the log. Stays the same until take().
    [[nodiscard]] const ImportMessage* next();
    /// Returns when to send `message`. From the first call on, the pauses are those of the log.
    [[nodiscard]] Instant dueAt(const ImportMessage& message, Instant now);
    void take() { ++m_next; }
    /// Marks all unacknowledged messages to be sent again.
    void giveBack();

    void acknowledge(std::uint64_t line);
    /// Returns null if the message has been acknowledged.
    [[nodiscard]] const ImportMessage* find(std::uint64_t line);
    /// Returns whether everything before `message` in its room is acknowledged.
    [[nodiscard]] bool isFirstOfItsRoom(const ImportMessage& message) const;

    [[nodiscard]] bool isFinished() const { return m_atEnd && m_messages.empty(); }
    /// Counts messages, including skipped ones.
    [[nodiscard]] std::uint64_t acknowledged() const { return m_acknowledged; }
    /// Everything through this line is acknowledged.
    [[nodiscard]] std::uint64_t acknowledgedThrough() const;
    /// Returns the room of an author's first line in the log. The queue must have read a line of this author.
    [[nodiscard]] const std::string& firstRoomOf(const std::string& author) const
    {
        return m_firstRooms.at(author);
    }

private:
    [[nodiscard]] bool readOne();
    [[nodiscard]] std::deque<ImportMessage>::iterator locate(std::uint64_t line);

    NextLine m_nextLine;
    std::uint64_t m_skipThrough;
    double m_speed;
    std::deque<ImportMessage> m_messages; ///< ascending by line; the first one is not acknowledged
    std::size_t m_next = 0;               ///< messages before this index have been taken
    bool m_atEnd = false;
    std::uint64_t m_acknowledged = 0;
    std::uint64_t m_lastRead = 0; ///< number of the last line read
    std::unordered_map<std::string, MessageUuid> m_lastOfRoom;
    std::unordered_map<std::string, std::string> m_firstRooms;
    std::optional<Instant> m_start;
    std::int64_t m_startAtMs = 0;
};

} // namespace tidemark::cli
