#pragma once

#include "core/base/random.h"
#include "server-stub/hub/contract/hint.h"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::server {

/// A hint of this kind with random fields. Its ids are chosen from few, so that several hints concern the
/// same thing.
inline Hint randomHint(std::size_t kind, SplitMix64& random)
{
    const auto id = [&random] { return 1 + random.below(3); };
    const auto text = [&random](std::size_t maxLength) {
        std::string made;
        for (std::uint64_t left = random.below(maxLength); left > 0; --left) {
            made += random.below(2) == 0 ? "a" : "\xe4\xb8\xad";
        }
        return made;
    };
    hint::SignInTried tried;
    for (std::uint8_t& byte : tried.name) {
        byte = static_cast<std::uint8_t>(random.next());
    }
    tried.address = text(20);
    tried.knownDevice = DeviceId(random.next());
    tried.outcome = static_cast<hint::SignInTried::Outcome>(random.below(3));
    const std::vector<Hint> kinds{
        hint::LogMoved{{ConversationId(id()), LogEpoch(random.next()), Seq(random.next())}},
        hint::StateChanged{UserId(id()), ConversationId(id())},
        hint::ConversationChanged{ConversationId(id())},
        hint::NoticeListMade{ConversationId(id())},
        hint::SeenMoved{ConversationId(id()), UserId(id()), Seq(random.next())},
        hint::ReactionsMoved{ConversationId(id())},
        hint::DeliveredMoved{ConversationId(id())},
        hint::AccountChanged{UserId(id())},
        hint::DotsChanged{UserId(id() - 1)},
        hint::DraftsChanged{UserId(id())},
        hint::ScheduledChanged{UserId(id()), UnixMs{static_cast<std::int64_t>(random.next())}},
        hint::AvatarChanged{UserId(id() - 1), ConversationId(id())},
        hint::MuteSet{UnixMs{static_cast<std::int64_t>(random.next())}},
        tried,
        hint::Typing{ConversationId(id()), {UserId(id()), text(40)}},
        hint::Activity{UserId(id()), DeviceId(random.next()), random.below(2) == 0},
        hint::ActivityAsked{UserId(id())},
        hint::Here{},
        hint::Gone{},
        hint::HintsLost{},
        hint::AllChanged{},
    };
    return kinds.at(kind);
}

inline constexpr std::size_t hintKinds = std::variant_size_v<Hint>;

/// A hint of each kind, in the order of the variant.
inline std::vector<Hint> oneOfEachKind(SplitMix64& random)
{
    std::vector<Hint> hints;
    for (std::size_t kind = 0; kind < hintKinds; ++kind) {
        hints.push_back(randomHint(kind, random));
    }
    return hints;
}

} // namespace tidemark::server
