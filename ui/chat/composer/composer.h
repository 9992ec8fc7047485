#pragma once

#include "core/domain/attachment.h"
#include "core/domain/ids.h"
#include "ui/chat/composer/composer_field.h"
#include "ui/look/theme.h"

#include <QWidget>

#include <optional>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tidemark {

class PictureStore;
class ReplyPicture;

/// The composer of the user's messages: the field, the send button and, while editing or replying, a line
/// that says so.
class Composer : public QWidget {
    Q_OBJECT
public:
    explicit Composer(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Shows the draft of another conversation. Does not emit draftChanged().
    void begin(const QString& placeholder, const QString& draft);
    /// Shows another text of the same draft. Does not emit draftChanged(). While editing, it is the text that
    /// returns after the edit.
    void showDraft(const QString& draft);
    /// An unfinished edit, which can be resumed later.
    struct Edit {
        Seq target; ///< 0: no edit
        QString original;
        QString text;
    };
    [[nodiscard]] Edit edit() const;
    void resumeEdit(const Edit& edit);
    /// The message that the user replies to.
    struct Reply {
        Seq target; ///< 0: no reply
        QString name;
        QString text;
        std::optional<Attachment> file = {}; ///< the first one
    };
    [[nodiscard]] const Reply& reply() const { return m_reply; }
    /// Makes the text a reply to this message. Ends an edit.
    void beginReply(const Reply& reply);
    void endReply();
    /// Puts the text of an unsent message in front of the text in the field. Ends an edit.
    void prependText(const QString& text);
    /// The same, but an edit goes on: then the text is in front of the draft that returns after it.
    void putBack(const QString& text);
    /// Replaces the draft as if the user had typed `text`. Not while editing.
    void replaceText(const QString& text);
    /// The text that is not an edit.
    [[nodiscard]] QString draft() const { return isEditing() ? m_draftBeforeEdit : text(); }
    /// Inserts a mention of this name at the cursor, and gives the field the keyboard focus.
    void insertMention(const QString& name);
    /// Handles the key as the field would, and gives the field the keyboard focus.
    void type(QKeyEvent* event);
    /// Puts the text of the user's own message into the field. The current draft returns after the edit.
    void beginEdit(Seq target, const QString& text);
    /// Shows something worth knowing about the text, which can be sent all the same; empty: nothing.
    void setRemark(const QString& words);
    /// Shows how many seconds the server asks the user to wait; 0: no wait.
    void setWait(int seconds);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isEditing() const { return m_editing.isValid(); }
    void setSendKey(SendKey key);
    /// Sets the source of the picture of the message that is answered.
    void setPictures(PictureStore& pictures);
    /// Gives the paper clip a menu from which a screenshot can be taken, or none.
    void setScreenshotOffered(bool offered);
    /// Shows the number of scheduled messages on a button that leads to them; 0: no button.
    void setScheduled(int count);
    /// Returns the place of a menu of this size over the send button.
    [[nodiscard]] QPoint sendMenuPlace(const QSize& menu) const;
    [[nodiscard]] ComposerField& field() { return *m_field; }
    void clear();
    void focusField();
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void sendWanted(const QString& text);
    void editWanted(tidemark::Seq target, const QString& text);
    void editLastWanted();
    void draftChanged(const QString& text);
    /// The user is typing a new message, not an edit.
    void writing();
    void scrollKeyPressed(QKeyEvent* event);
    void attachWanted();
    /// The user wants to choose when the text is sent.
    void sendLaterWanted();
    void scheduledWanted();
    void screenshotWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void submit();
    void setNotice(const QString& words);
    void updateLength();
    [[nodiscard]] qsizetype bytes() const;
    void updateEditLine();
    [[nodiscard]] QString stripTitle() const;
    [[nodiscard]] QString stripQuote() const;
    void cancel();
    void endEdit();
    void updateStrip();
    void setEditing(Seq target);
    void fill(const QString& text);
    void updateButton();

    Theme m_theme;
    ComposerField* m_field;
    QToolButton* m_attach;
    QToolButton* m_scheduled; ///< hidden if nothing is scheduled
    QToolButton* m_send;
    QWidget* m_editLine;
    ReplyPicture* m_replyPicture;
    QWidget* m_editBar; ///< the coloured line before the message that is edited or answered
    QLabel* m_editLabel;
    QLabel* m_quote;
    QLabel* m_notice; ///< the reason why the text cannot be sent
    QLabel* m_remark;
    QLabel* m_wait; ///< the time until messages can be sent again
    QLabel* m_room; ///< the used part of the allowed size; shown near the limit
    QHBoxLayout* m_row;
    QToolButton* m_editCancel;
    Seq m_editing;
    Reply m_reply;
    QString m_original; ///< the text of the edited message, before the edit
    QString m_draftBeforeEdit;
    SendKey m_sendKey = SendKey::Enter;
    bool m_isQuiet = false;
};

} // namespace tidemark
