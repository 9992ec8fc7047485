#pragma once

#include "core/domain/ids.h"
#include "ui/look/theme.h"

#include <QListWidget>

namespace tidemark {

/// A row of two lines: a name, a time and a text.
struct PlainRow {
    quint64 key = 0; ///< the argument of chosen()
    QString title;   ///< shown on one line, as is `text`
    QString side;    ///< at the right end of the first line
    QString text;    ///< the second line; elided
    int hue = 0;     ///< the hue of the avatar
    QString action =
        {}; ///< the action of choosing the row, at the right end of the second line; empty: not shown
    UserId member = {}; ///< of the open conversation, whose picture is the avatar; none: the title's initials
    ConversationId direct =
        {}; ///< the direct chat with a user, whose picture is the avatar wherever they are

    friend bool operator==(const PlainRow&, const PlainRow&) = default;
};

/// The list in a dialog. Each row has an avatar and two lines.
class PlainList : public QListWidget {
    Q_OBJECT
public:
    explicit PlainList(const Theme& theme, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Returns the height of a row. It is also valid while the list is empty.
    [[nodiscard]] int rowHeight() const;
    /// Replaces the rows that have changed. Keeps the others and the scroll position.
    void setRows(const QList<PlainRow>& rows);
    [[nodiscard]] const QList<PlainRow>& rows() const { return m_rows; }
    /// Shows rows of one line, without the second one.
    void setCompact(bool compact);
    /// Shows rows without avatars, which are not about people or conversations.
    void hideAvatars();
    /// Sets whether the user can choose rows; off at first.
    void setChoosable(bool choosable);

Q_SIGNALS:
    void chosen(quint64 key);
    /// The user wants the menu of a row, at a place on the screen.
    void menuWanted(quint64 key, const QPoint& place);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void choose(const QListWidgetItem* item);

    QAbstractItemDelegate* m_delegate = nullptr;
    QList<PlainRow> m_rows;
    Theme m_theme;
    bool m_isChoosable = false;
    bool m_isCompact = false;
    bool m_hasAvatars = true;
};

} // namespace tidemark
