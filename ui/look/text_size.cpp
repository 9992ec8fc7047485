#include "ui/look/text_size.h"

#include "ui/look/fonts.h"

#include <QApplication>

#include <utility>

namespace tidemark {

TextSize::TextSize() : m_desktops(QApplication::font()), m_made(m_desktops) {}

TextSize::~TextSize()
{
    choose(usualTextSize);
}

void TextSize::choose(int percent)
{
    if (std::exchange(m_percent, percent) != percent) {
        apply();
    }
}

void TextSize::follow()
{
    if (QApplication::font() == m_made) {
        return;
    }
    m_desktops = QApplication::font();
    m_made = m_desktops;
    if (m_percent != usualTextSize) {
        apply();
    }
}

void TextSize::apply()
{
    QApplication::setFont(scaled(m_desktops, m_percent));
    m_made = QApplication::font();
}

} // namespace tidemark
