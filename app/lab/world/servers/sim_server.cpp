#include "app/lab/world/servers/sim_server.h"

#include "core/base/overloaded.h"
#include "core/wire/codec.h"
#include "server-stub/hub/contract/orphans.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tidemark::sim {
namespace {

/// Little, so that requests wait and answers take several turns.
constexpr server::FairQueue::Bounds turnBounds{2 * server::workPerToken, 20 * server::workPerToken};
constexpr std::size_t statesPerStep = 2;
/// One in so many requests does not wait for the end of the connection's last answer.
constexpr std::uint32_t impatience = 8;

std::optional<server::ConnectionId> connectionOf(const server::Input& input)
{
    return std::visit(
        [](const auto& one) -> std::optional<server::ConnectionId> {
            if constexpr (requires { one.connection; }) {
                return one.connection;
            } else {
                return std::nullopt;
            }
        },
        input);
}

/// Whether all inputs ask for files, or bring their bytes.
bool isOnlyFiles(const std::vector<server::Input>& inputs)
{
    return !inputs.empty() && std::ranges::all_of(inputs, [](const server::Input& input) {
        const auto* received = std::get_if<server::Received>(&input);
        return std::holds_alternative<server::BlobJobDone>(input)
               || (received != nullptr
                   && std::holds_alternative<protocol::GetBlob>(received->envelope.frame));
    });
}

bool isOnlyReactions(const std::vector<server::Input>& inputs)
{
    return !inputs.empty() && std::ranges::all_of(inputs, [](const server::Input& input) {
        const auto* received = std::get_if<server::Received>(&input);
        return received != nullptr && std::holds_alternative<protocol::React>(received->envelope.frame);
    });
}

} // namespace

class SimServer::FakeSecrets : public server::Secrets {
public:
    explicit FakeSecrets(SplitMix64& random) : m_random(random) {}
    server::TokenHash hashOf(const std::string& token) override
    {
        server::TokenHash hash{};
        for (std::size_t i = 0; i < std::min(hash.size(), token.size()); ++i) {
            hash[i] = static_cast<std::uint8_t>(static_cast<std::uint8_t>(token[i]) ^ 0x5aU);
        }
        return hash;
    }
    std::uint64_t random64() override { return m_random.next() | 1U; }

private:
    SplitMix64& m_random;
};

SimServer::SimServer(const Plan& plan, Scheduler& scheduler, SimClock& clock, SimDatabase& database,
                     int number, Wires wires)
    : m_plan(plan), m_scheduler(scheduler), m_clock(clock), m_database(database), m_number(number),
      m_wires(std::move(wires)),
      m_random(plan.seed ^ 0x5e77e5U ^ (static_cast<std::uint64_t>(number) << 32U)),
      m_secrets(std::make_unique<FakeSecrets>(m_random)), m_queue(turnBounds)
{
}

SimServer::~SimServer() = default;

bool SimServer::happens(std::uint32_t chance)
{
    return !m_calm && m_random.below(1000) < chance;
}

SimStore::CommitFate SimServer::fate()
{
    if (m_stopAt) {
        return *m_stopAt;
    }
    const Faults& faults = m_plan.faults;
    if (happens(faults.serverCommitFails)) {
        const bool isAway = m_plan.servers > 1 && m_random.below(2) == 0;
        return isAway ? SimStore::CommitFate::LoseAnswer : SimStore::CommitFate::Fail;
    }
    if (happens(faults.serverCrashBeforeCommit)) {
        return SimStore::CommitFate::DieBefore;
    }
    return happens(faults.serverCrashAfterCommit) ? SimStore::CommitFate::DieAfter
                                                  : SimStore::CommitFate::Commit;
}

/// The files of the database, with the jobs done in the way of the plan's defect.
class SimServer::Files final : public server::BlobStore {
public:
    explicit Files(SimServer& server) : m_server(server) {}

    [[nodiscard]] server::blob::Result carryOut(const server::blob::Work& work) override
    {
        return m_server.carryOut(work);
    }
    [[nodiscard]] std::vector<StoredFile> files() override { return m_server.m_database.files().files(); }
    [[nodiscard]] std::vector<StoredUpload> uploads() override
    {
        return m_server.m_database.files().uploads();
    }

private:
    SimServer& m_server;
};

void SimServer::start()
{
    if (m_plan.servers == 1) {
        // All of them count as old enough.
        constexpr UnixMs much{std::int64_t{1} << 60};
        Files files(*this);
        static_cast<void>(server::removeOrphans(files, m_database.store(), much));
    }
    server::HubConfig config;
    config.registrationOpen = true;
    config.limits = m_plan.limits;
    if (m_plan.defect == Defect::LimitsLoose) {
        config.limits.sendBurst *= 10;
        config.limits.largeGroupMembers = 0;
    }
    config.retention.keepEntries = m_plan.keepEntries;
    config.retention.keepFor = m_plan.keepFor;
    config.retention.unreadExpiresAfter = m_plan.unreadExpiresAfter;
    config.noticesForgetAfter = m_plan.noticesForgetAfter.value_or(config.noticesForgetAfter);
    // A backup does not have the tokens that were given after it.
    config.rotateTokensAfter = Milliseconds(m_plan.restoresBackup ? 0 : 20000);
    config.retention.interval = Milliseconds(7000);
    config.retention.entriesPerTurn = 11;
    config.statesPerStep = statesPerStep;
    m_node = server::NodeId(m_life * 100 + static_cast<std::uint64_t>(m_number) + 1);
    m_store = std::make_unique<SimStore>(m_database, m_plan, m_clock,
                                         SimStore::Answers{[this] { return fate(); }, m_wires.leads});
    m_hub = std::make_unique<server::Hub>(config, *m_store, *m_secrets);
    m_database.rates().begins(m_clock.wall());
    m_clock.serverStarts();
    receive(server::Tick{});
}

void SimServer::stop()
{
    ++m_life;
    m_stopAt.reset();
    m_hub.reset();
    m_store.reset();
    m_inputs.clear();
    m_waiting.clear();
    m_unfinished.clear();
    m_queue = server::FairQueue(turnBounds);
    m_turnScheduled = false;
    ++m_wakeUp;
    m_wires.closeAll();
}

void SimServer::die()
{
    stop();
    m_scheduler.after(Milliseconds(100 + static_cast<std::int64_t>(m_random.below(3000))), [this] {
        if (!isUp()) {
            start();
        }
    });
}

void SimServer::receive(server::Input input)
{
    if (!isUp()) {
        return;
    }
    if (const auto connection = connectionOf(input)) {
        m_waiting[*connection].push_back(std::move(input));
        await(*connection);
    } else {
        m_inputs.push_back(std::move(input));
        wantTurn();
    }
}

void SimServer::await(server::ConnectionId connection)
{
    m_queue.add(connection, m_hub->payerOf(connection),
                m_unfinished.contains(connection) ? server::FairQueue::Waits::ToGoOn
                                                  : server::FairQueue::Waits::ToBegin);
    wantTurn();
}

void SimServer::wantTurn()
{
    if (!m_turnScheduled) {
        m_turnScheduled = true;
        scheduleTurn(Milliseconds(m_plan.isStill ? 1 : static_cast<std::int64_t>(m_random.below(4))));
    }
}

void SimServer::scheduleTurn(Milliseconds delay)
{
    m_scheduler.after(delay, [this, life = m_life] {
        if (life == m_life && isUp()) {
            turn();
        }
    });
}

void SimServer::turn()
{
    m_turnScheduled = false;
    const std::vector<server::Input> inputs = take();
    const std::vector<server::Input> tick{server::Tick{}};
    m_store->noteOnlyFiles(isOnlyFiles(inputs));
    m_store->noteOnlyReactions(isOnlyReactions(inputs));
    try {
        const server::Effects effects =
            m_hub->step(inputs.empty() ? tick : inputs, m_scheduler.now(), m_clock.wall());
        run(effects, inputs.empty());
    } catch (const ServerDied&) {
        if (m_stopAt) {
            stop();
        } else {
            die();
        }
    }
}

std::vector<server::Input> SimServer::take()
{
    std::vector<server::Input> inputs = std::exchange(m_inputs, {});
    m_queue.beginTurn();
    while (const auto connection = m_queue.next()) {
        std::deque<server::Input>& waiting = m_waiting[*connection];
        const bool goesOn = m_unfinished.contains(*connection)
                            && (waiting.empty() || m_plan.isStill || m_random.below(impatience) > 0);
        if (goesOn) {
            m_unfinished.erase(*connection);
            inputs.emplace_back(server::AnswerGoesOn{*connection});
            m_queue.charge(*connection, turnBounds.share);
        } else {
            const auto* received = std::get_if<server::Received>(&waiting.front());
            m_queue.charge(*connection, received == nullptr ? 1
                                                            : server::workOf(&received->envelope.frame,
                                                                             received->bytes, m_plan.limits));
            inputs.push_back(std::move(waiting.front()));
            waiting.pop_front();
        }
        if (goesOn || waiting.empty()) {
            m_queue.remove(*connection);
        }
        if (waiting.empty()) {
            m_waiting.erase(*connection);
        }
    }
    return inputs;
}

void SimServer::awaitOthers(const server::Effects& effects)
{
    m_unfinished.insert(effects.unfinished.begin(), effects.unfinished.end());
    for (const server::ConnectionId connection : m_unfinished) {
        await(connection);
    }
    for (const auto& [connection, inputs] : m_waiting) {
        await(connection);
    }
    for (const auto& [user, tokens] : effects.charged) {
        m_queue.chargeLater(user, tokens * server::workPerToken);
    }
}

void SimServer::run(const server::Effects& effects, bool isByItself)
{
    for (const server::Effect& effect : effects.effects) {
        const bool isLost = isByItself && m_plan.defect == Defect::LastBlockLost
                            && std::holds_alternative<server::PushHead>(effect);
        if (!isLost) {
            carryOut(effect);
        }
    }
    if (m_store->takeDeath()) {
        die();
        return;
    }
    for (const server::OperatorAnswer& answer : effects.operatorAnswers) {
        m_wires.answered(answer);
    }
    if (m_plan.faults.serverCrashBeforeHints > 0 && !effects.hints.empty()
        && happens(m_plan.faults.serverCrashBeforeHints)) {
        die();
        return;
    }
    m_wires.publish(effects.hints);
    awaitOthers(effects);
    const std::uint64_t wakeUp = ++m_wakeUp;
    if (effects.wakeUp) {
        m_scheduler.at(std::max(*effects.wakeUp, m_scheduler.now() + Milliseconds(1)), [this, wakeUp] {
            if (wakeUp == m_wakeUp && isUp() && !m_turnScheduled) {
                turn();
            }
        });
    }
}

void SimServer::checkHidesTyping(const protocol::ServerFrame& frame,
                                 const std::vector<server::Target>& targets)
{
    const auto* typing = std::get_if<protocol::TypingNow>(&frame);
    if (typing == nullptr || m_store->hasChangedIgnores()) {
        return;
    }
    const server::IgnoredSet ignored = m_database.store().ignores().of(typing->user.id);
    for (const server::Target& target : targets) {
        const UserId reader = m_hub->payerOf(target.connection);
        if (server::levelIn(ignored, reader) == IgnoreLevel::Blocked) {
            throw Violation("user " + std::to_string(reader.value) + " is told that user "
                            + std::to_string(typing->user.id.value) + " types, who has blocked them");
        }
    }
}

void SimServer::carryOut(const server::Effect& effect)
{
    const auto push = [&](const std::vector<server::Target>& targets, const protocol::ServerFrame& frame) {
        const std::string bytes = wire::encodePush(frame);
        for (const server::Target& target : targets) {
            m_wires.deliver(target.connection, wire::forSession(bytes, target.session));
        }
    };
    std::visit(
        Overloaded{
            [&](const server::Reply& reply) {
                if (const auto* range = std::get_if<protocol::Range>(&reply.envelope.frame)) {
                    checkHasNothingRecalled(*range);
                }
                m_wires.deliver(reply.connection, wire::encode(reply.envelope));
            },
            [&](const server::Push& one) {
                checkHidesTyping(one.frame, one.targets);
                push(one.targets, one.frame);
            },
            [&](const server::PushHead& one) { push(one.targets, protocol::Notify{{one.head}}); },
            [&](const server::PushTotals& one) {
                push(one.targets, protocol::Notify{{}, one.totals});
            },
            [&](const server::CloseConnection& one) { m_wires.close(one.connection); },
            [&](const server::HashPassword& job) {
                m_scheduler.after(Milliseconds(20), [this, job, life = m_life] {
                    if (life == m_life) {
                        receive(server::PasswordHashed{job.ticket, "hash of " + job.password});
                    }
                });
            },
            [&](const server::VerifyPassword& job) {
                m_scheduler.after(Milliseconds(20), [this, job, life = m_life] {
                    if (life == m_life) {
                        receive(server::PasswordVerified{job.ticket, job.hash == "hash of " + job.password});
                    }
                });
            },
            [&](const server::BlobJob& job) {
                // The same delay for all, because jobs are done in their order.
                m_scheduler.after(Milliseconds(20), [this, job, life = m_life] {
                    if (life != m_life) {
                        return; // the server died before it did the job
                    }
                    server::blob::Result result = carryOut(job.work);
                    if (job.ticket.isValid()) {
                        receive(server::BlobJobDone{job.ticket, std::move(result)});
                    }
                });
            },
        },
        effect);
}

void SimServer::checkHasNothingRecalled(const protocol::Range& range) const
{
    for (const Entry& entry : range.entries) {
        const auto* edit = entry.as<content::Edit>();
        const Seq target = edit == nullptr ? entry.seq : edit->target;
        if (textBytesIn(entry.content) == 0 || m_store->isRecalledNow(range.conversation, target)) {
            continue;
        }
        const auto stored = m_database.store().log().entry(range.conversation, target);
        if (stored && isRecalled(stored->entry)) {
            throw Violation("the text of seq " + std::to_string(target.value)
                            + " was recalled and is served again");
        }
    }
}

server::blob::Result SimServer::carryOut(const server::blob::Work& work)
{
    namespace blob = server::blob;
    server::BlobStore& files = m_database.files();
    if (m_plan.defect == Defect::BlobNotStored && std::holds_alternative<blob::Finish>(work)) {
        return {blob::Outcome::Done};
    }
    if (m_plan.defect == Defect::BlobKept && std::holds_alternative<blob::DropFile>(work)) {
        return {blob::Outcome::Done};
    }
    if (const auto* finish = std::get_if<blob::Finish>(&work)) {
        m_finished[finish->upload] = finish->hash;
    }
    if (const auto* drop = std::get_if<blob::DropUpload>(&work);
        drop != nullptr && m_plan.defect == Defect::BlobLostWithUpload) {
        static_cast<void>(files.carryOut(blob::DropFile{m_finished[drop->upload]}));
    }
    blob::Work done = work;
    if (auto* chunk = std::get_if<blob::Append>(&done);
        chunk != nullptr && m_plan.defect == Defect::ChunkTwice) {
        chunk->offset = files.carryOut(blob::Open{chunk->upload, 0}).received;
    }
    return files.carryOut(done);
}

} // namespace tidemark::sim
