#include "ui/settings/account_page.h"

#include "ui/session/chat_session.h"
#include "ui/settings/password_prompt.h"
#include "ui/settings/setting_row.h"
#include "ui/settings/settings_page.h"

#include <QCoreApplication>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class AccountText {
    Q_DECLARE_TR_FUNCTIONS(AccountText)
};

} // namespace

SettingsPage* makeAccountPage(ChatSession& session)
{
    auto* page = new SettingsPage;
    auto* button = new QPushButton(AccountText::tr("Chan&ge…"), page);
    button->setAutoDefault(false);
    SettingRow* row = page->addOther({u"change-password"_s, AccountText::tr("Password"),
                                      AccountText::tr("Use it to sign in on your other devices.")},
                                     button);
    QObject::connect(button, &QPushButton::clicked, row, [&session, row] {
        auto* prompt = new PasswordPrompt(session, row->window());
        QObject::connect(prompt, &PasswordPrompt::changed, row,
                         [row] { row->explain(AccountText::tr("The password was changed.")); });
        prompt->open();
    });
    return page;
}

} // namespace tidemark
