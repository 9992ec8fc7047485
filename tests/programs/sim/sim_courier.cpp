#include "tests/programs/sim/sim_courier.h"

#include "core/base/overloaded.h"
#include "core/wire/codec.h"
#include "tests/support/fake_hash.h"

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

namespace tidemark::sim {

namespace {

constexpr std::size_t chunkBytes = 1000;
constexpr Milliseconds patience{4000};

std::string token()
{
    return SimCourier::name() + std::string(32 - SimCourier::name().size(), 't');
}

Attachment describe(const std::string& bytes)
{
    return {test::fakeHash(bytes), bytes.size(), "application/octet-stream", "parcel.bin", 0, 0, {}};
}

std::string wholeFile(server::BlobStore& files, const BlobHash& hash)
{
    return files.carryOut(server::blob::Read{hash, 0, 1U << 20U}).bytes;
}

} // namespace

SimCourier::SimCourier(const Plan& plan, Scheduler& scheduler, SimNetwork& network)
    : m_scheduler(scheduler), m_network(network), m_random(plan.seed ^ 0xc0de1U),
      m_count(4 + m_random.below(6)), m_groupUuid(newUuid())
{
}

MessageUuid SimCourier::newUuid()
{
    MessageUuid uuid;
    uuid.bytes[0] = static_cast<std::uint8_t>(++m_uuids);
    uuid.bytes[15] = 0xc0;
    return uuid;
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

void SimCourier::connect()
{
    if (m_connection.isValid()) {
        return;
    }
    m_connection =
        m_network.open(0, {[this] {
                               m_isOpen = true;
                               greet();
                           },
                           [this] { lose(); }, [this](const std::string& bytes) { arrived(bytes); }});
}

void SimCourier::lose()
{
    m_connection = {};
    m_isOpen = m_isWelcome = false;
    m_asked.reset();
    if (m_next < m_parcels.size()) {
        m_parcels[m_next].received.reset();
    }
}

void SimCourier::greet()
{
    protocol::Register account;
    account.name = name();
    account.token = token();
    account.device = DeviceId(555);
    ask(account);
}

void SimCourier::act()
{
    connect();
    if (m_parcels.size() < m_count && !m_isSettling && m_random.below(4) == 0) {
        m_parcels.push_back(newParcel());
    }
    step();
}

void SimCourier::step()
{
    if (!m_isOpen || m_asked || m_scheduler.now() < m_notBefore) {
        return;
    }
    if (!m_isWelcome || !m_group.isValid() || m_next < m_parcels.size()) {
        ask(nextRequest());
    }
}

protocol::ClientFrame SimCourier::nextRequest()
{
    if (!m_isWelcome) {
        protocol::Hello hello;
        hello.token = token();
        hello.device = DeviceId(555);
        hello.silent = true;
        return hello;
    }
    if (!m_group.isValid()) {
        return protocol::CreateGroup{m_groupUuid, "parcels", {}};
    }
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

void SimCourier::ask(protocol::ClientFrame frame)
{
    const RequestId request(++m_requests);
    m_asked = request;
    m_network.sendToServer(m_connection,
                           wire::encode(protocol::ClientEnvelope{request, 0, std::move(frame)}));
    m_scheduler.after(patience, [this, request] {
        if (m_asked == request && m_connection.isValid()) {
            m_network.closeByDevice(m_connection);
            lose();
        }
    });
}

void SimCourier::arrived(const std::string& bytes)
{
    const auto envelope = wire::decodeServer(bytes);
    if (!envelope || !m_asked || envelope->request != *m_asked) {
        return;
    }
    m_asked.reset();
    take(envelope->frame);
    step();
}

void SimCourier::take(const protocol::ServerFrame& answer)
{
    std::visit(Overloaded{[&](const protocol::Welcome&) { m_isWelcome = true; },
                          [&](const protocol::States& states) {
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
        m_notBefore = m_scheduler.now() + std::max(error.retryAfter, Milliseconds(20));
        break;
    case ErrorCode::NoSuchUpload:
    case ErrorCode::BlobMissing:
        break;
    default:
        throw Violation("the courier was refused: " + std::to_string(static_cast<int>(error.code)) + " "
                        + error.detail);
    }
    if (!m_isWelcome) { // the account may not be there yet
        m_network.closeByDevice(m_connection);
        return lose();
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
    for (const Parcel& parcel : m_parcels) {
        checkParcel(parcel, store, files);
        if (!parcel.recall.isValid()) {
            named.insert(test::fakeHash(parcel.bytes));
        }
    }
    // Others may send files, too.
    for (const server::UploadRecord& upload : store.blobs().allUploads()) {
        named.insert(upload.hash);
    }
    for (const ConversationId conversation : store.conversations().all()) {
        for (const server::BlobReference& reference : store.blobs().references(conversation)) {
            if (conversation != m_group) {
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

void SimCourier::checkParcel(const Parcel& parcel, server::Store& store, server::BlobStore& files) const
{
    const auto account = store.accounts().byName(name());
    const auto sent = store.log().sent(m_group, account ? account->id : UserId(), parcel.message);
    if (!sent || sent->seq != parcel.seq) {
        throw Violation("a message with a file is not where it was said to be");
    }
    const auto entry = store.log().entry(m_group, parcel.seq);
    const auto* message = entry ? entry->entry.as<content::Message>() : nullptr;
    const std::vector<Attachment> expected =
        parcel.recall.isValid() ? std::vector<Attachment>() : std::vector{describe(parcel.bytes)};
    if (message == nullptr || message->attachments != expected) {
        throw Violation("a message has other files than it was sent with");
    }
    if (!expected.empty() && wholeFile(files, expected.front().hash) != parcel.bytes) {
        throw Violation("a file does not have the bytes that were sent");
    }
}

} // namespace tidemark::sim
