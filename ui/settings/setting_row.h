#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace tidemark {

/// One setting: its control, and a line that explains it. A search finds it by every word that its texts and
/// choices contain.
class SettingRow : public QWidget {
    Q_OBJECT
public:
    /// The label stands before the control, or above it if there is no room for both. A control with a text
    /// of its own needs no label.
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

/// Returns all texts and choices of a widget, without the "&" of access keys.
[[nodiscard]] QString wordsIn(const QWidget& widget);

} // namespace tidemark
