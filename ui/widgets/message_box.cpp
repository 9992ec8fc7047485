#include "ui/widgets/message_box.h"

#include <QLabel>

namespace tidemark {

MessageBox::MessageBox(const QString& text, const QString& explanation, StandardButtons buttons,
                       QWidget* parent)
    : QMessageBox(NoIcon, QStringLiteral("Tidemark"), {}, buttons, parent)
{
    // Both labels guess their format. setTextFormat() sets only that of the first label, so the loop sets
    // both.
    setTextFormat(Qt::PlainText);
    setInformativeText(explanation);
    for (QLabel* label : findChildren<QLabel*>()) {
        label->setTextFormat(Qt::PlainText);
    }
    setText(text);
}

} // namespace tidemark
