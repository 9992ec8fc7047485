#include "ui/widgets/plain_text.h"

#include <QAction>
#include <QListWidgetItem>
#include <QTextDocument>
#include <QToolTip>

namespace tidemark {

QString plainTip(const QString& words)
{
    return Qt::mightBeRichText(words) ? Qt::convertFromPlainText(words, Qt::WhiteSpaceNormal) : words;
}

void setPlainTip(QWidget* widget, const QString& words)
{
    widget->setToolTip(plainTip(words));
}

void setPlainTip(QAction* action, const QString& words)
{
    action->setToolTip(plainTip(words));
}

void setPlainTip(QListWidgetItem& item, const QString& words)
{
    item.setToolTip(plainTip(words));
}

void showPlainTip(const QPoint& at, const QString& words, QWidget* widget)
{
    QToolTip::showText(at, plainTip(words), widget);
}

void showPlainTip(const QPoint& at, const QString& words, QWidget* widget, const QRect& area)
{
    QToolTip::showText(at, plainTip(words), widget, area);
}

QString buttonText(const QString& words)
{
    QString text = words;
    return text.replace(u'&', QStringLiteral("&&")).replace(u'\t', u' ');
}

QString captionText(const QString& words)
{
    QString text = words;
    return text.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
}

} // namespace tidemark
