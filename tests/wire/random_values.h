#pragma once

#include "core/base/random.h"
#include "core/domain/conversation.h"
#include "core/domain/entry.h"
#include "core/domain/ids.h"

#include <cstddef>
#include <string>
#include <vector>

/// Random values of the domain, from a seed. All sizes of numbers are equally likely, also 0 and the
/// greatest.
namespace tidemark::wire_test {

class RandomValues {
public:
    explicit RandomValues(SplitMix64& random) : m_random(random) {}

    [[nodiscard]] std::uint64_t number64() { return m_random.next() >> m_random.below(64); }
    [[nodiscard]] std::uint32_t number32() { return static_cast<std::uint32_t>(number64()); }
    [[nodiscard]] std::size_t below(std::size_t bound) { return m_random.below(bound); }
    [[nodiscard]] bool flag() { return m_random.below(2) == 1; }
    [[nodiscard]] std::string text();
    /// 32 bytes, or none.
    [[nodiscard]] std::string token();
    /// May be invalid.
    [[nodiscard]] MessageUuid uuid();
    [[nodiscard]] UnixMs time();
    [[nodiscard]] Milliseconds duration() { return Milliseconds(number32()); }
    [[nodiscard]] Cursor cursor() { return Cursor{number32(), id<Seq>()}; }
    [[nodiscard]] ConversationSettings settings()
    {
        return {flag(), flag(), flag(), oneOf(ReceiptPrivacy::Private), time()};
    }
    [[nodiscard]] User user() { return User{id<UserId>(), text()}; }
    [[nodiscard]] HeldState held();
    [[nodiscard]] CursorMove move();
    [[nodiscard]] ConversationState state();
    /// Dense entries after `after`, at most eight.
    [[nodiscard]] std::vector<Entry> entries(Seq after);

    template <typename Id>
    [[nodiscard]] Id id()
    {
        return Id(static_cast<decltype(Id::value)>(number64()));
    }

    /// Up to seven elements from `make`.
    template <typename Make>
    [[nodiscard]] auto list(Make make)
    {
        std::vector<decltype(make())> result;
        for (auto left = m_random.below(8); left > 0; --left)
            result.push_back(make());
        return result;
    }

    template <typename Enum>
    [[nodiscard]] Enum oneOf(Enum last)
    {
        return static_cast<Enum>(m_random.below(static_cast<std::uint64_t>(last) + 1));
    }

private:
    Entry entry(Seq seq);
    Seq before(Seq seq);
    Seq after(Seq seq);

    SplitMix64& m_random;
};

} // namespace tidemark::wire_test
