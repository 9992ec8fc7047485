#include "server-stub/store/stored_values.h"

#include "core/domain/conversation.h"
#include "core/domain/entry.h"

#include <algorithm>

namespace tidemark::server {

namespace {

constexpr unsigned bytesOfId = 8;

// The database stores these numbers, so they must never change.
static_assert(static_cast<int>(EntryKind::Message) == 0 && static_cast<int>(EntryKind::Edit) == 1
              && static_cast<int>(EntryKind::Recall) == 2 && static_cast<int>(EntryKind::Notice) == 3);
static_assert(static_cast<int>(NoticeKind::None) == 0 && static_cast<int>(NoticeKind::Created) == 1
              && static_cast<int>(NoticeKind::Joined) == 2 && static_cast<int>(NoticeKind::Left) == 3
              && static_cast<int>(NoticeKind::Added) == 4 && static_cast<int>(NoticeKind::Removed) == 5
              && static_cast<int>(NoticeKind::Renamed) == 6);
static_assert(static_cast<int>(ConversationKind::Direct) == 0
              && static_cast<int>(ConversationKind::Group) == 1
              && static_cast<int>(ConversationKind::Channel) == 2
              && static_cast<int>(ConversationKind::NoticeList) == 3);
static_assert(static_cast<int>(Role::Member) == 0 && static_cast<int>(Role::Moderator) == 1
              && static_cast<int>(Role::Owner) == 2);

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
    std::string bytes;
    bytes.reserve(users.size() * bytesOfId);
    for (const UserId user : users) {
        for (unsigned i = 0; i < bytesOfId; ++i) {
            bytes.push_back(static_cast<char>(user.value >> (8 * i)));
        }
    }
    return bytes;
}

std::vector<UserId> usersFrom(std::string_view bytes)
{
    std::vector<UserId> users;
    for (; bytes.size() >= bytesOfId; bytes.remove_prefix(bytesOfId)) {
        std::uint64_t id = 0;
        for (unsigned i = 0; i < bytesOfId; ++i) {
            id |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        }
        users.emplace_back(id);
    }
    return users;
}

} // namespace tidemark::server
