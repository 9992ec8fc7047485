#include "ui/widgets/people_field.h"

#include "core/models/matching/mention_query.h"
#include "core/models/words/identity.h"
#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int maxOffered = 40;
constexpr int visibleRows = 5;
constexpr int hintMargin = 10;

bool isSeparator(QChar unit)
{
    return u",;，；、"_s.contains(unit);
}

} // namespace

NamePart nameAt(const QString& line, int cursor)
{
    NamePart part{cursor, cursor, {}};
    while (part.start > 0 && !isSeparator(line[part.start - 1])) {
        --part.start;
    }
    while (part.end < line.size() && !isSeparator(line[part.end])) {
        ++part.end;
    }
    part.name = line.mid(part.start, part.end - part.start).simplified();
    return part;
}

QStringList namesIn(const QString& line)
{
    QStringList names;
    for (int at = 0; at <= line.size();) {
        const NamePart part = nameAt(line, at);
        if (!part.name.isEmpty() && !names.contains(part.name)) {
            names.append(part.name);
        }
        at = part.end + 1;
    }
    return names;
}

PeopleField::PeopleField(Names names, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_names(names), m_line(new QLineEdit(this)), m_list(new PlainList(theme, this)),
      m_noMatch(
          wrappedLabel(tr("No match here. Type the full username to find someone new."), u"dim"_s, m_list))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_line);
    column->addWidget(m_list);
    m_list->setObjectName(u"people"_s);
    m_list->setAccessibleName(tr("People you know"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setCompact(true);
    m_list->setChoosable(true);
    m_noMatch->hide();
    placeList();
    m_noMatch->setContentsMargins(hintMargin, hintMargin, hintMargin, hintMargin);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &PeopleField::update);
    connect(m_line, &QLineEdit::cursorPositionChanged, this, &PeopleField::update);
    connect(m_list, &QListWidget::currentRowChanged, this, &PeopleField::describe);
    connect(m_list, &PlainList::chosen, this, [this](quint64 /*key*/) { chooseCurrent(); });
}

void PeopleField::setPeople(QList<User> people, UserId self, std::map<UserId, ConversationId> directs)
{
    std::sort(people.begin(), people.end(), [](const User& a, const User& b) {
        return QString::localeAwareCompare(QString::fromStdString(a.name), QString::fromStdString(b.name))
               < 0;
    });
    m_people = std::move(people);
    m_self = self;
    m_directs = std::move(directs);
    m_asked.reset();
    update();
}

/// Keeps the height constant for any number of matches, so that nothing moves under the pointer.
void PeopleField::placeList()
{
    m_list->setFixedHeight(visibleRows * m_list->rowHeight());
}

void PeopleField::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // Queued, because the list gets the new font after this event.
    if (event->type() == QEvent::FontChange) {
        QMetaObject::invokeMethod(this, &PeopleField::placeList, Qt::QueuedConnection);
    }
}

NamePart PeopleField::written() const
{
    const QString text = m_line->text();
    return m_names == Names::Several ? nameAt(text, m_line->cursorPosition())
                                     : NamePart{0, static_cast<int>(text.size()), text.simplified()};
}

void PeopleField::update()
{
    const NamePart part = written();
    if (m_people.isEmpty()) {
        return;
    }
    QStringList others = m_names == Names::Several ? namesIn(m_line->text()) : QStringList();
    others.removeAll(part.name);
    // Skip an unchanged query: one key press can change both text and cursor, or move only within the name.
    if (const Asked asked{part, others}; std::exchange(m_asked, asked) == asked) {
        return;
    }
    QStringList names;
    for (const User& person : m_people) {
        if (const QString name = QString::fromStdString(person.name); !others.contains(name)) {
            names.append(name);
        }
    }
    QList<PlainRow> rows;
    for (const QString& name : mentionChoices({0, part.name}, names, maxOffered)) {
        const auto person = std::find_if(m_people.begin(), m_people.end(), [&name](const User& one) {
            return QString::fromStdString(one.name) == name;
        });
        PlainRow row;
        row.key = person->id.value;
        row.title = name;
        row.side = person->id == m_self ? tr("you") : QString();
        row.hue = hueOf(person->id.value);
        row.member = person->id;
        const auto direct = m_directs.find(person->id);
        row.direct = direct == m_directs.end() ? ConversationId() : direct->second;
        rows.append(row);
    }
    m_list->setCurrentItem(nullptr);
    m_list->setRows(rows);
    m_list->scrollToTop();
    m_noMatch->setVisible(rows.isEmpty());
    m_noMatch->setFixedWidth(m_list->width());
    m_noMatch->adjustSize();
}

/// The list never has the keyboard focus, so the field tells screen readers which row is chosen.
void PeopleField::describe()
{
    describeChoice(*m_line, *m_list);
}

void PeopleField::step(int by)
{
    const int rows = m_list->count();
    const int now = m_list->currentRow();
    // Moving up from the first row returns to the field.
    const int row = now < 0 && by < 0 ? rows - 1 : now + by;
    if (row >= 0 && row < rows) {
        m_list->setCurrentRow(row);
    } else {
        m_list->setCurrentItem(nullptr);
    }
}

bool PeopleField::chooseCurrent()
{
    const int row = m_list->currentRow();
    if (row < 0) {
        return false;
    }
    const QString name = m_list->rows()[row].title; // a copy, because choosing changes the rows
    choose(name);
    return true;
}

void PeopleField::choose(const QString& name)
{
    const NamePart part = written();
    QString text = m_line->text();
    const bool isLast = part.end == text.size();
    const QString before = part.start > 0 ? u" "_s : QString();
    const QString behind = m_names == Names::Several && isLast ? u", "_s : QString();
    text.replace(part.start, part.end - part.start, before + name + behind);
    m_line->setText(text);
    m_line->setCursorPosition(part.start + static_cast<int>((before + name + behind).size()));
    m_line->setFocus(Qt::OtherFocusReason);
}

bool PeopleField::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_line || event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
        return chooseCurrent();
    default:
        return false;
    }
}

} // namespace tidemark
