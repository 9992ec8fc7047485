#include "ui/settings/setting_row.h"

#include "ui/widgets/wrapped_label.h"

#include <QAbstractButton>
#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int betweenLines = 4;
constexpr int betweenLabelAndControl = 16;
constexpr int minRowWidth = 200;
constexpr int boxTextIndent = 26; ///< aligns an explanation with the label of its check box

QString withoutKeys(QString words)
{
    return words.remove(u'&');
}

} // namespace

SettingRow::SettingRow(const QString& label, QWidget* control, const QString& explained, QWidget* parent)
    : QWidget(parent), m_control(control), m_explained(wrappedLabel({}, u"dim"_s, this)),
      m_line(new QBoxLayout(QBoxLayout::LeftToRight))
{
    control->setParent(this);
    m_line->setSpacing(betweenLabelAndControl);
    if (!label.isEmpty()) {
        addLabel(label);
    }
    m_line->addWidget(control);
    if (label.isEmpty() && qobject_cast<QAbstractButton*>(control) != nullptr) {
        m_line->addStretch(1);
    }
    const bool isBox = qobject_cast<QCheckBox*>(control) != nullptr;
    m_explained->setContentsMargins(isBox ? boxTextIndent : 0, 0, 0, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(betweenLines);
    column->addLayout(m_line);
    column->addWidget(m_explained);
    explain(explained);
}

void SettingRow::addLabel(const QString& words)
{
    m_label = plainLabel(words, this);
    m_label->setBuddy(m_control);
    m_line->addWidget(m_label, 1);
    m_control->setAccessibleName(withoutKeys(words));
}

void SettingRow::explain(const QString& words)
{
    showWords(m_explained, words);
    m_control->setAccessibleDescription(words);
}

QString SettingRow::explanation() const
{
    return m_explained->text();
}

bool SettingRow::hasRoomBeside(int width) const
{
    return m_label == nullptr
           || m_label->sizeHint().width() + betweenLabelAndControl + m_control->sizeHint().width() <= width;
}

/// Accepts a small width, because the label can move above the control. The layout would require room for
/// both side by side.
QSize SettingRow::minimumSizeHint() const
{
    return {minRowWidth, QWidget::minimumSizeHint().height()};
}

void SettingRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isBeside = hasRoomBeside(width());
    m_line->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_line->setSpacing(isBeside ? betweenLabelAndControl : betweenLines);
}

QString wordsIn(const QWidget& widget)
{
    QStringList words;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        words += label->text();
    }
    for (const QAbstractButton* button : widget.findChildren<QAbstractButton*>()) {
        words += button->text();
    }
    for (const QComboBox* box : widget.findChildren<QComboBox*>()) {
        for (int i = 0; i < box->count(); ++i) {
            words += box->itemText(i);
        }
    }
    return withoutKeys(words.join(u'\n'));
}

} // namespace tidemark
