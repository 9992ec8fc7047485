#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "ui/look/theme.h"

#include <QDialog>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QPushButton;

namespace tidemark {

class ChatSession;
class PlainList;

/// Says over the window who another user is: name, picture, and the groups that both are in, as far as this
/// device knows. Asks the server for nothing, and marks nothing as read. Closes on Escape and on a click
/// elsewhere, and deletes itself.
class PersonCard : public QDialog {
    Q_OBJECT
public:
    /// `window` is the window that the card belongs to.
    PersonCard(ChatSession& session, const User& user, const Theme& theme, QWidget* window);

    /// Offers a menu about the user as a member of the open conversation.
    void offerManaging();
    /// Opens the card beside a place on the screen, inside the window.
    void openAt(const QPoint& place);

Q_SIGNALS:
    /// The user wants to mention the other one by this name.
    void mentionWanted(const QString& name);
    void managingWanted(const QPoint& place);
    /// The card has opened a conversation.
    void conversationOpened();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addHead(QBoxLayout& column);
    void addGroups(QBoxLayout& column);
    void addButtons(QBoxLayout& column);
    QPushButton* addButton(const QString& words, const QString& name);
    void showPicture();
    void showStanding();
    void showGroups(const QList<ConversationId>& groups);
    void write();
    void openConversation(ConversationId conversation);
    void ignore();
    void settle();

    ChatSession& m_session;
    User m_user;
    Theme m_theme;
    QPoint m_place; ///< on the screen
    QLabel* m_picture;
    QLabel* m_standing;
    QLabel* m_groupsTitle;
    PlainList* m_groups;
    QGridLayout* m_buttons;
    QPushButton* m_ignore = nullptr;
};

} // namespace tidemark
