#include "ui/timeline/navigation_history.h"

namespace tidemark {

namespace {

bool isBelow(const ReturnPlace& place, const ReturnPlace& now)
{
    return !now.isAtEnd && (place.isAtEnd || place.seq > now.seq);
}

} // namespace

void NavigationHistory::push(const ReturnPlace& place)
{
    if (!m_places.empty() && m_places.back() == place) {
        return;
    }
    if (m_places.size() == maxPlaces) {
        m_places.erase(m_places.begin());
    }
    m_places.push_back(place);
}

std::optional<ReturnPlace> NavigationHistory::pop()
{
    if (m_places.empty()) {
        return std::nullopt;
    }
    const ReturnPlace place = m_places.back();
    m_places.pop_back();
    return place;
}

/// Returns the position of the place from the bottom of the stack, from 1; 0: there is no place.
std::size_t NavigationHistory::findBelow(const ReturnPlace& now) const
{
    for (std::size_t i = m_places.size(); i > 0 && m_places[i - 1].conversation == now.conversation; --i) {
        if (isBelow(m_places[i - 1], now)) {
            return i;
        }
    }
    return 0;
}

std::optional<ReturnPlace> NavigationHistory::below(const ReturnPlace& now) const
{
    const std::size_t found = findBelow(now);
    return found == 0 ? std::nullopt : std::optional(m_places[found - 1]);
}

std::optional<ReturnPlace> NavigationHistory::popBelow(const ReturnPlace& now)
{
    const std::optional<ReturnPlace> place = below(now);
    if (place) {
        m_places.resize(findBelow(now) - 1);
    }
    return place;
}

} // namespace tidemark
