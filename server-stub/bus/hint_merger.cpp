#include "server-stub/bus/hint_merger.h"

#include "core/base/overloaded.h"

#include <utility>
#include <variant>

namespace tidemark::server {

namespace {

using Ids = std::array<std::uint64_t, 2>;

Ids idsOf(const Hint& hint)
{
    return std::visit(
        Overloaded{
            [](const hint::LogMoved& one) { return Ids{one.head.conversation.value}; },
            [](const hint::StateChanged& one) {
                return Ids{one.user.value, one.conversation.value};
            },
            [](const hint::ConversationChanged& one) { return Ids{one.conversation.value}; },
            [](const hint::NoticeListMade& one) { return Ids{one.conversation.value}; },
            [](const hint::SeenMoved& one) {
                return Ids{one.conversation.value, one.reader.value};
            },
            [](const hint::ReactionsMoved& one) { return Ids{one.conversation.value}; },
            [](const hint::DeliveredMoved& one) { return Ids{one.conversation.value}; },
            [](const hint::AccountChanged& one) { return Ids{one.user.value}; },
            [](const hint::DotsChanged& one) { return Ids{one.user.value}; },
            [](const hint::DraftsChanged& one) { return Ids{one.user.value}; },
            [](const hint::ScheduledChanged& one) {
                return Ids{one.user.value, static_cast<std::uint64_t>(one.due.value)};
            },
            [](const hint::AvatarChanged& one) {
                return Ids{one.user.value, one.conversation.value};
            },
            [](const hint::MuteSet& one) { return Ids{static_cast<std::uint64_t>(one.endsAt.value)}; },
            [](const hint::Typing& one) {
                return Ids{one.conversation.value, one.user.id.value};
            },
            [](const hint::Activity& one) {
                return Ids{one.user.value, one.device.value};
            },
            [](const hint::ActivityAsked& one) { return Ids{one.user.value}; },
            [](const auto&) { return Ids{}; },
        },
        hint);
}

/// Whether `before`, a hint about the same subject, includes the content of `after`.
bool covers(const Hint& before, const Hint& after)
{
    if (const auto* moved = std::get_if<hint::LogMoved>(&after)) {
        const protocol::Head& known = std::get<hint::LogMoved>(before).head;
        return known.logEpoch == moved->head.logEpoch && known.head >= moved->head.head;
    }
    if (const auto* moved = std::get_if<hint::SeenMoved>(&after)) {
        return std::get<hint::SeenMoved>(before).seen >= moved->seen;
    }
    return before == after;
}

} // namespace

void HintMerger::add(Hint hint)
{
    const bool isCounted = std::holds_alternative<hint::SignInTried>(hint);
    const Ids ids = idsOf(hint);
    const Subject subject{hint.index(), ids[0], ids[1]};
    if (const auto place = isCounted ? m_places.end() : m_places.find(subject); place != m_places.end()) {
        Hint& before = m_hints[place->second];
        if (!covers(before, hint)) {
            before = std::move(hint);
        }
        return;
    }
    if (m_hints.size() >= m_maxHints) {
        if (m_hints.size() == m_maxHints) {
            m_hints.emplace_back(hint::HintsLost{});
        }
        ++m_dropped;
        return;
    }
    if (!isCounted) {
        m_places.emplace(subject, m_hints.size());
    }
    m_hints.push_back(std::move(hint));
}

std::vector<Hint> HintMerger::take()
{
    m_places.clear();
    return std::exchange(m_hints, {});
}

} // namespace tidemark::server
