#include "app/lab/world/devices/sim_files.h"

#include "core/base/overloaded.h"
#include "core/wire/codec.h"

#include <algorithm>

namespace tidemark::sim {

namespace {

using Outcome = FileJobResult::Outcome;

constexpr std::size_t partBytes = 1000;

} // namespace

SimFiles::SimFiles(const Plan& plan, Scheduler& scheduler, SimNetwork& network, std::uint64_t seed,
                   std::function<void(const Input&)> wanted)
    : m_plan(plan), m_scheduler(scheduler), m_network(network), m_random(seed), m_tell(std::move(wanted))
{
}

std::vector<Attachment> SimFiles::copy(MessageUuid message, const std::vector<std::string>& files)
{
    std::vector<Attachment> attachments;
    for (const std::string& bytes : files) {
        const BlobHash hash = m_plan.hashOf(bytes);
        m_outgoing[{message, hash}] = bytes;
        attachments.push_back({hash, bytes.size(), "application/octet-stream", "file.bin", 0, 0, {}});
    }
    return attachments;
}

void SimFiles::fetch(const FileKey& file, const Attachment& attachment)
{
    if (m_engine && !m_held.contains(attachment.hash)) {
        m_wanted.insert(file);
        step(transfer::Fetch{file, attachment.hash, attachment.size});
    }
}

std::optional<std::pair<BlobHash, std::uint64_t>> SimFiles::heldFile(std::uint64_t which) const
{
    std::vector<std::pair<BlobHash, std::uint64_t>> files;
    for (const auto& [hash, bytes] : m_held) {
        if (!bytes.empty()) {
            files.emplace_back(hash, bytes.size());
        }
    }
    return files.empty() ? std::nullopt : std::optional(files[which % files.size()]);
}

/// Runs `action` within this time unless the process dies.
void SimFiles::later(Milliseconds bound, std::function<void()> action)
{
    const auto delay = static_cast<std::int64_t>(m_random.below(static_cast<std::uint64_t>(bound.count())));
    m_scheduler.after(Milliseconds(delay), [this, life = m_life, action = std::move(action)] {
        if (life == m_life) {
            action();
        }
    });
}

void SimFiles::start(const Engine& engine, DeviceId device, const std::vector<PendingMessage>& pending)
{
    transfer::Config config;
    config.partBytes = partBytes;
    config.jitterSeed = m_random.next();
    m_engine.emplace(config);
    m_device = device;
    std::set<Outgoing> named;
    for (const PendingMessage& one : pending) {
        if (const content::Message* message = messageWithFiles(one.content)) {
            for (const Attachment& file : message->attachments) {
                named.insert({one.uuid, file.hash});
            }
        }
    }
    // The files that an earlier process has left; with the defect, also those that the next one needs.
    std::erase_if(m_outgoing, [&](const auto& one) {
        return m_plan.defect == Defect::OutgoingSwept || !named.contains(one.first);
    });
    for (const PendingMessage& one : pending) {
        review(engine, one.uuid, false);
    }
}

void SimFiles::die()
{
    ++m_life;
    ++m_timer;
    m_engine.reset();
    m_online.reset();
    m_pending.clear();
    m_wanted.clear();
    m_ready.clear();
    m_jobs = 0;
    close();
}

void SimFiles::close()
{
    if (m_connection.isValid()) {
        m_network.closeByDevice(m_connection);
        m_connection = {};
    }
}

void SimFiles::follow(const Engine& engine, const Effects& effects)
{
    std::set<MessageUuid> acked;
    for (const Change& change : effects.changes) {
        if (const auto* one = std::get_if<change::MessageAcked>(&change)) {
            acked.insert(one->uuid);
        }
    }
    for (const Change& change : effects.changes) {
        if (const auto* one = std::get_if<change::PendingChanged>(&change)) {
            review(engine, one->uuid, acked.contains(one->uuid));
        } else if (const auto* failed = std::get_if<change::MessageFailed>(&change);
                   failed != nullptr && engine.pending(failed->uuid) == nullptr) {
            std::erase_if(m_outgoing, [&](const auto& file) { return file.first.first == failed->uuid; });
        }
    }
    m_server = engine.connection().server;
    std::optional<transfer::Online> online;
    if (engine.connection().phase == ConnectionPhase::Online && engine.account()) {
        online = transfer::Online{engine.account()->token, m_device, engine.connection().limits};
    }
    if (online != m_online) {
        m_online = online;
        if (online) {
            step(*online);
        } else {
            step(transfer::Offline{});
        }
    }
}

void SimFiles::review(const Engine& engine, MessageUuid uuid, bool isAcked)
{
    const PendingMessage* pending = engine.pending(uuid);
    const content::Message* message = pending == nullptr ? nullptr : messageWithFiles(pending->content);
    if (message == nullptr || pending->state == PendingMessage::State::Acked) {
        const bool isSent = isAcked || message != nullptr;
        for (const BlobHash& hash : m_pending[uuid]) {
            const auto file = m_outgoing.find({uuid, hash});
            if (file != m_outgoing.end()) {
                if (isSent) {
                    m_held[hash] = file->second;
                }
                m_outgoing.erase(file);
            }
        }
        m_pending.erase(uuid);
        step(transfer::Forget{uuid, isSent});
        return;
    }
    transfer::Send send;
    send.message = uuid;
    send.conversation = pending->conversation;
    send.order = pending->order;
    for (const Attachment& one : message->attachments) {
        send.files.push_back({one.hash, one.size});
        m_pending[uuid].push_back(one.hash);
    }
    send.mode = pending->state == PendingMessage::State::Failed ? transfer::Send::Mode::Stop
                                                                : transfer::Send::Mode::Run;
    send.isWaiting = engine.waitsForFiles(uuid);
    step(send);
    if (m_plan.defect == Defect::FilesNotAwaited && send.isWaiting) {
        later(Milliseconds(5), [this, uuid] { m_tell(input::FilesReady{uuid}); });
    }
}

void SimFiles::step(const transfer::Input& input)
{
    if (m_engine) {
        carryOut(m_engine->step(input, m_scheduler.now()));
    }
}

void SimFiles::carryOut(const transfer::Effects& effects)
{
    const std::uint64_t timer = ++m_timer;
    if (effects.wakeUp) {
        m_scheduler.at(std::max(*effects.wakeUp, m_scheduler.now() + Milliseconds(1)), [this, timer] {
            if (timer == m_timer) {
                step(transfer::Tick{});
            }
        });
    }
    if (effects.order != transfer::Order::None) {
        close();
    }
    if (effects.order == transfer::Order::Open) {
        open();
    }
    for (const protocol::ClientEnvelope& envelope : effects.sends) {
        if (m_connection.isValid()) {
            m_network.sendToServer(m_connection, wire::encode(envelope));
        }
    }
    for (const auto& [id, job] : effects.jobs) {
        // One after the other, each some time after the last one.
        m_lastJob = std::max(m_lastJob, m_scheduler.now())
                    + Milliseconds(static_cast<std::int64_t>(m_random.below(4)));
        ++m_jobs;
        m_scheduler.at(m_lastJob, [this, life = m_life, id = id, job = job] {
            if (life == m_life) {
                --m_jobs;
                step(transfer::JobDone{id, perform(job)});
            }
        });
    }
    for (const auto& [file, state] : effects.states) {
        if (state.step == FileState::Step::Failed && state.error == protocol::ErrorCode::HashMismatch) {
            throw Violation("a file arrived with another hash");
        }
        if (state.step == FileState::Step::Held || state.step == FileState::Step::Failed) {
            m_wanted.erase(file);
        }
    }
    for (const MessageUuid uuid : effects.ready) {
        m_ready.insert(uuid);
        later(Milliseconds(5), [this, uuid] { m_tell(input::FilesReady{uuid}); });
    }
    for (const transfer::FailedFile& failed : effects.failed) {
        throw Violation("the file of a message failed: error "
                        + std::to_string(static_cast<int>(failed.error)));
    }
}

void SimFiles::open()
{
    const auto slot = std::make_shared<server::ConnectionId>();
    const auto isCurrent = [this, slot] { return m_connection == *slot; };
    *slot = m_network.open(m_server, {[this, isCurrent] {
                                          if (isCurrent()) {
                                              step(transfer::Opened{});
                                          }
                                      },
                                      [this, isCurrent] {
                                          if (isCurrent()) {
                                              m_connection = {};
                                              step(transfer::Lost{});
                                          }
                                      },
                                      [this, isCurrent](const std::string& bytes) {
                                          if (isCurrent()) {
                                              step(transfer::FrameArrived{wire::decodeServer(bytes).value()});
                                          }
                                      }});
    m_connection = *slot;
}

FileJobResult SimFiles::perform(const FileJob& job)
{
    return std::visit(
        Overloaded{
            [&](const job::ReadOutgoing& one) -> FileJobResult {
                const auto file = m_outgoing.find({one.message, one.hash});
                return file == m_outgoing.end()
                           ? FileJobResult{Outcome::Failed}
                           : FileJobResult{Outcome::Done, 0, file->second.substr(one.offset, one.length)};
            },
            [&](const job::MeasurePartial& one) -> FileJobResult {
                return m_held.contains(one.hash) ? FileJobResult{Outcome::Held}
                                                 : FileJobResult{Outcome::Done, m_partial[one.hash].size()};
            },
            [&](const job::AppendPartial& one) -> FileJobResult {
                std::string& file = m_partial[one.hash];
                if (file.size() == one.offset) {
                    file += one.bytes;
                }
                if (m_plan.defect == Defect::PartTwice && m_random.below(8) == 0) {
                    file += one.bytes;
                    return {Outcome::Done, one.offset + one.bytes.size()};
                }
                return {Outcome::Done, file.size()};
            },
            [&](const job::FinishPartial& one) -> FileJobResult {
                const std::string bytes = m_partial[one.hash];
                m_partial.erase(one.hash);
                if (bytes.size() != one.size || m_plan.hashOf(bytes) != one.hash) {
                    return {Outcome::WrongHash};
                }
                m_held[one.hash] = bytes;
                return {Outcome::Done};
            },
        },
        job);
}

void SimFiles::check(const std::string& label) const
{
    for (const auto& [file, bytes] : m_outgoing) {
        if (!m_pending.contains(file.first)) {
            throw Violation(label + ": a file is left of a message that is not in the outbox");
        }
    }
    for (const auto& [hash, bytes] : m_held) {
        if (m_plan.hashOf(bytes) != hash) {
            throw Violation(label + ": a file is held with other bytes");
        }
    }
}

} // namespace tidemark::sim
