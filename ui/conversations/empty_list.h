#pragma once

#include "ui/conversations/filter_text.h"
#include "ui/widgets/empty_page.h"

namespace tidemark {

/// Covers an empty list with a text and a button that leads back to a list with content.
class EmptyList : public EmptyPage {
    Q_OBJECT
public:
    explicit EmptyList(QWidget* parent);

    void setText(const EmptyText& text);
};

} // namespace tidemark
