#pragma once

#include "app/lab/scenario/scenario.h"

#include <QRect>
#include <QSize>

#include <string>
#include <vector>

namespace tidemark::lab {

/// The places of everything in the picture of the world: people with their devices at both sides, servers
/// and their database in the middle. A plain calculation.
class WorldLayout {
public:
    struct Card {
        std::string device;
        std::string person;
        QRect place;
        bool isLeft = true;
    };
    struct Person {
        std::string name;
        QRect place; ///< around the cards of the person's devices, with room for the name above
    };

    WorldLayout() = default;
    /// `room` is what can be seen at once; the picture is larger if it must be. `line` is the height of a
    /// line of text.
    WorldLayout(const Scenario& scenario, const QSize& room, int line);

    [[nodiscard]] const QSize& size() const { return m_size; }
    [[nodiscard]] const std::vector<Card>& cards() const { return m_cards; }
    [[nodiscard]] const std::vector<Person>& people() const { return m_people; }
    [[nodiscard]] const std::vector<QRect>& servers() const { return m_servers; }
    [[nodiscard]] const QRect& database() const { return m_database; }
    /// Empty: there is no such device.
    [[nodiscard]] const Card* card(const std::string& device) const;
    /// The place of a link's button, beside its device.
    [[nodiscard]] QRect knob(const Card& card) const;
    /// The end of the link at the device, and that at a server.
    [[nodiscard]] static QPoint deviceEnd(const Card& card);
    [[nodiscard]] QPoint serverEnd(const Card& card, std::size_t server) const;
    /// The point of a frame that has gone `share` (0 … 1) of its way.
    [[nodiscard]] QPointF pointOnLink(const Card& card, std::size_t server, bool toServer,
                                      double share) const;

    /// The left edge of words of this width on a link, moved so that no button of a link covers them.
    [[nodiscard]] double besideButtons(double left, double width) const;

private:
    void placePeople(const Scenario& scenario);
    void placeServers(std::size_t count);

    int m_line = 0;
    int m_cardWidth = 0;
    QSize m_size;
    std::vector<Card> m_cards;
    std::vector<Person> m_people;
    std::vector<QRect> m_servers;
    QRect m_database;
};

} // namespace tidemark::lab
