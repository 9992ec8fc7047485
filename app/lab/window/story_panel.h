#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QScrollArea;

namespace tidemark::lab {

class LabController;

/// The explanation beside the picture: the scenario's sentences, the steps of the walk, and at rest the
/// verdict.
class StoryPanel : public QWidget {
    Q_OBJECT
public:
    explicit StoryPanel(LabController& controller, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants this step of the walk, from 1.
    void stepWanted(std::uint32_t step);

private:
    void takeScenario();
    void takeVerdict();
    [[nodiscard]] QString verdict() const;

    LabController& m_controller;
    QLabel* m_title;
    QLabel* m_about;
    QLabel* m_seen;
    QLabel* m_verdict;
    QScrollArea* m_area;
    QWidget* m_walk;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace tidemark::lab
