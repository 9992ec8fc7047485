#include "tests/programs/oracle/oracle.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <sstream>

namespace tidemark::oracle {

namespace {

Seq appendTo(Oracle::Log& log)
{
    return Seq(++log.head);
}

/// The words of a text that follow an @.
std::set<std::string> calledIn(const std::string& text)
{
    std::set<std::string> called;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (word.front() == '@') {
            called.insert(word.substr(1));
        }
    }
    return called;
}

/// A repeated change has no effect. The server forgets a change after 64 others; those of one reaction, after
/// 8.
bool isAmongTheLatest(const std::vector<MessageUuid>& marks, MessageUuid uuid, std::ptrdiff_t remembered = 64)
{
    const auto size = static_cast<std::ptrdiff_t>(marks.size());
    return std::find(marks.end() - std::min(size, remembered), marks.end(), uuid) != marks.end();
}

void note(Truth& truth, Seq seq, const Oracle::Message& message, UserId reader)
{
    truth.unread.insert(seq);
    if (message.namesAll || message.named.contains(reader)) {
        truth.mentions.insert(seq);
    }
    if (message.answers == reader) {
        truth.replies.insert(seq);
    }
}

} // namespace

std::set<Seq> allThrough(Seq last)
{
    std::set<Seq> all;
    for (std::uint64_t seq = 1; seq <= last.value; ++seq) {
        all.insert(Seq(seq));
    }
    return all;
}

UserId Oracle::addPerson(std::string name)
{
    m_names.push_back(std::move(name));
    return UserId(m_names.size());
}

void Oracle::take(UserId from, const protocol::ClientFrame& frame)
{
    std::visit(Overloaded{
                   [&](const protocol::CreateGroup& request) { create(from, request); },
                   [&](const protocol::OpenDirect& request) { openDirect(from, request); },
                   [&](const protocol::Send& request) { send(from, request); },
                   [&](const protocol::Read& request) { read(from, request); },
                   [&](const protocol::MarkUnread& request) { markUnread(from, request); },
                   [&](const protocol::ClearHistory& request) { clear(from, request); },
                   [&](const protocol::HideMessages& request) { hide(from, request); },
                   [&](const protocol::SetSettings& request) { set(from, request); },
                   [&](const protocol::Join& request) { join(from, request.conversation); },
                   [&](const protocol::AddMember& request) { add(from, request); },
                   [&](const protocol::Leave& request) { leave(from, request.conversation); },
                   [&](const protocol::Rename& request) { rename(from, request); },
                   [&](const protocol::SetIgnored& request) { setIgnored(from, request); },
                   [&](const protocol::React& request) { react(from, request); },
                   [&](const protocol::SeeReactions& request) { seeReactions(from, request); },
                   [&](const protocol::SetDraft& request) { setDraft(from, request); },
                   [](const auto&) {},
               },
               frame);
}

void Oracle::setIgnored(UserId from, const protocol::SetIgnored& request)
{
    const bool isPerson = request.user.isValid() && request.user.value <= m_names.size();
    std::vector<MessageUuid>& uuids = m_ignoreUuids[from];
    if (!isPerson || request.user == from || isAmongTheLatest(uuids, request.uuid)) {
        return;
    }
    uuids.push_back(request.uuid);
    m_ignored[from][request.user] = request.level;
    if (request.level == IgnoreLevel::None) {
        m_ignored[from].erase(request.user);
    }
}

std::map<UserId, IgnoreLevel> Oracle::ignoredBy(UserId user) const
{
    const auto found = m_ignored.find(user);
    return found == m_ignored.end() ? std::map<UserId, IgnoreLevel>() : found->second;
}

bool Oracle::isBlocked(UserId other, UserId user) const
{
    const std::map<UserId, IgnoreLevel> ignored = ignoredBy(user);
    const auto found = ignored.find(other);
    return found != ignored.end() && found->second == IgnoreLevel::Blocked;
}

bool Oracle::blocksMember(UserId user, const Log& log) const
{
    return std::any_of(log.members.begin(), log.members.end(),
                       [&](const auto& one) { return one.second.isPresent && isBlocked(one.first, user); });
}

Oracle::Log* Oracle::find(ConversationId conversation)
{
    const auto found = m_logs.find(conversation);
    return found == m_logs.end() ? nullptr : &found->second;
}

Oracle::Member* Oracle::present(Log& log, UserId user)
{
    const auto found = log.members.find(user);
    return found == log.members.end() || !found->second.isPresent ? nullptr : &found->second;
}

UserId Oracle::named(const std::string& name) const
{
    const auto found = std::find(m_names.begin(), m_names.end(), name);
    return found == m_names.end() ? UserId()
                                  : UserId(static_cast<std::uint64_t>(found - m_names.begin()) + 1);
}

const Oracle::Member* Oracle::member(ConversationId conversation, UserId user) const
{
    const auto log = m_logs.find(conversation);
    if (log == m_logs.end() || !log->second.members.contains(user)) {
        return nullptr;
    }
    return &log->second.members.at(user);
}

Truth Oracle::truth(ConversationId conversation, UserId user) const
{
    Truth truth;
    const Member* reader = member(conversation, user);
    if (reader == nullptr || !reader->isPresent) {
        return truth;
    }
    const Log& log = m_logs.at(conversation);
    const std::map<UserId, IgnoreLevel> ignored = ignoredBy(user);
    for (const auto& [seq, message] : log.messages) {
        const bool isTooOld = m_limits.countsFor && message.saidAt + *m_limits.countsFor <= m_now;
        if (isTooOld || isGone(log, seq)) {
            continue;
        }
        if (message.author != user && !ignored.contains(message.author) && !message.recalledBy.isValid()
            && !reader->waived.contains(seq) && !reader->hidden.contains(seq)
            && !reader->read.contains(seq)) {
            note(truth, seq, message, user);
        }
    }
    for (const auto& [reaction, made] : log.reactions) {
        const Message& target = log.messages.at(reaction.target);
        const bool isShown = made.isOn && !target.recalledBy.isValid() && !isGone(log, reaction.target)
                             && reaction.target.value > reader->cleared
                             && !reader->hidden.contains(reaction.target);
        if (isShown && target.author == user && reaction.user != user && !ignored.contains(reaction.user)
            && !reader->reactionsSeen.contains(reaction)) {
            truth.reactions.insert(reaction);
        }
    }
    return truth;
}

bool Oracle::isGone(const Log& log, Seq seq) const
{
    return m_limits.kept && seq.value + *m_limits.kept <= log.head;
}

Truth Oracle::truthAsOf(ConversationId conversation, UserId user, SeqRange range, Seq asOf,
                        const std::set<UserId>& ignored, const std::set<Seq>& hidden) const
{
    Truth truth;
    const auto log = m_logs.find(conversation);
    if (log == m_logs.end()) {
        return truth;
    }
    for (const auto& [seq, message] : log->second.messages) {
        const bool isRecalled = message.recalledBy.isValid() && message.recalledBy <= asOf;
        if (range.contains(seq) && message.author != user && !ignored.contains(message.author)
            && !hidden.contains(seq) && !isRecalled) {
            note(truth, seq, message, user);
        }
    }
    return truth;
}

void Oracle::create(UserId from, const protocol::CreateGroup& request)
{
    const bool allKnown = std::all_of(request.members.begin(), request.members.end(),
                                      [&](const std::string& name) { return named(name).isValid(); });
    if (m_created.contains({from, request.uuid}) || !allKnown) {
        return;
    }
    const ConversationId id(m_logs.size() + 1);
    m_created[{from, request.uuid}] = id;
    Log& log = m_logs[id];
    log.title = request.title;
    (void)appendTo(log);
    admit(log, from);
    for (const std::string& name : request.members) {
        if (present(log, named(name)) == nullptr && !isBlocked(from, named(name))) {
            admit(log, named(name));
        }
    }
}

void Oracle::openDirect(UserId from, const protocol::OpenDirect& request)
{
    const UserId peer = named(request.name);
    const bool exists = std::any_of(m_logs.begin(), m_logs.end(), [&](const auto& one) {
        const Log& log = one.second;
        return log.isDirect && log.members.contains(from) && log.members.contains(peer)
               && (from != peer || log.members.size() == 1);
    });
    if (!peer.isValid() || exists || isBlocked(from, peer)) {
        return;
    }
    Log& log = m_logs[ConversationId(m_logs.size() + 1)];
    log.isDirect = true;
    admit(log, from);
    if (peer != from) {
        admit(log, peer);
    }
}

void Oracle::admit(Log& log, UserId user)
{
    Member& member = log.members[user];
    member.isPresent = true;
    ++member.generation;
    member.waived = allThrough(Seq(log.head));
    member.read = member.waived;
    for (const auto& [reaction, made] : log.reactions) {
        member.reactionsSeen.insert(reaction);
    }
}

void Oracle::react(UserId from, const protocol::React& request)
{
    Log* log = find(request.conversation);
    const Member* member = log == nullptr ? nullptr : present(*log, from);
    if (member == nullptr || !request.uuid.isValid()) {
        return;
    }
    const auto target = log->messages.find(request.target);
    if (target == log->messages.end() || target->second.recalledBy.isValid() || isGone(*log, request.target)
        || request.target.value <= member->cleared) {
        return;
    }
    const Reaction key{request.target, from, request.emoji};
    const auto found = log->reactions.find(key);
    const bool isNew = found == log->reactions.end();
    constexpr std::ptrdiff_t remembered = 8;
    if (isNew ? !request.on : isAmongTheLatest(found->second.uuids, request.uuid, remembered)) {
        return;
    }
    Made& made = log->reactions[key];
    made.uuids.push_back(request.uuid);
    if (made.isOn != request.on) {
        made.isOn = request.on;
        ++log->reactionChanges;
        made.first = isNew ? log->reactionChanges : made.first;
    }
}

void Oracle::seeReactions(UserId from, const protocol::SeeReactions& request)
{
    Log* log = find(request.conversation);
    Member* member = log == nullptr ? nullptr : present(*log, from);
    if (member == nullptr || member->generation != request.generation.value) {
        return;
    }
    for (const auto& [reaction, made] : log->reactions) {
        if (made.first <= request.through.value) {
            member->reactionsSeen.insert(reaction);
        }
    }
}

void Oracle::setDraft(UserId from, const protocol::SetDraft& request)
{
    Log* log = find(request.conversation);
    if (log == nullptr || present(*log, from) == nullptr || !request.uuid.isValid()) {
        return;
    }
    const auto found = m_drafts.find({from, request.conversation});
    const Draft before = found == m_drafts.end() ? Draft() : found->second;
    const bool isEmpty = found == m_drafts.end() && request.text.empty();
    if (before.uuid == request.uuid || before.version != request.baseVersion || isEmpty) {
        return;
    }
    m_drafts[{from, request.conversation}] = {request.text, ++m_draftVersions[from], request.uuid};
}

Oracle::Draft Oracle::draft(ConversationId conversation, UserId user) const
{
    const auto found = m_drafts.find({user, conversation});
    return found == m_drafts.end() ? Draft() : found->second;
}

void Oracle::send(UserId from, const protocol::Send& send)
{
    Log* log = find(send.conversation);
    if (log == nullptr || log->sent.contains({from, send.uuid}) || present(*log, from) == nullptr) {
        return;
    }
    const bool isPredecessorThere = std::any_of(log->sent.begin(), log->sent.end(),
                                                [&](const auto& one) { return one.second == send.after; });
    if (send.after.isValid() && !isPredecessorThere) {
        return;
    }
    const bool isAccepted =
        std::visit(Overloaded{
                       [&](const content::Message& content) {
                           if (content.replyTo.isValid()
                               && (!log->messages.contains(content.replyTo)
                                   || hasCleared(*log, from, content.replyTo))) {
                               return false;
                           }
                           say(*log, from, content);
                           return true;
                       },
                       [&](const content::Edit& content) { return change(*log, from, content.target); },
                       [&](const content::Recall& content) {
                           const bool isAllowed = change(*log, from, content.target);
                           if (isAllowed) {
                               log->messages[content.target].recalledBy = Seq(log->head);
                           }
                           return isAllowed;
                       },
                       [&](const content::Notice& content) { return pin(*log, content); },
                   },
                   send.content);
    if (isAccepted) {
        log->sent.insert({from, send.uuid});
    }
}

bool Oracle::hasCleared(const Log& log, UserId user, Seq seq)
{
    return seq.value <= log.members.at(user).cleared;
}

bool Oracle::change(Log& log, UserId from, Seq target)
{
    const auto found = log.messages.find(target);
    if (found == log.messages.end() || isGone(log, target) || found->second.author != from
        || found->second.recalledBy.isValid()) {
        return false;
    }
    (void)appendTo(log);
    return true;
}

bool Oracle::pin(Log& log, const content::Notice& content)
{
    const auto found = log.messages.find(content.target);
    const bool isThere =
        found != log.messages.end() && !isGone(log, content.target) && !found->second.recalledBy.isValid();
    const bool wantsPinned = content.kind == NoticeKind::Pinned;
    if (!isThere || found->second.isPinned == wantsPinned) {
        return false;
    }
    found->second.isPinned = wantsPinned;
    (void)appendTo(log);
    return true;
}

void Oracle::say(Log& log, UserId from, const content::Message& content)
{
    Message message;
    message.author = from;
    message.saidAt = m_now;
    const std::set<std::string> called = calledIn(content.text);
    message.namesAll = content.mentionsAll || called.contains("all");
    for (const auto& [user, member] : log.members) {
        const bool isListed =
            std::find(content.mentions.begin(), content.mentions.end(), user) != content.mentions.end();
        if (member.isPresent && (isListed || called.contains(m_names.at(user.value - 1)))) {
            message.named.insert(user);
        }
    }
    if (content.replyTo.isValid()) {
        message.answers = log.messages.at(content.replyTo).author;
    }
    log.messages[appendTo(log)] = message;
}

std::uint64_t Oracle::seenByOthers(ConversationId conversation, UserId user) const
{
    std::uint64_t seen = 0;
    for (const auto& [other, member] : m_logs.at(conversation).members) {
        seen = other != user && member.isPresent ? std::max(seen, member.seen) : seen;
    }
    return seen;
}

void Oracle::read(UserId from, const protocol::Read& read)
{
    for (const protocol::ReadIntent& intent : read.intents) {
        Log* log = find(intent.conversation);
        Member* member = log == nullptr ? nullptr : present(*log, from);
        const bool isRefused = member == nullptr || member->generation != intent.generation.value
                               || intent.cursor.readSeq.value > log->head;
        // A user cannot have read after marks that they have not made yet.
        if (isRefused || intent.cursor.epoch > member->epoch) {
            continue;
        }
        if (!intent.isPrivate && !blocksMember(from, *log)) {
            member->seen = std::max(member->seen, intent.cursor.readSeq.value);
        }
        // A read from before the mark did not know of it.
        if (intent.cursor.epoch == member->epoch) {
            member->read.merge(allThrough(intent.cursor.readSeq));
        }
    }
}

void Oracle::markUnread(UserId from, const protocol::MarkUnread& mark)
{
    Log* log = find(mark.conversation);
    Member* member = log == nullptr ? nullptr : present(*log, from);
    if (member == nullptr || member->generation != mark.generation.value
        || (mark.uuid.isValid() && isAmongTheLatest(member->marks, mark.uuid))) {
        return;
    }
    ++member->epoch;
    member->marks.push_back(mark.uuid);
    member->read = allThrough(Seq(std::min(previous(mark.from).value, log->head)));
}

void Oracle::clear(UserId from, const protocol::ClearHistory& request)
{
    Log* log = find(request.conversation);
    const auto found = log == nullptr ? std::map<UserId, Member>::iterator() : log->members.find(from);
    if (log == nullptr || found == log->members.end()
        || found->second.generation != request.generation.value) {
        return;
    }
    Member& member = found->second;
    const std::uint64_t last = member.isPresent ? log->head : member.leftAt;
    member.cleared = std::max(member.cleared, std::min(request.through.value, last));
    member.waived.merge(allThrough(Seq(member.cleared)));
}

void Oracle::hide(UserId from, const protocol::HideMessages& request)
{
    Log* log = find(request.conversation);
    Member* member = log == nullptr ? nullptr : present(*log, from);
    if (member == nullptr || member->generation != request.generation.value) {
        return;
    }
    const bool isRefused = std::any_of(request.seqs.begin(), request.seqs.end(),
                                       [&](Seq seq) { return !seq.isValid() || seq.value > log->head; });
    if (!isRefused) {
        member->hidden.insert(request.seqs.begin(), request.seqs.end());
    }
}

void Oracle::set(UserId from, const protocol::SetSettings& request)
{
    Log* log = find(request.conversation);
    Member* member = log == nullptr ? nullptr : present(*log, from);
    if (member != nullptr && member->generation == request.generation.value) {
        member->muted = request.settings.muted;
        member->archived = request.settings.archived;
    }
}

void Oracle::join(UserId from, ConversationId conversation)
{
    Log* log = find(conversation);
    if (log != nullptr && !log->isDirect && present(*log, from) == nullptr) {
        (void)appendTo(*log);
        admit(*log, from);
    }
}

void Oracle::add(UserId from, const protocol::AddMember& request)
{
    Log* log = find(request.conversation);
    const UserId added = named(request.name);
    if (log != nullptr && !log->isDirect && present(*log, from) != nullptr && added.isValid()
        && present(*log, added) == nullptr && !isBlocked(from, added)) {
        (void)appendTo(*log);
        admit(*log, added);
    }
}

void Oracle::leave(UserId from, ConversationId conversation)
{
    Log* log = find(conversation);
    Member* member = log == nullptr || log->isDirect ? nullptr : present(*log, from);
    if (member != nullptr) {
        member->leftAt = appendTo(*log).value;
        member->isPresent = false;
    }
}

void Oracle::rename(UserId from, const protocol::Rename& request)
{
    Log* log = find(request.conversation);
    if (log != nullptr && !log->isDirect && present(*log, from) != nullptr && log->title != request.title) {
        log->title = request.title;
        (void)appendTo(*log);
    }
}

} // namespace tidemark::oracle
