#pragma once

#include <QAbstractTableModel>
#include <QStringList>

namespace tidemark {

/// Emoji in sections, as lines of a table. A section's title is a line of its own.
class EmojiGridModel : public QAbstractTableModel {
    Q_OBJECT
public:
    static constexpr int columns = 8;

    struct Section {
        QString title; ///< empty: no line for it
        QStringList emoji;
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setSections(const QList<Section>& sections);
    [[nodiscard]] bool isEmpty() const { return !firstCell().isValid(); }
    /// The title of a line; empty for a line of emoji.
    [[nodiscard]] const QString& titleOf(int line) const { return m_lines[line].title; }
    /// The line with which a section begins.
    [[nodiscard]] int lineOf(int section) const { return m_begins[section]; }
    /// The section that this line is in.
    [[nodiscard]] int sectionAt(int line) const;
    [[nodiscard]] QModelIndex firstCell() const;
    /// The emoji `by` places further on, in the order of reading. Stays at either end.
    [[nodiscard]] QModelIndex along(const QModelIndex& from, int by) const;
    /// The emoji `by` lines of emoji further down, in this column or the last one of a shorter line. Invalid
    /// beyond either end.
    [[nodiscard]] QModelIndex down(const QModelIndex& from, int by) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the emoji or the title; AccessibleTextRole and ToolTipRole: the emoji's name.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Line {
        QString title;
        QStringList emoji;
    };
    QList<Line> m_lines;
    QList<int> m_begins;
};

} // namespace tidemark
