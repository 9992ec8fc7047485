#include "core/models/notifications/notification_plan.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

/// Delay before a notification: a message that is read at once, on any device, causes none.
constexpr Milliseconds settling{300};
/// After connecting, other devices have this time to report that the user is active there.
constexpr Milliseconds settlingAfterAbsence{1000};
constexpr Milliseconds longAbsence{120000};
/// More conversations at once are combined into a digest.
constexpr std::size_t maxAtOnce = 3;

Seq readThrough(const ConversationSummary& summary)
{
    return effectiveRead(summary.floor, summary.cursor.readSeq);
}

/// The newest held message, from any author: the end of ignoring somebody is no news.
Seq newestIn(const ConversationSummary& summary)
{
    return summary.lastSeq.isValid() ? std::max(summary.lastSeq, summary.newestSeq) : summary.head;
}

bool lastIsUnread(const ConversationSummary& summary)
{
    return summary.lastLine == ConversationSummary::LastLine::Message && !summary.lastIsOwn
           && summary.lastSeq > readThrough(summary);
}

std::uint64_t risen(std::uint64_t now, std::uint64_t before)
{
    return now - std::min(now, before);
}

/// Whether all messages through `through` are read.
bool areRead(const ConversationSummary& summary, Seq through)
{
    return summary.counts.unread == 0 || readThrough(summary) >= through;
}

NotifyConversation notificationOf(const ConversationSummary& summary, Seq through, bool hasMessages,
                                  bool hasReactions)
{
    const bool isAboutMessages = hasMessages && !areRead(summary, through);
    return {summary, through,         isAboutMessages && lastIsUnread(summary),
            false,   isAboutMessages, hasReactions ? summary.unreadReactions : 0};
}

/// Whether both notifications look the same to the user.
bool looksTheSame(const NotifyConversation& one, const NotifyConversation& other)
{
    const ConversationSummary& a = one.summary;
    const ConversationSummary& b = other.summary;
    return one.hasMessages == other.hasMessages && one.reactions == other.reactions
           && one.hasText == other.hasText && a.title == b.title && a.counts.unread == b.counts.unread
           && a.exact == b.exact && a.lastSender == b.lastSender && a.lastText == b.lastText
           && a.lastFiles == b.lastFiles && a.lastFileName == b.lastFileName;
}

} // namespace

NotificationPlan::Base NotificationPlan::baseOf(const ConversationSummary& summary)
{
    return {summary.counts, summary.cursor.epoch, newestIn(summary), summary.unreadReactions};
}

// ---- input

void NotificationPlan::takeAll(const std::vector<ConversationSummary>& all)
{
    for (const ConversationSummary& summary : all) {
        const auto [place, isNew] = m_known.try_emplace(summary.id);
        place->second.summary = summary;
        if (isNew) {
            place->second.base = baseOf(summary);
            place->second.base.newest = std::max(place->second.base.newest, summary.head);
        }
    }
    m_isNewcomer = m_isNewcomer || (!m_isLoaded && all.empty());
    m_isLoaded = true;
}

void NotificationPlan::take(const ConversationSummary& summary, Instant now)
{
    if (!m_isLoaded) {
        return;
    }
    const auto [place, isNew] = m_known.try_emplace(summary.id);
    Known& known = place->second;
    known.summary = summary;
    if (isNew) {
        known.base = {{}, summary.cursor.epoch, readThrough(summary), 0};
    }
    // Until all conversations are up to date, news is collected and reported by noteCaughtUp().
    if (m_isCaughtUp) {
        notice(known, now + settling);
    }
}

void NotificationPlan::clear()
{
    for (const auto& [id, known] : m_known) {
        if (known.shown) {
            m_orphans.insert(id);
        }
    }
    if (m_digest) {
        m_orphans.insert(ConversationId());
    }
    m_known.clear();
    m_digest.reset();
    m_offlineSince.reset();
    m_isCaughtUp = m_isLongAbsence = m_isLoaded = m_isNewcomer = false;
}

void NotificationPlan::noteOffline(Instant now)
{
    if (m_isCaughtUp) {
        m_offlineSince = now;
    }
    m_isCaughtUp = false;
}

void NotificationPlan::noteCaughtUp(Instant now)
{
    if (m_isCaughtUp) {
        return;
    }
    m_isCaughtUp = true;
    const bool isNewcomer = std::exchange(m_isNewcomer, false);
    m_isLongAbsence = false;
    for (auto& [id, known] : m_known) {
        if (isNewcomer) {
            known.base = baseOf(known.summary);
        } else {
            notice(known, now + settlingAfterAbsence);
        }
        m_isLongAbsence = m_isLongAbsence || known.news;
        // Messages through the head are covered, even those still to be pulled.
        known.base.newest = std::max(known.base.newest, known.summary.head);
    }
    m_isLongAbsence = m_isLongAbsence && (!m_offlineSince || now - *m_offlineSince >= longAbsence);
}

/// Notes news: messages of others above those already covered, and new reactions to the user's messages.
void NotificationPlan::notice(Known& known, Instant due)
{
    const Base base = std::exchange(known.base, baseOf(known.summary));
    known.base.newest = std::max(known.base.newest, base.newest);
    if (known.base.reactions > base.reactions) {
        known.news = known.news.value_or(News{due});
        known.news->hasReactions = true;
    }
    noticeMessages(known, base, due);
}

/// Marking a conversation as unread is not news.
void NotificationPlan::noticeMessages(Known& known, const Base& base, Instant due)
{
    const ConversationSummary& summary = known.summary;
    if (summary.cursor.epoch != base.epoch || summary.counts.unread == 0 || summary.head <= base.newest) {
        return;
    }
    const bool isAllRead = readThrough(summary) >= base.newest;
    const auto unread = isAllRead ? summary.counts.unread : risen(summary.counts.unread, base.counts.unread);
    const auto mentions =
        isAllRead ? summary.counts.mentions : risen(summary.counts.mentions, base.counts.mentions);
    if (unread == 0 && !(lastIsUnread(summary) && summary.lastSeq > base.newest)) {
        return;
    }
    known.news = known.news.value_or(News{due});
    known.news->hasMessages = true;
    known.news->hasMention = known.news->hasMention || mentions > 0;
}

void NotificationPlan::noteExpired(ConversationId conversation)
{
    if (!conversation.isValid() && m_digest) {
        m_digest->isOnScreen = false;
    }
    const auto found = m_known.find(conversation);
    if (found != m_known.end() && found->second.shown) {
        found->second.shown->isOnScreen = false;
    }
}

void NotificationPlan::noteDismissed(ConversationId conversation)
{
    if (!conversation.isValid()) {
        m_digest.reset();
    }
    const auto found = m_known.find(conversation);
    if (found != m_known.end()) {
        found->second.shown.reset();
    }
}

// ---- decisions

std::vector<NotificationOrder> NotificationPlan::decide(Instant now)
{
    std::vector<NotificationOrder> orders;
    for (const ConversationId id : std::exchange(m_orphans, {})) {
        orders.emplace_back(WithdrawNotification{id});
    }
    dropNews();
    putRight(orders);
    const std::vector<Known*> due = dueAt(now);
    const auto withMessages = static_cast<std::size_t>(
        std::count_if(due.begin(), due.end(), [](const Known* known) { return known->news->hasMessages; }));
    const bool areMany = withMessages > 0 && (due.size() > maxAtOnce || (m_isLongAbsence && due.size() > 1));
    if (areMany) {
        showDigest(due, orders);
    } else {
        for (Known* known : due) {
            show(*known, orders);
        }
    }
    if (!due.empty()) {
        m_isLongAbsence = false;
    }
    putDigestRight(orders);
    return orders;
}

std::optional<Instant> NotificationPlan::wakeAt() const
{
    std::optional<Instant> first;
    if (isHeld()) {
        return first;
    }
    for (const auto& [id, known] : m_known) {
        if (known.news && (!first || known.news->due < *first)) {
            first = known.news->due;
        }
    }
    return first;
}

bool NotificationPlan::isHeld() const
{
    const bool isElsewhere = m_rules.waitsForOtherDevice && m_isActiveElsewhere && !m_isActiveHere;
    return !m_isCaughtUp || m_isInhibited || isElsewhere;
}

/// Whether nothing in this conversation causes notifications now.
bool NotificationPlan::isSilent(const Known& known) const
{
    const ConversationSummary& summary = known.summary;
    return m_rules.about == NotificationRules::About::Nothing || !summary.isMember
           || summary.settings.archived || summary.id == m_lookedAt;
}

bool NotificationPlan::wantsMessages(const Known& known) const
{
    using About = NotificationRules::About;
    const ConversationSummary& summary = known.summary;
    if (isSilent(known)) {
        return false;
    }
    const bool isMuted = summary.settings.muted;
    // Channels notify only of mentions.
    const bool isOnlyMentions =
        summary.kind == ConversationKind::Channel
        || (m_rules.about == About::DirectAndMentions && summary.kind != ConversationKind::Direct);
    return known.news->hasMention || (!isMuted && !isOnlyMentions);
}

bool NotificationPlan::wantsReactions(const Known& known) const
{
    using Reactions = NotificationRules::Reactions;
    const ConversationSummary& summary = known.summary;
    const bool isChosen =
        m_rules.reactions == Reactions::Everywhere
        || (m_rules.reactions == Reactions::Direct && summary.kind == ConversationKind::Direct);
    return isChosen && !isSilent(known) && !summary.settings.muted;
}

/// Whether the news through `through` needs no notification any more.
bool NotificationPlan::isOver(const Known& known, Seq through) const
{
    const ConversationSummary& summary = known.summary;
    return areRead(summary, through) || !summary.isMember || summary.id == m_lookedAt
           || m_rules.about == NotificationRules::About::Nothing;
}

bool NotificationPlan::isOver(const Known& known, const NotifyConversation& shown) const
{
    const ConversationSummary& summary = known.summary;
    const bool hasReactions = shown.reactions > 0 && summary.unreadReactions > 0 && summary.isMember
                              && summary.id != m_lookedAt
                              && m_rules.about != NotificationRules::About::Nothing;
    return !hasReactions && (!shown.hasMessages || isOver(known, shown.through));
}

void NotificationPlan::dropNews()
{
    for (auto& [id, known] : m_known) {
        if (!known.news) {
            continue;
        }
        News& news = *known.news;
        news.hasMessages = news.hasMessages && !isOver(known, known.base.newest) && wantsMessages(known);
        news.hasReactions = news.hasReactions && known.summary.unreadReactions > 0 && wantsReactions(known);
        if (!news.hasMessages && !news.hasReactions) {
            known.news.reset();
        }
    }
}

/// Returns the conversations whose news can be shown. If one is due, all others come with it, so that they
/// appear together.
std::vector<NotificationPlan::Known*> NotificationPlan::dueAt(Instant now)
{
    std::vector<Known*> due;
    if (isHeld()) {
        return due;
    }
    bool isAnyDue = false;
    for (auto& [id, known] : m_known) {
        if (known.news) {
            due.push_back(&known);
            isAnyDue = isAnyDue || known.news->due <= now;
        }
    }
    if (!isAnyDue) {
        due.clear();
    }
    return due;
}

void NotificationPlan::show(Known& known, std::vector<NotificationOrder>& orders)
{
    const News news = *std::exchange(known.news, std::nullopt);
    const bool hadMessages = known.shown && known.shown->what.hasMessages;
    const bool hadReactions = known.shown && known.shown->what.reactions > 0;
    known.shown = Shown{notificationOf(known.summary, known.base.newest, news.hasMessages || hadMessages,
                                       news.hasReactions || hadReactions)};
    if (m_digest) {
        m_digest->conversations.erase(known.summary.id);
    }
    orders.emplace_back(known.shown->what);
}

void NotificationPlan::showDigest(const std::vector<Known*>& due, std::vector<NotificationOrder>& orders)
{
    std::set<ConversationId> conversations;
    if (m_digest) {
        conversations = m_digest->conversations;
    }
    for (Known* known : due) {
        // A digest is about messages. Reactions wait in the list of conversations.
        if (!std::exchange(known->news, std::nullopt)->hasMessages) {
            continue;
        }
        conversations.insert(known->summary.id);
        if (std::exchange(known->shown, std::nullopt)) {
            orders.emplace_back(WithdrawNotification{known->summary.id});
        }
    }
    m_digest = ShownDigest{conversations, digestOf(conversations)};
    orders.emplace_back(m_digest->what);
}

/// Updates shown notifications: edits, recalls and partial reads change them, a complete read withdraws them.
void NotificationPlan::putRight(std::vector<NotificationOrder>& orders)
{
    for (auto& [id, known] : m_known) {
        if (!known.shown) {
            continue;
        }
        if (isOver(known, known.shown->what)) {
            known.shown.reset();
            orders.emplace_back(WithdrawNotification{id});
            continue;
        }
        const NotifyConversation& before = known.shown->what;
        NotifyConversation now =
            notificationOf(known.summary, before.through, before.hasMessages, before.reactions > 0);
        if (known.news || !known.shown->isOnScreen || looksTheSame(now, known.shown->what)) {
            continue;
        }
        now.isQuiet = true;
        known.shown->what = now;
        orders.emplace_back(now);
    }
}

void NotificationPlan::putDigestRight(std::vector<NotificationOrder>& orders)
{
    if (!m_digest) {
        return;
    }
    std::erase_if(m_digest->conversations, [this](ConversationId id) {
        const auto found = m_known.find(id);
        return found == m_known.end() || isOver(found->second, found->second.base.newest);
    });
    if (m_digest->conversations.empty()) {
        m_digest.reset();
        orders.emplace_back(WithdrawNotification{});
        return;
    }
    NotifyDigest now = digestOf(m_digest->conversations);
    now.isQuiet = m_digest->what.isQuiet;
    if (!m_digest->isOnScreen || now == m_digest->what) {
        return;
    }
    now.isQuiet = true;
    m_digest->what = now;
    orders.emplace_back(now);
}

NotifyDigest NotificationPlan::digestOf(const std::set<ConversationId>& conversations) const
{
    NotifyDigest digest;
    digest.conversations = conversations.size();
    for (const ConversationId id : conversations) {
        const ConversationSummary& summary = m_known.at(id).summary;
        digest.unread += summary.counts.unread;
        digest.exact = digest.exact && summary.exact;
    }
    return digest;
}

} // namespace tidemark
