#pragma once

#include "ui/look/theme.h"
#include "ui/session/chat_session.h"
#include "ui/session/files/media_list.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QLabel;
class QListWidget;
class QListWidgetItem;
class QRadioButton;

namespace tidemark {

/// Shows the pictures and the other files of a conversation, newest first.
class MediaDialog : public QDialog {
    Q_OBJECT
public:
    MediaDialog(ChatSession& session, const Theme& theme, QWidget* parent);

Q_SIGNALS:
    void chosen(const tidemark::AttachmentItem& item);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(const QListWidgetItem* item);
    void makeLayout();
    void begin();
    void takeItems();
    void nameRow(int row);
    void nameVisible();
    /// Calls `visit` with the rows on screen.
    void forVisible(const std::function<void(int row)>& visit) const;
    void loadMore();
    /// Has the files on screen downloaded and decoded.
    void wantVisible();

    ChatSession& m_session;
    const Theme& m_theme;
    MediaList m_items;
    QRadioButton* m_pictures;
    QRadioButton* m_files;
    QListWidget* m_list;
    QLabel* m_empty;
    QCheckBox* m_keep;
};

} // namespace tidemark
