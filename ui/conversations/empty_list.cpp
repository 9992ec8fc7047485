#include "ui/conversations/empty_list.h"

namespace tidemark {

EmptyList::EmptyList(QWidget* parent) : EmptyPage(Glyph::Unread, parent) {}

void EmptyList::setText(const EmptyText& text)
{
    setWords(text.words, text.action);
}

} // namespace tidemark
