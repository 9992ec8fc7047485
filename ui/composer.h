#pragma once

#include "core/domain/ids.h"
#include "ui/shortcuts.h"
#include "ui/theme.h"

#include <QPlainTextEdit>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tidemark {

/// The field of the composer: grows with its text up to eight lines. Which keys send is the user's choice.
class ComposerField : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit ComposerField(QWidget* parent = nullptr);

    /// How high it wants to be for its text at its width.
    [[nodiscard]] int wantedHeight() const;
    /// Whether Escape cancels something here, before it means anything to the window.
    void setTakesEscape(bool takes) { m_takesEscape = takes; }
    void setSendKey(SendKey key) { m_sendKey = key; }

Q_SIGNALS:
    void sendWanted();
    void cancelWanted();
    void editLastWanted();
    /// A key that the timeline may scroll by.
    void scrollKeyPressed(QKeyEvent* event);
    void heightWanted(int height);
    void focusChanged();

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void insertFromMimeData(const QMimeData* source) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] bool scrolls(KeyCommand command) const;
    [[nodiscard]] int lines() const; ///< as wrapped
    void tellHeight();

    SendKey m_sendKey = SendKey::Enter;
    bool m_takesEscape = false;
    bool m_hasBar = false;
};

/// Where messages are written, with the send button and, while a message is being edited or answered, a line
/// that says so.
class Composer : public QWidget {
    Q_OBJECT
public:
    explicit Composer(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Begins with the draft of another conversation; says nothing about it.
    void begin(const QString& placeholder, const QString& draft);
    /// A half-finished edit, to be gone on with later.
    struct Edit {
        Seq target; ///< 0: none
        QString original;
        QString text;
    };
    [[nodiscard]] Edit edit() const;
    void resumeEdit(const Edit& edit);
    /// What is being answered.
    struct Reply {
        Seq target; ///< 0: nothing
        QString name;
        QString text;
    };
    [[nodiscard]] const Reply& reply() const { return m_reply; }
    /// What is written from here on answers it. Leaves an edit.
    void beginReply(const Reply& reply);
    void endReply();
    /// Puts a text back that was to be sent, before what has been written since.
    void takeBack(const QString& text);
    /// Does what the key would have done in the field, and lets it have the keyboard.
    void type(QKeyEvent* event);
    /// Puts the text of an own message into the field; what was written comes back afterwards.
    void beginEdit(Seq target, const QString& text);
    /// How long the server wants the user to wait; 0: not at all.
    void setWait(int seconds);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isEditing() const { return m_editing.isValid(); }
    void setSendKey(SendKey key);
    [[nodiscard]] ComposerField& field() { return *m_field; }
    void clear();
    void focusField();
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void sendWanted(const QString& text);
    void editWanted(tidemark::Seq target, const QString& text);
    void editLastWanted();
    void draftChanged(const QString& text);
    /// The user is writing a message, not an edit.
    void writing();
    void scrollKeyPressed(QKeyEvent* event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void submit();
    void setNotice(const QString& words);
    void updateLength();
    [[nodiscard]] qsizetype bytes() const;
    void updateEditLine();
    [[nodiscard]] QString stripWords() const;
    void cancel();
    void endEdit();
    void updateStrip();
    void setEditing(Seq target);
    void fill(const QString& text);
    void updateButton();

    Theme m_theme;
    ComposerField* m_field;
    QToolButton* m_send;
    QWidget* m_editLine;
    QLabel* m_editLabel;
    QLabel* m_notice; ///< why the text cannot be sent
    QLabel* m_wait;   ///< how long until messages go again
    QLabel* m_room;   ///< how much of the room is used, near its end
    QHBoxLayout* m_row;
    QToolButton* m_editCancel;
    Seq m_editing;
    Reply m_reply;
    QString m_original; ///< of the message that is edited
    QString m_draftBeforeEdit;
    SendKey m_sendKey = SendKey::Enter;
    bool m_isQuiet = false;
};

} // namespace tidemark
