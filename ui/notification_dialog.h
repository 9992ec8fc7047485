#pragma once

#include "ui/choices_dialog.h"

#include <functional>

class QBoxLayout;

namespace tidemark {

struct DesktopChoices;
class Preferences;

/// What can be chosen about notifications and the tray. Each choice is kept.
class NotificationDialog : public ChoicesDialog {
    Q_OBJECT
public:
    explicit NotificationDialog(Preferences& preferences, QWidget* parent = nullptr);

private:
    using Change = std::function<void(DesktopChoices&, int)>;
    struct Choice {
        QString name;
        QString label;
        QStringList words;
        int now = 0;
        QString explained;
    };
    void addNotifications(QBoxLayout& column);
    void addTray(QBoxLayout& column);
    void addChoice(QBoxLayout& column, const Choice& choice, const Change& change);
    void addSwitch(QBoxLayout& column, const Choice& choice, const Change& change);
    void apply(const Change& change, int value);

    Preferences& m_preferences;
};

} // namespace tidemark
