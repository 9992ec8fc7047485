#pragma once

#include "tests/programs/load/people/population.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::cluster {

/// An entry that the server has acknowledged.
struct Line {
    EntryKind kind = EntryKind::Message;
    std::size_t author = 0;
    std::string text = {}; ///< recalls have no text
    Seq target = {};       ///< for edits and recalls
    friend bool operator==(const Line&, const Line&) = default;
};

/// All acknowledged messages by group. The servers' answers are compared with them. It has no notices.
class ClusterLedger {
public:
    /// `people` must outlive this object.
    explicit ClusterLedger(const load::Population& people);

    /// Fails if another entry has the seq, or the seq was taken before any message.
    void appended(std::size_t group, Seq seq, const Line& line);
    /// From now on the servers may send no older cursor.
    void noteCursor(std::size_t group, std::size_t user, Cursor cursor);

    [[nodiscard]] const load::Population& people() const { return m_people; }
    [[nodiscard]] std::size_t entries() const { return m_entries; }
    [[nodiscard]] Seq head(std::size_t group) const;
    [[nodiscard]] Cursor cursor(std::size_t group, std::size_t user) const;
    /// The unread messages in all groups of the user, by definition (I4).
    [[nodiscard]] std::uint64_t unread(std::size_t user) const;
    /// Pulls all logs from a server. Each entry must come once, at its seq, in its present state, and no
    /// other entry.
    void compareLogs(load::Loop& loop, const load::Place& place) const;

private:
    struct Log {
        std::map<Seq, Line> lines;
        std::map<Seq, Seq> edits; ///< the newest edits by target
        std::map<Seq, Seq> recalls;
    };
    void compare(std::size_t group, const Entry& entry) const;

    const load::Population& m_people;
    std::vector<Log> m_logs;
    std::map<std::pair<std::size_t, std::size_t>, Cursor> m_cursors; ///< by group and user
    std::size_t m_entries = 0;
};

} // namespace tidemark::cluster
