#include "ui/mention_completer.h"

#include "core/models/identity.h"
#include "ui/painting.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int listWidth = 280;
constexpr int avatarSide = 24;
constexpr int rowHeight = 36;
constexpr int gapToLine = 6;
constexpr int gapToField = 9; ///< and the frame around it

QIcon avatarIcon(const QString& name, const QColor& colour, const QFont& font, qreal scale)
{
    QPixmap pixmap(QSize(avatarSide, avatarSide) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paintAvatar(painter, QRect(0, 0, avatarSide, avatarSide), initialsOf(name), colour, font);
    painter.end();
    // Also for the chosen row: the style would colour it.
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

} // namespace

MentionCompleter::MentionCompleter(QPlainTextEdit& field, QWidget& host, People people)
    : QObject(&field), m_field(field), m_host(host), m_people(std::move(people)),
      m_list(new QListWidget(&host))
{
    m_list->setObjectName(u"mentions"_s);
    m_list->setAccessibleName(tr("People to mention"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setIconSize({avatarSide, avatarSide});
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setFixedWidth(listWidth);
    m_list->hide();
    field.installEventFilter(this);
    connect(&field, &QPlainTextEdit::cursorPositionChanged, this, &MentionCompleter::update);
    connect(&field, &QPlainTextEdit::textChanged, this, &MentionCompleter::update);
    connect(m_list, &QListWidget::itemClicked, this, &MentionCompleter::choose);
}

void MentionCompleter::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_list->setStyleSheet(
        u"QListWidget { background: %1; color: %2; border: 1px solid %3; border-radius: 8px;"
        " padding: 4px; outline: none; }"
        "QListWidget::item { border-radius: 5px; padding: 0 6px; }"
        "QListWidget::item:selected { background: %4; color: %2; }"_s.arg(
            theme.background.name(), theme.text.name(), theme.frame.name(), theme.tint.name()));
}

bool MentionCompleter::isOpen() const
{
    return m_list->isVisibleTo(&m_host);
}

void MentionCompleter::update()
{
    const QTextCursor cursor = m_field.textCursor();
    const auto query = cursor.hasSelection() || !m_field.hasFocus()
                           ? std::nullopt
                           : mentionAt(m_field.toPlainText(), cursor.position());
    if (!query) {
        m_declinedAt = -1;
        close();
        return;
    }
    if (query->at == m_declinedAt)
        return;
    m_declinedAt = -1;
    const QList<Person> people = m_people();
    QStringList names;
    for (const Person& person : people)
        names.append(person.name);
    const QStringList choices = mentionChoices(*query, names);
    if (choices.isEmpty()) {
        close();
        return;
    }
    m_query = *query;
    fill(people, choices);
    place();
}

void MentionCompleter::fill(const QList<Person>& people, const QStringList& names)
{
    m_list->clear();
    for (const QString& name : names) {
        const auto person = std::find_if(people.begin(), people.end(),
                                         [&name](const Person& one) { return one.name == name; });
        auto* item = new QListWidgetItem(m_list);
        item->setText(person->isEverybody ? tr("%1 – everybody here").arg(name) : name);
        item->setData(Qt::UserRole, name);
        item->setSizeHint({0, rowHeight});
        item->setIcon(avatarIcon(person->isEverybody ? u"@"_s : name,
                                 person->isEverybody ? m_theme.avatarQuiet : m_theme.avatar(person->hue),
                                 m_list->font(), m_list->devicePixelRatioF()));
    }
    m_list->setCurrentRow(0);
}

/// Above the field, at the mention, within the host.
void MentionCompleter::place()
{
    constexpr int frame = 10;
    m_list->setFixedSize(std::min(listWidth, m_host.width() - 2 * gapToLine),
                         m_list->count() * rowHeight + frame);
    QTextCursor at = m_field.textCursor();
    at.setPosition(m_query.at);
    const int left = m_field.viewport()->mapTo(&m_host, m_field.cursorRect(at).topLeft()).x() - gapToLine;
    const int rightmost = m_host.width() - m_list->width() - gapToLine;
    const int bottom = m_field.mapTo(&m_host, QPoint(0, 0)).y() - gapToField;
    m_list->move(std::clamp(left, gapToLine, std::max(gapToLine, rightmost)),
                 std::max(0, bottom - m_list->height()));
    m_list->raise();
    m_list->show();
}

void MentionCompleter::close()
{
    m_list->hide();
}

void MentionCompleter::choose(const QListWidgetItem* item)
{
    if (item == nullptr)
        return;
    const QString name = item->data(Qt::UserRole).toString();
    QTextCursor cursor = m_field.textCursor();
    const int end = m_query.at + 1 + int(m_query.typed.size());
    cursor.setPosition(m_query.at);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    close();
    const bool hasBlank = m_field.document()->characterAt(end) == u' ';
    m_declinedAt = m_query.at;
    cursor.insertText(u'@' + name + (hasBlank ? QString() : u" "_s));
    m_field.setTextCursor(cursor);
}

bool MentionCompleter::takeKey(int key)
{
    const int step = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (step != 0) {
        m_list->setCurrentRow((m_list->currentRow() + step + m_list->count()) % m_list->count());
        return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab) {
        choose(m_list->currentItem());
        return true;
    }
    if (key == Qt::Key_Escape) {
        m_declinedAt = m_query.at;
        close();
        return true;
    }
    return false;
}

bool MentionCompleter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut) {
        close();
    } else if (isOpen() && event->type() == QEvent::ShortcutOverride) {
        // Before the window takes it for a step back.
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    } else if (isOpen() && event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        if ((press->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && takeKey(press->key()))
            return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tidemark
