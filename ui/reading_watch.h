#pragma once

#include "ui/reading_gate.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace tidemark {

struct ConversationSummary;

/// Where the time of looks comes from, and how long they take: the program's, or a test's.
struct ReadingSetup {
    /// By a monotonic clock.
    ReadingSetup();
    explicit ReadingSetup(std::function<Instant()> someClock, ReadingTimes someTimes = {});

    std::function<Instant()> clock;
    ReadingTimes times;
};

/// Watches the open conversation being read: feeds a ReadingGate with what the window and the session tell,
/// and asks it again exactly when it wants to be asked. While all is read there is no timer. Lives on the GUI
/// thread.
class ReadingWatch : public QObject {
    Q_OBJECT
public:
    explicit ReadingWatch(ReadingSetup setup, QObject* parent = nullptr);

    // ---- what the session tells
    void open(const ConversationSummary& summary);
    void close();
    /// The open conversation has changed.
    void update(const ConversationSummary& summary);
    void pause();
    void resume();
    /// The user has asked to see the end, the new messages or a place of before.
    void expectArrival() { m_gate.expectArrival(); }
    /// The user was taken to a message.
    void jump() { m_gate.jump(); }
    void setAccountPolicy(ReadingPolicy policy);
    /// This device's own; none: as the account says.
    void setDevicePolicy(std::optional<ReadingPolicy> policy);
    [[nodiscard]] std::optional<ReadingPolicy> devicePolicy() const { return m_devicePolicy; }
    [[nodiscard]] ReadingPolicy policy() const { return m_devicePolicy.value_or(m_accountPolicy); }

    // ---- what the window tells
    void setConditions(const ReadingConditions& conditions);
    void act(UserAct act);
    /// A screen without rows, as while a layout is due, changes nothing.
    void setScreen(const ReadingScreen& screen);
    void arrive(const ReadingScreen& screen);

    /// The window is in use, and somebody is there.
    [[nodiscard]] bool isInUse() const { return m_gate.holds(m_setup.clock()); }
    /// Why nothing is being read, for the header; empty when reading goes on, or when nothing is unread.
    [[nodiscard]] const QString& pauseText() const { return m_pauseText; }
    /// Decides now. Happens by itself after everything above and at the time the gate names.
    void look();

Q_SIGNALS:
    /// What has been seen up to `upTo` counts as read.
    void read(tidemark::Seq upTo);
    void pauseTextChanged(const QString& words);
    /// The user has done something in the window, or it has come into use or gone out of it.
    void useNoted(bool isInUse);

private:
    void applyPolicy();
    void setPauseText(const QString& words);

    ReadingSetup m_setup;
    ReadingGate m_gate;
    QTimer m_timer;
    ReadingPolicy m_accountPolicy = ReadingPolicy::WhenSeen;
    std::optional<ReadingPolicy> m_devicePolicy;
    QString m_pauseText;
    bool m_isOpen = false;
    bool m_hasUnread = false;
};

} // namespace tidemark
