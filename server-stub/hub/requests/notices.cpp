#include "server-stub/hub/requests/notices.h"

#include "server-stub/hub/contract/payload_hash.h"
#include "server-stub/hub/contract/text_rules.h"

#include <set>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

constexpr const char* listTitle = "Announcements";

} // namespace

OperatorResult Notices::announce(const Announce& request)
{
    if (!request.uuid.isValid()) {
        return protocol::Error{ErrorCode::Malformed, Milliseconds(0), "the announcement has no UUID"};
    }
    if (auto refused = refusalOfText(request.text, m_context.config().limits.maxTextBytes)) {
        return *std::move(refused);
    }
    NewEntry entry;
    entry.at = m_context.wall();
    entry.uuid = request.uuid;
    entry.content = content::Message{request.text};
    entry.payloadHash = payloadHash(content::Message{request.text});
    auto found = list();
    if (found) {
        if (const auto earlier = m_context.store().log().sent(found->id, entry.author, request.uuid)) {
            return earlier->payloadHash == entry.payloadHash
                       ? OperatorResult(Announced{earlier->seq})
                       : OperatorResult(protocol::Error{ErrorCode::UuidConflict, Milliseconds(0), {}});
        }
    } else {
        found = makeList();
    }
    entry.conversation = found->id;
    return Announced{m_context.append(entry, found->logEpoch, std::nullopt).entry.seq};
}

void Notices::arrived(const Caller& caller, const AccountRecord& account)
{
    const auto conversation = list();
    if (!conversation) {
        return;
    }
    auto row = m_context.store().members().find(conversation->id, account.id);
    if (!row) {
        // A user who has connected before but has no row is older than the conversation: all announcements
        // are unread.
        const bool isNew = account.lastContact == UnixMs{};
        const bool isForgotten = wasAway(account);
        admit(conversation->id, account.id, isNew || isForgotten ? conversation->head : Seq(),
              isForgotten ? CursorCause::Away : CursorCause::Joined);
    } else if (wasAway(account) && row->floor < conversation->head) {
        row->floor = conversation->head;
        row->floorMoved = {CursorCause::Away, {}, {}, m_context.wall()};
        ++row->version;
        m_context.putMember(*row);
        m_context.turn().stateChanged(account.id, conversation->id, caller.target);
    }
}

std::optional<ConversationRecord> Notices::list()
{
    const auto id = m_context.store().conversations().noticeList();
    return id ? m_context.store().conversations().find(*id) : std::nullopt;
}

ConversationRecord Notices::makeList()
{
    ConversationRecord record;
    record.kind = ConversationKind::NoticeList;
    record.title = listTitle;
    record.id = m_context.insertConversation(record, {});
    // This happens once in the life of a database. All other users are admitted when they connect.
    for (const UserId user : m_context.sessions().listeners()) {
        admitPresent(record.id, user);
    }
    m_context.addHint(hint::NoticeListMade{record.id});
    return m_context.store().conversations().find(record.id).value_or(record);
}

void Notices::admitMissing(const std::vector<UserId>& users, const std::vector<MemberVersion>& rows)
{
    const auto list = m_context.store().conversations().noticeList();
    if (!list) {
        return;
    }
    std::set<UserId> admitted;
    for (const MemberVersion& row : rows) {
        if (row.conversation == *list) {
            admitted.insert(row.user);
        }
    }
    for (const UserId user : users) {
        if (!admitted.contains(user) && !m_context.sessions().listenersOf(user).empty()) {
            admitPresent(*list, user);
        }
    }
}

void Notices::admitPresent(ConversationId list, UserId user)
{
    admit(list, user, Seq(), CursorCause::Joined);
    m_context.watch(user, list);
    m_context.turn().stateChanged(user, list, std::nullopt);
}

void Notices::admit(ConversationId list, UserId user, Seq floor, CursorCause cause)
{
    MemberRecord member;
    member.conversation = list;
    member.user = user;
    member.isMember = true;
    member.generation = Generation(1);
    member.floor = floor;
    member.cursor.readSeq = floor;
    member.moved = {CursorCause::Joined, {}, {}, m_context.wall()};
    member.floorMoved = {cause, {}, {}, m_context.wall()};
    member.version = 1;
    m_context.putMember(member);
}

bool Notices::wasAway(const AccountRecord& account) const
{
    const Milliseconds limit = m_context.config().noticesForgetAfter;
    const UnixMs time = m_context.ages().time(m_context.now(), m_context.wall(), limit);
    return account.lastContact > UnixMs{} && time.value - account.lastContact.value > limit.count();
}

} // namespace tidemark::server
