#pragma once

#include "server-stub/hub/requests/avatars.h"
#include "server-stub/hub/state/hub_context.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Receives the files of messages and avatars and gives them out again.
class Files {
public:
    Files(HubContext& context, Avatars& avatars) : m_context(context), m_avatars(avatars) {}

    // These answer now, or when the job that they begin is done.
    void begin(const Caller& caller, const protocol::BeginUpload& request);
    void append(const Caller& caller, const protocol::UploadChunk& chunk);
    void finish(const Caller& caller, const protocol::FinishUpload& request);
    void cancel(const Caller& caller, const protocol::CancelUpload& request);
    void read(const Caller& caller, const protocol::GetBlob& request);
    void done(const BlobJobDone& result);

    /// The number of jobs without a result.
    [[nodiscard]] std::size_t running() const { return m_asked.size(); }
    /// The effects of the turn are carried out.
    void keepFreshJobs() { m_fresh.clear(); }
    /// The effects of the turn are dropped.
    void dropFreshJobs();

private:
    struct Asked {
        Caller caller;
        blob::Work work;           ///< without the bytes of a chunk
        protocol::GetBlob request; ///< of a Read
    };

    [[nodiscard]] std::optional<protocol::Error> refusalOfBegin(const protocol::BeginUpload& request) const;
    [[nodiscard]] std::optional<protocol::Error> refusalOfRoom(UserId user, std::uint64_t size);
    /// The upload of this request, or NoSuchUpload.
    [[nodiscard]] Expected<UploadRecord, protocol::Error> find(const UploadKey& key);
    /// The file that the user asks for, if the user may read it now.
    [[nodiscard]] Expected<BlobRecord, protocol::Error> find(UserId user, const protocol::GetBlob& request);
    [[nodiscard]] Expected<BlobRecord, protocol::Error> findAvatar(UserId user,
                                                                   const protocol::GetBlob& request);
    /// Stores the upload with a new time to live.
    void put(UploadRecord upload);
    void start(const Caller& caller, blob::Work work, const protocol::GetBlob& request = {});
    void end(Ticket ticket);

    // The results of jobs.
    void opened(const Caller& caller, const blob::Open& work, const blob::Result& result);
    void appended(const Caller& caller, const blob::Append& work, const blob::Result& result);
    [[nodiscard]] Answer finished(const blob::Finish& work, const blob::Result& result);
    void wasRead(const Asked& asked, const blob::Result& result);
    [[nodiscard]] static protocol::Error errorOf(blob::Outcome outcome);
    void refuse(const Caller& caller, blob::Outcome outcome);

    HubContext& m_context;
    Avatars& m_avatars;
    std::unordered_map<Ticket, Asked> m_asked;
    std::set<UploadKey> m_finishingUploads;
    std::map<UserId, std::size_t> m_running; ///< the number of jobs of each user
    std::vector<Ticket> m_fresh;             ///< jobs of this turn
    Ticket m_last;
};

} // namespace tidemark::server
