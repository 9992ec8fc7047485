#include "core/client/files/file_worker.h"

#include <utility>

namespace tidemark {

FileWorker::~FileWorker()
{
    end();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void FileWorker::end()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        std::erase_if(m_work, [](const Piece& one) { return one.isOptional; });
    }
    m_changed.notify_one();
}

void FileWorker::add(Piece piece)
{
    {
        const std::lock_guard lock(m_mutex);
        m_work.push_back(std::move(piece));
    }
    if (!m_thread.joinable()) {
        m_thread = std::thread([this] { run(); });
    }
    m_changed.notify_one();
}

void FileWorker::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_isEnding || !m_work.empty(); });
        if (m_work.empty()) {
            return;
        }
        const Piece next = std::move(m_work.front());
        m_work.pop_front();
        lock.unlock();
        next.work();
        lock.lock();
    }
}

} // namespace tidemark
