#include "ui/widgets/search_field.h"

#include "ui/look/painting.h"

#include <QAction>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

namespace tidemark {

namespace {
constexpr int signSide = 16;
constexpr int beforeSign = 7;
constexpr int roomOfSign = 26;
} // namespace

SearchField::SearchField(const QString& words, QWidget* parent)
    : QLineEdit(parent),
      // Qt's own button would search the desktop's icon themes first, which costs some 13 ms at the start.
      m_clear(addAction(QIcon(), TrailingPosition))
{
    setPlaceholderText(words);
    setTextMargins(isRightToLeft() ? QMargins(0, 0, roomOfSign, 0) : QMargins(roomOfSign, 0, 0, 0));
    setAccessibleName(words);
    m_clear->setText(tr("Clear"));
    m_clear->setVisible(false);
    if (auto* button = findChild<QToolButton*>()) {
        button->setAccessibleName(m_clear->text());
    }
    connect(m_clear, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, m_clear,
            [this](const QString& text) { m_clear->setVisible(!text.isEmpty()); });
}

void SearchField::setTheme(const Theme& theme)
{
    m_sign = theme.dim;
    m_clear->setIcon(glyphIcon(Glyph::Close, theme.dim));
    update();
}

void SearchField::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    const QRect sign(beforeSign, (height() - signSide) / 2, signSide, signSide);
    paintGlyph(painter, Glyph::Search, QStyle::visualRect(layoutDirection(), rect(), sign), m_sign);
}

} // namespace tidemark
