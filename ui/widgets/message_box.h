#pragma once

#include <QMessageBox>

namespace tidemark {

/// A dialog with a message or a question. Shows all texts as plain text, because other users may have written
/// them.
class MessageBox : public QMessageBox {
    Q_OBJECT
public:
    MessageBox(const QString& text, const QString& explanation, StandardButtons buttons,
               QWidget* parent = nullptr);
};

} // namespace tidemark
