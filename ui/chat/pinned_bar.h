#pragma once

#include "core/domain/ids.h"
#include "ui/look/theme.h"

#include <QString>
#include <QWidget>

#include <vector>

class QToolButton;

namespace tidemark {

class ChatSession;
class PinnedLine;
struct PinnedMessage;

/// Shows the pinned message that is the nearest above the reader's place, in a line below the header. A click
/// jumps to it and then shows the one before it; a button lists all. It is hidden while nothing is pinned.
class PinnedBar : public QWidget {
    Q_OBJECT
public:
    explicit PinnedBar(ChatSession& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// The first message on screen; 0: unknown.
    void setPlace(Seq top);
    /// The reader has scrolled, so the place decides again which message is shown.
    void follow();
    /// The seq of the message that is shown; 0: none.
    [[nodiscard]] Seq shown() const { return m_shown; }
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void jumpWanted(tidemark::Seq seq);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void display(Seq seq);
    void goOn();
    void openList();
    [[nodiscard]] Seq nearest() const;
    [[nodiscard]] Seq before(Seq seq) const;
    [[nodiscard]] QString lineOf(const PinnedMessage& message) const;

    ChatSession& m_session;
    Theme m_theme;
    PinnedLine* m_line;
    QToolButton* m_all;
    Seq m_top;
    Seq m_shown;
    bool m_follows = true; ///< false: the reader goes from one pinned message to the next
};

} // namespace tidemark
