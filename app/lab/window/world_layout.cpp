#include "app/lab/window/world_layout.h"

#include <algorithm>
#include <array>

namespace tidemark::lab {

namespace {

constexpr int margin = 12;
constexpr int gap = 8;
constexpr int cardPadding = 6;
constexpr int badgeRow = 22; ///< at least, for a row with a badge
constexpr int minCardWidth = 146;
constexpr int maxCardWidth = 270;
constexpr int serverWidth = 96;
constexpr int minLink = 54;
constexpr int frameRoom = 8; ///< half a frame, so that none is behind a card

} // namespace

WorldLayout::WorldLayout(const Scenario& scenario, const QSize& room, int line)
    : m_line(line), m_cardWidth(std::clamp((room.width() - serverWidth - 2 * (minLink + margin)) / 2,
                                           minCardWidth, maxCardWidth)),
      m_size(std::max(room.width(), 2 * (m_cardWidth + minLink + margin) + serverWidth), room.height())
{
    placePeople(scenario);
    placeServers(scenario.servers);
}

/// The next person comes to the side that has more room.
void WorldLayout::placePeople(const Scenario& scenario)
{
    std::array<int, 2> bottoms{margin, margin};
    for (const PersonOf& person : scenario.people) {
        const bool isLeft = bottoms[0] <= bottoms[1];
        int& bottom = isLeft ? bottoms[0] : bottoms[1];
        const int left = isLeft ? margin : m_size.width() - margin - m_cardWidth;
        const int row = std::max(m_line + 2, badgeRow);
        const int height =
            2 * cardPadding + m_line + row * static_cast<int>(conversationsOf(scenario, person.name).size());
        const int top = bottom;
        bottom += m_line + 2;
        for (const std::string& device : person.devices) {
            m_cards.push_back({device, person.name, QRect(left, bottom, m_cardWidth, height), isLeft});
            bottom += height + gap;
        }
        m_people.push_back({person.name, QRect(left, top, m_cardWidth, bottom - top)});
        bottom += gap / 2;
    }
    m_size.setHeight(std::max({m_size.height(), bottoms[0] + margin / 2, bottoms[1] + margin / 2}));
}

void WorldLayout::placeServers(std::size_t count)
{
    const int left = (m_size.width() - serverWidth) / 2;
    const int height = 2 * m_line + 2 * cardPadding;
    const int needed = static_cast<int>(count + 1) * (height + gap);
    int top = std::max(margin, (m_size.height() - needed) / 2);
    for (std::size_t server = 0; server < count; ++server) {
        m_servers.emplace_back(left, top, serverWidth, height);
        top += height + gap;
    }
    m_database = QRect(left, top + gap, serverWidth, height);
    m_size.setHeight(std::max(m_size.height(), m_database.bottom() + margin));
}

const WorldLayout::Card* WorldLayout::card(const std::string& device) const
{
    const auto found = std::ranges::find(m_cards, device, &Card::device);
    return found == m_cards.end() ? nullptr : &*found;
}

QPoint WorldLayout::deviceEnd(const Card& card)
{
    return {card.isLeft ? card.place.right() + 1 : card.place.left(), card.place.center().y()};
}

QPoint WorldLayout::serverEnd(const Card& card, std::size_t server) const
{
    const QRect& place = m_servers.at(std::min(server, m_servers.size() - 1));
    return {card.isLeft ? place.left() : place.right() + 1, place.center().y()};
}

QRect WorldLayout::knob(const Card& card) const
{
    constexpr int side = 24;
    const QPoint end = deviceEnd(card);
    const int centre = end.x() + (card.isLeft ? side / 2 : -side / 2);
    return {centre - side / 2, end.y() - side / 2, side, side};
}

double WorldLayout::besideButtons(double left, double width) const
{
    double begin = 0;
    double end = m_size.width();
    for (const Card& card : m_cards) {
        const QRect button = knob(card);
        begin = card.isLeft ? std::max(begin, button.right() + 1.0) : begin;
        end = card.isLeft ? end : std::min(end, static_cast<double>(button.left()));
    }
    return std::max(begin, std::min(left, end - width));
}

QPointF WorldLayout::pointOnLink(const Card& card, std::size_t server, bool toServer, double share) const
{
    const QRectF button = knob(card);
    const QPointF begin(card.isLeft ? button.right() + frameRoom : button.left() - frameRoom,
                        button.center().y());
    const QPointF end = serverEnd(card, server) + QPoint(card.isLeft ? -frameRoom : frameRoom, 0);
    const double gone = std::clamp(toServer ? share : 1 - share, 0.0, 1.0);
    return begin + (end - begin) * gone;
}

} // namespace tidemark::lab
