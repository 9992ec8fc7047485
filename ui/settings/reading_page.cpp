#include "ui/settings/reading_page.h"

#include "core/models/words/sentences.h"
#include "ui/conversations/receipt_text.h"
#include "ui/session/chat_session.h"
#include "ui/session/reading/reading_text.h"
#include "ui/settings/setting_row.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QRadioButton>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int radioTextIndent = 26; ///< aligns an explanation with the text of its radio button
constexpr std::array addingPolicies{AddingPolicy::Everybody, AddingPolicy::Known, AddingPolicy::Nobody};
constexpr std::array policies{ReadingPolicy::WhenSeen, ReadingPolicy::OnOpening, ReadingPolicy::ByHand};

} // namespace

ReadingPage::ReadingPage(ChatSession& session, QWidget* parent)
    : SettingsPage(parent), m_session(session), m_state(wrappedLabel({}, u"error"_s, this))
{
    addOther({u"reading-policy"_s, {}, {}}, makePolicies());
    addDevice();
    addReceipts();
    addAdding();
    addFoot(m_state);
    connect(&session.account(), &UserAccount::settingsChanged, this, &ReadingPage::refresh);
    connect(&session.connection(), &ServerConnection::changed, this, &ReadingPage::refresh);
    connect(&session.commands(), &Commands::answered, this, &ReadingPage::takeAnswer);
    refresh();
}

QWidget* ReadingPage::makePolicies()
{
    auto* all = new QWidget(this);
    all->setAccessibleName(tr("When a message counts as read"));
    auto* column = new QVBoxLayout(all);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(wrappedLabel(tr("When a message counts as read"), {}, all));
    auto* group = new QButtonGroup(all);
    for (const ReadingPolicy policy : policies) {
        auto* choice = new QRadioButton(policyName(policy), all);
        choice->setAccessibleDescription(policyExplained(policy));
        group->addButton(choice);
        column->addWidget(choice);
        QLabel* explained = wrappedLabel(policyExplained(policy), u"dim"_s, all);
        explained->setContentsMargins(radioTextIndent, 0, 0, 0);
        column->addWidget(explained);
        connect(choice, &QRadioButton::clicked, this, &ReadingPage::changeAccount);
        m_policies += choice;
    }
    return all;
}

void ReadingPage::addDevice()
{
    QStringList words{tr("Same as on all my devices")};
    for (const ReadingPolicy policy : policies) {
        words += policyName(policy);
    }
    const auto own = m_session.chat().reading().devicePolicy();
    addChoice(
        {u"device-policy"_s, tr("On t&his device"),
         tr("You can choose a different rule for this device. A message read here is read on all devices.")},
        words, own ? 1 + static_cast<int>(*own) : 0, [this](int index) { changeDevice(index); });
}

void ReadingPage::addReceipts()
{
    m_receipts =
        addSwitch({u"receipts"_s, tr("Send read rece&ipts"), {}}, true, [this](bool) { changeAccount(); });
    m_public = findChild<CheckBox*>(u"receipts"_s);
}

void ReadingPage::addAdding()
{
    addChoice({u"who-may-add"_s, tr("Who may add me to groups"),
               tr("Everyone else sends you an invitation, which appears above the list. Applies to all your "
                  "devices.")},
              {tr("Everybody"), tr("People I have written to"), tr("Nobody")}, 0, [this](int index) {
                  m_state->clear();
                  m_command =
                      m_session.account().changeAdding(addingPolicies.at(static_cast<std::size_t>(index)));
                  refresh();
              });
    m_adding = findChild<QComboBox*>(u"who-may-add"_s);
}

ReadingPolicy ReadingPage::chosenPolicy() const
{
    const auto chosen = std::find_if(m_policies.begin(), m_policies.end(),
                                     [](const QRadioButton* one) { return one->isChecked(); });
    return policies.at(static_cast<std::size_t>(chosen - m_policies.begin()));
}

void ReadingPage::changeAccount()
{
    m_state->clear();
    const bool isPublic = m_public->isChecked();
    m_command = m_session.account().changeReading(isPublic ? ReceiptPrivacy::Public : ReceiptPrivacy::Private,
                                                  chosenPolicy());
    refresh();
}

void ReadingPage::changeDevice(int index)
{
    const auto chosen =
        index > 0 ? std::optional(policies.at(static_cast<std::size_t>(index - 1))) : std::nullopt;
    if (chosen != m_session.chat().reading().devicePolicy()) {
        m_session.changeDevicePolicy(chosen);
    }
}

void ReadingPage::takeAnswer(CommandId command, const QString& why)
{
    if (command != m_command) {
        return;
    }
    m_command = {};
    if (why.isEmpty()) {
        return;
    }
    refresh();
    showWords(m_state, why);
}

void ReadingPage::refresh()
{
    const bool isOnline = m_session.connection().isOnline();
    if (!m_command.isValid()) {
        const AccountSettings& now = m_session.account().settings();
        m_policies[static_cast<int>(now.reading)]->setChecked(true);
        m_public->setChecked(now.receipts != ReceiptPrivacy::Private);
        const auto* adding = std::find(addingPolicies.begin(), addingPolicies.end(), now.adding);
        // An earlier server, which does not know the setting, lets everybody add.
        m_adding->setCurrentIndex(
            adding == addingPolicies.end() ? 0 : static_cast<int>(adding - addingPolicies.begin()));
    }
    m_adding->setEnabled(isOnline);
    for (QRadioButton* choice : m_policies) {
        choice->setEnabled(isOnline);
    }
    m_public->setEnabled(isOnline);
    m_receipts->explain(sentences(receiptsSeenText(!m_public->isChecked()),
                                  tr("You can choose differently for a conversation in its menu.")));
    showWords(m_state,
              isOnline ? QString() : tr("You are offline. You can change only the rule for this device."));
}

} // namespace tidemark
