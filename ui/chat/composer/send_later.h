#pragma once

#include "ui/look/theme.h"
#include "ui/session/chat_session.h"

#include <QObject>

#include <functional>

class QMenu;

namespace tidemark {

class Composer;
class DraftKeeper;

/// Lets the user send the text of the composer later, and be reminded of a message: offers times, and lists
/// what is scheduled in the open conversation.
class SendLater : public QObject {
    Q_OBJECT
public:
    /// Menus and dialogs stand over `pane`.
    SendLater(ChatSession& session, Composer& composer, DraftKeeper& drafts, const Theme& theme,
              QWidget& pane);

    /// Does the one or the other, depending on whether something is written.
    void begin();
    /// Opens the times at which the composer's text can be sent.
    void showTimes();
    /// Lists the scheduled messages of the open conversation.
    void showList();
    /// Adds "Remind me" with its times to the menu of a message.
    void addReminder(QMenu& menu, const TimelineRow& row);
    /// Shows the number of scheduled messages of the open conversation in the composer.
    void update();

private:
    using Chosen = std::function<void(UnixMs)>;
    /// Adds the times to a menu, and one that the user can choose in a dialog, where `label` names the time.
    void addTimes(QMenu& menu, const QString& label, const Chosen& chosen);
    void schedule(UnixMs due);

    ChatSession& m_session;
    Composer& m_composer;
    DraftKeeper& m_drafts;
    const Theme& m_theme;
    QWidget& m_pane;
};

} // namespace tidemark
