#include "ui/settings_dialog.h"

#include "ui/chat_session.h"
#include "ui/check_box.h"
#include "ui/combo_box.h"
#include "ui/notification_dialog.h"
#include "ui/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

SettingsDialog::SettingsDialog(ChatSession& session, QWidget* parent)
    : ChoicesDialog(tr("Settings"), parent), m_session(session)
{
    addLooks(column());
    endPart();
    addWriting(column());
    endPart();
    addNotifications(column());
    endPart();
    addPrivacy(column());
    endPart();
    if (session.preferences().autostart().isPossible()) {
        addDesktop(column());
        endPart();
    }
    finish();
}

void SettingsDialog::addLooks(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("Appearance"), u"title"_s, this));
    auto* theme = new ComboBox(this);
    theme->setObjectName(u"theme"_s);
    theme->addItems({tr("As the desktop"), tr("Light"), tr("Dark")});
    theme->setCurrentIndex(static_cast<int>(m_session.preferences().theme()));
    addRow(column, tr("&Theme"), theme);
    column.addWidget(
        wrappedLabel(tr("“As the desktop” changes with the desktop’s own colours."), u"dim"_s, this));
    connect(theme, &QComboBox::activated, this,
            [this](int index) { m_session.preferences().chooseTheme(static_cast<ThemeChoice>(index)); });
    column.addSpacing(6);
    addLanguage(column);
}

void SettingsDialog::addLanguage(QBoxLayout& column)
{
    auto* language = new ComboBox(this);
    language->setObjectName(u"language"_s);
    // Each by its own name, for those who cannot read the others.
    language->addItems({tr("As the desktop"), u"English"_s, u"简体中文"_s});
    language->setCurrentIndex(static_cast<int>(m_session.preferences().language()));
    addRow(column, tr("&Language"), language);
    column.addWidget(wrappedLabel(tr("Of texts, dates and numbers. The window closes and opens again in it."),
                                  u"dim"_s, this));
    connect(language, &QComboBox::activated, this,
            [this](int index) { m_session.preferences().chooseLanguage(static_cast<Language>(index)); });
}

void SettingsDialog::addWriting(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("Writing"), u"title"_s, this));
    auto* key = new ComboBox(this);
    key->setObjectName(u"send-key"_s);
    key->addItems({tr("Enter"), tr("Ctrl+Enter")});
    key->setCurrentIndex(static_cast<int>(m_session.preferences().sendKey()));
    addRow(column, tr("&Send with"), key);
    auto* explained = wrappedLabel({}, u"dim"_s, this);
    const auto explain = [explained](int index) {
        explained->setText(index == 0 ? tr("Shift+Enter begins a new line.")
                                      : tr("Enter begins a new line."));
    };
    explain(key->currentIndex());
    column.addWidget(explained);
    connect(key, &QComboBox::activated, this, [this, explain](int index) {
        explain(index);
        m_session.preferences().chooseSendKey(static_cast<SendKey>(index));
    });
    const bool isPrivate = m_session.settings().receipts == ReceiptPrivacy::Private;
    auto* typing = new CheckBox(tr("Show others when I am writing"), this);
    typing->setChecked(m_session.preferences().showsTyping().value_or(!isPrivate));
    column.addSpacing(6);
    column.addWidget(typing);
    column.addWidget(
        wrappedLabel(tr("They see “typing…” for a few seconds, never what is written. Until this is "
                        "chosen, it is off wherever you read in private."),
                     u"dim"_s, this));
    connect(typing, &QCheckBox::clicked, this,
            [this](bool on) { m_session.preferences().chooseShowsTyping(on); });
}

void SettingsDialog::addDesktop(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("Desktop"), u"title"_s, this));
    auto* start = new CheckBox(tr("Start with the desktop"), this);
    start->setObjectName(u"autostart"_s);
    start->setChecked(m_session.preferences().autostart().isOn());
    column.addWidget(start);
    auto* explained = wrappedLabel({}, u"dim"_s, this);
    const QString usual = tr("Tidemark begins in the tray when you sign in to your computer.");
    explained->setText(usual);
    column.addWidget(explained);
    connect(start, &QCheckBox::clicked, this, [this, start, explained, usual](bool on) {
        const Autostart& autostart = m_session.preferences().autostart();
        const bool isDone = autostart.setOn(on);
        start->setChecked(autostart.isOn());
        explained->setText(isDone ? usual
                                  : tr("%1 cannot be changed. Check its permissions.").arg(autostart.file()));
    });
}

void SettingsDialog::addNotifications(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("Notifications"), u"title"_s, this));
    column.addWidget(wrappedLabel(
        tr("What you are told of, when, and how much of it can be seen; and the tray."), u"dim"_s, this));
    auto* open = new QPushButton(tr("&Notifications…"), this);
    open->setAutoDefault(false);
    connect(open, &QPushButton::clicked, this, [this] {
        accept();
        (new NotificationDialog(m_session.preferences(), parentWidget()))->open();
    });
    auto* row = new QHBoxLayout;
    row->addWidget(open);
    row->addStretch(1);
    column.addLayout(row);
}

void SettingsDialog::addPrivacy(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("Reading and privacy"), u"title"_s, this));
    column.addWidget(
        wrappedLabel(tr("When a message counts as read, on all your devices and on this one, and "
                        "whether others see it."),
                     u"dim"_s, this));
    auto* open = new QPushButton(tr("&Reading and privacy…"), this);
    open->setAutoDefault(false);
    connect(open, &QPushButton::clicked, this, [this] {
        accept();
        Q_EMIT privacyWanted();
    });
    auto* row = new QHBoxLayout;
    row->addWidget(open);
    row->addStretch(1);
    column.addLayout(row);
}

} // namespace tidemark
