#pragma once

#include <QDialog>

class QListWidget;

namespace tidemark::lab {

/// Chooses a built-in scenario. Each one has its title, and where the failure was seen. Open it with open();
/// it deletes itself.
class ScenarioDialog : public QDialog {
    Q_OBJECT
public:
    explicit ScenarioDialog(QWidget* parent);

Q_SIGNALS:
    void chosen(const std::string& name);

private:
    void choose();

    QListWidget* m_list;
};

} // namespace tidemark::lab
