#include "core/domain/pin_order.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace tidemark::pin_order_test {

namespace {

using Ids = std::vector<std::uint64_t>;

/// Pinned conversations that take the changes, and stay in the order of the list.
struct Pins {
    std::vector<PinPlace> all;

    /// Returns how many places have changed.
    std::size_t move(std::uint64_t id, std::size_t to)
    {
        const std::vector<PinPlace> changed = placesAfterMove(all, ConversationId(id), to);
        for (const PinPlace& pin : changed) {
            std::ranges::find(all, pin.id, &PinPlace::id)->order = pin.order;
        }
        std::ranges::sort(all, {}, pinKey);
        return changed.size();
    }
    [[nodiscard]] Ids order() const
    {
        Ids ids;
        for (const PinPlace& pin : all) {
            ids.push_back(pin.id.value);
        }
        return ids;
    }
};

Pins without(Ids ids)
{
    Pins pins;
    std::int64_t age = 100;
    for (const std::uint64_t id : ids) {
        pins.all.push_back({ConversationId(id), 0, UnixMs{age--}});
    }
    return pins;
}

} // namespace

TEST_CASE("pinned conversations without a place follow those with one, by last activity; ties have an order")
{
    std::vector<PinPlace> pins{{ConversationId(1), 0, UnixMs{50}}, {ConversationId(2), 7, UnixMs{1}},
                               {ConversationId(3), 0, UnixMs{90}}, {ConversationId(5), 3, UnixMs{2}},
                               {ConversationId(4), 3, UnixMs{1}},  {ConversationId(6), 0, UnixMs{50}}};
    std::ranges::sort(pins, {}, pinKey);
    CHECK(Pins{pins}.order() == Ids{4, 5, 2, 3, 1, 6});
}

TEST_CASE("a move to the top changes one place, also among conversations that have none")
{
    Pins pins = without({1, 2, 3, 4});
    CHECK(pins.move(3, 0) == 1);
    CHECK(pins.order() == Ids{3, 1, 2, 4});
    CHECK(pins.move(4, 0) == 1);
    CHECK(pins.order() == Ids{4, 3, 1, 2});
}

TEST_CASE("a move below conversations without a place gives them one; later moves change one place")
{
    Pins pins = without({1, 2, 3, 4});
    CHECK(pins.move(1, 2) == 3);
    CHECK(pins.order() == Ids{2, 3, 1, 4});
    CHECK(pins.move(2, 1) == 1);
    CHECK(pins.order() == Ids{3, 2, 1, 4});
    CHECK(pins.move(1, 1) == 1);
    CHECK(pins.order() == Ids{3, 1, 2, 4});
    CHECK(pins.move(1, 99) == 2);
    CHECK(pins.order() == Ids{3, 2, 4, 1});
}

TEST_CASE("nothing changes if the conversation is there already, or is not pinned")
{
    Pins pins = without({1, 2});
    CHECK(pins.move(1, 0) == 0);
    CHECK(pins.move(2, 1) == 0);
    CHECK(pins.move(9, 0) == 0);
    CHECK(placesAfterMove({}, ConversationId(1), 0).empty());
}

TEST_CASE("many moves between the same neighbours, to the top and to the end keep the order")
{
    Pins pins = without({1, 2, 3, 4});
    pins.move(1, 3);
    Ids expected = pins.order();
    std::size_t changes = 0;
    for (std::size_t i = 0; i < 6000; ++i) {
        const std::size_t to = i < 2000 ? 1 : i < 4000 ? 0 : 3;
        const std::uint64_t moved = expected[to == 3 ? 0 : to + 1];
        expected.erase(std::ranges::find(expected, moved));
        expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(to), moved);
        changes += pins.move(moved, to);
        REQUIRE(pins.order() == expected);
    }
    CHECK(changes < 6000 + 6000 / 5);
}

TEST_CASE("equal places, which two devices can give, are told apart by a move between them")
{
    Pins pins{{{ConversationId(1), 5}, {ConversationId(2), 5}, {ConversationId(3), 5}}};
    CHECK(pins.move(3, 1) == 3);
    CHECK(pins.order() == Ids{1, 3, 2});
}

} // namespace tidemark::pin_order_test
