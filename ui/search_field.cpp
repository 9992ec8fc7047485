#include "ui/search_field.h"

#include "ui/painting.h"

#include <QAction>

namespace tidemark {

SearchField::SearchField(const QString& words, QWidget* parent)
    : QLineEdit(parent), m_magnifier(addAction(QIcon(), LeadingPosition)),
      // Qt's own button looks through the desktop's icon themes first, which costs some 13 ms at the start.
      m_clear(addAction(QIcon(), TrailingPosition))
{
    setPlaceholderText(words);
    setAccessibleName(words);
    m_clear->setText(tr("Clear"));
    m_clear->setVisible(false);
    connect(m_clear, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, m_clear,
            [this](const QString& text) { m_clear->setVisible(!text.isEmpty()); });
}

void SearchField::setTheme(const Theme& theme)
{
    m_magnifier->setIcon(glyphIcon(Glyph::Search, theme.dim));
    m_clear->setIcon(glyphIcon(Glyph::Close, theme.dim));
}

} // namespace tidemark
