#pragma once

#include "ui/emoji/emoji_grid_model.h"
#include "ui/look/theme.h"

#include <QTableView>

namespace tidemark {

/// Shows an EmojiGridModel. The arrow keys move between emoji, across titles.
class EmojiGrid : public QTableView {
    Q_OBJECT
public:
    explicit EmojiGrid(QWidget* parent);

    void setTheme(const Theme& theme);
    void setSections(const QList<EmojiGridModel::Section>& sections);
    [[nodiscard]] EmojiGridModel& grid() { return m_model; }
    void scrollToSection(int section);
    /// The section at the upper edge.
    [[nodiscard]] int shownSection() const;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void chosen(const QString& emoji);
    /// The user goes up from the first line.
    void leftUpwards();
    /// The user types while the grid has the keyboard focus.
    void typed(QKeyEvent* event);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool step(int key);
    void setLineHeights();

    EmojiGridModel m_model;
    class Delegate;
    Delegate* m_delegate;
};

} // namespace tidemark
