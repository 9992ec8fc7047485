#include "tests/sync/device.h"

#include <algorithm>

namespace tidemark::test {

Device::Device(EngineConfig config) : Device(std::move(config), Account{me, std::string(32, 't')}) {}

Device Device::blank(EngineConfig config)
{
    return Device(std::move(config), std::nullopt);
}

Device::Device(EngineConfig config, std::optional<Account> account)
    : m_config(std::move(config)), m_store(std::make_unique<MemoryLog>(DeviceId(77)))
{
    if (account) {
        m_store->commit({write::PutAccount{*account}});
    }
    m_engine = std::make_unique<Engine>(m_config, m_store->snapshot(), *m_store);
}

void Device::step(const Input& input)
{
    m_effects = m_engine->step(input, m_now, UnixMs{1});
    m_store->commit(m_effects.writes);
    if (m_effects.order != ConnectionOrder::None) {
        m_sent.clear();
    }
    m_sent.insert(m_sent.end(), m_effects.sends.begin(), m_effects.sends.end());
    if (checksEveryStep) {
        check();
    }
}

void Device::does(const Input& input)
{
    step(input);
    answerQuietly();
}

std::optional<protocol::ServerFrame> Device::quietAnswer(const protocol::ClientFrame& frame) const
{
    if (answersHeartbeats && std::holds_alternative<protocol::Heartbeat>(frame)) {
        return protocol::HeartbeatAck{true};
    }
    if (answersDelivered && std::holds_alternative<protocol::Delivered>(frame)) {
        return protocol::Done{};
    }
    if (answersTotals && std::holds_alternative<protocol::GetTotals>(frame)) {
        const Totals& ours = m_engine->totals();
        return protocol::TotalsNow{ours.unread,
                                   ours.mentions,
                                   static_cast<std::uint32_t>(ours.conversations),
                                   ours.mutedUnread,
                                   static_cast<std::uint32_t>(ours.mutedConversations),
                                   ours.feed};
    }
    return std::nullopt;
}

void Device::answerQuietly()
{
    for (std::size_t i = 0; i < m_sent.size();) {
        const auto answer = quietAnswer(m_sent[i].frame);
        if (!answer) {
            ++i;
            continue;
        }
        const RequestId request = m_sent[i].request;
        m_sent.erase(m_sent.begin() + static_cast<std::ptrdiff_t>(i));
        const Effects before = m_effects;
        step(input::FrameArrived{{request, 0, *answer}});
        const std::optional<Instant> wakeUp = m_effects.wakeUp;
        m_effects = before;
        m_effects.wakeUp = wakeUp;
        i = 0;
    }
}

void Device::check() const
{
    std::vector<LocalConversation> stored;
    for (const auto& [id, conversation] : m_store->conversations()) {
        stored.push_back(conversation);
    }
    REQUIRE(m_store->totals() == m_engine->totals());
    REQUIRE(m_store->totals() == totalsOf(stored));
    for (const LocalConversation& conversation : stored) {
        const LocalConversation* inMemory = m_engine->conversation(conversation.id);
        REQUIRE(inMemory != nullptr);
        REQUIRE(*inMemory == conversation);
        REQUIRE(conversation.cursor.readSeq <= conversation.serverHead);
        REQUIRE(conversation.countedHead <= conversation.serverHead);
        REQUIRE(m_engine->hasReadIntent(conversation.id) == m_store->intents().contains(conversation.id));
        const RangeSet& held = *m_engine->held(conversation.id);
        REQUIRE(held.size() == m_store->entryCount(conversation.id));
        const Seq read = effectiveRead(conversation);
        if (!conversation.isMember) {
            continue;
        }
        const ReadCounts counted = m_store->countUnread(conversation.id, m_store->viewer(), read,
                                                        conversation.countedHead, conversation.countedHead);
        // A log with gaps gives a lower bound, a complete one the exact number.
        if (held.covers(read, conversation.countedHead)) {
            REQUIRE((!conversation.exact || conversation.counts == counted));
            REQUIRE(conversation.counts.unread <= counted.unread);
        }
        checkFeed(conversation, held);
    }
}

void Device::checkFeed(const LocalConversation& conversation, const RangeSet& held) const
{
    if (conversation.kind != ConversationKind::Channel) {
        REQUIRE(conversation.feed == FeedShare());
        return;
    }
    const Seq opened = effectiveSnapshot(conversation);
    REQUIRE(conversation.feed.snapshot >= conversation.feed.confirmed);
    REQUIRE(opened <= conversation.countedHead);
    if (held.covers(opened, conversation.countedHead)) {
        const ReadCounts counted = m_store->countUnread(conversation.id, m_store->viewer(), opened,
                                                        conversation.countedHead, conversation.countedHead);
        REQUIRE((!conversation.feed.exact || conversation.feed.unread == counted.unread));
        REQUIRE(conversation.feed.unread <= counted.unread);
    }
}

void Device::connects()
{
    if (phase() != ConnectionPhase::Connecting) {
        does(input::Tick{});
    }
    REQUIRE(phase() == ConnectionPhase::Connecting);
    does(input::ConnectionOpened{});
}

void Device::losesConnection()
{
    m_sent.clear();
    does(input::ConnectionLost{});
}

void Device::comesOnline(std::initializer_list<const Chat*> chats)
{
    if (phase() == ConnectionPhase::Waiting && m_engine->connection().retryAt > m_now) {
        waits(*m_engine->connection().retryAt - m_now);
    }
    connects();
    sends<protocol::Hello>();
    std::vector<ConversationState> states;
    for (const Chat* chat : chats) {
        states.push_back(chat->state());
    }
    isWelcomed(states);
    REQUIRE(phase() == ConnectionPhase::Online);
}

void Device::isWelcomed(const std::vector<ConversationState>& states)
{
    protocol::Welcome welcome;
    welcome.user = m_engine->account()->user.id.isValid() ? m_engine->account()->user : me;
    welcome.statesToCome = static_cast<std::uint32_t>(states.size());
    const RequestId hello = m_lastSent;
    receives(welcome, hello);
    if (!states.empty()) {
        receives(protocol::States{states, {}, 0}, hello);
    }
}

void Device::receives(protocol::ServerFrame frame, RequestId request)
{
    does(input::FrameArrived{{request, 0, std::move(frame)}});
}

void Device::isRefused(protocol::ErrorCode code, Milliseconds retryAfter)
{
    answers(protocol::Error{code, retryAfter, {}});
}

void Device::sendsNothing() const
{
    REQUIRE_MESSAGE(m_sent.empty(), "sent: alternative ", m_sent.front().frame.index());
}

protocol::Pull Device::pulls(const Chat& chat)
{
    const auto pull = sends<protocol::Pull>();
    REQUIRE(pull.conversation == chat.id);
    answers(chat.answer(pull));
    return pull;
}

void Device::catchesUp(std::initializer_list<const Chat*> chats)
{
    const auto chatOf = [&](ConversationId id) -> const Chat& {
        const auto found =
            std::find_if(chats.begin(), chats.end(), [&](const Chat* chat) { return chat->id == id; });
        REQUIRE(found != chats.end());
        return **found;
    };
    while (!m_sent.empty()) {
        if (std::holds_alternative<protocol::GetStates>(m_sent.front().frame)) {
            protocol::States states;
            for (const ConversationId id : sends<protocol::GetStates>().conversations) {
                states.states.push_back(chatOf(id).state());
            }
            answers(states);
        } else {
            const auto pull = sends<protocol::Pull>();
            answers(chatOf(pull.conversation).answer(pull));
        }
    }
}

void Device::types(const Chat& chat, std::uint64_t number, const std::string& text)
{
    does(input::Send{chat.id, uuidOf(number), content::Message{text}});
}

void Device::reads(const Chat& chat, Seq through)
{
    does(input::MarkRead{{}, chat.id, through});
}

void Device::marksUnread(const Chat& chat, Seq from, std::uint64_t number)
{
    does(input::MarkUnread{{}, chat.id, uuidOf(number), from});
}

void Device::waits(Milliseconds time)
{
    const Instant end = m_now + time;
    int ticksAtOnce = 0;
    while (m_effects.wakeUp && *m_effects.wakeUp <= end) {
        ticksAtOnce = *m_effects.wakeUp <= m_now ? ticksAtOnce + 1 : 0;
        REQUIRE_MESSAGE(ticksAtOnce < 20, "the engine wakes without end");
        m_now = std::max(m_now, *m_effects.wakeUp);
        does(input::Tick{});
    }
    m_now = end;
}

void Device::restarts()
{
    m_sent.clear();
    m_effects = {};
    m_engine = std::make_unique<Engine>(m_config, m_store->snapshot(), *m_store);
    if (checksEveryStep) {
        check();
    }
}

void Device::crashesOn(const Input& input)
{
    [[maybe_unused]] const Effects lost = m_engine->step(input, m_now, UnixMs{1});
    restarts();
}

const LocalConversation& Device::in(const Chat& chat) const
{
    const LocalConversation* conversation = m_engine->conversation(chat.id);
    REQUIRE(conversation != nullptr);
    return *conversation;
}

void Device::agreesWith(const Chat& chat) const
{
    const LocalConversation& conversation = in(chat);
    CHECK(conversation.exact);
    CHECK(conversation.countedHead == chat.head());
    CHECK(conversation.counts == chat.counts());
    CHECK(conversation.cursor == chat.cursor);
    CHECK(conversation.pinned == chat.pinnedAt(chat.head()));
}

bool Device::holdsAllOf(const Chat& chat) const
{
    return m_engine->held(chat.id)->covers({}, chat.head())
           && m_store->entryCount(chat.id) == chat.head().value;
}

} // namespace tidemark::test
