#include "ui/conversations/empty_list.h"

#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

EmptyList::EmptyList(QWidget* parent)
    : QWidget(parent), m_words(plainLabel({}, this)), m_action(new QPushButton(this))
{
    m_words->setWordWrap(true);
    m_words->setAlignment(Qt::AlignCenter);
    m_words->setProperty("role", u"dim"_s);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 32, 24, 0);
    column->setSpacing(16);
    column->addWidget(m_words);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addStretch(1);
    connect(m_action, &QPushButton::clicked, this, &EmptyList::actionWanted);
}

void EmptyList::setText(const EmptyText& text)
{
    m_words->setText(text.words);
    m_action->setText(text.action);
    m_action->setVisible(!text.action.isEmpty());
}

} // namespace tidemark
