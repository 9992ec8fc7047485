#include "core/client/idle_indexer.h"

#include "core/store/client_store.h"

#include <algorithm>
#include <chrono>

namespace tidemark {

namespace {

constexpr std::chrono::milliseconds pause{200};
// Searches also find entries in a conversation that never pauses.
constexpr std::chrono::milliseconds maxWait{1000};
constexpr std::chrono::milliseconds maxSlice{10};
constexpr int fewestRows = 32;
constexpr int maxRows = 4096;

} // namespace

IdleIndexer::IdleIndexer(QObject* parent) : QObject(parent), m_timer(this), m_rows(fewestRows)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &IdleIndexer::indexSlice);
}

void IdleIndexer::setStore(ClientStore* store)
{
    m_store = store;
    m_timer.stop();
    m_waiting.invalidate();
}

void IdleIndexer::postpone()
{
    if (!m_store) {
        return;
    }
    if (!m_waiting.isValid()) {
        m_waiting.start();
    }
    if (!m_waiting.hasExpired(maxWait.count()) || !m_timer.isActive()) {
        m_timer.start(pause);
    }
}

void IdleIndexer::indexSlice()
{
    if (!m_store) {
        return;
    }
    m_waiting.invalidate();
    QElapsedTimer elapsed;
    elapsed.start();
    const bool isLeft = m_store->indexSome(m_rows);
    // Grow only below half the time, which leaves room for longer rows.
    m_rows = elapsed.elapsed() * 2 < maxSlice.count() ? std::min(m_rows * 2, maxRows)
                                                      : std::max(m_rows / 2, fewestRows);
    if (isLeft) {
        m_timer.start(0);
    }
    Q_EMIT indexed(isLeft);
}

} // namespace tidemark
