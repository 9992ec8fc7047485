#pragma once

#include "core/domain/ids.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Where a reader stood.
struct ReturnPlace {
    ConversationId conversation;
    Seq seq;        ///< of the message at the top of the viewport
    int offset = 0; ///< of its upper edge from the viewport's
    bool isAtEnd = false;

    friend bool operator==(const ReturnPlace&, const ReturnPlace&) = default;
};

/// The places that somebody has jumped away from, the last one on top; the oldest ones are forgotten. A
/// value.
class ReturnStack {
public:
    static constexpr std::size_t mostPlaces = 50;

    void push(const ReturnPlace& place);
    [[nodiscard]] bool isEmpty() const { return m_places.empty(); }
    [[nodiscard]] std::optional<ReturnPlace> pop();
    /// The last place of `now`'s conversation that lies below `now`, with no other conversation in between.
    [[nodiscard]] std::optional<ReturnPlace> below(const ReturnPlace& now) const;
    /// Takes that one away, and with it what was put on it.
    std::optional<ReturnPlace> popBelow(const ReturnPlace& now);
    void clear() { m_places.clear(); }

private:
    [[nodiscard]] std::size_t findBelow(const ReturnPlace& now) const;

    std::vector<ReturnPlace> m_places;
};

} // namespace tidemark
