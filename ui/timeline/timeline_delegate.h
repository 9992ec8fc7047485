#pragma once

#include "ui/look/theme.h"
#include "ui/timeline/files/file_painter.h"
#include "ui/timeline/timeline_layout.h"
#include "ui/timeline/timeline_selection.h"

#include <QStyledItemDelegate>

#include <unordered_map>

namespace tidemark {

/// Paints the rows of a timeline. Caches the layouts of recent rows, so that measuring, painting and hit
/// tests share them.
class TimelineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit TimelineDelegate(QObject* parent = nullptr);

    void setTheme(const Theme& theme) { m_theme = theme; }
    void setSources(const FileSources& sources) { m_sources = sources; }
    /// Sets whether animated pictures move now.
    void setPlaying(bool plays) { m_sources.plays = plays; }
    /// Sets the selected characters of the next row to paint.
    void setMarked(std::optional<TimelineSelection::Characters> characters) { m_marked = characters; }
    /// Sets the file of the row with the keyboard focus that the user has chosen; -1: the whole message.
    void setChosenFile(int file) { m_chosenFile = file; }
    /// Sets the reaction of the next row to paint that the keyboard has chosen; -1: none.
    void setChosenChip(int chip) { m_chosenChip = chip; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// The exact height of a row at the width of `option.rect`.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// `at` is relative to the row.
    [[nodiscard]] TimelineHit hitAt(const QStyleOptionViewItem& option, const QModelIndex& index,
                                    QPoint at) const;
    /// Returns layoutOf() of a row, from the cache if nothing has changed since.
    [[nodiscard]] std::shared_ptr<const TimelineLayout> layout(const QStyleOptionViewItem& option,
                                                               const TimelineRow& row) const;

private:
    struct Cached {
        TimelineRow row;
        int width = 0;
        QFont font;
        std::shared_ptr<const TimelineLayout> layout;
    };

    void paintMessage(QPainter& painter, const QFont& font, const TimelineRow& row,
                      const TimelineLayout& layout) const;
    void paintBubble(QPainter& painter, const TimelineRow& row, const TimelineLayout& layout) const;
    void paintQuote(QPainter& painter, const TimelineFonts& fonts, const TimelineRow& row,
                    const TimelineLayout& layout) const;
    void paintText(QPainter& painter, const TimelineRow& row, const TimelineLayout& layout) const;
    void paintMeta(QPainter& painter, const TimelineFonts& fonts, const TimelineRow& row,
                   const TimelineLayout& layout) const;
    void paintLabel(QPainter& painter, const QFont& font, const TimelineRow& row,
                    const TimelineLayout& layout) const;
    void paintChips(QPainter& painter, const TimelineFonts& fonts, const TimelineRow& row,
                    const TimelineLayout& layout) const;
    void paintFocus(QPainter& painter, const TimelineLayout& layout) const;

    [[nodiscard]] QList<QTextLayout::FormatRange> coloursOf(const TimelineRow& row, int length) const;

    Theme m_theme;
    FileSources m_sources;
    std::optional<TimelineSelection::Characters> m_marked;
    int m_chosenFile = -1;
    int m_chosenChip = -1;
    mutable std::unordered_map<TimelineRowKey, Cached> m_cache;
};

} // namespace tidemark
