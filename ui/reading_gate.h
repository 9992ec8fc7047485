#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "core/domain/read_state.h"

#include <deque>
#include <optional>

namespace tidemark {

/// What has to hold of the window for a look at it to be a read (I18).
struct ReadingConditions {
    bool isActive = false;   ///< the window has the keyboard
    bool isExposed = false;  ///< shown and not minimised
    bool isUncovered = true; ///< no modal dialog on top
    bool isUnlocked = true;  ///< the desktop session is not locked

    friend bool operator==(const ReadingConditions&, const ReadingConditions&) = default;
};

/// What of the open conversation's log is on screen: rows whose bottom edge is inside the viewport.
struct ReadingScreen {
    Seq first = {}; ///< how far the topmost one goes; 0 none
    Seq last = {};  ///< how far the lowest one goes; 0 none
    Seq end = {};   ///< the newest there is to show; 0 while more would follow what is loaded

    friend bool operator==(const ReadingScreen&, const ReadingScreen&) = default;
};

struct ReadingTimes {
    Milliseconds dwell{150};  ///< a message has to be on screen for so long
    Milliseconds grace{1000}; ///< nothing is read for so long after the window has become active
    /// Without mouse or keyboard for so long nobody is taken to be there. Reading a full screen, some 300
    /// words, takes a minute and a half: who reads without touching anything is not held up.
    Milliseconds idle{120000};
};

/// What a user does. Moving the pointer shows that somebody is still there; a key, a click or a scroll that
/// somebody is there at all; one of these in the conversation that it is being read.
enum class UserAct : std::uint8_t { Pointer, Elsewhere, InConversation };

/// Why what is on screen is not being read.
enum class ReadingPause : std::uint8_t {
    None,
    ByHand,       ///< the policy
    Locked,       ///< the session
    NotActive,    ///< the window, or it is not shown
    Covered,      ///< by a modal dialog
    MarkedUnread, ///< by the user, who has not read on since
    Idle,         ///< no mouse and no keyboard for long
    Untouched,    ///< what is on screen came there by itself
};

/// Decides, for the open conversation, when what is on screen moves the cursor, and how far (I18). A message
/// is read when its bottom edge was inside the viewport for the dwell time while all conditions held and the
/// user was there, and when somebody vouches for it: the user acted in the conversation while it was on
/// screen, or asked for it by opening or going to the end, or came back to the window that showed it, or it
/// arrived, or found room below what was being read, while the user was looking. What the program scrolls
/// into view by itself is not read. No clock and no widgets: every instant is given, and none is before the
/// one before.
class ReadingGate {
public:
    explicit ReadingGate(ReadingTimes times = {}) : m_times(times) {}

    void setPolicy(ReadingPolicy policy) { m_policy = policy; }
    /// Another conversation is opened; `cursor` is where its reader stands, `head` its newest entry. It is
    /// the user who opens, unless nobody has touched the program so far.
    void open(Cursor cursor, Seq head);
    /// The cursor has moved, here or elsewhere. Marking unread, on whichever device, pauses reading: what the
    /// user has just put back must not vanish because it is still on screen.
    void setCursor(Cursor cursor);
    void pause();
    /// The user reads on: scrolls, clicks, sends.
    void resume(Instant now);

    void setConditions(const ReadingConditions& conditions, Instant now);
    void act(UserAct act, Instant now);
    void setScreen(const ReadingScreen& screen, Instant now);
    /// The user has asked to see the end, the new messages or a place of before.
    void expectArrival() { m_isExpected = true; }
    /// The user was taken to a message: what comes on screen was not asked for to be read, and neither was a
    /// conversation opened behind their back.
    void jump();
    /// The first page, or what expectArrival() said, is on screen now: what the user asked for, if they did.
    void arrive(const ReadingScreen& screen, Instant now);

    /// The seq to mark as read, when there is one beyond what was marked.
    [[nodiscard]] std::optional<Seq> take(Instant now);
    [[nodiscard]] ReadingPause pauseAt(Instant now) const;
    /// The window is in use, and somebody is there.
    [[nodiscard]] bool holds(Instant now) const;
    /// When to ask again if nothing happens before: what is on screen may be read then or, where something
    /// `isUnread`, a pause begin or end. Nothing while there is nothing to read.
    [[nodiscard]] std::optional<Instant> wakeAt(Instant now, bool isUnread) const;

private:
    /// Something on screen, for how long.
    struct Candidate {
        Seq seq;
        Instant since;
    };

    [[nodiscard]] bool isAttendable() const;
    [[nodiscard]] bool isPresent(Instant now) const;
    [[nodiscard]] Seq marked() const;
    void advance(Instant now);
    void vouch(Seq upTo);
    void watchScreen(Instant now);

    ReadingTimes m_times;
    ReadingPolicy m_policy = ReadingPolicy::WhenSeen;
    Cursor m_cursor;
    Seq m_marked;     ///< handed out by take() already
    Seq m_openedHead; ///< to be read because of the opening; 0 nothing
    bool m_isPaused = false;

    ReadingConditions m_conditions;
    std::optional<Instant> m_lastInput;
    Instant m_graceEnd{};
    bool m_isAttended = false;

    ReadingScreen m_screen;
    std::deque<Candidate> m_candidates; ///< ascending in both; on screen without a break
    Seq m_dwelt;                        ///< was on screen for long enough, vouched for
    Seq m_vouched;
    std::optional<Seq> m_arrivalsAfter; ///< what is beyond it has arrived while the user was looking
    bool m_isExpected = false;
    bool m_isAwaited = false; ///< the user acted in the conversation before anything of it was on screen
    bool m_isAtJump = false;  ///< until the user acts there
};

} // namespace tidemark
