#include "ui/settings/delete_account_prompt.h"

#include "ui/look/style_sheet.h"
#include "ui/session/chat_session.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

DeleteAccountPrompt::DeleteAccountPrompt(ChatSession& session, QWidget* parent)
    : Prompt(parent), m_session(session)
{
    prepare(tr("Delete account"));
    addText(tr(
        "Your account is deleted permanently. It leaves all conversations; your drafts, scheduled messages, "
        "settings, reactions and your picture are deleted, and so is everything of this account on all of "
        "your devices. Nobody can use your name again."));
    addText(session.connection().status().limits.removesDeletedTexts
                ? tr("Your messages and their files are deleted for everyone.")
                : tr("Your messages stay in the conversations. Others see “Deleted account” in place of your "
                     "name."));
    m_password = addField(tr("Password"));
    m_password->setObjectName(u"password"_s);
    m_password->setEchoMode(QLineEdit::Password);
    QPushButton* accept = addButtons(tr("Delete account"), [this] { submit(); });
    accept->setObjectName(u"delete"_s);
    setRole(accept, u"danger"_s);
    accept->setDefault(false);
    accept->setAutoDefault(false);
    for (QAbstractButton* button : findChild<QDialogButtonBox*>()->buttons()) {
        if (auto* other = qobject_cast<QPushButton*>(button); other != nullptr && other != accept) {
            setRole(other, u"safe"_s);
            other->setDefault(true); // so that Enter deletes nothing
        }
    }
    const auto update = [this, accept] { accept->setEnabled(!m_password->text().isEmpty()); };
    connect(m_password, &QLineEdit::textChanged, accept, update);
    update();
    connect(&session.commands(), &Commands::answered, this, [this](CommandId command, const QString& why) {
        if (command.isValid() && command == m_command) {
            take(why);
        }
    });
}

void DeleteAccountPrompt::submit()
{
    if (!m_session.connection().isOnline()) {
        showError(tr("There is no connection. Try again when you are connected."));
        return;
    }
    setBusy();
    m_command = m_session.account().deleteAccount(m_password->text());
}

void DeleteAccountPrompt::take(const QString& why)
{
    m_command = {};
    if (why.isEmpty()) {
        accept();
    } else if (!m_session.connection().isOnline()) {
        showError(
            tr("The server did not answer. You see whether the account is deleted when you are connected "
               "again."));
    } else {
        showError(why);
    }
}

} // namespace tidemark
