#pragma once

#include "core/domain/view.h"

#include <map>
#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace tidemark {

/// The user's choice of the messages that cause notifications, and of the time for them.
struct NotificationRules {
    enum class About : std::uint8_t { Everything, DirectAndMentions, Nothing };

    /// The conversations in which reactions to the user's messages cause notifications.
    enum class Reactions : std::uint8_t { Nowhere, Direct, Everywhere };

    About about = About::Everything;
    Reactions reactions = Reactions::Direct;
    /// Hold notifications back while the user is active at another device but not at this one.
    bool waitsForOtherDevice = true;

    friend bool operator==(const NotificationRules&, const NotificationRules&) = default;
};

/// Show the news of a conversation, or replace the notification that is shown.
struct NotifyConversation {
    ConversationSummary summary;
    Seq through;                 ///< the newest message that the notification covers
    bool hasText = false;        ///< the summary's last line is the news
    bool isQuiet = false;        ///< only corrects the shown notification, without an alert
    bool hasMessages = true;     ///< it is about unread messages
    std::uint64_t reactions = 0; ///< the unread reactions that it is about; 0: it is not about reactions

    friend bool operator==(const NotifyConversation&, const NotifyConversation&) = default;
};
/// Show how much is unread in several conversations, or replace the digest that is shown.
struct NotifyDigest {
    std::uint64_t unread = 0;
    bool exact = true;
    std::size_t conversations = 0;
    bool isQuiet = false;

    friend bool operator==(const NotifyDigest&, const NotifyDigest&) = default;
};
/// Withdraw a conversation's notification; 0: the digest.
struct WithdrawNotification {
    ConversationId conversation;

    friend bool operator==(const WithdrawNotification&, const WithdrawNotification&) = default;
};
using NotificationOrder = std::variant<NotifyConversation, NotifyDigest, WithdrawNotification>;

/// Decides which notifications are shown, corrected, held back, combined and withdrawn. Everything follows
/// from the summaries that also feed the badges; the plan counts nothing itself. It shows one notification
/// per conversation, and one digest if more than a few would appear at once or after a long absence. It uses
/// no clock and no bus: callers pass the time, which must never go back.
class NotificationPlan {
public:
    void setRules(const NotificationRules& rules) { m_rules = rules; }

    /// Takes the stored conversations. Their content at the first call is not news.
    void takeAll(const std::vector<ConversationSummary>& all);
    void take(const ConversationSummary& summary, Instant now);
    /// Call when the user has signed out.
    void clear();
    void noteOffline(Instant now);
    /// Call when all cursors and heads are up to date: the plan reports what arrived since the connection was
    /// lost.
    void noteCaughtUp(Instant now);

    void setActiveHere(bool active) { m_isActiveHere = active; }
    void setActiveElsewhere(bool active) { m_isActiveElsewhere = active; }
    /// Sets whether the desktop inhibits notifications.
    void setInhibited(bool inhibited) { m_isInhibited = inhibited; }
    /// Sets the conversation that the user is looking at; 0: none.
    void setLookedAt(ConversationId conversation) { m_lookedAt = conversation; }

    /// The notification left the screen by itself; it may still be in the desktop's list.
    void noteExpired(ConversationId conversation);
    /// The user closed the notification.
    void noteDismissed(ConversationId conversation);

    /// Returns the orders to execute now.
    [[nodiscard]] std::vector<NotificationOrder> decide(Instant now);
    /// Returns when to call decide() again if nothing else happens.
    [[nodiscard]] std::optional<Instant> wakeAt() const;

private:
    /// The state up to which the user has been notified or needed no notification.
    struct Base {
        ReadCounts counts;
        std::uint32_t epoch = 0;
        Seq newest;
        std::uint64_t reactions = 0; ///< unread ones to the user's messages
    };
    struct News {
        Instant due;
        bool hasMention = false;
        bool hasMessages = false;
        bool hasReactions = false;
    };
    struct Shown {
        NotifyConversation what;
        bool isOnScreen = true;
    };
    struct Known {
        ConversationSummary summary;
        Base base;
        std::optional<News> news;
        std::optional<Shown> shown;
    };
    struct ShownDigest {
        std::set<ConversationId> conversations;
        NotifyDigest what;
        bool isOnScreen = true;
    };

    static Base baseOf(const ConversationSummary& summary);
    void notice(Known& known, Instant due);
    static void noticeMessages(Known& known, const Base& base, Instant due);
    [[nodiscard]] bool isHeld() const;
    [[nodiscard]] bool isSilent(const Known& known) const;
    [[nodiscard]] bool wantsMessages(const Known& known) const;
    [[nodiscard]] bool wantsReactions(const Known& known) const;
    [[nodiscard]] bool isOver(const Known& known, Seq through) const;
    [[nodiscard]] bool isOver(const Known& known, const NotifyConversation& shown) const;
    [[nodiscard]] std::vector<Known*> dueAt(Instant now);
    void show(Known& known, std::vector<NotificationOrder>& orders);
    void showDigest(const std::vector<Known*>& due, std::vector<NotificationOrder>& orders);
    void dropNews();
    void putRight(std::vector<NotificationOrder>& orders);
    void putDigestRight(std::vector<NotificationOrder>& orders);
    [[nodiscard]] NotifyDigest digestOf(const std::set<ConversationId>& conversations) const;

    NotificationRules m_rules;
    std::map<ConversationId, Known> m_known;
    std::optional<ShownDigest> m_digest;
    std::set<ConversationId> m_orphans;    ///< notifications of conversations that are no longer known
    std::optional<Instant> m_offlineSince; ///< nullopt: offline since before the program started
    bool m_isCaughtUp = false;
    bool m_isLongAbsence = false; ///< until the news of the absence is shown
    bool m_isLoaded = false;
    bool m_isNewcomer = false; ///< the store was empty: everything that arrives first is history
    bool m_isActiveHere = false;
    bool m_isActiveElsewhere = false;
    bool m_isInhibited = false;
    ConversationId m_lookedAt;
};

} // namespace tidemark
