#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace tidemark {

/// One setting: what changes it, and a line about it. Found by every word that can be read or chosen in it.
class SettingRow : public QWidget {
    Q_OBJECT
public:
    /// The label stands before the control, or above it where there is no room for both; a control that says
    /// itself what it is needs none.
    SettingRow(const QString& label, QWidget* control, const QString& explained, QWidget* parent);

    void explain(const QString& words);
    [[nodiscard]] QString explanation() const;

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addLabel(const QString& words);
    [[nodiscard]] bool hasRoomBeside(int width) const;

    QLabel* m_label = nullptr;
    QWidget* m_control;
    QLabel* m_explained;
    QBoxLayout* m_line;
};

/// All that can be read or chosen in a widget, without the marks of keys.
[[nodiscard]] QString wordsIn(const QWidget& widget);

} // namespace tidemark
