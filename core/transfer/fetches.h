#pragma once

#include "core/transfer/download.h"
#include "core/transfer/report_log.h"

#include <map>
#include <memory>

namespace tidemark::transfer {

/// The files that are being fetched, each once, wherever it is wanted.
class Fetches {
public:
    Fetches(Context& context, ReportLog& reports) : m_context(context), m_reports(reports) {}

    void add(const Fetch& fetch);
    void cancel(const FileKey& file);

    /// Whether a file could go on now if there was a connection.
    [[nodiscard]] bool isRunnable() const;
    [[nodiscard]] std::size_t active() const;
    /// The file that was asked for last; null: none is due.
    [[nodiscard]] FileTransfer* nextToRun();
    void report();
    /// Call after report().
    void dropFinished();

    void forEach(const auto& visit) const
    {
        for (const auto& [hash, download] : m_all) {
            visit(*download);
        }
    }

private:
    using All = std::map<BlobHash, std::unique_ptr<Download>>;
    void drop(All::iterator download);
    void dropOldest();

    Context& m_context;
    ReportLog& m_reports;
    All m_all;
    std::uint64_t m_lastOrder = 0;
};

} // namespace tidemark::transfer
