#include "ui/privacy_dialog.h"

#include "ui/chat_session.h"
#include "ui/combo_box.h"
#include "ui/reading_text.h"
#include "ui/receipt_text.h"
#include "ui/wrapped_label.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int dialogWidth = 440;
constexpr int margin = 20;
constexpr int indent = 26; ///< of what explains a choice: where its text begins
constexpr int betweenParts = 18;
constexpr std::array policies{ReadingPolicy::WhenSeen, ReadingPolicy::OnOpening, ReadingPolicy::ByHand};

void addIndented(QBoxLayout& column, QWidget* widget)
{
    auto* row = new QHBoxLayout;
    row->setContentsMargins(indent, 0, 0, 0);
    row->addWidget(widget);
    column.addLayout(row);
}

} // namespace

PrivacyDialog::PrivacyDialog(ChatSession& session, QWidget* parent)
    : QDialog(parent), m_session(session), m_device(new ComboBox(this)),
      m_public(new QRadioButton(tr("Others see what I have read"), this)),
      m_private(new QRadioButton(tr("I read in private"), this)),
      m_explanation(wrappedLabel({}, u"dim"_s, this)), m_state(wrappedLabel({}, u"error"_s, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Reading and privacy"));
    setFixedWidth(dialogWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(margin, margin - 2, margin, margin - 2);
    column->setSpacing(6);
    addReading(*column);
    column->addSpacing(betweenParts);
    addReceipts(*column);
    m_state->setMinimumHeight(m_state->fontMetrics().height() + 4);
    column->addWidget(m_state);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &PrivacyDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&session, &ChatSession::connectionChanged, this, &PrivacyDialog::refresh);
    orderFocus();
    refresh();
}

/// From top to bottom, beginning with what is chosen.
void PrivacyDialog::orderFocus()
{
    QWidget* before = m_policies.first();
    for (QWidget* next : {static_cast<QWidget*>(m_policies[1]), static_cast<QWidget*>(m_policies[2]),
                          static_cast<QWidget*>(m_device), static_cast<QWidget*>(m_public),
                          static_cast<QWidget*>(m_private), static_cast<QWidget*>(m_save)}) {
        setTabOrder(before, next);
        before = next;
    }
    m_policies[static_cast<int>(chosenPolicy())]->setFocus();
}

void PrivacyDialog::addReading(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("When a message counts as read"), u"title"_s, this));
    auto* group = new QButtonGroup(this);
    for (const ReadingPolicy policy : policies) {
        auto* choice = new QRadioButton(policyName(policy), this);
        choice->setAccessibleDescription(policyExplained(policy));
        choice->setChecked(policy == m_session.settings().reading);
        group->addButton(choice);
        column.addWidget(choice);
        addIndented(column, wrappedLabel(policyExplained(policy), u"dim"_s, this));
        connect(choice, &QRadioButton::toggled, this, &PrivacyDialog::refresh);
        m_policies += choice;
    }
    m_device->addItem(tr("As above, like all my devices"));
    for (const ReadingPolicy policy : policies)
        m_device->addItem(policyName(policy));
    const auto own = m_session.reading().devicePolicy();
    m_device->setCurrentIndex(own ? 1 + static_cast<int>(*own) : 0);
    auto* label = new QLabel(tr("On &this device"), this);
    label->setBuddy(m_device);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 6, 0, 0);
    row->setSpacing(12);
    row->addWidget(label);
    row->addWidget(m_device, 1);
    column.addLayout(row);
    connect(m_device, &QComboBox::currentIndexChanged, this, &PrivacyDialog::refresh);
}

void PrivacyDialog::addReceipts(QBoxLayout& column)
{
    column.addWidget(wrappedLabel(tr("Who sees it"), u"title"_s, this));
    auto* group = new QButtonGroup(this);
    group->addButton(m_public);
    group->addButton(m_private);
    (m_session.settings().receipts == ReceiptPrivacy::Private ? m_private : m_public)->setChecked(true);
    column.addWidget(m_public);
    column.addWidget(m_private);
    // Room for the longer text from the start, so that choosing does not move the buttons.
    m_explanation->setText(receiptsSeenText(true));
    m_explanation->setMinimumHeight(m_explanation->heightForWidth(dialogWidth - 2 * margin - indent));
    m_explanation->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    addIndented(column, m_explanation);
    addIndented(column, wrappedLabel(tr("A conversation's own menu can say otherwise for that conversation."),
                                     u"dim"_s, this));
    connect(m_private, &QRadioButton::toggled, this, &PrivacyDialog::refresh);
}

ReadingPolicy PrivacyDialog::chosenPolicy() const
{
    const auto chosen = std::find_if(m_policies.begin(), m_policies.end(),
                                     [](const QRadioButton* one) { return one->isChecked(); });
    return policies.at(static_cast<std::size_t>(chosen - m_policies.begin()));
}

ReceiptPrivacy PrivacyDialog::chosenReceipts() const
{
    return m_private->isChecked() ? ReceiptPrivacy::Private : ReceiptPrivacy::Public;
}

bool PrivacyDialog::changesAccount() const
{
    const AccountSettings& now = m_session.settings();
    return chosenPolicy() != now.reading
           || m_private->isChecked() != (now.receipts == ReceiptPrivacy::Private);
}

void PrivacyDialog::refresh()
{
    if (m_save == nullptr)
        return;
    m_explanation->setText(receiptsSeenText(m_private->isChecked()));
    const bool isOnline = m_session.isOnline();
    m_save->setEnabled(!m_isBusy && (isOnline || !changesAccount()));
    for (QRadioButton* choice : m_policies)
        choice->setEnabled(!m_isBusy && isOnline);
    m_public->setEnabled(!m_isBusy && isOnline);
    m_private->setEnabled(!m_isBusy && isOnline);
    m_device->setEnabled(!m_isBusy);
    if (!isOnline)
        m_state->setText(tr("While there is no connection only this device can be changed."));
    else if (m_isBusy)
        m_state->clear();
}

void PrivacyDialog::saveDevice()
{
    const int index = m_device->currentIndex();
    const auto chosen =
        index > 0 ? std::optional(policies.at(static_cast<std::size_t>(index - 1))) : std::nullopt;
    if (chosen != m_session.reading().devicePolicy())
        m_session.changeDevicePolicy(chosen);
}

void PrivacyDialog::save()
{
    if (!changesAccount()) {
        saveDevice();
        accept();
        return;
    }
    m_isBusy = true;
    m_state->clear();
    refresh();
    const CommandId command = m_session.changeAccount(chosenReceipts(), chosenPolicy());
    connect(&m_session, &ChatSession::answered, this, [this, command](CommandId done, const QString& why) {
        if (done != command)
            return;
        if (why.isEmpty()) {
            saveDevice();
            accept();
            return;
        }
        m_isBusy = false;
        refresh();
        m_state->setText(why);
    });
}

} // namespace tidemark
