#pragma once

#include "core/domain/view.h"

#include <map>
#include <optional>
#include <set>
#include <variant>
#include <vector>

namespace tidemark {

/// What the user wants to be notified of, and when.
struct NotificationRules {
    enum class About : std::uint8_t { Everything, DirectAndMentions, Nothing };

    About about = About::Everything;
    /// Not while the user is active at another of their devices, unless they are at this one too.
    bool waitsForOtherDevice = true;

    friend bool operator==(const NotificationRules&, const NotificationRules&) = default;
};

/// Show, or in place of what is shown, what is new in a conversation.
struct NotifyConversation {
    ConversationSummary summary;
    Seq upTo;             ///< the newest message that is told of
    bool hasText = false; ///< the summary's last line is what is new
    bool isQuiet = false; ///< only puts right what is on screen

    friend bool operator==(const NotifyConversation&, const NotifyConversation&) = default;
};
/// Show, or in place of the one that is shown, how much is unread in several conversations.
struct NotifyDigest {
    std::uint64_t unread = 0;
    bool exact = true;
    std::size_t conversations = 0;
    bool isQuiet = false;

    friend bool operator==(const NotifyDigest&, const NotifyDigest&) = default;
};
/// Take back what is shown of a conversation; 0: the digest.
struct WithdrawNotification {
    ConversationId conversation;

    friend bool operator==(const WithdrawNotification&, const WithdrawNotification&) = default;
};
using NotificationOrder = std::variant<NotifyConversation, NotifyDigest, WithdrawNotification>;

/// Decides which notifications are shown, put right, held back, brought together and taken back. It counts
/// nothing: everything follows from the summaries, which are what the badges show. One notification per
/// conversation, and one digest where more than a few would come at once or after a long absence. No clock
/// and no bus: every instant is given, and none is before the one before.
class NotificationPlan {
public:
    void setRules(const NotificationRules& rules) { m_rules = rules; }

    /// The conversations as they are stored. What is in them when they are first told is no news.
    void takeAll(const std::vector<ConversationSummary>& all);
    void take(const ConversationSummary& summary, Instant now);
    /// Nobody is signed in any more.
    void clear();
    void noteOffline(Instant now);
    /// Everybody's cursor and head is up to date: what has grown since the connection was lost is told.
    void noteCaughtUp(Instant now);

    void setActiveHere(bool active) { m_isActiveHere = active; }
    void setActiveElsewhere(bool active) { m_isActiveElsewhere = active; }
    /// The desktop wants quiet.
    void setInhibited(bool inhibited) { m_isInhibited = inhibited; }
    /// The conversation that the user has before their eyes; 0: none.
    void setLookedAt(ConversationId conversation) { m_lookedAt = conversation; }

    /// It has left the screen by itself; it may still be in the desktop's list.
    void noteExpired(ConversationId conversation);
    /// It is gone, by the user's hand.
    void noteDismissed(ConversationId conversation);

    /// What is to be done now.
    [[nodiscard]] std::vector<NotificationOrder> decide(Instant now);
    /// When to ask again if nothing happens before.
    [[nodiscard]] std::optional<Instant> wakeAt() const;

private:
    /// What has been told of, or needed not to be.
    struct Base {
        ReadCounts counts;
        std::uint32_t epoch = 0;
        Seq newest;
    };
    struct News {
        Instant due;
        bool hasMention = false;
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
    [[nodiscard]] bool isHeld() const;
    [[nodiscard]] bool isWanted(const Known& known) const;
    [[nodiscard]] bool isOver(const Known& known, Seq upTo) const;
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
    std::set<ConversationId> m_orphans;    ///< shown of conversations that are not known any more
    std::optional<Instant> m_offlineSince; ///< none: since before the program began
    bool m_isCaughtUp = false;
    bool m_isLongAbsence = false; ///< until what it has brought is shown
    bool m_isLoaded = false;
    bool m_isNewcomer = false; ///< nothing was stored: all that comes first is history
    bool m_isActiveHere = false;
    bool m_isActiveElsewhere = false;
    bool m_isInhibited = false;
    ConversationId m_lookedAt;
};

} // namespace tidemark
