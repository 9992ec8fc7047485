#pragma once

#include "core/domain/ids.h"
#include "ui/theme.h"

#include <QPlainTextEdit>
#include <QWidget>

class QLabel;
class QToolButton;

namespace tidemark {

/// The field of the composer: grows with its text up to eight lines. Enter sends, Shift+Enter begins a new
/// line.
class ComposerField : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit ComposerField(QWidget* parent = nullptr);

    /// How high it wants to be for its text at its width.
    [[nodiscard]] int wantedHeight() const;
    /// Whether Escape cancels something here, before it means anything to the window.
    void setTakesEscape(bool takes) { m_takesEscape = takes; }

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
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool isScrollKey(const QKeyEvent& event) const;
    void tellHeight();

    bool m_takesEscape = false;
};

/// Where messages are written, with the send button and, while a message is being edited, a line that says
/// so.
class Composer : public QWidget {
    Q_OBJECT
public:
    explicit Composer(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Begins with the draft of another conversation; says nothing about it.
    void begin(const QString& placeholder, const QString& draft);
    /// Puts the text of an own message into the field; what was written comes back afterwards.
    void beginEdit(Seq target, const QString& text);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isEditing() const { return m_editing.isValid(); }
    void clear();
    void focusField();

Q_SIGNALS:
    void sendWanted(const QString& text);
    void editWanted(tidemark::Seq target, const QString& text);
    void editLastWanted();
    void draftChanged(const QString& text);
    void scrollKeyPressed(QKeyEvent* event);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void submit();
    void endEdit();
    void setEditing(Seq target);
    void fill(const QString& text);
    void updateButton();

    Theme m_theme;
    ComposerField* m_field;
    QToolButton* m_send;
    QWidget* m_editLine;
    QLabel* m_editLabel;
    QToolButton* m_editCancel;
    Seq m_editing;
    QString m_draftBeforeEdit;
    bool m_isQuiet = false;
};

} // namespace tidemark
