#include "tests/programs/sim/devices/sim_courier.h"

#include "core/base/overloaded.h"
#include "tests/support/fake_hash.h"

#include <algorithm>
#include <set>
#include <variant>

namespace tidemark::sim {

namespace {

constexpr std::size_t chunkBytes = 1000;

std::string wholeFile(server::BlobStore& files, const BlobHash& hash)
{
    return std::string(files.carryOut(server::blob::Read{hash, 0, 1U << 20U}).bytes);
}

} // namespace

SimCourier::SimCourier(const Plan& plan, Scheduler& scheduler, SimNetwork& network)
    : SimAsker(scheduler, network, name(), DeviceId(555)), m_random(plan.seed ^ 0xc0de1U),
      m_count(4 + m_random.below(6)), m_isTrimmed(plan.keepEntries.has_value()), m_groupUuid(newUuid())
{
}

Attachment SimCourier::describe(const std::string& bytes)
{
    return {test::fakeHash(bytes), bytes.size(), "application/octet-stream", "parcel.bin", 0, 0, {}};
}

std::vector<SimCourier::Delivered> SimCourier::delivered() const
{
    std::vector<Delivered> all;
    for (std::size_t i = 0; i < m_parcels.size() && m_parcels[i].seq.isValid(); ++i) {
        const Parcel& parcel = m_parcels[i];
        all.push_back({parcel.seq, parcel.bytes, i < m_next && parcel.recall.isValid()});
    }
    return all;
}

SimCourier::Parcel SimCourier::newParcel()
{
    Parcel parcel;
    if (!m_parcels.empty() && m_random.below(3) == 0) { // the same file again
        parcel.bytes = m_parcels.at(m_random.below(m_parcels.size())).bytes;
    } else {
        parcel.bytes.resize(m_random.below(5) == 0 ? 0 : m_random.below(5000));
        std::generate(parcel.bytes.begin(), parcel.bytes.end(),
                      [this] { return static_cast<char>(m_random.below(256)); });
    }
    parcel.upload = newUuid();
    parcel.message = newUuid();
    if (m_random.below(2) == 0) {
        parcel.recall = newUuid();
    }
    return parcel;
}

void SimCourier::act()
{
    if (m_parcels.size() < m_count && !m_isSettling && m_random.below(4) == 0) {
        m_parcels.push_back(newParcel());
    }
    goOn();
}

void SimCourier::wasLost()
{
    if (m_next < m_parcels.size()) {
        m_parcels[m_next].received.reset();
    }
}

std::optional<protocol::ClientFrame> SimCourier::nextRequest()
{
    if (!m_group.isValid()) {
        return protocol::CreateGroup{m_groupUuid, "parcels", {}};
    }
    return m_next < m_parcels.size() ? std::optional(nextStep()) : std::nullopt;
}

protocol::ClientFrame SimCourier::nextStep() const
{
    const Parcel& parcel = m_parcels[m_next];
    if (parcel.seq.isValid()) {
        return protocol::Send{m_group, parcel.recall, {}, content::Recall{parcel.seq}};
    }
    if (parcel.isUploaded) {
        return protocol::Send{
            m_group, parcel.message, {}, content::Message{.attachments = {describe(parcel.bytes)}}};
    }
    if (!parcel.received) {
        return protocol::BeginUpload{parcel.upload, test::fakeHash(parcel.bytes), parcel.bytes.size()};
    }
    if (*parcel.received >= parcel.bytes.size()) {
        return protocol::FinishUpload{parcel.upload};
    }
    return protocol::UploadChunk{parcel.upload, *parcel.received,
                                 parcel.bytes.substr(*parcel.received, chunkBytes)};
}

void SimCourier::take(const protocol::ServerFrame& answer)
{
    std::visit(Overloaded{[&](const protocol::States& states) {
                              if (!states.states.empty()) {
                                  m_group = states.states.front().id;
                              }
                          },
                          [&](const protocol::UploadState& state) {
                              Parcel& parcel = m_parcels[m_next];
                              parcel.received = state.received;
                              parcel.isUploaded = state.isComplete;
                          },
                          [&](const protocol::SendAck& ack) {
                              Parcel& parcel = m_parcels[m_next];
                              const bool isRecalled = parcel.seq.isValid();
                              parcel.seq = isRecalled ? parcel.seq : ack.seq;
                              m_next += isRecalled || !parcel.recall.isValid() ? 1 : 0;
                          },
                          [&](const protocol::Error& error) { takeError(error); }, [](const auto&) {}},
               answer);
}

void SimCourier::takeError(const protocol::Error& error)
{
    using protocol::ErrorCode;
    switch (error.code) {
    case ErrorCode::TooFast:
    case ErrorCode::Unavailable:
        heed(error);
        break;
    case ErrorCode::NoSuchUpload:
    case ErrorCode::BlobMissing:
        break;
    case ErrorCode::NoSuchEntry:
        if (m_isTrimmed && m_next < m_parcels.size() && m_parcels[m_next].seq.isValid()) {
            ++m_next; // the server has removed the message that was to be recalled
            return;
        }
        [[fallthrough]];
    default:
        throw Violation("the courier was refused: " + std::to_string(static_cast<int>(error.code)) + " "
                        + error.detail);
    }
    if (m_next < m_parcels.size()) {
        Parcel& parcel = m_parcels[m_next];
        parcel.received.reset();
        parcel.isUploaded = false;
    }
}

void SimCourier::check(server::Store& store, server::BlobStore& files) const
{
    std::set<BlobHash> named;
    const auto conversation = store.conversations().find(m_group);
    const Seq trimmedThrough = conversation ? conversation->trimmedThrough : Seq();
    for (const Parcel& parcel : m_parcels) {
        const bool isGone = parcel.recall.isValid() || parcel.seq <= trimmedThrough;
        checkParcel(parcel, isGone, store, files);
        if (!isGone) {
            named.insert(test::fakeHash(parcel.bytes));
        }
    }
    // Others may send files, too, also to the group of the courier, which they may join.
    for (const server::UploadRecord& upload : store.blobs().allUploads()) {
        named.insert(upload.hash);
    }
    for (const Avatar& avatar : store.blobs().allAvatars()) {
        named.insert(avatar.hash);
    }
    for (const ConversationId id : store.conversations().all()) {
        for (const server::BlobReference& reference : store.blobs().references(id)) {
            const bool isOwn =
                id == m_group && std::any_of(m_parcels.begin(), m_parcels.end(), [&](const Parcel& parcel) {
                    return parcel.seq == reference.seq;
                });
            if (!isOwn) {
                named.insert(reference.hash);
            }
        }
    }
    for (const server::BlobStore::StoredFile& file : files.files()) {
        if (!named.contains(file.hash)) {
            throw Violation("a file is stored that no message names");
        }
    }
}

void SimCourier::checkParcel(const Parcel& parcel, bool isGone, server::Store& store,
                             server::BlobStore& files) const
{
    const auto account = store.accounts().byName(name());
    const auto sent = store.log().sent(m_group, account ? account->id : UserId(), parcel.message);
    if (!sent || sent->seq != parcel.seq) {
        throw Violation("a message with a file is not where it was said to be");
    }
    const auto entry = store.log().entry(m_group, parcel.seq);
    const auto* message = entry ? entry->entry.as<content::Message>() : nullptr;
    const std::vector<Attachment> expected =
        isGone ? std::vector<Attachment>() : std::vector{describe(parcel.bytes)};
    if (message == nullptr || message->attachments != expected) {
        throw Violation("a message has other files than it was sent with");
    }
    if (!expected.empty() && wholeFile(files, expected.front().hash) != parcel.bytes) {
        throw Violation("a file does not have the bytes that were sent");
    }
}

} // namespace tidemark::sim
