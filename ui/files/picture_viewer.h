#pragma once

#include "ui/files/file_actions.h"
#include "ui/look/painting.h"
#include "ui/look/theme.h"
#include "ui/session/chat_session.h"
#include "ui/session/files/media_list.h"

#include <QDialog>

class QLabel;
class QToolButton;

namespace tidemark {

class PictureCanvas;

/// Shows the pictures of a conversation large, one after the other.
class PictureViewer : public QDialog {
    Q_OBJECT
public:
    /// Begins with `first`.
    PictureViewer(ChatSession& session, const Theme& theme, FileActions& actions, const AttachmentItem& first,
                  QWidget* parent);

    [[nodiscard]] const AttachmentItem& current() const { return m_current; }
    /// Shows an older picture, or a newer one.
    void goBy(int older);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* makeButton(Glyph glyph, const QString& name);
    void makeLayout();
    void showItem(const AttachmentItem& item);
    void elideWords();
    void refresh();
    void nameCanvas(const QString& picture);
    void takeList();
    void save();
    void copy();
    [[nodiscard]] FileState state() const;

    ChatSession& m_session;
    const Theme& m_theme;
    FileActions& m_actions;
    AttachmentItem m_current;
    MediaList m_list;
    PictureCanvas* m_canvas;
    QString m_words; ///< who sent the picture, and when
    QLabel* m_about;
    QToolButton* m_older;
    QToolButton* m_newer;
    QToolButton* m_save;
    QToolButton* m_copy;
};

} // namespace tidemark
