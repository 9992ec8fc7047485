#pragma once

#include "core/transfer/report_log.h"
#include "core/transfer/upload.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

namespace tidemark::transfer {

/// The pending messages whose files are being sent.
class Sendings {
public:
    Sendings(Context& context, ReportLog& reports) : m_context(context), m_reports(reports) {}

    void setLimits(const Limits& limits);
    void put(const Send& send);
    /// `canAsk`: requests can be sent. Then the uploads are cancelled at the server, too.
    void forget(const Forget& forget, bool canAsk);

    /// Whether a file could go on now if there was a connection.
    [[nodiscard]] bool isRunnable() const;
    [[nodiscard]] std::size_t active() const;
    /// The next file to send; null: none is due. Files of a conversation go in order. Among conversations
    /// those with the fewest transfers come first, then the smallest files, then the newest. The files of
    /// messages that have failed come last.
    [[nodiscard]] FileTransfer* nextToRun();
    /// Reports messages whose files are all sent, and files that have failed.
    void conclude();
    void report();

    void forEach(const auto& visit) const
    {
        for (const auto& [order, sending] : m_all) {
            for (const auto& [hash, upload] : sending.uploads) {
                visit(*upload);
            }
        }
    }

private:
    struct Sending {
        Send wanted;
        std::map<BlobHash, std::unique_ptr<Upload>> uploads;
        bool isReady = false;      ///< reported
        std::set<BlobHash> failed; ///< reported
        /// The message has failed because of a file since the program started. Its other files are sent all
        /// the same, so that it goes at once when the user removes that file.
        bool othersGoOn = false;
    };

    void refuseTooLarge(Sending& sending) const;
    /// The state to show for a file of a message that has failed. Files that did not cause the failure are
    /// shown as held.
    [[nodiscard]] FileState stoppedState(const Sending& sending, const Send::File& file) const;
    /// Why the file was not sent when the program ran last; empty: not because of this file.
    [[nodiscard]] std::optional<protocol::ErrorCode> earlierErrorOf(const Sending& sending,
                                                                    const Send::File& file) const;
    [[nodiscard]] static bool hasFailed(const Sending& sending);
    void reportFailed(Sending& sending);
    [[nodiscard]] static bool isUploading(const Sending& sending);
    [[nodiscard]] static Upload* dueUpload(const Sending& sending);
    /// The next file of the messages with this mode.
    [[nodiscard]] FileTransfer* nextOf(Send::Mode mode);

    Context& m_context;
    ReportLog& m_reports;
    std::optional<Limits> m_limits;
    std::map<std::uint64_t, Sending> m_all; ///< by order
    std::unordered_map<MessageUuid, std::uint64_t> m_orders;
};

} // namespace tidemark::transfer
