#pragma once

#include "ui/theme.h"

#include <QListWidget>

namespace tidemark {

/// A row of two lines: who, when, and what of them.
struct PlainRow {
    quint64 key = 0; ///< comes back in chosen()
    QString title;
    QString side;        ///< at the right end of the first line
    QString text;        ///< the second line, cut where it does not fit
    int hue = 0;         ///< of the avatar
    QString action = {}; ///< what choosing the row does, at the right end of the second line; empty: not said

    friend bool operator==(const PlainRow&, const PlainRow&) = default;
};

/// The list in a dialog: an avatar and two lines a row.
class PlainList : public QListWidget {
    Q_OBJECT
public:
    explicit PlainList(const Theme& theme, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Also while there are none.
    [[nodiscard]] int rowHeight() const;
    /// Rows that are the same as before stay, and so does the place.
    void setRows(const QList<PlainRow>& rows);
    [[nodiscard]] const QList<PlainRow>& rows() const { return m_rows; }
    /// Rows of one line: without what their second one says.
    void setCompact(bool compact);
    /// Whether rows can be chosen; at first they cannot.
    void setChoosable(bool choosable);

Q_SIGNALS:
    void chosen(quint64 key);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void choose(const QListWidgetItem* item);

    QAbstractItemDelegate* m_delegate = nullptr;
    QList<PlainRow> m_rows;
    Theme m_theme;
    bool m_isChoosable = false;
    bool m_isCompact = false;
};

} // namespace tidemark
