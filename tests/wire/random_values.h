#pragma once

#include "core/base/random.h"
#include "core/domain/conversation.h"
#include "core/domain/entry.h"
#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// Random values of the domain, from a seed. All lengths of numbers are equally likely, also 0 and the
/// greatest number.
namespace tidemark::wire_test {

/// Values of which many are equal, so that frames concern the results of other frames.
struct SmallWorld {
    std::uint64_t numbers = 1;       ///< most ids and numbers are below it; at least 1
    std::vector<std::string> names;  ///< most texts; at least one
    std::vector<std::string> tokens; ///< all tokens; at least one
};

class RandomValues {
public:
    /// A number below the argument, or any number if the argument is 0.
    using Draw = std::function<std::uint64_t(std::uint64_t bound)>;

    explicit RandomValues(SplitMix64& random)
        : m_draw([&random](std::uint64_t bound) { return bound == 0 ? random.next() : random.below(bound); })
    {
    }
    /// Takes numbers from another source, for example from the bytes of a fuzzer. `world` must outlive this
    /// object.
    RandomValues(Draw draw, const SmallWorld& world) : m_draw(std::move(draw)), m_world(&world) {}

    [[nodiscard]] std::uint64_t number64()
    {
        return m_world != nullptr && below(16) != 0 ? below(m_world->numbers) : any() >> below(64);
    }
    [[nodiscard]] std::uint32_t number32() { return static_cast<std::uint32_t>(number64()); }
    /// 0 if the bound is 0.
    [[nodiscard]] std::size_t below(std::size_t bound) { return bound == 0 ? 0 : m_draw(bound); }
    [[nodiscard]] bool flag() { return below(2) == 1; }
    [[nodiscard]] std::string text();
    /// 32 bytes, or an empty string.
    [[nodiscard]] std::string token();
    /// The uuid may be invalid.
    [[nodiscard]] MessageUuid uuid();
    [[nodiscard]] UnixMs time();
    [[nodiscard]] Milliseconds duration() { return Milliseconds(number32()); }
    [[nodiscard]] Cursor cursor() { return Cursor{number32(), id<Seq>()}; }
    [[nodiscard]] ConversationSettings settings()
    {
        return {flag(), flag(), flag(), oneOf(ReceiptPrivacy::Private), time(), number32()};
    }
    [[nodiscard]] User user() { return User{id<UserId>(), text(), flag()}; }
    [[nodiscard]] HeldState held();
    [[nodiscard]] BlobHash hash();
    [[nodiscard]] Attachment attachment();
    /// An emoji in at most caps::maxEmojiBytes.
    [[nodiscard]] std::string emoji() { return flag() ? "\U0001F44D" : "\u2764\uFE0F"; }
    [[nodiscard]] MessageReactions reactions();
    [[nodiscard]] Forwarded forwarded();
    /// Never without a seq.
    [[nodiscard]] ForwardSource source();
    [[nodiscard]] Draft draft();
    /// A message as a client sends it.
    [[nodiscard]] content::Message sentMessage();
    [[nodiscard]] ScheduledMessage scheduled();
    [[nodiscard]] CursorMove move();
    [[nodiscard]] std::vector<Seq> pinned(Seq head);
    [[nodiscard]] ConversationState state();
    /// At most eight dense entries after `after`.
    [[nodiscard]] std::vector<Entry> entries(Seq after);

    template <typename Id>
    [[nodiscard]] Id id()
    {
        return Id(static_cast<decltype(Id::value)>(number64()));
    }

    /// Up to seven elements made by `make`.
    template <typename Make>
    [[nodiscard]] auto list(Make make)
    {
        std::vector<decltype(make())> result;
        for (auto left = below(8); left > 0; --left) {
            result.push_back(make());
        }
        return result;
    }

    template <typename Enum>
    [[nodiscard]] Enum oneOf(Enum last)
    {
        return static_cast<Enum>(below(static_cast<std::size_t>(last) + 1));
    }

private:
    Entry entry(Seq seq);
    Seq before(Seq seq);
    Seq after(Seq seq);

    [[nodiscard]] std::uint64_t any() { return m_draw(0); }

    Draw m_draw;
    const SmallWorld* m_world = nullptr;
};

} // namespace tidemark::wire_test
