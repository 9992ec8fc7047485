#pragma once

#include "core/transfer/file_transfer.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tidemark::transfer {

/// Fetches one file. Several parts are on their way at once; they are appended in order.
class Download : public FileTransfer {
public:
    Download(Context& context, BlobHash fileHash, std::uint64_t fileSize)
        : FileTransfer(context, fileHash, fileSize)
    {
    }

    /// The places in messages at which the file is wanted.
    [[nodiscard]] const std::vector<FileKey>& places() const { return m_places; }
    void addPlace(const FileKey& place);
    void removePlace(const FileKey& place);
    /// Greater for files that were asked for later.
    std::uint64_t order = 0;

private:
    void onBegin() override;
    void onAnswer(const Part& part, const protocol::ServerFrame& answer) override;
    void onError(const protocol::Error& error) override;
    void onJob(const Part& part, FileJobResult result) override;
    void onMeasured(const FileJobResult& result);
    void onAppended(const Part& part, const FileJobResult& result);
    void onFinished(const FileJobResult& result);
    void request(const Part& part);
    void appendArrived();
    void moveOn();

    enum class Step : std::uint8_t { Measuring, Moving, Finishing };
    Step m_step = Step::Measuring;
    std::vector<FileKey> m_places;
    std::size_t m_place = 0;                        ///< the one that is asked for
    std::uint64_t m_next = 0;                       ///< the offset of the next part to ask for
    std::uint64_t m_appending = 0;                  ///< the offset of the next part to append
    std::map<std::uint64_t, SharedBytes> m_arrived; ///< parts that wait for an earlier one, by offset
};

} // namespace tidemark::transfer
