#pragma once

#include "core/domain/read_state.h"

#include <QString>

#include <optional>

namespace tidemark {

/// What has to hold for a look to be a read (I18).
struct ReadingConditions {
    bool isActive = false;   ///< the window has the keyboard
    bool isExposed = false;  ///< shown and not minimised
    bool isUncovered = true; ///< no modal dialog on top
    bool isUserPresent =
        false; ///< the user has touched this window: what the program shows by itself is nobody's look

    friend bool operator==(const ReadingConditions&, const ReadingConditions&) = default;
};

[[nodiscard]] bool mayRead(const ReadingConditions& conditions);

/// Which condition does not hold, in words for the header; empty when all do.
[[nodiscard]] QString pauseText(const ReadingConditions& conditions);

/// Decides, for the open conversation, when what is on screen moves the cursor. No clock, no widgets.
class ReadingRule {
public:
    /// Another conversation is opened; `cursor` is where its reader stands.
    void open(Cursor cursor);
    /// The cursor has moved, here or elsewhere. Marking unread, on whichever device, pauses reading: what the
    /// user has just put back must not vanish because it is still on screen, or because the window gets the
    /// keyboard again.
    void setCursor(Cursor cursor);
    void pause() { m_isPaused = true; }
    /// The user looks again on purpose: scrolls, clicks, sends.
    void resume();

    /// Why nothing is being read, in words for the header; empty when reading goes on.
    [[nodiscard]] QString pauseText(const ReadingConditions& conditions) const;

    /// `seenUpTo`: how far the log is on screen, 0 nothing. The seq to mark as read, when there is one beyond
    /// what was marked.
    [[nodiscard]] std::optional<Seq> look(const ReadingConditions& conditions, Seq seenUpTo);

private:
    Cursor m_cursor;
    Seq m_marked;
    bool m_isPaused = false;
};

} // namespace tidemark
