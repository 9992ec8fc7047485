#pragma once

#include "ui/session/reading/reaction_gate.h"
#include "ui/session/reading/reading_gate.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace tidemark {

struct ConversationSummary;

/// The clock and the times of a ReadingWatch. Tests use their own.
struct ReadingSetup {
    /// Uses a monotonic clock.
    ReadingSetup();
    explicit ReadingSetup(std::function<Instant()> someClock, ReadingTimes someTimes = {});

    std::function<Instant()> clock;
    ReadingTimes times;
};

/// Watches how the user reads the open conversation. Passes to a ReadingGate what the window and the session
/// report, and asks it again exactly when it wants to be asked. No timer runs while everything is read. Lives
/// on the GUI thread.
class ReadingWatch : public QObject {
    Q_OBJECT
public:
    explicit ReadingWatch(ReadingSetup setup, QObject* parent = nullptr);

    // ---- from the session
    void open(const ConversationSummary& summary);
    void close();
    /// Call when the open conversation has changed.
    void update(const ConversationSummary& summary);
    void pause();
    void resume();
    void forgetLog();
    /// Call when the user asks to see the end, the new messages or an earlier place.
    void expectArrival() { m_gate.expectArrival(); }
    /// Call when the user was taken to a message.
    void jump() { m_gate.jump(); }
    void setAccountPolicy(ReadingPolicy policy);
    /// Sets this device's own policy; empty: use the account's.
    void setDevicePolicy(std::optional<ReadingPolicy> policy);
    [[nodiscard]] std::optional<ReadingPolicy> devicePolicy() const { return m_devicePolicy; }
    [[nodiscard]] ReadingPolicy policy() const { return m_devicePolicy.value_or(m_accountPolicy); }

    /// Sets the messages of the user that have unread reactions.
    void setUnreadReactions(const std::set<Seq>& messages);
    /// The user was taken to this message to see the reactions to it.
    void visitReactions(Seq message);

    // ---- from the window
    void setConditions(const ReadingConditions& conditions);
    void act(UserAct act);
    /// A screen without rows, which is usual before a layout, changes nothing.
    void setScreen(const ReadingScreen& screen);
    void arrive(const ReadingScreen& screen);

    /// Returns whether the window is in use and the user is there.
    [[nodiscard]] bool isInUse() const { return m_gate.holds(m_setup.clock()); }
    /// Returns whether messages that arrive on screen now are seen.
    [[nodiscard]] bool isAttending() const { return m_gate.isAttending(m_setup.clock()); }
    /// Returns the first entry that was not on screen, if the user has gone on beyond it and has unread
    /// messages; 0: there is none.
    [[nodiscard]] Seq firstUnseen() const { return m_firstUnseen; }
    /// Says, for the header, why nothing is being read. Empty while reading goes on, or if nothing is unread.
    [[nodiscard]] const QString& pauseText() const { return m_pauseText; }
    /// Asks the gate now. Runs by itself after every call above and at the time that the gate names.
    void look();

Q_SIGNALS:
    /// The user has seen everything through `through`, so it counts as read. `isLeap`: that is more than a
    /// screenful at once.
    void read(tidemark::Seq through, bool isLeap);
    void firstUnseenChanged();
    /// All unread reactions have been on screen while the user was looking.
    void reactionsSeen();
    void pauseTextChanged(const QString& words);
    /// The user has done something in the window, or the window has come into use or gone out of use.
    void useNoted(bool isInUse);

private:
    void applyPolicy();
    void lookAtReactions(Instant now);
    void wakeLater(Instant now);
    void setPauseText(const QString& words);
    void setFirstUnseen(Seq seq);

    ReadingSetup m_setup;
    ReadingGate m_gate;
    ReactionGate m_reactions;
    ReadingScreen m_screen;
    QTimer m_timer;
    ReadingPolicy m_accountPolicy = ReadingPolicy::WhenSeen;
    std::optional<ReadingPolicy> m_devicePolicy;
    QString m_pauseText;
    Seq m_firstUnseen;
    bool m_isOpen = false;
    bool m_hasUnread = false;
};

} // namespace tidemark
