#pragma once

#include "ui/look/theme.h"

#include <QList>
#include <QPointer>
#include <QRect>
#include <QWidget>

class QButtonGroup;
class QLabel;

namespace tidemark {

class EmojiButton;
class EmojiGrid;
class Preferences;
class SearchField;

/// Lets the user choose an emoji: a search in English and Chinese, the last used ones, Unicode's groups, and
/// skin tones. Stands over the other widgets of its window until an emoji is chosen, the user presses Escape
/// or clicks elsewhere. It is no popup of its own, because input methods write into the window's field.
class EmojiPicker : public QWidget {
    Q_OBJECT
public:
    EmojiPicker(Preferences& preferences, QWidget* window);

    void setTheme(const Theme& theme);
    /// Opens the picker beside `place`, which is on the screen.
    void begin(const QRect& place);
    /// Closes it without a choice.
    void end();

Q_SIGNALS:
    void chosen(const QString& emoji);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeGroups();
    QWidget* makeTones();
    void showGroups();
    void search(const QString& typed);
    void setTone(int tone);
    void updateGroup();
    void choose(const QString& emoji);
    void settle();
    bool pressKey(QObject* watched, QKeyEvent& event);

    Preferences& m_preferences;
    Theme m_theme;
    SearchField* m_field;
    EmojiGrid* m_grid;
    QLabel* m_nothing;
    QButtonGroup* m_groups;
    QButtonGroup* m_tones;
    QRect m_place; ///< on the screen
    QPointer<QWidget> m_focusBefore;
};

} // namespace tidemark
