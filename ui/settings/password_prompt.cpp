#include "ui/settings/password_prompt.h"

#include "ui/session/chat_session.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

PasswordPrompt::PasswordPrompt(ChatSession& session, QWidget* parent) : Prompt(parent), m_session(session)
{
    prepare(tr("Change password"));
    m_old = addPassword(tr("Old password"), u"old"_s);
    m_new = addPassword(tr("New password"), u"new"_s);
    m_repeated = addPassword(tr("Repeat the new password"), u"repeated"_s);
    m_signsOutOthers = addCheck(tr("Sign out of my other devices"));
    m_signsOutOthers->setObjectName(u"sign-out-others"_s);
    m_signsOutOthers->setChecked(true);
    QPushButton* accept = addButtons(tr("Change password"), [this] { submit(); });
    accept->setObjectName(u"change"_s);
    const auto update = [this, accept] {
        accept->setEnabled(!m_old->text().isEmpty() && !m_new->text().isEmpty()
                           && !m_repeated->text().isEmpty());
    };
    for (const QLineEdit* field : {m_old, m_new, m_repeated}) {
        connect(field, &QLineEdit::textChanged, accept, update);
    }
    update();
    connect(&session.commands(), &Commands::answered, this, [this](CommandId command, const QString& why) {
        if (command.isValid() && command == m_command) {
            take(why);
        }
    });
}

QLineEdit* PasswordPrompt::addPassword(const QString& label, const QString& name)
{
    QLineEdit* field = addField(label);
    field->setObjectName(name);
    field->setEchoMode(QLineEdit::Password);
    return field;
}

void PasswordPrompt::submit()
{
    if (m_new->text() != m_repeated->text()) {
        showError(tr("The two new passwords differ. Enter the same one twice."));
        m_repeated->setFocus();
        m_repeated->selectAll();
        return;
    }
    if (!m_session.connection().isOnline()) {
        showError(tr("There is no connection. Your entries stay here until you are connected."));
        return;
    }
    setBusy();
    m_command =
        m_session.account().changePassword(m_old->text(), m_new->text(), m_signsOutOthers->isChecked());
}

void PasswordPrompt::take(const QString& why)
{
    m_command = {};
    if (why.isEmpty()) {
        Q_EMIT changed();
        accept();
    } else if (!m_session.connection().isOnline()) {
        showError(tr("The server did not answer, so the password may have changed already. Try again when "
                     "you are connected; if the old password is wrong then, the new one is valid."));
    } else {
        showError(why);
    }
}

} // namespace tidemark
