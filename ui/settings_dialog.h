#pragma once

#include <QDialog>

class QBoxLayout;
class QButtonGroup;
class QCheckBox;

namespace tidemark {

class ChatSession;

/// What can be chosen for this device: looks and writing. Each choice works at once and is kept. What counts
/// as read, and who sees it, has a dialog of its own, one button away. Opened with open(); deletes itself.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(ChatSession& session, QWidget* parent = nullptr);

Q_SIGNALS:
    void privacyWanted();

private:
    void addLooks(QBoxLayout& column);
    void addWriting(QBoxLayout& column);
    void addPrivacy(QBoxLayout& column);

    ChatSession& m_session;
};

} // namespace tidemark
