#pragma once

#include "ui/choices_dialog.h"

class QBoxLayout;
class QButtonGroup;
class QCheckBox;

namespace tidemark {

class ChatSession;

/// What can be chosen for this device: looks and writing. Each choice is kept. What counts
/// as read, and who sees it, has a dialog of its own, one button away.
class SettingsDialog : public ChoicesDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(ChatSession& session, QWidget* parent = nullptr);

Q_SIGNALS:
    void privacyWanted();

private:
    void addLooks(QBoxLayout& column);
    void addLanguage(QBoxLayout& column);
    void addWriting(QBoxLayout& column);
    void addNotifications(QBoxLayout& column);
    void addPrivacy(QBoxLayout& column);
    void addDesktop(QBoxLayout& column);

    ChatSession& m_session;
};

} // namespace tidemark
