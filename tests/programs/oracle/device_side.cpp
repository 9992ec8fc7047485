#include "tests/programs/oracle/device_side.h"

#include "tests/programs/oracle/agreement.h"
#include "tests/programs/oracle/store_comparison.h"

#include <algorithm>
#include <utility>

namespace tidemark::oracle {

DeviceSide::DeviceSide(const Oracle& oracle, HubSide& hub, UserId user, std::uint64_t number)
    : m_oracle(oracle), m_hub(hub), m_user(user), m_number(number), m_random(number)
{
    auto opened = ClientStore::open(QStringLiteral(":memory:"), DeviceId(100 + number));
    if (!opened) {
        throw Mismatch("a device's store does not open");
    }
    m_store = std::move(opened.value().store);
    const User account{user, oracle.names().at(user.value - 1)};
    if (!m_store->apply({write::PutAccount{{account, HubSide::tokenOf(user)}}})) {
        throw Mismatch("a device's store takes no account");
    }
    start();
}

DeviceSide::~DeviceSide() = default;

std::string DeviceSide::label() const
{
    return m_oracle.names().at(m_user.value - 1) + "#" + std::to_string(m_number);
}

void DeviceSide::start()
{
    EngineConfig config;
    config.deviceName = label();
    config.jitterSeed = m_number;
    config.pageEntries = 12;
    config.newestPageEntries = 5;
    config.largeGapEntries = 20;
    config.maxPullsInFlight = 2;
    m_engine.emplace(config, m_store->load(), *m_store);
    feed(input::Tick{});
}

void DeviceSide::restart()
{
    drop();
    m_wakeUp.reset();
    start();
}

void DeviceSide::drop()
{
    m_sent.clear();
    m_late.clear();
    if (m_connection.isValid()) {
        m_hub.disconnect(std::exchange(m_connection, {}));
    }
}

void DeviceSide::loseConnection()
{
    if (m_connection.isValid()) {
        drop();
        feed(input::ConnectionLost{"cut", false});
    }
}

void DeviceSide::feed(const Input& input)
{
    m_isChanged = true;
    const Effects effects = m_engine->step(input, m_now, UnixMs{m_now.time_since_epoch().count()});
    if (!m_store->apply(effects.writes)) {
        throw Mismatch(label() + ": the store refuses: " + m_store->lastError().message.toStdString());
    }
    m_wakeUp = effects.wakeUp;
    for (const Change& change : effects.changes) {
        const auto* mismatch = std::get_if<change::Mismatch>(&change);
        // A heartbeat finds a missed push, which is not a contradiction.
        if (mismatch != nullptr && mismatch->conversation.isValid()
            && !mismatch->detail.starts_with("the device missed")) {
            fail(mismatch->conversation, " it doubts itself: " + mismatch->detail);
        }
    }
    note(input);
    if (effects.order != ConnectionOrder::None) {
        drop();
    }
    m_sent.insert(m_sent.end(), effects.sends.begin(), effects.sends.end());
    if (effects.order == ConnectionOrder::Open) {
        if (!m_isInReach) {
            feed(input::ConnectionLost{"out of reach", false});
            return;
        }
        m_connection = m_hub.connect();
        feed(input::ConnectionOpened{});
    }
}

void DeviceSide::note(const Input& input)
{
    const auto* read = std::get_if<input::MarkRead>(&input);
    const LocalConversation* shown = read == nullptr ? nullptr : m_engine->conversation(read->conversation);
    if (shown != nullptr && shown->isMember) {
        const Seq wanted =
            read->through.isValid() ? std::min(read->through, shown->serverHead) : shown->serverHead;
        if (effectiveRead(*shown) < wanted) {
            fail(shown->id, " was read to " + std::to_string(wanted.value) + ", shows "
                                + std::to_string(effectiveRead(*shown).value));
        }
        Seq& furthest = m_reads[{shown->id, shown->generation}];
        furthest = std::max(furthest, wanted);
    }
}

void DeviceSide::tick(Instant now)
{
    m_now = now;
    if (m_wakeUp && *m_wakeUp <= m_now) {
        feed(input::Tick{});
    }
}

std::optional<protocol::ClientEnvelope> DeviceSide::handOver()
{
    if (m_sent.empty()) {
        return std::nullopt;
    }
    protocol::ClientEnvelope envelope = std::move(m_sent.front());
    m_sent.pop_front();
    return envelope;
}

bool DeviceSide::takeIn(std::uint64_t maxFrames, SplitMix64* chance)
{
    bool hasTaken = false;
    const server::ConnectionId connection = m_connection;
    for (; maxFrames > 0 && connection.isValid() && m_connection == connection; --maxFrames) {
        std::deque<protocol::ServerEnvelope>& inbox = m_hub.inbox(connection);
        const bool isLateOne = !m_late.empty() && (chance == nullptr || chance->below(6) == 0);
        std::deque<protocol::ServerEnvelope>& source = isLateOne ? m_late : inbox;
        if (source.empty()) {
            break;
        }
        const protocol::ServerEnvelope envelope = std::move(source.front());
        source.pop_front();
        hasTaken = true;
        arrive(envelope, isLateOne ? nullptr : chance);
    }
    return hasTaken;
}

void DeviceSide::arrive(const protocol::ServerEnvelope& envelope, SplitMix64* chance)
{
    const bool isPush = !envelope.request.isValid();
    const server::ConnectionId connection = m_connection;
    switch (isPush && chance != nullptr ? chance->below(8) : 7) {
    case 0:
        break;
    case 1:
        feed(input::FrameArrived{envelope});
        if (m_connection == connection) {
            feed(input::FrameArrived{envelope});
        }
        break;
    case 2:
    case 3:
        m_late.push_back(envelope);
        break;
    default:
        feed(input::FrameArrived{envelope});
    }
}

void DeviceSide::fail(ConversationId conversation, const std::string& what) const
{
    throw Mismatch(label() + ", conversation " + std::to_string(conversation.value) + ":" + what);
}

void DeviceSide::checkOwnView()
{
    if (!std::exchange(m_isChanged, false)) {
        return;
    }
    std::map<ConversationId, Truth> truths;
    for (const LocalConversation& shown : m_engine->conversations()) {
        if (shown.isMember) {
            checkBadge(shown, truths[shown.id]);
            checkFirstUnread(shown);
            const RangeSet& held = *m_engine->held(shown.id);
            const std::string found = differenceOfStore(
                m_oracle, {*m_store, shown.id, m_user, held, shown.countedHead, shown.hidden}, m_random);
            if (!found.empty()) {
                fail(shown.id, found);
            }
        }
    }
    checkTotals(truths);
}

void DeviceSide::checkBadge(const LocalConversation& shown, Truth& truth)
{
    ++m_comparisons;
    const Seq joined = m_engine->held(shown.id)->contiguousEnd(shown.countedHead);
    if (joined > shown.countedHead) {
        fail(shown.id, " counts up to " + std::to_string(shown.countedHead.value) + " but holds up to "
                           + std::to_string(joined.value));
    }
    truth = m_oracle.truthAsOf(shown.id, m_user, {next(effectiveRead(shown)), shown.countedHead},
                               shown.countedHead, ignored(), {shown.hidden.begin(), shown.hidden.end()});
    if (shown.exact) {
        const std::string found = difference(truth, shown.counts);
        if (!found.empty()) {
            fail(shown.id, " as of " + std::to_string(shown.countedHead.value) + found);
        }
    } else if (greaterOf(shown.counts, countsOf(truth)) != countsOf(truth)) {
        fail(shown.id, " more than there can be: at least " + std::to_string(shown.counts.unread) + "/"
                           + std::to_string(shown.counts.mentions) + "/"
                           + std::to_string(shown.counts.replies) + "; it is " + describe(truth));
    }
}

std::set<UserId> DeviceSide::ignored() const
{
    std::set<UserId> users;
    for (const IgnoredUser& one : m_engine->ignored()) {
        users.insert(one.user);
    }
    return users;
}

void DeviceSide::checkFirstUnread(const LocalConversation& shown)
{
    const std::optional<Seq> first = m_store->firstUnread(shown.id);
    if (!first) {
        return;
    }
    // The message may have been recalled since, but no message before it may be unread.
    const Oracle::Log& log = m_oracle.logs().at(shown.id);
    const Seq read = effectiveRead(shown);
    const Seq head(log.head);
    const Seq now = firstOf(m_oracle.truthAsOf(shown.id, m_user, {next(read), head}, head, ignored(),
                                               {shown.hidden.begin(), shown.hidden.end()}));
    const auto message = log.messages.find(*first);
    if (*first <= read || message == log.messages.end() || message->second.author == m_user
        || (now.isValid() && *first > now)) {
        fail(shown.id, " first unread after " + std::to_string(read.value) + " is "
                           + std::to_string(first->value) + ", must be at most " + std::to_string(now.value));
    }
}

void DeviceSide::checkTotals(const std::map<ConversationId, Truth>& truths)
{
    std::uint64_t unread = 0;
    std::uint64_t mentions = 0;
    std::uint64_t conversations = 0;
    bool isExact = true;
    for (const LocalConversation& shown : m_engine->conversations()) {
        if (shown.isMember && !shown.settings.muted && !shown.settings.archived) {
            isExact = isExact && shown.exact;
            const Truth& truth = truths.at(shown.id);
            unread += truth.unread.size();
            mentions += truth.mentions.size();
            conversations += truth.unread.empty() ? 0 : 1;
        }
    }
    const Totals& totals = m_engine->totals();
    if (!isExact) {
        return;
    }
    const std::string found = differenceOf("total unread", totals.unread, unread)
                              + differenceOf("total mentions", totals.mentions, mentions)
                              + differenceOf("unread conversations", totals.conversations, conversations);
    if (!found.empty() || m_store->load().totals != totals) {
        throw Mismatch(label() + ":" + (found.empty() ? " the stored total is another one" : found));
    }
}

void DeviceSide::checkAgreement()
{
    checkOwnView();
    for (const auto& [id, log] : m_oracle.logs()) {
        checkConversation(id, m_engine->conversation(id));
    }
    std::map<UserId, IgnoreLevel> shown;
    for (const IgnoredUser& one : m_engine->ignored()) {
        shown.emplace(one.user, one.level);
    }
    if (shown != m_oracle.ignoredBy(m_user)) {
        throw Mismatch(label() + ": ignores " + std::to_string(shown.size()) + " users, must be "
                       + std::to_string(m_oracle.ignoredBy(m_user).size()));
    }
    const auto differences = m_store->audit();
    if (!differences.empty()) {
        fail(differences.front().conversation, " audit: " + differences.front().what + " is "
                                                   + differences.front().stored + ", counted "
                                                   + differences.front().computed);
    }
}

void DeviceSide::checkConversation(ConversationId id, const LocalConversation* shown)
{
    const Oracle::Member* member = m_oracle.member(id, m_user);
    const bool isPresent = member != nullptr && member->isPresent;
    if ((shown != nullptr && shown->isMember) != isPresent) {
        fail(id, isPresent ? " is not shown as joined" : " is still shown as joined");
    }
    if (!isPresent) {
        return;
    }
    const Truth truth = m_oracle.truth(id, m_user);
    std::string found = difference(truth, shown->counts);
    found += differenceOfReactions(truth, shownUnread(shown->reactions));
    // A text in conflict stays beside the server's, until the user chooses.
    const Oracle::Draft draft = m_oracle.draft(id, m_user);
    const LocalDraft* known = m_engine->draft(id);
    const Draft held = known == nullptr ? Draft() : known->server;
    found += differenceOf("version of the draft", held.version, draft.version);
    found += held.text == draft.text ? std::string() : " the draft is another one";
    found += differenceOf("certainty", shown->exact ? 1 : 0, 1);
    found += differenceOf("head", shown->countedHead.value, m_oracle.logs().at(id).head);
    // The receipts of members who have left since stay visible.
    const std::uint64_t seen = m_oracle.seenByOthers(id, m_user);
    found += differenceOf("seen", std::min(shown->seenByOthers.value, seen), seen);
    found += differenceOf("cleared", shown->clearedThrough.value, member->cleared);
    found += differenceOf("held cleared entries",
                          m_engine->held(id)->size() - m_engine->held(id)->size(shown->clearedThrough), 0);
    found += differenceOf("muted", shown->settings.muted ? 1 : 0, member->muted ? 1 : 0);
    found += differenceOf("archived", shown->settings.archived ? 1 : 0, member->archived ? 1 : 0);
    found +=
        differenceOf("first unread", m_store->firstUnread(id).value_or(Seq()).value, firstOf(truth).value);
    if (!found.empty()) {
        fail(id, " at rest" + found);
    }
    // A mark as unread, from any device, outweighs earlier reads. What is cleared need not be read.
    const auto furthest = m_reads.find({id, Generation(member->generation)});
    if (furthest != m_reads.end() && furthest->second.isValid() && member->epoch == 0
        && !member->read.contains(furthest->second) && !member->waived.contains(furthest->second)) {
        fail(id, " the read to " + std::to_string(furthest->second.value) + " was lost");
    }
}

} // namespace tidemark::oracle
