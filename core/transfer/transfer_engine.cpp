#include "core/transfer/transfer_engine.h"

#include "core/base/overloaded.h"
#include "core/transfer/bulk_session.h"
#include "core/transfer/fetches.h"
#include "core/transfer/report_log.h"
#include "core/transfer/sendings.h"
#include "core/transfer/transfer_context.h"

#include <algorithm>
#include <utility>

namespace tidemark {

using namespace transfer;

/// Routes inputs to the connection and the transfers, and chooses which of them run.
class TransferState {
public:
    explicit TransferState(Config config)
        : m_context(std::move(config)), m_session(m_context), m_reports(m_context),
          m_sendings(m_context, m_reports), m_fetches(m_context, m_reports)
    {
    }
    TransferState(const TransferState&) = delete; // the parts refer to the context
    TransferState& operator=(const TransferState&) = delete;

    Effects step(const Input& input, Instant now);
    [[nodiscard]] std::optional<FileState> state(const FileKey& file) const;

private:
    void handle(const Input& input);
    void onFrame(const protocol::ServerEnvelope& envelope);
    void onJob(const JobDone& done);
    void endConnection();
    void schedule();
    [[nodiscard]] FileTransfer* nextToRun();
    void report();
    /// Calls `visit` with each transfer.
    void forEach(const auto& visit)
    {
        m_sendings.forEach(visit);
        m_fetches.forEach(visit);
    }

    Context m_context;
    BulkSession m_session;
    ReportLog m_reports;
    Sendings m_sendings;
    Fetches m_fetches;
};

Effects TransferState::step(const Input& input, Instant now)
{
    m_context.beginStep(now);
    handle(input);
    endConnection();
    if (m_session.isOnline()) {
        m_sendings.setLimits(m_session.limits());
    }
    m_session.flush(m_sendings.isRunnable() || m_fetches.isRunnable());
    endConnection();
    m_sendings.conclude();
    schedule();
    bool isAsking = false;
    forEach([&](FileTransfer& one) { isAsking = isAsking || one.isAsking(); });
    m_session.watch(isAsking);
    endConnection();
    report();
    m_fetches.dropFinished();
    return m_context.endStep();
}

void TransferState::handle(const Input& input)
{
    std::visit(Overloaded{
                   [&](const Online& one) { m_session.setAccount(one); },
                   [&](const Offline&) { m_session.goOffline(); },
                   [&](const Opened&) { m_session.onOpened(); },
                   [&](const Lost&) { m_session.onLost(); },
                   [&](const FrameArrived& one) { onFrame(one.envelope); },
                   [&](const GarbageArrived&) { m_session.restart(); },
                   [&](const Send& one) { m_sendings.put(one); },
                   [&](const Forget& one) { m_sendings.forget(one, m_session.isReady()); },
                   [&](const Fetch& one) { m_fetches.add(one); },
                   [&](const CancelFetch& one) { m_fetches.cancel(one.file); },
                   [&](const JobDone& one) { onJob(one); },
                   [](const Tick&) {},
               },
               input);
}

void TransferState::onFrame(const protocol::ServerEnvelope& envelope)
{
    if (!m_session.take(envelope)) {
        return;
    }
    forEach([&](FileTransfer& one) {
        if (one.owns(envelope.request)) {
            one.take(envelope.request, envelope.frame);
        }
    });
}

void TransferState::onJob(const JobDone& done)
{
    forEach([&](FileTransfer& one) {
        if (one.owns(done.job)) {
            one.take(done.job, done.result);
        }
    });
}

void TransferState::endConnection()
{
    if (m_session.takeEnd()) {
        forEach([](FileTransfer& one) { one.stop(); });
    }
}

/// Begins transfers while there is room, and leaves the times at which others become due.
void TransferState::schedule()
{
    std::size_t active = m_sendings.active() + m_fetches.active();
    if (m_session.isReady()) {
        for (FileTransfer* next = nullptr;
             active < m_context.config.maxTransfers && (next = nextToRun()) != nullptr; ++active) {
            m_context.setWindow(std::max<std::size_t>(1, m_context.config.maxParts / (active + 1)));
            next->begin();
        }
    }
    m_context.setWindow(
        std::max<std::size_t>(1, m_context.config.maxParts / std::max<std::size_t>(active, 1)));
    if (m_session.isOnline()) {
        forEach([&](const FileTransfer& one) {
            if (one.phase() == FileTransfer::Phase::Waiting && one.notBefore() > m_context.now()) {
                m_context.wakeAt(one.notBefore());
            }
        });
    }
}

/// Neither direction waits for the other.
FileTransfer* TransferState::nextToRun()
{
    FileTransfer* sending = m_sendings.nextToRun();
    FileTransfer* fetch = m_fetches.nextToRun();
    if (sending == nullptr || fetch == nullptr) {
        return sending != nullptr ? sending : fetch;
    }
    return m_sendings.active() <= m_fetches.active() ? sending : fetch;
}

void TransferState::report()
{
    using Connection = ReportLog::Connection;
    m_reports.setConnection(m_session.isSilent()  ? Connection::Silent
                            : m_session.isReady() ? Connection::Ready
                                                  : Connection::Absent);
    m_sendings.report();
    m_fetches.report();
}

std::optional<FileState> TransferState::state(const FileKey& file) const
{
    return m_reports.last(file);
}

TransferEngine::TransferEngine(Config config) : m_state(std::make_unique<TransferState>(std::move(config))) {}
TransferEngine::~TransferEngine() = default;
TransferEngine::TransferEngine(TransferEngine&&) noexcept = default;
TransferEngine& TransferEngine::operator=(TransferEngine&&) noexcept = default;

Effects TransferEngine::step(const Input& input, Instant now)
{
    return m_state->step(input, now);
}

std::optional<FileState> TransferEngine::state(const FileKey& file) const
{
    return m_state->state(file);
}

} // namespace tidemark
