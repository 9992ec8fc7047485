#include "ui/privacy_dialog.h"

#include "ui/chat_session.h"
#include "ui/receipt_text.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int dialogWidth = 420;

QLabel* wrapped(const QString& words, const QString& role, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    label->setWordWrap(true);
    label->setProperty("role", role);
    return label;
}

} // namespace

PrivacyDialog::PrivacyDialog(ChatSession& session, QWidget* parent)
    : QDialog(parent), m_session(session),
      m_public(new QRadioButton(tr("Others see what I have read"), this)),
      m_private(new QRadioButton(tr("I read in private"), this)), m_explanation(wrapped({}, u"dim"_s, this)),
      m_state(wrapped({}, u"error"_s, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Privacy"));
    setFixedWidth(dialogWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    column->addWidget(m_public);
    column->addWidget(m_private);
    // Room for the longer text from the start, so that choosing does not move the buttons.
    m_explanation->setText(receiptsSeenText(true));
    m_explanation->setMinimumHeight(m_explanation->heightForWidth(dialogWidth - 40));
    m_explanation->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    column->addWidget(m_explanation);
    column->addWidget(
        wrapped(tr("A conversation's own menu can say otherwise for that conversation."), u"dim"_s, this));
    m_state->setMinimumHeight(m_state->fontMetrics().height() + 4);
    column->addWidget(m_state);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    column->addWidget(buttons);
    (session.settings().receipts == ReceiptPrivacy::Private ? m_private : m_public)->setChecked(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &PrivacyDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_private, &QRadioButton::toggled, this, &PrivacyDialog::refresh);
    connect(&session, &ChatSession::connectionChanged, this, &PrivacyDialog::refresh);
    refresh();
}

void PrivacyDialog::refresh()
{
    m_explanation->setText(receiptsSeenText(m_private->isChecked()));
    const bool canSave = m_session.isOnline() && !m_isBusy;
    m_save->setEnabled(canSave);
    m_public->setEnabled(!m_isBusy);
    m_private->setEnabled(!m_isBusy);
    if (!m_session.isOnline())
        m_state->setText(tr("This can be changed while there is a connection."));
    else if (m_isBusy)
        m_state->clear();
}

void PrivacyDialog::save()
{
    m_isBusy = true;
    m_state->clear();
    refresh();
    const CommandId command =
        m_session.changeReceipts(m_private->isChecked() ? ReceiptPrivacy::Private : ReceiptPrivacy::Public);
    connect(&m_session, &ChatSession::answered, this, [this, command](CommandId done, const QString& why) {
        if (done != command)
            return;
        if (why.isEmpty()) {
            accept();
            return;
        }
        m_isBusy = false;
        refresh();
        m_state->setText(why);
    });
}

} // namespace tidemark
