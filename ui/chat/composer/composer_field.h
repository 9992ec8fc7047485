#pragma once

#include "ui/files/chosen_file.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/widgets/plain_text_edit.h"

namespace tidemark {

/// The text field of the composer. It grows with its text up to eight lines. The user chooses which keys
/// send.
class ComposerField : public PlainTextEdit {
    Q_OBJECT
public:
    explicit ComposerField(QWidget* parent = nullptr);

    /// Returns the height that the field needs for its text at its current width.
    [[nodiscard]] int wantedHeight() const;
    /// Sets whether Escape cancels something in the composer before the window gets the key.
    void setTakesEscape(bool takes) { m_takesEscape = takes; }
    void setSendKey(SendKey key) { m_sendKey = key; }

Q_SIGNALS:
    void sendWanted();
    void cancelWanted();
    void editLastWanted();
    /// The user pressed a key that may scroll the timeline.
    void scrollKeyPressed(QKeyEvent* event);
    /// The user pasted or dropped files.
    void filesInserted(const tidemark::FileOffer& offer);
    void heightWanted(int height);
    void focusChanged();

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    [[nodiscard]] bool canInsertFromMimeData(const QMimeData* source) const override;
    void insertFromMimeData(const QMimeData* source) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] bool scrolls(KeyCommand command) const;
    [[nodiscard]] int lines() const; ///< counted after wrapping
    void reportHeight();

    SendKey m_sendKey = SendKey::Enter;
    bool m_takesEscape = false;
    bool m_hasBar = false;
};

} // namespace tidemark
