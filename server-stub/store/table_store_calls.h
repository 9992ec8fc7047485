#pragma once

// Include this, with the tables, in a file that instantiates TableStore.

#include "server-stub/store/table_store.h"

#include <utility>

namespace tidemark::server {

template <typename Tables>
TableStore<Tables>::TableStore(std::unique_ptr<Tables> tables) : m_tables(std::move(tables))
{
}

template <typename Tables>
TableStore<Tables>::~TableStore() = default;

template <typename Tables>
void TableStore<Tables>::replaceTables(std::unique_ptr<Tables> tables)
{
    m_tables = std::move(tables);
}

template <typename Tables>
std::optional<AccountRecord> TableStore<Tables>::accountByName(std::string_view name)
{
    return m_tables->accounts.byName(name);
}

template <typename Tables>
std::vector<UserId> TableStore<Tables>::accountsByFold(std::string_view fold)
{
    return m_tables->accounts.byFold(fold);
}

template <typename Tables>
std::optional<UserId> TableStore<Tables>::accountBySkeleton(std::string_view skeleton)
{
    return m_tables->accounts.bySkeleton(skeleton);
}

template <typename Tables>
std::optional<AccountRecord> TableStore<Tables>::account(UserId id)
{
    return m_tables->accounts.byId(id);
}

template <typename Tables>
std::vector<User> TableStore<Tables>::users(const std::vector<UserId>& ids)
{
    return m_tables->accounts.users(ids);
}

template <typename Tables>
UserId TableStore<Tables>::insertAccount(std::string_view name, std::string_view passwordHash)
{
    return m_tables->accounts.insert(name, passwordHash);
}

template <typename Tables>
std::vector<AccountRecord> TableStore<Tables>::accountsAfter(UserId after, std::uint32_t limit)
{
    return m_tables->accounts.after(after, limit);
}

template <typename Tables>
void TableStore<Tables>::putPasswordHash(UserId id, std::string_view passwordHash)
{
    m_tables->accounts.putPasswordHash(id, passwordHash);
}

template <typename Tables>
void TableStore<Tables>::putDisabled(UserId id, bool disabled)
{
    m_tables->accounts.putDisabled(id, disabled);
}

template <typename Tables>
void TableStore<Tables>::raiseContact(UserId id, UnixMs at)
{
    m_tables->accounts.raiseContact(id, at);
}

template <typename Tables>
void TableStore<Tables>::putAccountSettings(UserId id, const AccountSettings& settings)
{
    m_tables->accounts.putSettings(id, settings);
}

template <typename Tables>
void TableStore<Tables>::putToken(const TokenHash& hash, UserId user, DeviceId device,
                                  std::string_view deviceName, UnixMs at)
{
    m_tables->tokens.putToken(hash, user, device, deviceName, at);
}

template <typename Tables>
std::optional<TokenRecord> TableStore<Tables>::token(const TokenHash& hash)
{
    return m_tables->tokens.token(hash);
}

template <typename Tables>
void TableStore<Tables>::putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt)
{
    m_tables->tokens.putNextToken(hash, next, salt);
}

template <typename Tables>
void TableStore<Tables>::adoptNextToken(const TokenHash& next, UnixMs at)
{
    m_tables->tokens.adoptNextToken(next, at);
}

template <typename Tables>
void TableStore<Tables>::removeToken(const TokenHash& hash)
{
    m_tables->tokens.removeToken(hash);
}

template <typename Tables>
void TableStore<Tables>::removeDevice(UserId user, DeviceId device)
{
    m_tables->tokens.removeDevice(user, device);
}

template <typename Tables>
void TableStore<Tables>::removeDevices(UserId user)
{
    m_tables->tokens.removeDevices(user);
}

template <typename Tables>
std::vector<DeviceRecord> TableStore<Tables>::devices(UserId user)
{
    return m_tables->tokens.devices(user);
}

template <typename Tables>
void TableStore<Tables>::putDevice(const TokenHash& hash, const DeviceRecord& record)
{
    m_tables->tokens.putDevice(hash, record);
}

template <typename Tables>
ConversationId TableStore<Tables>::insertConversation(const ConversationRecord& record,
                                                      MessageUuid creationUuid)
{
    return m_tables->conversations.insert(record, creationUuid);
}

template <typename Tables>
std::optional<ConversationRecord> TableStore<Tables>::conversation(ConversationId id)
{
    const ConversationRecord* record = m_tables->conversations.find(id);
    return record == nullptr ? std::nullopt : std::optional(*record);
}

template <typename Tables>
std::size_t TableStore<Tables>::createdBy(UserId creator)
{
    return m_tables->conversations.createdBy(creator);
}

template <typename Tables>
std::optional<ConversationId> TableStore<Tables>::conversationByCreation(UserId creator,
                                                                         MessageUuid creationUuid)
{
    return m_tables->conversations.byCreation(creator, creationUuid);
}

template <typename Tables>
std::optional<ConversationId> TableStore<Tables>::direct(UserId low, UserId high)
{
    return m_tables->conversations.direct(low, high);
}

template <typename Tables>
std::optional<ConversationId> TableStore<Tables>::noticeList()
{
    return m_tables->conversations.noticeList();
}

template <typename Tables>
void TableStore<Tables>::setTitle(ConversationId id, std::string_view title)
{
    m_tables->conversations.setTitle(id, title);
}

template <typename Tables>
std::vector<ConversationId> TableStore<Tables>::findChannels(std::string_view text, std::uint32_t limit)
{
    return m_tables->conversations.findChannels(text, limit);
}

template <typename Tables>
LogEntry TableStore<Tables>::appendEntry(const NewEntry& entry)
{
    return m_tables->log.append(entry);
}

template <typename Tables>
std::optional<LogEntry> TableStore<Tables>::entry(ConversationId conversation, Seq seq)
{
    return m_tables->log.entry(conversation, seq);
}

template <typename Tables>
std::vector<UnixMs> TableStore<Tables>::times(ConversationId conversation, Seq after, Seq through)
{
    return m_tables->log.times(conversation, after, through);
}

template <typename Tables>
UnixMs TableStore<Tables>::newestTime()
{
    return m_tables->conversations.newestTime();
}

template <typename Tables>
bool TableStore<Tables>::hasUuid(ConversationId conversation, MessageUuid uuid)
{
    return m_tables->log.hasUuid(conversation, uuid);
}

template <typename Tables>
std::optional<SentRecord> TableStore<Tables>::sent(ConversationId conversation, UserId author,
                                                   MessageUuid uuid)
{
    return m_tables->log.sent(conversation, author, uuid);
}

template <typename Tables>
std::vector<Entry> TableStore<Tables>::part(const EntriesOf& of)
{
    return m_tables->log.part(of);
}

template <typename Tables>
void TableStore<Tables>::trim(ConversationId conversation, Seq through)
{
    m_tables->log.trim(conversation, through);
}

template <typename Tables>
PrefixCounts TableStore<Tables>::prefix(ConversationId conversation, Seq seq, UserId reader)
{
    return m_tables->log.prefix(conversation, seq, reader);
}

template <typename Tables>
std::uint64_t TableStore<Tables>::recalledOfOthers(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.recalledOfOthers(conversation, after, reader);
}

template <typename Tables>
AboutMeCounts TableStore<Tables>::aboutMeAfter(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.aboutMeAfter(conversation, after, reader);
}

template <typename Tables>
Seq TableStore<Tables>::firstUnreadAfter(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.firstUnreadAfter(conversation, after, reader);
}

template <typename Tables>
std::optional<MemberRecord> TableStore<Tables>::member(ConversationId conversation, UserId user)
{
    return m_tables->members.find(conversation, user);
}

template <typename Tables>
void TableStore<Tables>::putMember(const MemberRecord& member)
{
    m_tables->members.put(member);
}

template <typename Tables>
std::vector<UserId> TableStore<Tables>::members(ConversationId conversation)
{
    return m_tables->members.present(conversation);
}

template <typename Tables>
std::vector<UserId> TableStore<Tables>::membersAfter(ConversationId conversation, UserId after,
                                                     std::uint32_t limit)
{
    return m_tables->members.presentAfter(conversation, after, limit);
}

template <typename Tables>
std::vector<GroupAdmin> TableStore<Tables>::groupAdmins(ConversationId conversation)
{
    return m_tables->members.groupAdmins(conversation);
}

template <typename Tables>
std::vector<MemberRecord> TableStore<Tables>::memberships(UserId user)
{
    return m_tables->members.ofUser(user);
}

template <typename Tables>
std::size_t TableStore<Tables>::membershipCount(UserId user)
{
    return m_tables->members.countOfUser(user);
}

template <typename Tables>
Seq TableStore<Tables>::seenByOthers(ConversationId conversation, UserId except)
{
    return m_tables->receipts.seenByOthers(conversation, except);
}

template <typename Tables>
std::vector<Reader> TableStore<Tables>::readers(const ReadersOf& of, UserId after, std::uint32_t limit)
{
    return m_tables->receipts.readers(of, after, limit);
}

template <typename Tables>
std::uint32_t TableStore<Tables>::readerCount(const ReadersOf& of)
{
    return m_tables->receipts.readerCount(of);
}

template <typename Tables>
void TableStore<Tables>::raiseDelivered(ConversationId conversation, UserId user, Seq through)
{
    m_tables->members.raiseDelivered(conversation, user, through);
}

template <typename Tables>
std::vector<DeliveryPosition> TableStore<Tables>::furthestDelivered(ConversationId conversation)
{
    return m_tables->receipts.furthestDelivered(conversation);
}

template <typename Tables>
std::vector<MuteEnd> TableStore<Tables>::muteEnds(std::uint32_t limit)
{
    return m_tables->members.muteEnds(limit);
}

template <typename Tables>
std::vector<DotRecord> TableStore<Tables>::dots()
{
    return m_tables->dots.all();
}

template <typename Tables>
std::uint64_t TableStore<Tables>::raiseDot(std::string_view name, MessageUuid uuid)
{
    return m_tables->dots.raise(name, uuid);
}

template <typename Tables>
std::vector<Dot> TableStore<Tables>::dotsOf(UserId user)
{
    return m_tables->dots.ofUser(user);
}

template <typename Tables>
void TableStore<Tables>::raiseSeenDot(UserId user, std::string_view name, std::uint64_t version)
{
    m_tables->dots.raiseSeen(user, name, version);
}

template <typename Tables>
AgeRecord TableStore<Tables>::ages()
{
    return m_tables->ages.find();
}

template <typename Tables>
void TableStore<Tables>::putAges(const AgeRecord& record)
{
    m_tables->ages.put(record);
}

template <typename Tables>
std::vector<ConversationId> TableStore<Tables>::allConversations()
{
    return m_tables->conversations.all();
}

template <typename Tables>
ReadCounts TableStore<Tables>::recount(ConversationId conversation, Seq after, UserId reader)
{
    return m_tables->log.recount(conversation, after, reader);
}

} // namespace tidemark::server
