#pragma once

#include "ui/conversations/filter_text.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace tidemark {

/// Covers an empty list with a text and a button that leads back to a list with content.
class EmptyList : public QWidget {
    Q_OBJECT
public:
    explicit EmptyList(QWidget* parent);

    void setText(const EmptyText& text);

Q_SIGNALS:
    void actionWanted();

private:
    QLabel* m_words;
    QPushButton* m_action;
};

} // namespace tidemark
