#include "ui/notification_dialog.h"

#include "ui/check_box.h"
#include "ui/combo_box.h"
#include "ui/preferences.h"
#include "ui/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace tidemark {

NotificationDialog::NotificationDialog(Preferences& preferences, QWidget* parent)
    : ChoicesDialog(tr("Notifications"), parent), m_preferences(preferences)
{
    addNotifications(column());
    endPart();
    addTray(column());
    endPart();
    finish();
}

void NotificationDialog::addNotifications(QBoxLayout& column)
{
    using About = NotificationRules::About;
    const DesktopChoices& now = m_preferences.desktop();
    addChoice(column,
              {u"notify-about"_s,
               tr("&Notify of"),
               {tr("All messages"), tr("Direct messages and mentions"), tr("Nothing")},
               static_cast<int>(now.rules.about),
               tr("Muted conversations notify only of what mentions you.")},
              [](DesktopChoices& choices, int value) { choices.rules.about = static_cast<About>(value); });
    addChoice(column,
              {u"notify-preview"_s,
               tr("Sho&w"),
               {tr("Name and text"), tr("Name only"), tr("Neither")},
               static_cast<int>(now.preview),
               tr("What somebody who sees your screen can read.")},
              [](DesktopChoices& choices, int value) {
                  choices.preview = static_cast<NotificationPreview>(value);
              });
    addSwitch(column,
              {u"notify-waits"_s,
               tr("Hold &back while I use another device"),
               {},
               now.rules.waitsForOtherDevice ? 1 : 0,
               tr("What is still unread when you put it down is shown then.")},
              [](DesktopChoices& choices, int value) { choices.rules.waitsForOtherDevice = value != 0; });
    addSwitch(column,
              {u"notify-sound"_s,
               tr("Play a so&und"),
               {},
               now.hasSound ? 1 : 0,
               tr("The desktop's own sound for messages.")},
              [](DesktopChoices& choices, int value) { choices.hasSound = value != 0; });
}

void NotificationDialog::addTray(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("Tray"), u"title"_s, this));
    const DesktopChoices& now = m_preferences.desktop();
    addSwitch(column,
              {u"stay-in-tray"_s,
               tr("&Keep running in the tray when closed"),
               {},
               now.staysInTray ? 1 : 0,
               tr("Where the desktop has a tray. Its menu, or Ctrl+Q, quits.")},
              [](DesktopChoices& choices, int value) { choices.staysInTray = value != 0; });
}

void NotificationDialog::addChoice(QBoxLayout& column, const Choice& choice, const Change& change)
{
    auto* field = new ComboBox(this);
    field->setObjectName(choice.name);
    field->addItems(choice.words);
    field->setCurrentIndex(choice.now);
    addRow(column, choice.label, field);
    column.addWidget(wrappedLabel(choice.explained, u"dim"_s, this));
    connect(field, &QComboBox::activated, this, [this, change](int index) { apply(change, index); });
}

void NotificationDialog::addSwitch(QBoxLayout& column, const Choice& choice, const Change& change)
{
    auto* box = new CheckBox(choice.label, this);
    box->setObjectName(choice.name);
    box->setChecked(choice.now != 0);
    column.addWidget(box);
    column.addWidget(wrappedLabel(choice.explained, u"dim"_s, this));
    connect(box, &QCheckBox::clicked, this, [this, change](bool on) { apply(change, on ? 1 : 0); });
}

void NotificationDialog::apply(const Change& change, int value)
{
    DesktopChoices choices = m_preferences.desktop();
    change(choices, value);
    m_preferences.chooseDesktop(choices);
}

} // namespace tidemark
