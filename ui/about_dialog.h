#pragma once

#include <QDialog>

namespace tidemark {

/// Name, version, licences. Opened with open(); deletes itself.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

} // namespace tidemark
