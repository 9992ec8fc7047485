#pragma once

#include "app/lab/playing/random_play.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace tidemark::lab {

/// Plays at random until a number is wrong, and makes the scenario small. Open it with open(); it deletes
/// itself.
class RandomDialog : public QDialog {
    Q_OBJECT
public:
    explicit RandomDialog(sim::Defect defect, QWidget* parent);

    [[nodiscard]] RandomPlay& play() { return m_play; }

Q_SIGNALS:
    void found(const tidemark::lab::Scenario& scenario);

private:
    void toggle();
    void showProgress();
    void takeFound(const Scenario& scenario);

    RandomPlay m_play;
    QComboBox* m_ways;
    QSpinBox* m_seed;
    QSpinBox* m_seeds;
    QLabel* m_state;
    QPushButton* m_start;
};

} // namespace tidemark::lab
