#include "app/lab/world/servers/sim_tables.h"

#include <algorithm>

namespace tidemark::sim {

UserId SimAccounts::insert(std::string_view name, std::string_view passwordHash)
{
    const UserId user = m_real.accounts().insert(name, passwordHash);
    m_dots.newestBefore[user] = newestDot();
    return user;
}

void SimAccounts::raiseContact(UserId id, UnixMs at)
{
    m_contacts.push_back(id);
    m_real.accounts().raiseContact(id, at);
}

std::optional<server::AccountRecord> SimAccounts::spoiled(std::optional<server::AccountRecord> record) const
{
    if (record && m_defect == Defect::AddedWithoutAsking) {
        record->settings.adding = AddingPolicy::Everybody;
    }
    return record;
}

std::uint64_t SimAccounts::newestDot()
{
    std::uint64_t newest = 0;
    for (const server::DotRecord& dot : m_real.dots().all()) {
        newest = std::max(newest, dot.version);
    }
    return newest;
}

server::LogEntry SimLog::append(const server::NewEntry& entry)
{
    const auto before = m_real.conversations().find(entry.conversation);
    if (before && entry.uuid.isValid() && !m_plan.clockJumps) {
        m_rates.sent(entry, *before);
        m_ratesOfAll.sent(entry, *before);
    }
    server::NewEntry copy = entry;
    if (m_defect == Defect::NoDedupe && copy.uuid.isValid()
        && m_log.sent(copy.conversation, copy.author, copy.uuid)) {
        copy.uuid.bytes[0] = static_cast<std::uint8_t>(copy.uuid.bytes[0] + ++m_renamed);
    }
    if (const auto* recall = std::get_if<content::Recall>(&copy.content)) {
        m_recalledNow.emplace(copy.conversation, recall->target);
        if (m_defect == Defect::RecallKeepsFile) {
            keepFiles(copy.conversation, previous(recall->target), recall->target);
        }
    }
    if (auto* message = std::get_if<content::Message>(&copy.content);
        message != nullptr && message->forwarded.isValid()) {
        checkMayForward(*message);
        if (m_defect == Defect::ForwardByForwarder) {
            message->forwarded.from = copy.author;
        }
    }
    const server::LogEntry made = m_log.append(copy);
    if (before && made.entry.seq != next(before->head)) {
        throw Violation("I1: seq " + std::to_string(made.entry.seq.value) + " after head "
                        + std::to_string(before->head.value));
    }
    const auto last = m_log.times(entry.conversation, previous(made.entry.seq), made.entry.seq);
    const auto earlier = before && before->head.isValid()
                             ? m_log.times(entry.conversation, previous(before->head), before->head)
                             : std::vector<UnixMs>();
    if (!earlier.empty() && (last.empty() || last.front() < earlier.front())) {
        throw Violation("the times of conversation " + std::to_string(entry.conversation.value)
                        + " fall at seq " + std::to_string(made.entry.seq.value));
    }
    m_clock.wrote(entry.conversation, made.entry.seq);
    return made;
}

void SimLog::checkMayForward(const content::Message& message)
{
    bool isForbidden = false;
    for (const auto& [conversation, seq] : m_readNow) {
        const auto read = m_log.entry(conversation, seq);
        const auto* said = read ? read->entry.as<content::Message>() : nullptr;
        if (said == nullptr || said->text != message.text) {
            continue;
        }
        const Forwarded first =
            said->forwarded.isValid() ? said->forwarded : Forwarded{read->entry.author, read->entry.at};
        if (first == message.forwarded) {
            if (!m_real.conversations().find(conversation)->forwardingForbidden) {
                return;
            }
            isForbidden = true;
        }
    }
    if (isForbidden) {
        throw Violation("a message was forwarded from a conversation that forbids it");
    }
}

std::vector<Entry> SimLog::part(const server::EntriesOf& of)
{
    std::vector<Entry> entries = m_log.part(of);
    if (m_defect == Defect::RecalledTextServed) {
        for (Entry& entry : entries) {
            if (entry.kind() == EntryKind::Edit) {
                entry = m_editsRead.try_emplace({of.conversation, entry.seq}, entry).first->second;
            }
        }
    }
    return entries;
}

std::optional<server::SentRecord> SimLog::sent(ConversationId conversation, UserId author, MessageUuid uuid)
{
    return m_defect == Defect::NoDedupe ? std::nullopt : m_log.sent(conversation, author, uuid);
}

void SimLog::trim(ConversationId conversation, Seq through)
{
    const auto record = m_real.conversations().find(conversation);
    if (record && m_plan.keepFor && !m_plan.keepEntries) {
        for (Seq seq = next(record->trimmedThrough); seq <= through; seq = next(seq)) {
            m_clock.checkIsOld(conversation, seq, *m_plan.keepFor, "was trimmed");
        }
    }
    if (record && m_defect == Defect::TrimKeepsFile) {
        keepFiles(conversation, record->trimmedThrough, through);
    }
    m_log.trim(conversation, through);
}

void SimLog::keepFiles(ConversationId conversation, Seq after, Seq through)
{
    for (Seq seq = next(after); seq <= through; seq = next(seq)) {
        const auto found = m_log.entry(conversation, seq);
        const auto* message = found ? found->entry.as<content::Message>() : nullptr;
        for (const Attachment& file : message == nullptr ? std::vector<Attachment>() : message->attachments) {
            m_keptFiles.insert(file.hash);
        }
    }
}

PrefixCounts SimLog::prefix(ConversationId conversation, Seq seq, UserId reader)
{
    PrefixCounts counts = m_log.prefix(conversation, seq, reader);
    if (m_defect == Defect::OwnCounted) {
        counts.own = 0;
    }
    if (m_defect == Defect::EditCounted) {
        const std::vector<Entry> log =
            m_log.entries(conversation, Seq(), seq, ~std::uint32_t{0} >> 1U, false);
        counts.countable += static_cast<std::uint64_t>(std::count_if(
            log.begin(), log.end(), [](const Entry& one) { return one.kind() == EntryKind::Edit; }));
    }
    if (m_defect == Defect::PinsCounted) {
        for (const Entry& entry : m_log.entries(conversation, Seq(), seq, ~std::uint32_t{0} >> 1U, false)) {
            const auto* notice = entry.as<content::Notice>();
            counts.countable += notice != nullptr && notice->kind == NoticeKind::Pinned ? 1 : 0;
        }
    }
    if (m_defect == Defect::FilesCounted) {
        for (const Entry& entry : m_log.entries(conversation, Seq(), seq, ~std::uint32_t{0} >> 1U, false)) {
            const auto* message = entry.as<content::Message>();
            const std::uint64_t files = message == nullptr ? 0 : message->attachments.size();
            counts.countable += files > 1 ? files - 1 : 0;
        }
    }
    return counts;
}

std::uint64_t SimLog::recalledOfOthers(ConversationId conversation, Seq after, UserId reader)
{
    const std::uint64_t recalled = m_log.recalledOfOthers(conversation, after, reader);
    if (m_defect == Defect::DeletionNotSubtracted) {
        const Seq head = m_real.conversations().find(conversation)->head;
        const std::vector<Entry> log = m_log.entries(conversation, after, head, 1000000, false);
        return recalled
               - static_cast<std::uint64_t>(std::count_if(log.begin(), log.end(), [&](const Entry& one) {
                     const auto author = m_real.accounts().find(one.author);
                     return isCountable(one.kind()) && isRecalled(one) && author && author->deleted;
                 }));
    }
    return m_defect == Defect::RecallNotSubtracted ? 0 : recalled;
}

server::AboutMeCounts SimLog::aboutMeAfter(ConversationId conversation, Seq after, UserId reader)
{
    server::AboutMeCounts sum = m_log.aboutMeAfter(conversation, after, reader);
    if (m_defect == Defect::RepliesNotCounted) {
        sum.replies = 0;
    }
    if (m_defect != Defect::MentionsNotCleared) {
        return sum;
    }
    sum.mentions = 0;
    const auto record = m_real.conversations().find(conversation);
    for (const Entry& entry :
         m_log.entries(conversation, after, record->head, ~std::uint32_t{0} >> 1U, false)) {
        sum.mentions +=
            isCountable(entry.kind()) && entry.author != reader && mentions(entry, reader) ? 1 : 0;
    }
    return sum;
}

ReadCounts SimLog::ofIgnored(ConversationId conversation, Seq after, const Viewer& viewer)
{
    ReadCounts counts = m_log.ofIgnored(conversation, after, viewer);
    if (m_defect == Defect::IgnoredCounted) {
        return {};
    }
    if (m_defect == Defect::IgnoredRecalledTwice) {
        const Seq head = m_real.conversations().find(conversation)->head;
        for (const Entry& entry : m_log.entries(conversation, after, head, 1000000, false)) {
            counts.unread += isRecalled(entry) && viewer.ignores(entry.author) ? 1 : 0;
        }
    }
    return counts;
}

ReadCounts SimLog::ofHidden(ConversationId conversation, Seq after, const Viewer& viewer)
{
    ReadCounts counts = m_log.ofHidden(conversation, after, viewer);
    if (m_defect == Defect::HiddenCounted) {
        return {};
    }
    if (m_defect == Defect::HiddenRecalledTwice) {
        const Seq head = m_real.conversations().find(conversation)->head;
        for (const Entry& entry : m_log.entries(conversation, after, head, 1000000, false)) {
            counts.unread +=
                isRecalled(entry) && viewer.hides(entry.seq) && viewer.counts(entry.author) ? 1 : 0;
        }
    }
    return counts;
}

std::optional<server::MemberRecord> SimMembers::find(ConversationId conversation, UserId user)
{
    auto found = m_members.find(conversation, user);
    if (found && m_defect == Defect::ReadAfterLeave && m_isOnlyFiles) {
        found->isMember = true;
    }
    if (found && m_defect == Defect::ReactionByFormer && m_isOnlyReactions) {
        found->isMember = true;
    }
    if (found && m_defect == Defect::ReactionsSeenFall) {
        found->reactionsSeen = {};
    }
    if (found && m_defect == Defect::CursorMovesBack) {
        found->cursor.readSeq = {};
    }
    if (found && m_defect == Defect::FeedSnapshotFalls) {
        found->feedSnapshot = {};
    }
    if (found && m_defect == Defect::EpochIgnored) {
        found->cursor.readSeq = found->cursor.epoch > 0 ? Seq() : found->cursor.readSeq;
        found->cursor.epoch = 0;
    }
    return found;
}

void SimMembers::put(const server::MemberRecord& member)
{
    server::MemberRecord copy = member;
    const auto before = m_members.find(member.conversation, member.user);
    const bool joins = !before || before->generation != member.generation;
    if (m_defect == Defect::JoinWithoutFloor && joins) {
        copy.floor = {};
        copy.cursor.readSeq = {};
    }
    const auto conversation = m_real.conversations().find(copy.conversation);
    if (joins && copy.isMember && conversation->kind == ConversationKind::Group) {
        const std::vector<server::InvitationRecord> asked = m_real.invitations().of(copy.user).records;
        const bool isInvited = std::ranges::any_of(asked, [&](const server::InvitationRecord& one) {
            return !one.isRefused && one.conversation == copy.conversation;
        });
        if (isInvited && m_defect == Defect::AcceptanceForgotten) {
            return;
        }
        checkWasAsked(copy, *conversation);
    }
    const bool isForAll = conversation->kind == ConversationKind::NoticeList;
    if (m_defect == Defect::NoticesToNewcomers && joins && isForAll) {
        copy.floor = {};
        copy.cursor.readSeq = {};
    }
    if (m_defect == Defect::NoticesToReturning && !joins && copy.floorMoved.cause == CursorCause::Away
        && copy.floor > before->floor) {
        return;
    }
    if (m_defect == Defect::ReactionsUnversioned && before && copy.version > before->version) {
        server::MemberRecord unversioned = copy;
        unversioned.version = before->version;
        if (unversioned == *before) {
            return;
        }
    }
    if (m_defect == Defect::ClearedCounted && !joins && copy.clearedThrough > before->clearedThrough) {
        copy.floor = before->floor;
    }
    if (m_defect == Defect::ClearedServed && !joins && copy.clearedThrough > before->clearedThrough) {
        copy.hiddenThrough = before->hiddenThrough;
    }
    if (m_defect == Defect::MarkForgotten && copy.recentMarks.size() > 1) {
        copy.recentMarks = {copy.recentMarks.back()};
    }
    if (m_defect == Defect::PrivateLeaks) {
        copy.seen = std::max(copy.seen, copy.cursor.readSeq);
    }
    if (m_defect == Defect::ReceiptMovesBack && before && copy.cursor.epoch > before->cursor.epoch) {
        copy.seen = std::min(copy.seen, copy.cursor.readSeq);
    }
    if (m_defect == Defect::SettingsUnversioned && before && copy.settings != before->settings) {
        copy.version = before->version;
    }
    if (m_defect == Defect::ExpiryUnversioned && !joins && copy.floor > before->floor
        && copy.floorMoved.cause == CursorCause::Expired) {
        copy.version = before->version;
    }
    if (m_defect == Defect::TrimKeepsUnread && !joins && copy.floor > before->floor
        && copy.floorMoved.cause == CursorCause::Trimmed) {
        return;
    }
    if (m_defect == Defect::FloorFalls && !joins && copy.cursor > before->cursor) {
        copy.floor = previous(copy.floor);
    }
    if (!joins && copy.feedSnapshot > before->feedSnapshot) {
        const auto raised = withFeedDefect(*before, copy, conversation->head);
        if (!raised) {
            return;
        }
        copy = *raised;
    }
    if (copy.cursor.readSeq > conversation->head || copy.feedSnapshot > conversation->head) {
        throw Violation("I6: a cursor or a snapshot beyond the head was stored");
    }
    if (joins && copy.isMember && !isForAll && conversation->kind != ConversationKind::Direct
        && m_real.log()
                   .recount(copy.conversation, effectiveRead(copy.floor, copy.cursor.readSeq), copy.user)
                   .unread
               != 0) {
        throw Violation("I5: a new member does not start at zero");
    }
    if (joins && isForAll) {
        checkNewcomer(copy, *conversation);
    }
    if (!joins) {
        checkMember(*before, copy);
    }
    m_members.put(copy);
}

void SimMembers::raiseDelivered(ConversationId conversation, UserId user, Seq through)
{
    const Seq head = m_real.conversations().find(conversation)->head;
    if (through > head) {
        throw Violation("entries beyond the head were reported as delivered");
    }
    const auto before = m_members.find(conversation, user);
    if (before && through > before->delivered) {
        checkMayTell(m_real, conversation, user);
    }
    if (m_defect != Defect::DeliveredForgotten) {
        m_members.raiseDelivered(conversation, user, m_defect == Defect::DeliveredAtHead ? head : through);
    }
}

std::optional<server::MemberRecord> SimMembers::withFeedDefect(const server::MemberRecord& before,
                                                               server::MemberRecord copy, Seq head)
{
    if (std::exchange(m_feedRaised, true) && m_defect == Defect::FeedRaisedInPart) {
        return std::nullopt;
    }
    if (m_defect == Defect::FeedBeyondKnown) {
        copy.feedSnapshot = head;
    }
    if (m_defect == Defect::FeedUnversioned) {
        copy.version = before.version;
    }
    return copy;
}

void SimMembers::checkMember(const server::MemberRecord& before, const server::MemberRecord& after)
{
    if (after.cursor < before.cursor) {
        throw Violation("I6: a cursor moved back within a generation");
    }
    if (after.floor < before.floor) {
        throw Violation("I5: a floor fell");
    }
    if (after.floor > before.floor) {
        checkFloorRise(before, after);
    }
    if (after.feedSnapshot < before.feedSnapshot) {
        throw Violation("a snapshot of the feed fell within a generation");
    }
    if (after.seen > before.seen) {
        checkMayTell(m_real, after.conversation, after.user);
    }
    if (after.reactionsSeen < before.reactionsSeen) {
        throw Violation("R-I2: the reactions that were seen fell within a generation");
    }
    // Receipts of a deleted account go.
    if (after.seen < before.seen && !m_real.accounts().find(after.user)->deleted) {
        throw Violation("I7: a receipt moved back");
    }
    if (after.version < before.version) {
        throw Violation("I8: a version fell");
    }
}

void SimMembers::checkNewcomer(const server::MemberRecord& row, const server::ConversationRecord& list)
{
    const bool isNew = m_real.accounts().find(row.user)->lastContact == UnixMs{};
    const bool isForgotten = !isNew && row.floor == list.head && list.head.isValid();
    if (isForgotten) {
        checkForgotten(row.user);
    }
    const Seq expected = isNew || isForgotten ? list.head : Seq();
    if (row.floor != expected || row.cursor.readSeq != expected) {
        throw Violation("I5: user " + std::to_string(row.user.value) + " begins the notices behind "
                        + std::to_string(row.floor.value) + " instead of " + std::to_string(expected.value));
    }
}

void SimMembers::checkWasAsked(const server::MemberRecord& row, const server::ConversationRecord& group)
{
    const auto last = m_real.log().entry(group.id, group.head);
    const auto* notice = last ? last->entry.as<content::Notice>() : nullptr;
    if (notice == nullptr) {
        return;
    }
    const bool isAdded = (notice->kind == NoticeKind::Added && notice->subject == row.user)
                         || (notice->kind == NoticeKind::Created && last->entry.author != row.user);
    if (isAdded) {
        checkMayAdd(m_real, last->entry.author, row.user);
    }
}

void SimMembers::checkForgotten(UserId user) const
{
    if (!m_plan.noticesForgetAfter) {
        throw Violation("I5: user " + std::to_string(user.value) + " was forgotten after less than a month");
    }
    m_clock.checkWasAway(user, *m_plan.noticesForgetAfter);
}

void SimMembers::checkFloorRise(const server::MemberRecord& before, const server::MemberRecord& after)
{
    const auto conversation = m_real.conversations().find(after.conversation);
    if (after.floorMoved.cause == CursorCause::Trimmed && after.floor > conversation->trimmedThrough) {
        throw Violation("I5: a floor rose above the trimmed entries");
    }
    if (after.floorMoved.cause == CursorCause::Away) {
        if (conversation->kind != ConversationKind::NoticeList) {
            throw Violation("I5: a floor rose for absence outside the notice list");
        }
        checkForgotten(after.user);
    }
    if (after.floorMoved.cause != CursorCause::Expired) {
        return;
    }
    checkExpiry(before.floor, after);
}

void SimMembers::checkExpiry(Seq before, const server::MemberRecord& after)
{
    if (!m_plan.unreadExpiresAfter) {
        throw Violation("I5: a floor rose although nothing expires");
    }
    for (Seq seq = next(before); seq <= after.floor; seq = next(seq)) {
        m_clock.checkIsOld(after.conversation, seq, *m_plan.unreadExpiresAfter, "expired");
    }
}

std::vector<Dot> SimDots::ofUser(UserId user)
{
    std::vector<Dot> dots = m_real.ofUser(user);
    if (m_defect == Defect::DotsToNewcomers) {
        for (Dot& dot : dots) {
            dot.seen = m_history.seen[{user, dot.name}];
        }
    }
    return dots;
}

void SimDots::raiseSeen(UserId user, std::string_view name, std::uint64_t version)
{
    std::uint64_t& seen = m_history.seen[{user, std::string(name)}];
    seen = std::max(seen, version);
    m_real.raiseSeen(user, name, version);
}

void SimDeletions::put(const server::DeletionRecord& record)
{
    if (m_defect == Defect::DeletionForgotten && record.stage == server::DeletionRecord::Stage::Removing) {
        return m_real.remove(record.user);
    }
    m_real.put(record);
}

server::AgeRecord SimAges::find()
{
    server::AgeRecord record = m_real.ages().find();
    if (m_defect == Defect::AgesForgotten && !record.leads.empty()) {
        record.leads = {{record.ran, Milliseconds(m_clock.wall().value) - record.ran}};
    }
    return record;
}

} // namespace tidemark::sim
