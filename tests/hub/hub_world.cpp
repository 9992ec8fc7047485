#include "tests/hub/hub_world.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

HubWorld::HubWorld(HubConfig hubConfig, std::shared_ptr<MemoryStore> used)
    : store(*used), config(std::move(hubConfig)), m_store(std::move(used))
{
    restart();
}

HubWorld::HubWorld(HubConfig hubConfig) : HubWorld(std::move(hubConfig), std::make_shared<MemoryStore>()) {}

HubWorld::HubWorld(HubWorld& other, std::uint64_t number) : HubWorld(other.config, other.m_store)
{
    constexpr std::uint64_t apart = 1000;
    m_connections = number * apart;
    m_lastUuid = number * apart;
    store.share();
    restart();
    other.restart();
}

HubConfig HubWorld::openConfig()
{
    HubConfig config;
    config.registrationOpen = true;
    return config;
}

void HubWorld::turn()
{
    const std::vector<Input> inputs = std::exchange(m_inputs, {});
    deliver(m_hub->step(inputs, m_now, m_wall));
}

void HubWorld::pass(Milliseconds time)
{
    const Instant until = m_now + time;
    const auto passTo = [this](Instant instant) {
        m_wall.value += (instant - m_now).count();
        m_now = instant;
    };
    while (wakeUp && *wakeUp <= until) {
        passTo(std::max(m_now, *wakeUp));
        turn();
    }
    passTo(until);
}

void HubWorld::restart()
{
    m_hub.reset();
    blobJobs.clear();
    m_hub = std::make_unique<Hub>(config, store, m_secrets);
    wakeUp.reset();
}

void HubWorld::workOnBlobs()
{
    while (!blobJobs.empty()) {
        const BlobJob job = blobJobs.front();
        blobJobs.pop_front();
        blob::Result result = files.carryOut(job.work);
        if (job.ticket.isValid()) {
            queue(BlobJobDone{job.ticket, std::move(result)});
            turn();
        }
    }
}

ConnectionId HubWorld::connect()
{
    const ConnectionId connection(++m_connections);
    queue(Connected{connection});
    return connection;
}

MessageUuid HubWorld::freshUuid()
{
    MessageUuid uuid;
    ++m_lastUuid;
    for (std::size_t i = 0; i < 8; ++i) {
        uuid.bytes[i] = static_cast<std::uint8_t>(m_lastUuid >> (8 * i));
    }
    return uuid;
}

void HubWorld::deliver(const Effects& effects)
{
    wakeUp = effects.wakeUp;
    operatorAnswers = effects.operatorAnswers;
    violations = effects.violations;
    unfinished = effects.unfinished;
    hints.insert(hints.end(), effects.hints.begin(), effects.hints.end());
    for (const Effect& effect : effects.effects) {
        std::visit(
            Overloaded{[this](const Reply& reply) {
                           inbox[{reply.connection, reply.envelope.session}].push_back(
                               {reply.envelope.request, reply.envelope.frame});
                       },
                       [this](const Push& push) {
                           for (const Target target : push.targets) {
                               inbox[target].push_back({RequestId(), push.frame});
                           }
                       },
                       [this](const PushHead& push) {
                           for (const Target target : push.targets) {
                               inbox[target].push_back({RequestId(), protocol::Notify{{push.head}}});
                           }
                       },
                       [this](const PushTotals& push) {
                           for (const Target target : push.targets) {
                               inbox[target].push_back({RequestId(), protocol::Notify{{}, push.totals}});
                           }
                       },
                       [this](const CloseConnection& close) { closed.insert(close.connection); },
                       [this](const HashPassword& job) { hashJobs.push_back(job); },
                       [this](const VerifyPassword& job) { verifyJobs.push_back(job); },
                       [this](const BlobJob& job) { blobJobs.push_back(job); }},
            effect);
    }
}

Client::Client(HubWorld& hubWorld, std::string accountName, ConnectionId connection, std::uint32_t session)
    : world(hubWorld), name(std::move(accountName)), target{connection, session},
      device(connection.value * 100000 + session), token(name + "/" + std::to_string(device.value))
{
    token.resize(32, '.');
}

Client::Client(HubWorld& hubWorld, std::string accountName)
    : Client(hubWorld, std::move(accountName), hubWorld.connect())
{
}

RequestId Client::post(protocol::ClientFrame frame)
{
    const RequestId request = world.freshRequest();
    world.queue(Received{target.connection, {request, target.session, std::move(frame)}});
    return request;
}

std::vector<protocol::ServerFrame> Client::ask(protocol::ClientFrame frame)
{
    const RequestId request = post(std::move(frame));
    world.turn();
    return answersTo(request);
}

std::vector<protocol::ServerFrame> Client::askFiles(protocol::ClientFrame frame)
{
    const RequestId request = post(std::move(frame));
    world.turn();
    world.workOnBlobs();
    return answersTo(request);
}

Attachment Client::upload(const std::string& bytes, const std::string& fileName)
{
    const MessageUuid uuid = world.freshUuid();
    const BlobHash hash = test::fakeHash(bytes);
    const auto begun = askFiles<protocol::UploadState>(protocol::BeginUpload{uuid, hash, bytes.size()});
    if (!begun.isComplete) {
        const std::string rest = bytes.substr(begun.received);
        askFiles<protocol::UploadState>(protocol::UploadChunk{uuid, begun.received, rest});
        REQUIRE(askFiles<protocol::UploadState>(protocol::FinishUpload{uuid}).isComplete);
    }
    return {hash, bytes.size(), "text/plain", fileName, 0, 0, {}};
}

protocol::ServerFrame Client::fetch(ConversationId conversation, Seq seq, std::uint32_t index)
{
    const auto answers = askFiles(protocol::GetBlob{conversation, seq, index, 0, 0});
    REQUIRE(answers.size() == 1);
    return answers.front();
}

ConversationState Client::askState(protocol::ClientFrame frame)
{
    const auto states = ask<protocol::States>(std::move(frame));
    REQUIRE(states.states.size() == 1);
    return states.states.front();
}

std::vector<protocol::ServerFrame> Client::answersTo(RequestId request)
{
    std::vector<protocol::ServerFrame> answers;
    std::deque<HubWorld::Seen>& seen = world.inbox[target];
    for (const HubWorld::Seen& one : seen) {
        if (one.request == request) {
            answers.push_back(one.frame);
        }
    }
    std::erase_if(seen, [&](const HubWorld::Seen& one) { return one.request == request; });
    return answers;
}

std::vector<protocol::ServerFrame> Client::pushes()
{
    return answersTo(RequestId());
}

protocol::Hello Client::helloFrame() const
{
    protocol::Hello frame;
    frame.token = token;
    frame.device = device;
    return frame;
}

protocol::Register Client::registerFrame(const std::string& password) const
{
    protocol::Register frame;
    frame.name = name;
    frame.password = password;
    frame.token = token;
    frame.device = device;
    return frame;
}

Client& Client::signUp()
{
    user = ask<protocol::Authenticated>(registerFrame()).user.id;
    return *this;
}

std::vector<ConversationState> Client::hello(std::vector<HeldState> held, bool silent)
{
    protocol::Hello frame = helloFrame();
    frame.held = std::move(held);
    frame.silent = silent;
    std::vector<ConversationState> states;
    const auto answers = ask(frame);
    REQUIRE_FALSE(answers.empty());
    REQUIRE(std::holds_alternative<protocol::Welcome>(answers.front()));
    user = std::get<protocol::Welcome>(answers.front()).user.id;
    for (const protocol::ServerFrame& answer : answers) {
        if (const auto* some = std::get_if<protocol::States>(&answer)) {
            states.insert(states.end(), some->states.begin(), some->states.end());
        }
    }
    return states;
}

Client& Client::enter()
{
    signUp();
    hello();
    return *this;
}

protocol::Send Client::message(ConversationId conversation, const std::string& text)
{
    return {conversation, world.freshUuid(), {}, content::Message{text, false, {}, {}, false}};
}

protocol::SendAck Client::send(ConversationId conversation, const std::string& text)
{
    return ask<protocol::SendAck>(message(conversation, text));
}

protocol::SendAck Client::recall(ConversationId conversation, Seq seq)
{
    return ask<protocol::SendAck>(protocol::Send{conversation, world.freshUuid(), {}, content::Recall{seq}});
}

ConversationId Client::createGroup(const std::string& title, std::vector<std::string> members)
{
    return askState(protocol::CreateGroup{world.freshUuid(), title, std::move(members)}).id;
}

ConversationState Client::state(ConversationId conversation)
{
    return askState(protocol::GetStates{{conversation}});
}

ConversationState Client::read(ConversationId conversation, std::uint64_t seq)
{
    const ConversationState now = state(conversation);
    return askState(protocol::Read{{{conversation, now.generation, {now.cursor.epoch, Seq(seq)}}}});
}

std::vector<Entry> Client::pullAll(ConversationId conversation)
{
    return ask<protocol::Range>(protocol::Pull{conversation, state(conversation).logEpoch, {}, {}, {}, 0})
        .entries;
}

} // namespace tidemark::server

namespace tidemark {

doctest::String toString(const ReadCounts& counts)
{
    return (std::to_string(counts.unread) + " unread, " + std::to_string(counts.mentions) + " mentions, "
            + std::to_string(counts.replies) + " replies")
        .c_str();
}

doctest::String toString(const Cursor& cursor)
{
    return ("(" + std::to_string(cursor.epoch) + ", " + std::to_string(cursor.readSeq.value) + ")").c_str();
}

} // namespace tidemark

namespace tidemark::protocol {

doctest::String toString(ErrorCode code)
{
    return ("error code " + std::to_string(static_cast<int>(code))).c_str();
}

} // namespace tidemark::protocol
