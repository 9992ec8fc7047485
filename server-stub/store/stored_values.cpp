#include "server-stub/store/stored_values.h"

#include "core/domain/conversation.h"
#include "core/domain/entry.h"
#include "core/domain/folder.h"
#include "core/wire/codec.h"

#include <algorithm>
#include <limits>

namespace tidemark::server {

namespace {

constexpr unsigned bytesOfNumber = 8;

// The database stores these numbers, so they must never change.
static_assert(static_cast<int>(NoticeKind::None) == 0 && static_cast<int>(NoticeKind::Created) == 1
              && static_cast<int>(NoticeKind::Joined) == 2 && static_cast<int>(NoticeKind::Left) == 3
              && static_cast<int>(NoticeKind::Added) == 4 && static_cast<int>(NoticeKind::Removed) == 5
              && static_cast<int>(NoticeKind::Renamed) == 6 && static_cast<int>(NoticeKind::Pinned) == 7
              && static_cast<int>(NoticeKind::Unpinned) == 8
              && static_cast<int>(NoticeKind::ForwardingForbidden) == 9
              && static_cast<int>(NoticeKind::ForwardingAllowed) == 10
              && static_cast<int>(NoticeKind::AccountDeleted) == 11);
static_assert(static_cast<int>(ConversationKind::Direct) == 0
              && static_cast<int>(ConversationKind::Group) == 1
              && static_cast<int>(ConversationKind::Channel) == 2
              && static_cast<int>(ConversationKind::NoticeList) == 3);
static_assert(static_cast<int>(AddingPolicy::Default) == 0 && static_cast<int>(AddingPolicy::Everybody) == 1
              && static_cast<int>(AddingPolicy::Known) == 2 && static_cast<int>(AddingPolicy::Nobody) == 3);
static_assert(static_cast<int>(FolderRule::None) == 0 && static_cast<int>(FolderRule::Unread) == 1
              && static_cast<int>(FolderRule::Groups) == 2 && static_cast<int>(FolderRule::Muted) == 3);
static_assert(static_cast<int>(Role::Member) == 0 && static_cast<int>(Role::Moderator) == 1
              && static_cast<int>(Role::Owner) == 2);

void appendNumber(std::string& bytes, std::uint64_t number)
{
    for (unsigned i = 0; i < bytesOfNumber; ++i) {
        bytes.push_back(static_cast<char>(number >> (8 * i)));
    }
}

/// `bytes` has at least bytesOfNumber.
std::uint64_t firstNumber(std::string_view bytes)
{
    std::uint64_t number = 0;
    for (unsigned i = 0; i < bytesOfNumber; ++i) {
        number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return number;
}

template <typename Id>
std::string storedIds(const std::vector<Id>& ids)
{
    std::string bytes;
    bytes.reserve(ids.size() * bytesOfNumber);
    for (const Id id : ids) {
        appendNumber(bytes, id.value);
    }
    return bytes;
}

template <typename Id>
std::vector<Id> idsFrom(std::string_view bytes)
{
    std::vector<Id> ids;
    for (; bytes.size() >= bytesOfNumber; bytes.remove_prefix(bytesOfNumber)) {
        ids.emplace_back(firstNumber(bytes));
    }
    return ids;
}

} // namespace

std::optional<std::string_view> storedUuid(const MessageUuid& uuid)
{
    if (!uuid.isValid()) {
        return std::nullopt;
    }
    return std::string_view(reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size());
}

MessageUuid uuidFrom(std::string_view bytes)
{
    MessageUuid uuid;
    if (bytes.size() == uuid.bytes.size()) {
        std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
    }
    return uuid;
}

std::optional<std::string> storedUuids(const std::vector<MessageUuid>& uuids)
{
    std::optional<std::string> bytes;
    for (const MessageUuid& uuid : uuids) {
        bytes = bytes.value_or(std::string()).append(uuid.bytes.begin(), uuid.bytes.end());
    }
    return bytes;
}

std::vector<MessageUuid> uuidsFrom(std::string_view bytes)
{
    constexpr std::size_t bytesOfUuid = sizeof(MessageUuid::bytes);
    std::vector<MessageUuid> uuids;
    for (; bytes.size() >= bytesOfUuid; bytes.remove_prefix(bytesOfUuid)) {
        uuids.push_back(uuidFrom(bytes.substr(0, bytesOfUuid)));
    }
    return uuids;
}

std::string storedUsers(const std::vector<UserId>& users)
{
    return storedIds(users);
}

std::vector<UserId> usersFrom(std::string_view bytes)
{
    return idsFrom<UserId>(bytes);
}

std::string storedConversations(const std::vector<ConversationId>& conversations)
{
    return storedIds(conversations);
}

std::vector<ConversationId> conversationsFrom(std::string_view bytes)
{
    return idsFrom<ConversationId>(bytes);
}

std::string storedSeqs(const std::vector<Seq>& seqs)
{
    return storedIds(seqs);
}

std::vector<Seq> seqsFrom(std::string_view bytes)
{
    return idsFrom<Seq>(bytes);
}

std::optional<std::string> storedAttachments(const std::vector<Attachment>& attachments)
{
    return attachments.empty() ? std::nullopt : std::optional(wire::encodeAttachments(attachments));
}

std::vector<Attachment> attachmentsFrom(std::string_view bytes)
{
    return wire::decodeAttachments(bytes);
}

std::string storedLeads(const std::vector<AgeLead>& leads)
{
    std::string bytes;
    for (const AgeLead& one : leads) {
        appendNumber(bytes, static_cast<std::uint64_t>(one.until.count()));
        appendNumber(bytes, static_cast<std::uint64_t>(one.lead.count()));
    }
    return bytes;
}

std::vector<AgeLead> leadsFrom(std::string_view bytes)
{
    std::vector<AgeLead> leads;
    for (; bytes.size() >= 2 * bytesOfNumber; bytes.remove_prefix(2 * bytesOfNumber)) {
        const auto until = static_cast<std::int64_t>(firstNumber(bytes));
        const auto lead = static_cast<std::int64_t>(firstNumber(bytes.substr(bytesOfNumber)));
        leads.push_back({Milliseconds(until), Milliseconds(lead)});
    }
    return leads;
}

std::string_view storedHash(const TokenHash& hash)
{
    // Qt and libpq take bytes as char.
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

std::string_view storedHash(const BlobHash& hash)
{
    return {reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()};
}

BlobHash blobHashFrom(std::string_view bytes)
{
    BlobHash hash;
    std::copy_n(bytes.begin(), std::min(bytes.size(), hash.bytes.size()), hash.bytes.begin());
    return hash;
}

std::uint64_t clamped(Seq seq)
{
    return std::min<std::uint64_t>(seq.value, std::numeric_limits<std::int64_t>::max());
}

std::uint64_t clamped(ReactionSeq seq)
{
    return clamped(Seq(seq.value));
}

} // namespace tidemark::server
