#include "ui/settings/account_page.h"

#include "core/models/words/identity.h"
#include "ui/look/painting.h"
#include "ui/session/chat_session.h"
#include "ui/settings/delete_account_prompt.h"
#include "ui/settings/password_prompt.h"
#include "ui/settings/setting_row.h"
#include "ui/settings/settings_page.h"
#include "ui/widgets/picture_chooser.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class AccountText {
    Q_DECLARE_TR_FUNCTIONS(AccountText)
};

QString whoSeesIt()
{
    return AccountText::tr("Everyone who shares a conversation with you can see it.");
}

/// The user's picture and its buttons.
class OwnPicture : public QWidget {
public:
    OwnPicture(ChatSession& session, QWidget* parent)
        : QWidget(parent), m_session(session), m_picture(plainLabel({}, this)),
          m_choose(new QPushButton(AccountText::tr("Choose…"), this)),
          m_remove(new QPushButton(AccountText::tr("Remove"), this))
    {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(m_picture);
        row->addWidget(m_choose);
        row->addWidget(m_remove);
        row->addStretch(1);
        for (QPushButton* button : {m_choose, m_remove}) {
            button->setAutoDefault(false);
            button->setAccessibleDescription(whoSeesIt());
        }
        setFocusProxy(m_choose);
        m_choose->setAccessibleName(AccountText::tr("Choose your picture"));
        m_remove->setAccessibleName(AccountText::tr("Remove your picture"));
        m_choose->setObjectName(u"choose"_s);
        m_remove->setObjectName(u"remove"_s);
        connect(m_choose, &QPushButton::clicked, this, [this] {
            choosePicture(*window(), &m_session.avatars(),
                          [&avatars = m_session.avatars()](const QString& path) { avatars.set({}, path); });
        });
        connect(m_remove, &QPushButton::clicked, this, [this] { m_session.avatars().remove({}); });
        connect(&session.avatars(), &Avatars::changed, this, &OwnPicture::refresh);
        connect(&session.account(), &UserAccount::changed, this, &OwnPicture::refresh);
        refresh();
    }

private:
    void refresh()
    {
        constexpr int side = 64;
        const qreal scale = devicePixelRatioF();
        QPixmap pixmap(QSize(side, side) * scale);
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintAvatar(painter, QRect(0, 0, side, side), initialsOf(m_session.account().userName()),
                    palette().color(QPalette::Highlight), font(),
                    m_session.avatars().ownAvatar(qRound(side * scale)));
        painter.end();
        m_picture->setPixmap(pixmap);
        const bool hasOwn = m_session.avatars().hasOwn();
        if (!hasOwn && m_remove->hasFocus()) {
            m_choose->setFocus(); // or the next control gets it
        }
        m_remove->setVisible(hasOwn);
    }

    ChatSession& m_session;
    QLabel* m_picture;
    QPushButton* m_choose;
    QPushButton* m_remove;
};

} // namespace

SettingsPage* makeAccountPage(ChatSession& session)
{
    auto* page = new SettingsPage;
    page->addOther({u"own-picture"_s, AccountText::tr("Picture"), whoSeesIt()},
                   new OwnPicture(session, page));
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
    auto* deletion = new QPushButton(AccountText::tr("Delete account…"), page);
    deletion->setAutoDefault(false);
    SettingRow* deletionRow =
        page->addOther({u"delete-account"_s, AccountText::tr("Delete account"),
                        AccountText::tr("Deletes your account, and its data on all your devices.")},
                       deletion);
    QObject::connect(deletion, &QPushButton::clicked, deletionRow, [&session, deletionRow] {
        (new DeleteAccountPrompt(session, deletionRow->window()))->open();
    });
    return page;
}

} // namespace tidemark
