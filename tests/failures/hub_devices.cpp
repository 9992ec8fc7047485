#include "tests/failures/hub_devices.h"

#include <algorithm>

namespace tidemark::failures {

House::House(server::HubConfig config) : world(std::move(config)) {}

House::~House() = default;

server::Client& House::person(const std::string& name)
{
    m_people.push_back(std::make_unique<server::Client>(world, name));
    return m_people.back()->enter();
}

std::string House::tokenOf(const std::string& name)
{
    if (!m_tokens.contains(name)) {
        server::Client account(world, name);
        account.signUp();
        world.queue(server::Closed{account.target.connection});
        world.turn();
        m_tokens[name] = account.token;
    }
    return m_tokens[name];
}

HubDevice& House::device(const std::string& name)
{
    const std::string token = tokenOf(name);
    const UserId user = world.store.accounts().byName(name)->id;
    m_devices.push_back(
        std::make_unique<HubDevice>(*this, User{user, name}, token, 500000 + m_devices.size()));
    m_devices.back()->tick(m_now);
    return *m_devices.back();
}

HubDevice& House::onlineDevice(const std::string& name)
{
    HubDevice& made = device(name);
    made.connects();
    settle();
    REQUIRE(made.isOnline());
    return made;
}

bool House::carry()
{
    bool isMoving = false;
    for (const auto& device : m_devices) {
        isMoving = device->handsOver() || isMoving;
    }
    if (isMoving) {
        world.turn();
    }
    for (const auto& device : m_devices) {
        isMoving = device->takesIn() || isMoving;
    }
    return isMoving;
}

void House::settle()
{
    int hops = 0;
    while (carry()) {
        REQUIRE_MESSAGE(++hops < 10000, "hub and devices exchange frames without end");
    }
}

void House::pass(Milliseconds time)
{
    constexpr Milliseconds grain{50};
    while (time > Milliseconds(0)) {
        step(std::min(grain, time));
        time -= std::min(grain, time);
    }
}

void House::step(Milliseconds time)
{
    m_now += time;
    world.pass(time);
    for (const auto& device : m_devices) {
        device->tick(m_now);
    }
    settle();
}

void House::restartServer()
{
    world.restart();
    for (const auto& person : m_people) {
        person->target.connection = world.connect();
        person->hello();
        person->pushes();
    }
    for (const auto& device : m_devices) {
        device->losesConnection();
    }
}

server::MemberRecord House::member(const std::string& name, ConversationId conversation)
{
    const auto row = world.store.members().find(conversation, world.store.accounts().byName(name)->id);
    REQUIRE(row);
    return *row;
}

ReadCounts House::recount(const std::string& name, ConversationId conversation)
{
    const server::MemberRecord row = member(name, conversation);
    Viewer viewer = server::viewerOf(row.user, world.store.ignores().of(row.user));
    viewer.hidden = row.hidden;
    return row.isMember
               ? world.store.log().recount(conversation, effectiveRead(row.floor, row.cursor.readSeq), viewer)
               : ReadCounts{};
}

HubDevice::HubDevice(House& house, User user, std::string token, std::uint64_t number)
    : m_house(house), m_name(user.name), m_store(DeviceId(number))
{
    m_config.jitterSeed = number;
    m_config.connectAtStart = false;
    m_store.commit({write::PutAccount{{std::move(user), std::move(token)}}});
    m_engine = std::make_unique<Engine>(m_config, m_store.snapshot(), m_store);
}

void HubDevice::step(const Input& input)
{
    const Effects effects = m_engine->step(input, m_now, UnixMs{1});
    m_store.commit(effects.writes);
    m_wakeUp = effects.wakeUp;
    for (const Change& change : effects.changes) {
        const auto* mismatch = std::get_if<change::Mismatch>(&change);
        // A mismatch that a heartbeat finds after lost pushes is not a contradiction.
        m_contradictions += mismatch != nullptr && mismatch->conversation.isValid()
                                    && !mismatch->detail.starts_with("the device missed")
                                ? 1
                                : 0;
    }
    if (effects.order != ConnectionOrder::None) {
        m_sent.clear();
        dropConnection();
    }
    m_sent.insert(m_sent.end(), effects.sends.begin(), effects.sends.end());
    check();
    if (effects.order == ConnectionOrder::Open && m_isOutOfReach) {
        step(input::ConnectionLost{});
    } else if (effects.order == ConnectionOrder::Open) {
        m_target = {m_house.world.connect(), 0};
        m_isSilent = false;
        m_framesTaken = 0;
        step(input::ConnectionOpened{});
    }
}

void HubDevice::check() const
{
    REQUIRE(m_store.totals() == m_engine->totals());
    REQUIRE(m_engine->totals() == totalsOf(m_engine->conversations()));
    for (const LocalConversation& one : m_engine->conversations()) {
        REQUIRE(m_store.conversations().at(one.id) == one);
        REQUIRE(one.counts.unread <= one.serverHead.value); // a number below zero would be huge
        const Seq read = effectiveRead(one);
        if (one.isMember && one.exact && m_engine->held(one.id)->covers(read, one.countedHead)) {
            REQUIRE(one.counts
                    == m_store.countUnread(one.id, m_store.viewer(), read, one.countedHead, one.countedHead));
        }
    }
}

void HubDevice::tick(Instant now)
{
    m_now = now;
    if (m_wakeUp && *m_wakeUp <= m_now) {
        step(input::Tick{});
    }
}

void HubDevice::dropConnection()
{
    if (m_target.connection.isValid()) {
        m_house.world.queue(server::Closed{m_target.connection});
        m_house.world.inbox.erase(m_target);
    }
    m_target = {};
}

void HubDevice::connects()
{
    m_isOutOfReach = false;
    step(input::Connect{});
    REQUIRE(m_target.connection.isValid());
}

void HubDevice::losesConnection()
{
    m_isOutOfReach = true;
    if (m_target.connection.isValid()) {
        m_sent.clear();
        dropConnection();
        step(input::ConnectionLost{});
    }
}

void HubDevice::does(const Input& input)
{
    step(input);
}

MessageUuid HubDevice::types(ConversationId conversation, const std::string& text)
{
    const MessageUuid uuid = m_house.world.freshUuid();
    step(input::Send{conversation, uuid, content::Message{text}});
    return uuid;
}

void HubDevice::reads(ConversationId conversation, std::uint64_t through)
{
    step(input::MarkRead{{}, conversation, Seq(through)});
}

void HubDevice::marksUnread(ConversationId conversation, std::uint64_t from)
{
    step(input::MarkUnread{{}, conversation, m_house.world.freshUuid(), Seq(from)});
}

void HubDevice::changes(ConversationId conversation, ConversationSettings settings)
{
    step(input::SetSettings{{}, conversation, settings});
}

void HubDevice::restarts()
{
    dropConnection();
    m_sent.clear();
    m_wakeUp.reset();
    m_engine = std::make_unique<Engine>(m_config, m_store.snapshot(), m_store);
    check();
}

void HubDevice::crashesOn(const Input& input)
{
    [[maybe_unused]] const Effects lost = m_engine->step(input, m_now, UnixMs{1});
    restarts();
}

bool HubDevice::handsOver()
{
    const bool had = !m_sent.empty();
    for (protocol::ClientEnvelope& envelope : std::exchange(m_sent, {})) {
        if (!m_isSilent) {
            m_house.world.queue(server::Received{m_target.connection, std::move(envelope)});
        }
    }
    return had;
}

bool HubDevice::takesIn()
{
    if (!m_target.connection.isValid() || !m_house.world.inbox.contains(m_target)) {
        return false;
    }
    const server::Target from = m_target;
    const auto seen = std::exchange(m_house.world.inbox[from], {});
    bool arrived = false;
    for (const server::HubWorld::Seen& one : seen) {
        const bool isPush = !one.request.isValid();
        if (m_target != from || m_isSilent || (isPush && losesPushes)) {
            continue;
        }
        arrived = true;
        for (int times = isPush && doublesPushes ? 2 : 1; times > 0 && m_target == from; --times) {
            ++m_framesTaken;
            step(input::FrameArrived{{one.request, 0, one.frame}});
        }
    }
    if (m_target == from && m_house.world.closed.contains(from.connection)) {
        m_sent.clear();
        dropConnection();
        step(input::ConnectionLost{});
    }
    return arrived;
}

void HubDevice::losesWhatWasSentToIt()
{
    m_house.world.inbox.erase(m_target);
}

const LocalConversation& HubDevice::in(ConversationId conversation) const
{
    const LocalConversation* found = m_engine->conversation(conversation);
    REQUIRE(found != nullptr);
    return *found;
}

void HubDevice::agreesWithServer() const
{
    std::uint64_t total = 0;
    for (const LocalConversation& one : m_engine->conversations()) {
        CAPTURE(one.id.value);
        CHECK(one.exact);
        CHECK(one.counts == m_house.recount(m_name, one.id));
        CHECK(one.cursor == m_house.member(m_name, one.id).cursor);
        total += countsInTotal(one.kind, one.isMember, one.settings) ? one.counts.unread : 0;
    }
    CHECK(m_engine->totals().unread == total);
    CHECK(m_engine->totals().exact);
}

} // namespace tidemark::failures
