#include "ui/wrapped_label.h"

#include <QLabel>
#include <QVariant>

namespace tidemark {

QLabel* wrappedLabel(const QString& words, const QString& role, QWidget* parent)
{
    auto* label = new QLabel(words, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("role", role);
    return label;
}

void showWords(QLabel* label, const QString& words)
{
    label->setText(words);
    label->setVisible(!words.isEmpty());
}

} // namespace tidemark
