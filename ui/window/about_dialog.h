#pragma once

#include <QDialog>

namespace tidemark {

/// Shows name, version and licences. Open it with open(); it deletes itself.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

} // namespace tidemark
