#include "tests/programs/oracle/store_trial.h"

#include "server-stub/hub/memory/memory_store.h"
#include "tests/programs/oracle/store_comparison.h"

namespace tidemark::oracle {

namespace {

constexpr Instant now{Milliseconds(1000)};
constexpr std::uint64_t maxRequestedAtOnce = 16;

} // namespace

StoreTrial::StoreTrial(std::uint64_t seed)
    : m_history(m_oracle, seed), m_hub(std::make_unique<server::MemoryStore>())
{
    for (const char* name : {"anna", "ben", "carl"}) {
        m_hub.admit(m_oracle.addPerson(name), name);
    }
    m_reader = UserId(1);
    auto opened = ClientStore::open(QStringLiteral(":memory:"), DeviceId(1));
    if (!opened) {
        throw Mismatch("the store does not open");
    }
    m_store = std::move(opened.value().store);
    (void)m_store->apply({write::PutAccount{{{m_reader, "anna"}, HubSide::tokenOf(m_reader)}}});
    for (std::uint64_t number = 0; number < 2; ++number) {
        const protocol::ClientFrame frame = m_history.beginning(number);
        m_oracle.take(UserId(2), frame);
        m_hub.take(UserId(2), frame, now);
    }
}

void StoreTrial::step()
{
    // More is requested than stored, so that answers grow old.
    const std::uint64_t what = m_history.random().below(10);
    if (what < 6) {
        personActs();
    } else if (what < 9) {
        const ConversationId conversation(1 + m_history.random().below(m_oracle.logs().size()));
        const std::uint64_t head = m_oracle.logs().at(conversation).head;
        const std::uint64_t first = 1 + m_history.random().below(head + 1);
        askFor(conversation, {Seq(first), Seq(first + m_history.random().below(maxRequestedAtOnce))});
    } else {
        putSomeAnswer();
    }
}

void StoreTrial::personActs()
{
    const UserId user = m_history.anyone();
    const protocol::ClientFrame frame = m_history.deed(user);
    // A user who leaves cannot request anything.
    const auto* leave = std::get_if<protocol::Leave>(&frame);
    if (leave == nullptr || user != m_reader) {
        m_oracle.take(user, frame);
        m_hub.take(user, frame, now);
    }
}

void StoreTrial::askFor(ConversationId conversation, SeqRange range)
{
    const auto record = m_hub.store().conversations().find(conversation);
    protocol::Pull pull;
    pull.conversation = conversation;
    pull.logEpoch = record->logEpoch;
    pull.after = previous(range.first);
    pull.through = range.last;
    pull.limit = static_cast<std::uint32_t>(range.size());
    m_hub.take(m_reader, pull, now);
    for (const protocol::ServerEnvelope& envelope : m_hub.inbox(HubSide::connectionOf(m_reader))) {
        const auto* answer = std::get_if<protocol::Range>(&envelope.frame);
        if (answer != nullptr && !answer->entries.empty()) {
            m_answers.push_back(*answer);
        }
    }
}

void StoreTrial::putSomeAnswer()
{
    if (m_answers.empty()) {
        return;
    }
    std::swap(m_answers.at(m_history.random().below(m_answers.size())), m_answers.back());
    const protocol::Range answer = std::move(m_answers.back());
    m_answers.pop_back();
    LocalConversation conversation;
    conversation.id = answer.conversation;
    conversation.logEpoch = answer.logEpoch;
    RangeSet& held = m_held[answer.conversation];
    held.add({answer.entries.front().seq, answer.entries.back().seq});
    if (!m_store->apply({write::PutConversation{conversation},
                         write::PutEntries{answer.conversation, answer.entries},
                         write::PutHeld{answer.conversation, held}})) {
        throw Mismatch("the store refuses: " + m_store->lastError().message.toStdString());
    }
    compare(answer.conversation);
}

void StoreTrial::compare(ConversationId conversation)
{
    const RangeSet& held = m_held.at(conversation);
    for (const SeqRange& range : held.ranges()) {
        for (int stretches = 0; stretches < 3; ++stretches) {
            ++m_comparisons;
            const std::string found = differenceOfStore(
                m_oracle, {*m_store, conversation, m_reader, held, range.last}, m_history.random());
            if (!found.empty()) {
                throw Mismatch("conversation " + std::to_string(conversation.value) + ":" + found);
            }
        }
    }
}

void StoreTrial::finish()
{
    while (!m_answers.empty()) {
        putSomeAnswer();
    }
    audit();
    for (const auto& [conversation, log] : m_oracle.logs()) {
        const Oracle::Member* member = m_oracle.member(conversation, m_reader);
        for (std::uint64_t first = 1; member != nullptr && first <= log.head; first += maxRequestedAtOnce) {
            askFor(conversation, {Seq(first), Seq(first + maxRequestedAtOnce - 1)});
        }
    }
    while (!m_answers.empty()) {
        putSomeAnswer();
    }
    audit();
}

void StoreTrial::audit()
{
    const auto differences = m_store->audit();
    if (!differences.empty()) {
        throw Mismatch("audit: " + differences.front().what + " is " + differences.front().stored
                       + ", counted " + differences.front().computed);
    }
}

} // namespace tidemark::oracle
