#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "core/domain/read_state.h"
#include "ui/session/reading/seen_ranges.h"

#include <deque>
#include <optional>

namespace tidemark {

/// The conditions of the window under which looking at it counts as reading (I18).
struct ReadingConditions {
    bool isActive = false;   ///< the window has the keyboard focus
    bool isExposed = false;  ///< the window is shown and not minimised
    bool isUncovered = true; ///< no modal dialog is on top
    bool isUnlocked = true;  ///< the desktop session is not locked

    friend bool operator==(const ReadingConditions&, const ReadingConditions&) = default;
};

/// The part of the open conversation's log that is on screen: the rows whose bottom edge is inside the
/// viewport.
struct ReadingScreen {
    Seq first = {}; ///< the last seq of the topmost of these rows; 0: no row
    Seq last = {};  ///< the last seq of the lowest of these rows; 0: no row
    Seq end = {};   ///< the newest seq of the conversation; 0 while later messages are not loaded
    Seq top = {};   ///< the seq of the topmost of these rows itself; 0: no row
    /// No message from this seq on that lies above these rows can be unread; 0: the same as `first`.
    Seq from = {};

    friend bool operator==(const ReadingScreen&, const ReadingScreen&) = default;
};

struct ReadingTimes {
    Milliseconds dwell{150};  ///< a message must be on screen for this long
    Milliseconds grace{1000}; ///< for this long after the window becomes active, nothing is read
    /// Without mouse or keyboard for this long, the user counts as away. Reading a full screen, some 300
    /// words, takes a minute and a half, so reading without touching anything is not interrupted.
    Milliseconds idle{120000};
};

/// The acts of a user. A pointer move shows that the user is still there. A key, a click or a scroll shows
/// that the user is there at all; in the conversation, it also shows that the user is reading it.
enum class UserAct : std::uint8_t { Pointer, Elsewhere, InConversation };

/// Why the messages on screen are not being read.
enum class ReadingPause : std::uint8_t {
    None,
    ByHand,       ///< by the reading policy
    Locked,       ///< the session is locked
    NotActive,    ///< the window is not active or not shown
    Covered,      ///< a modal dialog covers the window
    MarkedUnread, ///< the user marked messages unread, and has not read on since
    Idle,         ///< no mouse and no keyboard for longer than ReadingTimes::idle
    Gap,          ///< between the cursor and the screen are messages that were never on screen
    Untouched,    ///< the messages on screen came there without the user
};

/// Decides, for the open conversation, when the messages on screen move the cursor, and how far (I18). A
/// message is read when two things hold. First, its bottom edge was inside the viewport for the dwell time
/// while all conditions held and the user was there. Second, something vouches for it: the user acted in the
/// conversation while the message was on screen, or asked for it by opening or going to the end, or came back
/// to the window that showed it; or it arrived, or found room below what was being read, while the user was
/// looking. A message that the program scrolls into view by itself is not read.
///
/// The cursor never passes a message that was not on screen in this visit: after a jump over unread messages,
/// the messages at the new place wait until the gap was on screen too, or until the user marks them as read.
/// Only the policy OnOpening reads without a look. No clock and no widgets: the caller passes every instant,
/// in ascending order.
class ReadingGate {
public:
    explicit ReadingGate(ReadingTimes times = {}) : m_times(times) {}

    void setPolicy(ReadingPolicy policy) { m_policy = policy; }
    /// Opens another conversation; `cursor` is the user's cursor in it, not below the floor, and `head` its
    /// newest entry. This counts as the user's act, unless the user has not touched the program so far.
    void open(Cursor cursor, Seq head);
    /// Call when the cursor has moved, here or on another device. Marking as unread, on any device, pauses
    /// reading: the messages just marked must not become read because they are still on screen.
    void setCursor(Cursor cursor);
    void pause();
    /// Call when the log was replaced: earlier seqs say nothing about it (I14).
    void forgetLog();
    /// Call when the user reads on: when they scroll, click or send.
    void resume(Instant now);

    void setConditions(const ReadingConditions& conditions, Instant now);
    void act(UserAct act, Instant now);
    void setScreen(const ReadingScreen& screen, Instant now);
    /// Call when the user asks to see the end, the new messages or an earlier place.
    void expectArrival() { m_isExpected = true; }
    /// Call when the user was taken to a message, or when the program opened the conversation by itself. The
    /// user has not asked to read the messages that come on screen.
    void jump();
    /// Call when the first page, or the place that expectArrival() announced, is on screen. Its messages are
    /// vouched for if the user asked for them.
    void arrive(const ReadingScreen& screen, Instant now);

    struct Reading {
        Seq through;
        bool isLeap = false; ///< over more than a screenful at once, so that the user may want it undone
    };
    /// Returns the seq through which to mark as read; empty if everything through it is marked already.
    [[nodiscard]] std::optional<Reading> take(Instant now);
    /// Returns the first entry that was not on screen, if the user has gone on beyond it and if something
    /// there can be unread; 0: there is no such gap.
    [[nodiscard]] Seq firstUnseen() const;
    [[nodiscard]] ReadingPause pauseAt(Instant now) const;
    /// Returns whether the window is in use and the user is there.
    [[nodiscard]] bool holds(Instant now) const;
    /// Returns whether the user is looking at the screen now, and may take in what is on it.
    [[nodiscard]] bool isAttending(Instant now) const { return holds(now) && now >= m_graceEnd; }
    /// Returns whether something vouches for the message, so that it is read when it is on screen.
    [[nodiscard]] bool isVouchedFor(Seq seq) const { return seq <= m_vouched && !m_isPaused; }
    /// Returns when to ask again if nothing happens before: at that time messages on screen may count as read
    /// or, if something `isUnread`, a pause begins or ends. Empty if there is nothing to read.
    [[nodiscard]] std::optional<Instant> wakeAt(Instant now, bool isUnread) const;

private:
    /// A row on screen, and the time when it came there.
    struct Candidate {
        Seq seq;
        Instant since;
    };

    [[nodiscard]] bool isAttendable() const;
    [[nodiscard]] bool isPresent(Instant now) const;
    [[nodiscard]] Seq marked() const;
    [[nodiscard]] Seq screenFrom() const;
    [[nodiscard]] bool isBeyondGap() const;
    [[nodiscard]] bool isLeapTo(Seq through) const;
    void advance(Instant now);
    void noteSeen();
    void vouch(Seq through);
    void watchScreen(Instant now);

    ReadingTimes m_times;
    ReadingPolicy m_policy = ReadingPolicy::WhenSeen;
    Cursor m_cursor;
    Seq m_marked;     ///< already returned by take()
    Seq m_openedHead; ///< to be read because the user opened the conversation; 0: none
    bool m_isPaused = false;

    ReadingConditions m_conditions;
    std::optional<Instant> m_lastInput;
    Instant m_graceEnd{};
    bool m_isAttended = false;

    ReadingScreen m_screen;
    std::deque<Candidate> m_candidates; ///< on screen without a break; both fields ascend
    SeenRanges m_seen;                  ///< on screen and vouched for, while the user was looking
    Seq m_vouched;
    std::optional<Seq> m_arrivalsAfter; ///< entries after this seq arrived while the user was looking
    bool m_isExpected = false;
    bool m_isAwaited = false; ///< the user acted in the conversation before any of it was on screen
    bool m_isAtJump = false;  ///< until the user acts at the place jumped to
};

} // namespace tidemark
