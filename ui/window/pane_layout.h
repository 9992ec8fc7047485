#pragma once

#include "ui/platform/text_sizes.h"

namespace tidemark {

/// Chooses the panes that the window shows: the list and the conversation, in a narrow window only one of
/// them; and the pane about the conversation, beside it or, without room for both, in its place. A value.
struct PaneLayout {
    int width = 0; ///< of the window
    int textSize = usualTextSize;
    bool isChatOpen = false;
    bool isSearchOnTop = false; ///< in a narrow window the search covers the conversation
    bool isInfoChosen = false;  ///< the preference for windows that have room for the pane about it
    bool isInfoAsked = false;   ///< open, although the window is too narrow for both

    [[nodiscard]] bool isNarrow() const;
    [[nodiscard]] bool showsList() const { return !isNarrow() || !showsChat(); }
    /// Whether a conversation is shown, also under the pane about it.
    [[nodiscard]] bool showsConversation() const { return !isNarrow() || showsChat(); }
    /// The pane about the conversation is wider for larger text.
    [[nodiscard]] int infoWidth() const;
    [[nodiscard]] bool hasRoomForInfo() const;
    [[nodiscard]] bool showsInfo() const
    {
        return showsChat() && (hasRoomForInfo() ? isInfoChosen : isInfoAsked);
    }
    /// Whether the pane about the conversation covers it.
    [[nodiscard]] bool isInfoOver() const { return showsInfo() && !hasRoomForInfo(); }

private:
    [[nodiscard]] bool showsChat() const { return isChatOpen && !isSearchOnTop; }
};

} // namespace tidemark
