#include "core/transfer/fetches.h"

#include <algorithm>

namespace tidemark::transfer {

void Fetches::add(const Fetch& fetch)
{
    auto found = m_all.find(fetch.hash);
    if (found == m_all.end()) {
        if (m_all.size() >= m_context.config.maxFetches) {
            dropOldest();
        }
        found =
            m_all.emplace(fetch.hash, std::make_unique<Download>(m_context, fetch.hash, fetch.size)).first;
    }
    Download& download = *found->second;
    if (download.phase() == FileTransfer::Phase::Failed) {
        download.reset();
    }
    download.order = ++m_lastOrder;
    download.addPlace(fetch.file);
}

void Fetches::cancel(const FileKey& file)
{
    const auto found = std::ranges::find_if(m_all, [&](const auto& one) {
        return std::ranges::find(one.second->places(), file) != one.second->places().end();
    });
    if (found == m_all.end()) {
        return;
    }
    found->second->removePlace(file);
    m_reports.put(file, {.size = found->second->size});
    m_reports.forget(file);
    if (found->second->places().empty()) {
        m_all.erase(found);
    }
}

void Fetches::drop(All::iterator download)
{
    for (const FileKey& place : download->second->places()) {
        m_reports.put(place, {.size = download->second->size});
        m_reports.forget(place);
    }
    m_all.erase(download);
}

void Fetches::dropOldest()
{
    const auto isOlder = [](const auto& a, const auto& b) { return a.second->order < b.second->order; };
    drop(std::ranges::min_element(m_all, isOlder));
}

bool Fetches::isRunnable() const
{
    return std::ranges::any_of(m_all, [](const auto& one) { return one.second->isDue(); });
}

std::size_t Fetches::active() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_all, [](const auto& one) { return one.second->phase() == FileTransfer::Phase::Active; }));
}

FileTransfer* Fetches::nextToRun()
{
    Download* newest = nullptr;
    for (const auto& [hash, download] : m_all) {
        if (download->isDue() && (newest == nullptr || newest->order < download->order)) {
            newest = download.get();
        }
    }
    return newest;
}

void Fetches::report()
{
    for (const auto& [hash, download] : m_all) {
        FileState state = m_reports.stateOf(*download);
        if (download->phase() == FileTransfer::Phase::Complete) {
            state.step = FileState::Step::Held;
        }
        for (const FileKey& place : download->places()) {
            m_reports.put(place, state);
        }
    }
}

void Fetches::dropFinished()
{
    std::erase_if(m_all, [this](const auto& one) {
        if (one.second->phase() != FileTransfer::Phase::Complete) {
            return false;
        }
        for (const FileKey& place : one.second->places()) {
            m_reports.forget(place);
        }
        return true;
    });
}

} // namespace tidemark::transfer
