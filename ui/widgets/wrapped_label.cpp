#include "ui/widgets/wrapped_label.h"

#include <QLabel>
#include <QVariant>

namespace tidemark {

QLabel* plainLabel(const QString& words, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(words);
    return label;
}

QLabel* wrappedLabel(const QString& words, const QString& role, QWidget* parent)
{
    QLabel* label = plainLabel(words, parent);
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
