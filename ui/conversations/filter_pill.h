#pragma once

#include "core/models/conversations/conversation_filter.h"
#include "ui/conversations/filter_text.h"
#include "ui/look/theme.h"

#include <QRadioButton>

namespace tidemark {

/// One filter of the filter bar: its name and its count. Exactly one filter is chosen.
class FilterPill : public QRadioButton {
    Q_OBJECT
public:
    FilterPill(ConversationFilter filter, QWidget* parent);

    [[nodiscard]] ConversationFilter filter() const { return m_filter; }
    void setTheme(const Theme& theme);
    void setContent(const FilterText& content);
    [[nodiscard]] const FilterText& content() const { return m_content; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool hitButton(const QPoint& position) const override { return rect().contains(position); }
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    const ConversationFilter m_filter;
    FilterText m_content;
    Theme m_theme;
};

} // namespace tidemark
