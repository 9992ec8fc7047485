#include "ui/finding/found_elsewhere.h"

#include "core/models/matching/fuzzy_match.h"
#include "core/models/words/isolated_text.h"
#include "ui/look/metrics.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QStringList namesFor(const QString& typed, const QList<User>& people)
{
    QStringList names;
    names.reserve(people.size());
    for (const User& user : people) {
        names.append(QString::fromStdString(user.name));
    }
    return bestNames(typed, names, FoundElsewhere::maxPeople);
}

} // namespace

FoundElsewhere::FoundElsewhere(QWidget* parent)
    : QWidget(parent), m_heading(wrappedLabel(tr("People"), u"dim"_s, this)), m_people(new QVBoxLayout),
      m_messages(makeEntry(u"found-messages"_s))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 6);
    column->setSpacing(0);
    m_heading->setContentsMargins(metrics::gap, 4, metrics::gap, 2);
    column->addWidget(m_heading);
    column->addLayout(m_people);
    column->addWidget(m_messages);
    connect(m_messages, &QPushButton::clicked, this, &FoundElsewhere::searchMessages);
    hide();
}

QPushButton* FoundElsewhere::makeEntry(const QString& name)
{
    auto* row = new QPushButton(this);
    row->setObjectName(name);
    row->setProperty("role", u"row"_s);
    row->setAutoDefault(true); // Enter presses it, as Space does
    return row;
}

void FoundElsewhere::setTheme(const Theme& theme)
{
    setStyleSheet(u"QPushButton { text-align: left; background: transparent; color: %1; border: 1px solid "
                  "transparent; border-radius: 8px; padding: 7px 11px; font-weight: normal; }"
                  "QPushButton:hover { background: %2; }"
                  "QPushButton:focus { border: 1px solid %3; outline: none; }"_s.arg(
                      theme.text.name(), theme.hover.name(), theme.accent.name()));
}

void FoundElsewhere::setContent(const QString& typed, const QList<User>& people)
{
    m_typed = typed.simplified();
    const QStringList names = m_typed.isEmpty() ? QStringList() : namesFor(m_typed, people);
    while (QLayoutItem* item = m_people->takeAt(0)) {
        // Later, because the row may be the one that was just clicked.
        item->widget()->hide();
        item->widget()->setObjectName({});
        item->widget()->deleteLater();
        delete item;
    }
    for (const QString& name : names) {
        QPushButton* row = makeEntry(u"found-person"_s);
        row->setText(tr("Start a chat with %1").arg(isolatedLine(buttonText(name))));
        connect(row, &QPushButton::clicked, this, [this, name] { Q_EMIT personChosen(name); });
        m_people->addWidget(row);
        row->show();
    }
    m_heading->setVisible(!names.isEmpty());
    constexpr qsizetype maxShown = 24;
    const QString shown = m_typed.size() > maxShown ? m_typed.left(maxShown) + u'…' : m_typed;
    m_messages->setText(tr("Search messages for “%1”").arg(isolatedLine(buttonText(shown))));
    setVisible(!m_typed.isEmpty());
}

void FoundElsewhere::searchMessages()
{
    if (!m_typed.isEmpty()) {
        Q_EMIT messagesWanted(m_typed);
    }
}

} // namespace tidemark
