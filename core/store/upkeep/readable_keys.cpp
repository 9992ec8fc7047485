#include "core/store/upkeep/readable_keys.h"

#include "core/store/file/statement.h"

#include <bit>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string>

namespace tidemark {

namespace {

/// Enough probes to find the sound pages between a handful of damaged ones.
constexpr int maxProbes = 500;

struct Range {
    std::uint64_t first;
    std::uint64_t last;
};

std::uint64_t halfway(Range range)
{
    return range.first + (range.last - range.first) / 2;
}

struct IdKeys {
    using Key = std::uint64_t;
    static constexpr Range all{1, std::numeric_limits<std::int64_t>::max()};

    static Key read(const Run& run) { return static_cast<Key>(run.number(0)); }
    static std::uint64_t place(Key key) { return key; }
    static std::uint64_t lowest(std::uint64_t place) { return place; }
    static std::uint64_t highest(std::uint64_t place) { return place; }
    /// The server assigns ids from 1, so small ids are likely: probe at the geometric mean.
    static std::uint64_t middle(Range range)
    {
        const auto doublings =
            static_cast<unsigned>(std::bit_width(range.last) - std::bit_width(range.first));
        return doublings > 2 ? range.first << doublings / 2 : halfway(range);
    }
};

/// The place of a uuid is the number in its first eight bytes.
struct UuidKeys {
    using Key = MessageUuid;
    static constexpr Range all{0, std::numeric_limits<std::uint64_t>::max()};
    static constexpr std::size_t placeBytes = sizeof(std::uint64_t);

    static Key read(const Run& run) { return run.uuid(0); }
    static std::uint64_t place(const Key& key)
    {
        std::uint64_t place = 0;
        for (std::size_t i = 0; i < placeBytes; ++i) {
            place = (place << 8U) | key.bytes[i];
        }
        return place;
    }
    static QByteArray lowest(std::uint64_t place) { return bound(place, '\0'); }
    static QByteArray highest(std::uint64_t place) { return bound(place, '\xff'); }
    static std::uint64_t middle(Range range) { return halfway(range); }

private:
    static QByteArray bound(std::uint64_t place, char rest)
    {
        QByteArray bytes(sizeof(MessageUuid::bytes), rest);
        for (std::size_t i = placeBytes; i > 0; --i, place >>= 8U) {
            bytes[qsizetype(i - 1)] = static_cast<char>(place & 0xffU);
        }
        return bytes;
    }
};

template <typename Keys>
class KeyScan {
public:
    KeyScan(Database& damaged, KeyColumn where)
        : m_upSql(sqlOf(where, "")), m_downSql(sqlOf(where, " DESC")), m_up(damaged, m_upSql.c_str()),
          m_down(damaged, m_downSql.c_str())
    {
    }

    std::vector<typename Keys::Key> run()
    {
        std::deque<Range> unknown{Keys::all};
        for (int probe = 0; probe < maxProbes && !unknown.empty(); ++probe) {
            if (const auto gap = narrowed(unknown.front())) {
                const std::uint64_t middle = Keys::middle(*gap);
                unknown.push_back({gap->first, middle});
                unknown.push_back({middle + 1, gap->last});
            }
            unknown.pop_front();
        }
        std::vector<typename Keys::Key> keys;
        for (const auto& [place, key] : m_found) {
            keys.push_back(key);
        }
        return keys;
    }

private:
    struct Scanned {
        bool isWhole = false;
        std::optional<std::uint64_t> end; ///< the last place before the damage
    };

    static std::string sqlOf(KeyColumn where, const char* direction)
    {
        const std::string column = where.column;
        return "SELECT " + column + " FROM " + where.table + " WHERE " + column + " BETWEEN ? AND ? ORDER BY "
               + column + direction;
    }

    Scanned scan(Statement& statement, Range range)
    {
        Scanned scanned;
        Run run(statement, Keys::lowest(range.first), Keys::highest(range.last));
        while (run.next()) {
            const auto key = Keys::read(run);
            scanned.end = Keys::place(key);
            m_found.emplace(*scanned.end, key);
        }
        scanned.isWhole = run.succeeded();
        return scanned;
    }

    /// Reads `range` from both ends and returns the unread rest, if it can be split.
    std::optional<Range> narrowed(Range range)
    {
        const Scanned up = scan(m_up, range);
        if (up.isWhole || up.end >= range.last) {
            return std::nullopt;
        }
        range.first = up.end ? *up.end + 1 : range.first;
        const Scanned down = scan(m_down, range);
        if (down.isWhole || (down.end && *down.end <= range.first)) {
            return std::nullopt;
        }
        range.last = down.end ? *down.end - 1 : range.last;
        return range.first < range.last ? std::optional(range) : std::nullopt;
    }

    std::string m_upSql;
    std::string m_downSql;
    Statement m_up;
    Statement m_down;
    std::multimap<std::uint64_t, typename Keys::Key> m_found;
};

} // namespace

std::vector<std::uint64_t> readableIds(Database& damaged, KeyColumn where)
{
    return KeyScan<IdKeys>(damaged, where).run();
}

std::vector<MessageUuid> readableUuids(Database& damaged, KeyColumn where)
{
    return KeyScan<UuidKeys>(damaged, where).run();
}

} // namespace tidemark
