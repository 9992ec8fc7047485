#include "ui/settings_dialog.h"

#include "ui/chat_session.h"
#include "ui/check_box.h"
#include "ui/combo_box.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int dialogWidth = 440;
constexpr int margin = 20;
constexpr int labelWidth = 80;
constexpr int betweenParts = 18;

QLabel* wrapped(const QString& words, const QString& role, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    label->setWordWrap(true);
    label->setProperty("role", role);
    return label;
}

/// A label with its field at the right.
void addRow(QBoxLayout& column, const QString& words, QWidget* field)
{
    auto* label = new QLabel(words, field->parentWidget());
    label->setBuddy(field);
    label->setMinimumWidth(labelWidth);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(label);
    row->addWidget(field, 1);
    column.addLayout(row);
}

} // namespace

SettingsDialog::SettingsDialog(ChatSession& session, QWidget* parent) : QDialog(parent), m_session(session)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    setFixedWidth(parent == nullptr ? dialogWidth : std::min(dialogWidth, parent->window()->width()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(margin, margin - 2, margin, margin - 2);
    column->setSpacing(6);
    addLooks(*column);
    column->addSpacing(betweenParts);
    addWriting(*column);
    column->addSpacing(betweenParts);
    addPrivacy(*column);
    column->addSpacing(betweenParts);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

void SettingsDialog::addLooks(QBoxLayout& column)
{
    column.addWidget(wrapped(tr("Appearance"), u"title"_s, this));
    auto* theme = new ComboBox(this);
    theme->setObjectName(u"theme"_s);
    theme->addItems({tr("As the desktop"), tr("Light"), tr("Dark")});
    theme->setCurrentIndex(static_cast<int>(m_session.preferences().theme()));
    addRow(column, tr("&Theme"), theme);
    column.addWidget(wrapped(tr("“As the desktop” changes with the desktop’s own colours."), u"dim"_s, this));
    connect(theme, &QComboBox::activated, this,
            [this](int index) { m_session.preferences().chooseTheme(static_cast<ThemeChoice>(index)); });
}

void SettingsDialog::addWriting(QBoxLayout& column)
{
    column.addWidget(wrapped(tr("Writing"), u"title"_s, this));
    auto* key = new ComboBox(this);
    key->setObjectName(u"send-key"_s);
    key->addItems({tr("Enter"), tr("Ctrl+Enter")});
    key->setCurrentIndex(static_cast<int>(m_session.preferences().sendKey()));
    addRow(column, tr("&Send with"), key);
    auto* explained = wrapped({}, u"dim"_s, this);
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
    column.addWidget(wrapped(tr("They see “typing…” for a few seconds, never what is written. Until this is "
                                "chosen, it is off wherever you read in private."),
                             u"dim"_s, this));
    connect(typing, &QCheckBox::clicked, this,
            [this](bool on) { m_session.preferences().chooseShowsTyping(on); });
}

void SettingsDialog::addPrivacy(QBoxLayout& column)
{
    column.addWidget(wrapped(tr("Reading and privacy"), u"title"_s, this));
    column.addWidget(wrapped(tr("When a message counts as read, on all your devices and on this one, and "
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
