#include "core/transfer/download.h"

#include "core/base/require.h"

#include <algorithm>

namespace tidemark::transfer {

namespace {
/// Further places of the same file are not remembered. One is enough, others serve if it is gone.
constexpr std::size_t maxPlaces = 100;
} // namespace

void Download::addPlace(const FileKey& place)
{
    if (m_places.size() < maxPlaces && std::ranges::find(m_places, place) == m_places.end()) {
        m_places.push_back(place);
    }
}

void Download::removePlace(const FileKey& place)
{
    std::erase(m_places, place);
    m_place = 0;
}

void Download::onBegin()
{
    m_step = Step::Measuring;
    m_arrived.clear();
    start(job::MeasurePartial{hash, size});
}

void Download::onJob(const Part& part, FileJobResult result)
{
    switch (result.outcome) {
    case FileJobResult::Outcome::Held:
        complete();
        return;
    case FileJobResult::Outcome::NoRoom:
        fail(protocol::ErrorCode::DeviceStorageFull);
        return;
    case FileJobResult::Outcome::WrongHash:
        setDone(0);
        noteMismatch();
        return;
    case FileJobResult::Outcome::Failed:
        fail(protocol::ErrorCode::FileUnreadable);
        return;
    case FileJobResult::Outcome::Done:
        break;
    }
    switch (m_step) {
    case Step::Measuring:
        onMeasured(result);
        break;
    case Step::Moving:
        onAppended(part, result);
        break;
    case Step::Finishing:
        complete();
        break;
    }
}

void Download::onMeasured(const FileJobResult& result)
{
    m_next = m_appending = std::min(result.length, size);
    setDone(m_next);
    m_step = Step::Moving;
    moveOn();
}

void Download::onAppended(const Part& part, const FileJobResult& result)
{
    if (result.length != part.offset + part.length) {
        retryLater();
        return;
    }
    noteProgress(result.length);
    moveOn();
}

void Download::request(const Part& part)
{
    require(m_place < m_places.size(), "a download has a place to ask for");
    const FileKey& place = m_places[m_place];
    ask(protocol::GetBlob{place.conversation, place.seq, place.index, part.offset,
                          static_cast<std::uint32_t>(part.length), place.user, place.avatarVersion},
        part);
}

void Download::moveOn()
{
    while (m_next < size && asked().size() + jobs().size() + m_arrived.size() < window()) {
        const Part part = partAt(m_next);
        m_next += part.length;
        request(part);
    }
    if (m_appending == size && jobs().empty()) {
        require(asked().empty() && m_arrived.empty(), "a file that is complete has no part on its way");
        m_step = Step::Finishing;
        start(job::FinishPartial{hash, size});
    }
}

void Download::onAnswer(const Part& part, const protocol::ServerFrame& answer)
{
    const auto* arrived = std::get_if<protocol::BlobPart>(&answer);
    const bool isWanted = arrived != nullptr && arrived->offset == part.offset && !arrived->bytes.empty()
                          && arrived->bytes.size() <= part.length;
    if (!isWanted) {
        retryLater();
        return;
    }
    if (arrived->size != size) {
        fail(protocol::ErrorCode::HashMismatch);
        return;
    }
    const std::uint64_t got = arrived->bytes.size();
    if (got < part.length) {
        request({part.offset + got, part.length - got});
    }
    m_arrived.emplace(part.offset, arrived->bytes);
    appendArrived();
}

void Download::appendArrived()
{
    while (!m_arrived.empty() && m_arrived.begin()->first == m_appending) {
        auto part = m_arrived.extract(m_arrived.begin());
        const std::uint64_t length = part.mapped().size();
        require(length <= size - m_appending, "no byte is appended beyond the end of the file");
        start(job::AppendPartial{hash, m_appending, std::move(part.mapped())}, {m_appending, length});
        m_appending += length;
    }
}

void Download::onError(const protocol::Error& error)
{
    using protocol::ErrorCode;
    const bool isGone = error.code == ErrorCode::NoSuchEntry || error.code == ErrorCode::NotMember
                        || error.code == ErrorCode::NoSuchConversation;
    if (isGone && m_place + 1 < m_places.size()) {
        ++m_place;
        postpone(Milliseconds(0)); // another message has the same file
        return;
    }
    refuse(error);
}

} // namespace tidemark::transfer
