#include "server-stub/hub/contract/memory_store.h"

#include "core/names/name_keys.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace tidemark::server {

namespace {

/// Lowers only the letters A to Z, like SQLite.
std::string lowered(std::string_view text)
{
    std::string small(text);
    for (char& letter : small) {
        if (letter >= 'A' && letter <= 'Z') {
            letter = static_cast<char>(letter - 'A' + 'a');
        }
    }
    return small;
}

bool isReader(const MemberRecord& row, const ReadersOf& of)
{
    return row.isMember && row.seen >= of.seq
           && std::find(of.except.begin(), of.except.end(), row.user) == of.except.end();
}

} // namespace

void MemoryStore::begin()
{
    m_before = m_data;
}

bool MemoryStore::commit()
{
    if (std::exchange(m_failNextCommit, false)) {
        rollback();
        m_isCommitUnknown = false;
        return false;
    }
    m_before.reset();
    m_isCommitUnknown = std::exchange(m_loseNextAnswer, false);
    return !m_isCommitUnknown;
}

void MemoryStore::rollback()
{
    if (m_before) {
        m_data = std::move(*m_before);
        m_before.reset();
    }
}

std::optional<AccountRecord> MemoryStore::accountByName(std::string_view name)
{
    const auto found = std::find_if(m_data.accounts.begin(), m_data.accounts.end(),
                                    [name](const AccountRecord& account) { return account.name == name; });
    return found == m_data.accounts.end() ? std::nullopt : std::optional(*found);
}

std::vector<UserId> MemoryStore::accountsByFold(std::string_view fold)
{
    const auto found = m_data.folds.find(fold);
    if (found == m_data.folds.end()) {
        return {};
    }
    const std::vector<UserId>& all = found->second;
    return {all.begin(), all.begin() + std::min<std::ptrdiff_t>(2, std::ssize(all))};
}

std::optional<UserId> MemoryStore::accountBySkeleton(std::string_view skeleton)
{
    const auto found = m_data.skeletons.find(skeleton);
    return found == m_data.skeletons.end() ? std::nullopt : std::optional(found->second);
}

std::optional<AccountRecord> MemoryStore::account(UserId id)
{
    return id.isValid() && id.value <= m_data.accounts.size() ? std::optional(m_data.accounts[id.value - 1])
                                                              : std::nullopt;
}

std::vector<User> MemoryStore::users(const std::vector<UserId>& ids)
{
    std::vector<User> users;
    for (const UserId id : ids) {
        if (const auto found = account(id)) {
            users.push_back({id, found->name});
        }
    }
    return users;
}

UserId MemoryStore::insertAccount(std::string_view name, std::string_view passwordHash)
{
    const UserId id(m_data.accounts.size() + 1);
    m_data.accounts.push_back({id, std::string(name), std::string(passwordHash), false, {}, {}});
    m_data.dotBaselines[id] = newestDot();
    m_data.folds[nameFold(name)].push_back(id);
    for (std::string& skeleton : nameSkeletons(name)) {
        m_data.skeletons.try_emplace(std::move(skeleton), id);
    }
    return id;
}

std::vector<AccountRecord> MemoryStore::accountsAfter(UserId after, std::uint32_t limit)
{
    const std::size_t all = m_data.accounts.size();
    const std::size_t first = std::min<std::size_t>(after.value, all);
    const std::size_t count = std::min<std::size_t>(limit, all - first);
    const auto begin = m_data.accounts.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

void MemoryStore::putPasswordHash(UserId id, std::string_view passwordHash)
{
    if (id.isValid() && id.value <= m_data.accounts.size()) {
        m_data.accounts[id.value - 1].passwordHash = passwordHash;
    }
}

void MemoryStore::putDisabled(UserId id, bool disabled)
{
    if (id.isValid() && id.value <= m_data.accounts.size()) {
        m_data.accounts[id.value - 1].disabled = disabled;
    }
}

void MemoryStore::raiseContact(UserId id, UnixMs at)
{
    if (id.isValid() && id.value <= m_data.accounts.size()) {
        UnixMs& contact = m_data.accounts[id.value - 1].lastContact;
        contact = std::max(contact, at);
    }
}

void MemoryStore::putAccountSettings(UserId id, const AccountSettings& settings)
{
    if (id.isValid() && id.value <= m_data.accounts.size()) {
        m_data.accounts[id.value - 1].settings = settings;
    }
}

void MemoryStore::putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                           UnixMs at)
{
    removeDevice(user, device);
    m_data.tokens[hash] = {{user, device, at}, {device, std::string(deviceName), {}, at, {}, false}};
}

std::optional<TokenRecord> MemoryStore::token(const TokenHash& hash)
{
    if (const auto found = m_data.tokens.find(hash); found != m_data.tokens.end()) {
        return found->second.record;
    }
    const auto before = m_data.followedBy(hash);
    if (before == m_data.tokens.end()) {
        return std::nullopt;
    }
    TokenRecord record = before->second.record;
    record.isNext = true;
    record.nextSalt.clear();
    return record;
}

void MemoryStore::putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt)
{
    if (const auto found = m_data.tokens.find(hash); found != m_data.tokens.end()) {
        found->second.next = next;
        found->second.record.nextSalt = salt;
    }
}

void MemoryStore::adoptNextToken(const TokenHash& next, UnixMs at)
{
    const auto before = m_data.followedBy(next);
    if (before == m_data.tokens.end()) {
        return;
    }
    auto node = m_data.tokens.extract(before);
    node.key() = next;
    node.mapped().next.reset();
    node.mapped().record.nextSalt.clear();
    node.mapped().record.since = at;
    m_data.tokens.insert(std::move(node));
}

std::vector<DeviceRecord> MemoryStore::devices(UserId user)
{
    std::vector<DeviceRecord> devices;
    for (const auto& [hash, token] : m_data.tokens) {
        if (token.record.user == user) {
            devices.push_back(token.device);
        }
    }
    std::sort(devices.begin(), devices.end(),
              [](const DeviceRecord& a, const DeviceRecord& b) { return a.device < b.device; });
    return devices;
}

void MemoryStore::putDevice(const TokenHash& hash, const DeviceRecord& record)
{
    const auto found = m_data.tokens.find(hash);
    if (found != m_data.tokens.end()) {
        found->second.device = record;
        found->second.device.device = found->second.record.device;
    }
}

void MemoryStore::removeToken(const TokenHash& hash)
{
    m_data.tokens.erase(hash);
}

void MemoryStore::removeDevices(UserId user)
{
    std::erase_if(m_data.tokens, [user](const auto& token) { return token.second.record.user == user; });
}

void MemoryStore::removeDevice(UserId user, DeviceId device)
{
    std::erase_if(m_data.tokens, [user, device](const auto& token) {
        return token.second.record.user == user && token.second.record.device == device;
    });
}

ConversationId MemoryStore::insertConversation(const ConversationRecord& record, MessageUuid creationUuid)
{
    Log log{record, creationUuid, {}, {}};
    log.record.id = ConversationId(m_data.logs.size() + 1);
    log.record.head = {};
    log.record.headCountable = 0;
    log.record.memberCount = 0;
    log.record.trimmedThrough = {};
    m_data.logs.push_back(std::move(log));
    return m_data.logs.back().record.id;
}

std::optional<ConversationRecord> MemoryStore::conversation(ConversationId id)
{
    const Log* log = find(id);
    return log == nullptr ? std::nullopt : std::optional(log->record);
}

std::optional<ConversationId> MemoryStore::conversationByCreation(UserId creator, MessageUuid creationUuid)
{
    for (const Log& log : m_data.logs) {
        if (creationUuid.isValid() && log.record.creator == creator && log.creation == creationUuid) {
            return log.record.id;
        }
    }
    return std::nullopt;
}

std::size_t MemoryStore::createdBy(UserId creator)
{
    return static_cast<std::size_t>(
        std::count_if(m_data.logs.begin(), m_data.logs.end(), [creator](const Log& log) {
            return log.record.creator == creator && log.creation.isValid();
        }));
}

std::optional<ConversationId> MemoryStore::direct(UserId low, UserId high)
{
    for (const Log& log : m_data.logs) {
        if (log.record.kind == ConversationKind::Direct && log.record.directLow == low
            && log.record.directHigh == high) {
            return log.record.id;
        }
    }
    return std::nullopt;
}

std::optional<ConversationId> MemoryStore::noticeList()
{
    for (const Log& log : m_data.logs) {
        if (log.record.kind == ConversationKind::NoticeList) {
            return log.record.id;
        }
    }
    return std::nullopt;
}

void MemoryStore::setTitle(ConversationId id, std::string_view title)
{
    if (Log* log = find(id)) {
        log->record.title = title;
    }
}

std::vector<ConversationId> MemoryStore::findChannels(std::string_view text, std::uint32_t limit)
{
    std::vector<ConversationId> found;
    for (auto log = m_data.logs.rbegin(); log != m_data.logs.rend() && found.size() < limit; ++log) {
        const bool isChannel = log->record.kind == ConversationKind::Channel;
        if (isChannel && lowered(log->record.title).find(lowered(text)) != std::string::npos) {
            found.push_back(log->record.id);
        }
    }
    return found;
}

LogEntry MemoryStore::appendEntry(const NewEntry& entry)
{
    Log* log = find(entry.conversation);
    if (log == nullptr) {
        return {};
    }
    ConversationRecord& record = log->record;
    const UnixMs before = log->entries.empty() ? entry.at : log->entries.back().logged.entry.at;
    const UnixMs at = std::max(entry.at, before);
    record.head = next(record.head);
    record.headCountable += isCountable(entry.kind()) ? 1 : 0;
    if (!isChange(entry.kind())) {
        record.lastActivity = at;
    }
    LogEntry logged;
    logged.entry = entryOf(entry, record.head, at);
    logged.countable = record.headCountable;
    logged.own = prefix(entry.conversation, previous(record.head), entry.author).own
                 + (isCountable(entry.kind()) ? 1 : 0);
    log->entries.push_back({logged, entry.payloadHash});
    markTarget(*log, logged.entry);
    return logged;
}

void MemoryStore::markTarget(Log& log, const Entry& change)
{
    const Seq seq = targetOf(change);
    Logged* found = find(log, seq);
    auto* target = found == nullptr ? nullptr : found->logged.entry.as<content::Message>();
    if (target == nullptr) {
        return;
    }
    if (const auto* edit = change.as<content::Edit>()) {
        target->text = edit->text;
        target->editedBy = change.seq;
        return;
    }
    target->recalledBy = change.seq;
    target->text.clear();
    for (Logged& one : log.entries) {
        if (auto* edit = one.logged.entry.as<content::Edit>(); edit != nullptr && edit->target == seq) {
            edit->text.clear();
        }
    }
}

std::optional<LogEntry> MemoryStore::entry(ConversationId conversation, Seq seq)
{
    Log* log = find(conversation);
    const Logged* found = log == nullptr ? nullptr : find(*log, seq);
    return found == nullptr ? std::nullopt : std::optional(found->logged);
}

void MemoryStore::putTime(ConversationId conversation, Seq seq, UnixMs at)
{
    if (Log* log = find(conversation)) {
        if (Logged* found = find(*log, seq)) {
            found->logged.entry.at = at;
        }
    }
}

void MemoryStore::dropNewest(ConversationId conversation)
{
    if (Log* log = find(conversation); log != nullptr && !log->entries.empty()) {
        log->entries.pop_back();
        log->record.head = previous(log->record.head);
    }
}

std::vector<UnixMs> MemoryStore::times(ConversationId conversation, Seq after, Seq through)
{
    std::vector<UnixMs> times;
    if (const Log* log = find(conversation)) {
        for (const Logged& one : log->entries) {
            if (one.logged.entry.seq > after && one.logged.entry.seq <= through) {
                times.push_back(one.logged.entry.at);
            }
        }
    }
    return times;
}

UnixMs MemoryStore::newestTime()
{
    UnixMs newest;
    for (const Log& log : m_data.logs) {
        newest = std::max(newest, log.entries.empty() ? UnixMs{} : log.entries.back().logged.entry.at);
    }
    return newest;
}

bool MemoryStore::hasUuid(ConversationId conversation, MessageUuid uuid)
{
    const Log* log = find(conversation);
    return log != nullptr && uuid.isValid()
           && std::any_of(log->entries.begin(), log->entries.end(),
                          [&](const Logged& one) { return one.logged.entry.uuid == uuid; });
}

std::optional<SentRecord> MemoryStore::sent(ConversationId conversation, UserId author, MessageUuid uuid)
{
    const Log* log = find(conversation);
    if (log == nullptr || !uuid.isValid()) {
        return std::nullopt;
    }
    for (const Logged& one : log->entries) {
        if (one.logged.entry.author == author && one.logged.entry.uuid == uuid) {
            return SentRecord{one.logged.entry.seq, one.logged.entry.at, one.payloadHash};
        }
    }
    return std::nullopt;
}

std::vector<Entry> MemoryStore::part(const EntriesOf& of)
{
    std::vector<Entry> found;
    const Log* log = find(of.conversation);
    if (log == nullptr) {
        return found;
    }
    std::size_t taken = 0;
    const auto take = [&](const Logged& one) {
        const Entry& entry = one.logged.entry;
        const bool isIn = entry.seq > of.after && entry.seq <= of.through;
        if (isIn && found.size() < of.limit && taken < of.maxTextBytes) {
            taken += textOf(entry).size();
            m_textBytesRead += textOf(entry).size();
            found.push_back(entry);
        }
    };
    if (of.fromEnd) {
        std::for_each(log->entries.rbegin(), log->entries.rend(), take);
        std::reverse(found.begin(), found.end());
    } else {
        std::for_each(log->entries.begin(), log->entries.end(), take);
    }
    return found;
}

void MemoryStore::trim(ConversationId conversation, Seq through)
{
    Log* log = find(conversation);
    if (log == nullptr) {
        return;
    }
    log->record.trimmedThrough = std::max(log->record.trimmedThrough, std::min(through, log->record.head));
    for (Logged& one : log->entries) {
        Entry& entry = one.logged.entry;
        if (entry.seq <= log->record.trimmedThrough) {
            const EntryKind kind = entry.kind();
            content::Fields fields = fieldsOf(std::move(entry.content));
            fields.text.clear();
            fields.isAction = false;
            fields.replyTo = {};
            fields.replyToAuthor = {};
            fields.mentions.clear();
            fields.mentionsAll = false;
            entry.content = entryContent(kind, std::move(fields));
        }
    }
}

PrefixCounts MemoryStore::prefix(ConversationId conversation, Seq seq, UserId reader)
{
    PrefixCounts counts;
    const Log* log = find(conversation);
    if (log == nullptr || (conversation == m_withoutCounts && seq == log->record.head)) {
        return counts;
    }
    for (const Logged& one : log->entries) {
        if (one.logged.entry.seq <= seq && isCountable(one.logged.entry.kind())) {
            ++counts.countable;
            counts.own += one.logged.entry.author == reader ? 1 : 0;
        }
    }
    return counts;
}

std::uint64_t MemoryStore::recalledOfOthers(ConversationId conversation, Seq after, UserId reader)
{
    const Log* log = find(conversation);
    if (log == nullptr) {
        return 0;
    }
    return static_cast<std::uint64_t>(
        std::count_if(log->entries.begin(), log->entries.end(), [&](const Logged& one) {
            const Entry& entry = one.logged.entry;
            return entry.seq > after && entry.author != reader && isRecalled(entry);
        }));
}

AboutMeCounts MemoryStore::aboutMeAfter(ConversationId conversation, Seq after, UserId reader)
{
    const ReadCounts counts = recount(conversation, after, reader);
    return {counts.mentions, counts.replies};
}

Seq MemoryStore::firstUnreadAfter(ConversationId conversation, Seq after, UserId reader)
{
    const Log* log = find(conversation);
    if (log == nullptr) {
        return {};
    }
    const auto first = std::find_if(log->entries.begin(), log->entries.end(), [&](const Logged& one) {
        const Entry& entry = one.logged.entry;
        return entry.seq > after && isCountable(entry.kind()) && entry.author != reader && !isRecalled(entry);
    });
    return first == log->entries.end() ? Seq() : first->logged.entry.seq;
}

std::optional<MemberRecord> MemoryStore::member(ConversationId conversation, UserId user)
{
    const Log* log = find(conversation);
    if (log == nullptr || !log->members.contains(user)) {
        return std::nullopt;
    }
    return log->members.at(user);
}

void MemoryStore::putMember(const MemberRecord& member)
{
    if (Log* log = find(member.conversation)) {
        MemberRecord& row = log->members[member.user];
        const Seq delivered = std::max(row.delivered, member.delivered);
        if (log->record.kind != ConversationKind::NoticeList) {
            log->record.memberCount += member.isMember ? 1U : 0U;
            log->record.memberCount -= row.isMember ? 1U : 0U;
        }
        row = member;
        row.delivered = delivered;
    }
}

std::vector<UserId> MemoryStore::members(ConversationId conversation)
{
    std::vector<UserId> members;
    const Log* log = find(conversation);
    if (log == nullptr) {
        return members;
    }
    for (const auto& [user, row] : log->members) {
        if (row.isMember) {
            members.push_back(user);
        }
    }
    return members;
}

std::vector<UserId> MemoryStore::membersAfter(ConversationId conversation, UserId after, std::uint32_t limit)
{
    std::vector<UserId> present = members(conversation);
    std::erase_if(present, [after](UserId user) { return user <= after; });
    present.resize(std::min<std::size_t>(present.size(), limit));
    return present;
}

std::vector<GroupAdmin> MemoryStore::groupAdmins(ConversationId conversation)
{
    std::vector<GroupAdmin> groupAdmins;
    for (const UserId user : members(conversation)) {
        if (const Role role = find(conversation)->members.at(user).role; role != Role::Member) {
            groupAdmins.push_back({user, role});
        }
    }
    return groupAdmins;
}

std::vector<MemberRecord> MemoryStore::memberships(UserId user)
{
    std::vector<MemberRecord> rows;
    for (const Log& log : m_data.logs) {
        if (log.members.contains(user)) {
            rows.push_back(log.members.at(user));
        }
    }
    return rows;
}

std::size_t MemoryStore::membershipCount(UserId user)
{
    return static_cast<std::size_t>(
        std::count_if(m_data.logs.begin(), m_data.logs.end(),
                      [user](const Log& log) { return log.members.contains(user); }));
}

Seq MemoryStore::seenByOthers(ConversationId conversation, UserId except)
{
    Seq seen;
    for (const UserId user : members(conversation)) {
        if (user != except) {
            seen = std::max(seen, find(conversation)->members.at(user).seen);
        }
    }
    return seen;
}

std::vector<Reader> MemoryStore::readers(const ReadersOf& of, UserId after, std::uint32_t limit)
{
    std::vector<Reader> readers;
    const Log* log = find(of.conversation);
    if (log == nullptr) {
        return readers;
    }
    for (auto one = log->members.upper_bound(after); one != log->members.end() && readers.size() < limit;
         ++one) {
        if (isReader(one->second, of)) {
            readers.push_back({one->first, one->second.seenAt});
        }
    }
    return readers;
}

std::uint32_t MemoryStore::readerCount(const ReadersOf& of)
{
    const Log* log = find(of.conversation);
    return log == nullptr ? 0
                          : static_cast<std::uint32_t>(
                              std::count_if(log->members.begin(), log->members.end(),
                                            [&of](const auto& one) { return isReader(one.second, of); }));
}

void MemoryStore::raiseDelivered(ConversationId conversation, UserId user, Seq through)
{
    Log* log = find(conversation);
    const auto row = log != nullptr ? log->members.find(user) : std::map<UserId, MemberRecord>::iterator();
    if (log != nullptr && row != log->members.end()) {
        row->second.delivered = std::max(row->second.delivered, through);
    }
}

std::vector<DeliveryPosition> MemoryStore::furthestDelivered(ConversationId conversation)
{
    std::vector<DeliveryPosition> positions;
    for (const UserId user : members(conversation)) {
        positions.push_back({user, find(conversation)->members.at(user).delivered});
    }
    std::sort(positions.begin(), positions.end(),
              [](const DeliveryPosition& a, const DeliveryPosition& b) { return a.through > b.through; });
    positions.resize(std::min<std::size_t>(positions.size(), 2));
    return positions;
}

std::vector<MuteEnd> MemoryStore::muteEnds(std::uint32_t limit)
{
    std::vector<MuteEnd> ends;
    for (const Log& log : m_data.logs) {
        for (const auto& [user, row] : log.members) {
            if (row.isMember && row.settings.muted && row.settings.mutedUntil > UnixMs{}) {
                ends.push_back({row.conversation, user, row.settings.mutedUntil});
            }
        }
    }
    std::stable_sort(ends.begin(), ends.end(),
                     [](const MuteEnd& a, const MuteEnd& b) { return a.at < b.at; });
    ends.resize(std::min<std::size_t>(ends.size(), limit));
    return ends;
}

std::vector<DotRecord> MemoryStore::dots()
{
    std::vector<DotRecord> dots;
    for (const auto& [name, dot] : m_data.dots) {
        dots.push_back({name, dot.version});
    }
    return dots;
}

std::uint64_t MemoryStore::newestDot() const
{
    std::uint64_t newest = 0;
    for (const auto& [name, dot] : m_data.dots) {
        newest = std::max(newest, dot.version);
    }
    return newest;
}

std::uint64_t MemoryStore::raiseDot(std::string_view name, MessageUuid uuid)
{
    const std::uint64_t version = newestDot() + 1;
    Data::RaisedDot& dot = m_data.dots[std::string(name)];
    if (dot.version == 0 || dot.uuid != uuid) {
        dot = {version, uuid};
    }
    return dot.version;
}

std::vector<Dot> MemoryStore::dotsOf(UserId user)
{
    std::vector<Dot> dots;
    const auto baseline = m_data.dotBaselines.find(user);
    for (const auto& [name, dot] : m_data.dots) {
        const auto seen = m_data.seenDots.find({user, name});
        dots.push_back({name, dot.version,
                        std::max(seen == m_data.seenDots.end() ? 0 : seen->second,
                                 baseline == m_data.dotBaselines.end() ? 0 : baseline->second)});
    }
    return dots;
}

void MemoryStore::raiseSeenDot(UserId user, std::string_view name, std::uint64_t version)
{
    std::uint64_t& seen = m_data.seenDots[{user, std::string(name)}];
    seen = std::max(seen, version);
}

AgeRecord MemoryStore::ages()
{
    return m_data.ages;
}

void MemoryStore::putAges(const AgeRecord& record)
{
    m_data.ages = record;
}

std::vector<ConversationId> MemoryStore::allConversations()
{
    std::vector<ConversationId> ids;
    for (const Log& log : m_data.logs) {
        ids.push_back(log.record.id);
    }
    return ids;
}

ReadCounts MemoryStore::recount(ConversationId conversation, Seq after, UserId reader)
{
    ReadCounts counts;
    const Log* log = find(conversation);
    if (log == nullptr) {
        return counts;
    }
    for (const Logged& one : log->entries) {
        const Entry& entry = one.logged.entry;
        if (entry.seq > after && isCountable(entry.kind()) && entry.author != reader && !isRecalled(entry)) {
            ++counts.unread;
            counts.mentions += mentions(entry, reader) ? 1 : 0;
            counts.replies += repliesTo(entry, reader) ? 1 : 0;
        }
    }
    return counts;
}

MemoryStore::Log* MemoryStore::find(ConversationId id)
{
    return id.isValid() && id.value <= m_data.logs.size() ? &m_data.logs[id.value - 1] : nullptr;
}

MemoryStore::Logged* MemoryStore::find(Log& log, Seq seq)
{
    return seq.isValid() && seq.value <= log.entries.size() ? &log.entries[seq.value - 1] : nullptr;
}

} // namespace tidemark::server
