#include "ui/chat/composer/mention_completer.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "ui/look/painting.h"
#include "ui/widgets/typing.h"

#include <QKeyEvent>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int listWidth = 280;
constexpr int completionAvatar = 24;
constexpr int minRowHeight = 36;
constexpr int gapToLine = 6;
constexpr int gapToField = 9; ///< includes the frame around the field

} // namespace

MentionCompleter::MentionCompleter(QPlainTextEdit& field, QWidget& host, People people)
    : QObject(&field), m_field(field), m_host(host), m_people(std::move(people)),
      m_list(new QListWidget(&host))
{
    m_list->setObjectName(u"mentions"_s);
    m_list->setAccessibleName(tr("People to mention"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setIconSize({completionAvatar, completionAvatar});
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setFixedWidth(listWidth);
    m_list->hide();
    field.installEventFilter(this);
    // Every change of the text before the cursor also moves the cursor.
    connect(&field, &QPlainTextEdit::cursorPositionChanged, this, &MentionCompleter::update);
    connect(m_list, &QListWidget::itemClicked, this, &MentionCompleter::choose);
    connect(m_list, &QListWidget::currentRowChanged, this, &MentionCompleter::describe);
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
    const auto query = cursor.hasSelection() || !m_field.hasFocus() ? std::nullopt : queryAt(cursor);
    m_isWaiting = m_isWaiting && query;
    if (!query) {
        m_declinedAt = -1;
        close();
        return;
    }
    if (query->at == m_declinedAt) {
        return;
    }
    m_declinedAt = -1;
    if (!m_isTyping && !isOpen()) {
        return;
    }
    Q_EMIT allWanted();
    const QList<Person> people = m_people();
    QStringList names;
    for (const Person& person : people) {
        names.append(person.name);
    }
    const QStringList choices = mentionChoices(*query, names);
    m_isWaiting = choices.isEmpty();
    if (m_isWaiting) {
        close();
        return;
    }
    m_query = *query;
    fill(people, choices);
    place();
}

/// Looks only at the text before the cursor that a mention could contain.
std::optional<MentionQuery> MentionCompleter::queryAt(const QTextCursor& cursor) const
{
    const int from = std::max(0, cursor.position() - mentionReach);
    QString before;
    for (int at = from; at < cursor.position(); ++at) {
        const QChar unit = m_field.document()->characterAt(at);
        const bool endsLine = unit == QChar::ParagraphSeparator || unit == QChar::LineSeparator;
        before.append(endsLine ? QChar(u'\n') : unit);
    }
    std::optional<MentionQuery> query = mentionAt(before, static_cast<int>(before.size()));
    if (query) {
        query->at += from;
    }
    return query;
}

void MentionCompleter::fill(const QList<Person>& people, const QStringList& names)
{
    m_list->clear();
    for (const QString& name : names) {
        const auto person = std::find_if(people.begin(), people.end(),
                                         [&name](const Person& one) { return one.name == name; });
        auto* item = new QListWidgetItem(m_list);
        item->setText(person->isAll ? tr("%1 – everyone here").arg(name) : oneLine(name));
        item->setData(Qt::UserRole, name);
        item->setSizeHint({0, rowHeight()});
        item->setIcon(iconOf(*person));
    }
    m_list->setCurrentRow(0);
}

QIcon MentionCompleter::iconOf(const Person& person) const
{
    const qreal scale = m_list->devicePixelRatioF();
    QPixmap pixmap(QSize(completionAvatar, completionAvatar) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    const QRect place(0, 0, completionAvatar, completionAvatar);
    QPainter painter(&pixmap);
    if (person.isAll) {
        paintAvatar(painter, place, initialsOf(u"@"_s), m_theme.avatarQuiet, m_list->font());
    } else {
        paintAvatar(painter, place, initialsOf(person.name), m_theme.avatar(person.hue), m_list->font(),
                    pictureOf(m_theme, person.user, painter, place));
    }
    painter.end();
    // Set the picture of the chosen row too, or the style would tint the avatar.
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

void MentionCompleter::showPictures()
{
    if (!isOpen()) {
        return;
    }
    const QList<Person> people = m_people();
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem* item = m_list->item(i);
        const auto person = std::ranges::find(people, item->data(Qt::UserRole).toString(), &Person::name);
        if (person != people.end()) {
            item->setIcon(iconOf(*person));
        }
    }
}

void MentionCompleter::showPeople()
{
    if (!isOpen() && !m_isWaiting) {
        return;
    }
    const QListWidgetItem* item = m_list->currentItem();
    const QString chosen = isOpen() && item != nullptr ? item->data(Qt::UserRole).toString() : QString();
    const bool wasTyping = std::exchange(m_isTyping, true);
    update();
    m_isTyping = wasTyping;
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->data(Qt::UserRole).toString() == chosen) {
            m_list->setCurrentRow(i);
        }
    }
}

int MentionCompleter::rowHeight() const
{
    constexpr int padding = 6;
    return std::max(minRowHeight, m_list->fontMetrics().height() + 2 * padding);
}

/// Places the list above the field, at the mention, inside the host.
void MentionCompleter::place()
{
    constexpr int frame = 10;
    m_list->setFixedSize(std::min(listWidth, m_host.width() - 2 * gapToLine),
                         m_list->count() * rowHeight() + frame);
    QTextCursor at = m_field.textCursor();
    at.setPosition(m_query.at);
    const int left = m_field.viewport()->mapTo(&m_host, m_field.cursorRect(at).topLeft()).x() - gapToLine;
    const int rightmost = m_host.width() - m_list->width() - gapToLine;
    const int bottom = m_field.mapTo(&m_host, QPoint(0, 0)).y() - gapToField;
    m_list->move(std::clamp(left, gapToLine, std::max(gapToLine, rightmost)),
                 std::max(0, bottom - m_list->height()));
    m_list->raise();
    m_list->show();
    describe();
}

void MentionCompleter::close()
{
    m_list->hide();
    describe();
}

/// The list never has the keyboard focus, so the field tells screen readers which name is chosen and what
/// Enter does.
void MentionCompleter::describe()
{
    const QListWidgetItem* item = isOpen() ? m_list->currentItem() : nullptr;
    m_field.setAccessibleDescription(item == nullptr ? QString()
                                                     : tr("%1, %L2 of %L3. Enter inserts the name.")
                                                           .arg(isolated(item->text()),
                                                                QLocale().toString(m_list->currentRow() + 1),
                                                                QLocale().toString(m_list->count())));
}

void MentionCompleter::choose(const QListWidgetItem* item)
{
    if (item == nullptr) {
        return;
    }
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

/// Opens the list only for typed text: not for pasted text, a restored draft or moves of the cursor.
void MentionCompleter::noteTyping(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::KeyPress: {
        const auto& press = static_cast<const QKeyEvent&>(event);
        m_isTyping = isTyping(press) || press.key() == Qt::Key_Backspace;
        return;
    }
    case QEvent::InputMethod:
        m_isTyping = true;
        return;
    case QEvent::KeyRelease:
    case QEvent::FocusIn:
        m_isTyping = false;
        return;
    default:
        return;
    }
}

bool MentionCompleter::eventFilter(QObject* watched, QEvent* event)
{
    noteTyping(*event);
    if (event->type() == QEvent::FocusOut) {
        close();
    } else if (isOpen() && event->type() == QEvent::ShortcutOverride) {
        // Take Escape before the window treats it as a step back.
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    } else if (isOpen() && event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        if ((press->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && takeKey(press->key())) {
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace tidemark
