#pragma once

#include "core/domain/ids.h"

#include <optional>
#include <vector>

namespace tidemark {

/// A reader's place in a conversation.
struct ReturnPlace {
    ConversationId conversation;
    Seq seq;        ///< the message at the top of the viewport
    int offset = 0; ///< of the message's upper edge from that of the viewport, in pixels
    bool isAtEnd = false;

    friend bool operator==(const ReturnPlace&, const ReturnPlace&) = default;
};

/// The places that the user has jumped away from, newest on top. Drops the oldest beyond `maxPlaces`. A
/// value type.
class NavigationHistory {
public:
    static constexpr std::size_t maxPlaces = 50;

    void push(const ReturnPlace& place);
    [[nodiscard]] bool isEmpty() const { return m_places.empty(); }
    [[nodiscard]] std::optional<ReturnPlace> pop();
    /// The newest place that is below `now` in the same conversation, with no other conversation in between.
    [[nodiscard]] std::optional<ReturnPlace> below(const ReturnPlace& now) const;
    /// Removes the place that below() returns, and all places above it on the stack.
    std::optional<ReturnPlace> popBelow(const ReturnPlace& now);
    void clear() { m_places.clear(); }

private:
    [[nodiscard]] std::size_t findBelow(const ReturnPlace& now) const;

    std::vector<ReturnPlace> m_places;
};

} // namespace tidemark
