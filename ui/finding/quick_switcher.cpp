#include "ui/finding/quick_switcher.h"

#include "ui/finding/people_without_chat.h"
#include "ui/finding/switch_delegate.h"
#include "ui/look/match_painting.h"
#include "ui/look/painting.h"
#include "ui/session/chat_session.h"
#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {
constexpr int sheetWidth = 480;
constexpr int maxHeight = 440;
constexpr int margin = 16;
constexpr int padding = 8;
constexpr int emptyHeight = 56; ///< the height of the text that is shown if nothing matches
constexpr int maxRecent = 20;
} // namespace

QuickSwitcher::QuickSwitcher(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_sheet(new QWidget(this)), m_field(new QLineEdit(m_sheet)),
      m_list(new QListView(m_sheet)), m_nothing(plainLabel(tr("No conversations yet"), m_sheet)),
      m_delegate(new SwitchDelegate(this))
{
    m_field->setPlaceholderText(tr("Switch to, or search for…"));
    m_field->setAccessibleName(tr("Switch to a conversation"));
    m_field->installEventFilter(this);
    m_list->setModel(&m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setUniformItemSizes(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    // The field keeps the keyboard focus and moves the choice.
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setAccessibleName(tr("Matching conversations"));
    m_nothing->setProperty("role", u"dim"_s);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->hide();
    auto* column = new QVBoxLayout(m_sheet);
    column->setContentsMargins(padding, padding, padding, padding);
    column->setSpacing(padding);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing, 1);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& typed) {
        m_model.setTyped(typed);
        updateRows();
    });
    connect(m_list, &QAbstractItemView::clicked, this, &QuickSwitcher::choose);
    connect(&session.chat(), &OpenConversation::currentChanged, this, &QuickSwitcher::remember);
    connect(&session.roster(), &Roster::peopleChanged, this, [this] {
        if (isVisible()) {
            const int chosen = m_list->currentIndex().row();
            m_model.setPeople(peopleWithoutChat(m_session));
            updateRows();
            step(std::min(chosen, m_model.rowCount() - 1));
        }
    });
    parent->installEventFilter(this);
    hide();
}

void QuickSwitcher::remember()
{
    const ConversationId current = m_session.chat().current();
    if (!current.isValid()) {
        return;
    }
    m_recent.removeAll(current);
    m_recent.prepend(current);
    if (m_recent.size() > maxRecent) {
        m_recent.removeLast();
    }
}

void QuickSwitcher::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_sheet->setStyleSheet(u"QListView { background: transparent; }"_s);
    update();
}

void QuickSwitcher::begin()
{
    QList<ConversationId> recent = m_recent;
    // The model puts the first conversation last, because it is normally the open one. While no conversation
    // is open, an invalid id takes the first place.
    if (!m_session.chat().current().isValid()) {
        recent.prepend({});
    }
    m_model.begin(m_session.conversations().summaries(), recent, QDate::currentDate());
    m_model.setPeople(peopleWithoutChat(m_session));
    m_session.roster().requestPeople();
    m_field->clear();
    updateRows();
    if (!isVisible()) {
        m_focusBefore = window()->focusWidget();
    }
    place();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void QuickSwitcher::updateRows()
{
    const bool isEmpty = m_model.rowCount() == 0;
    m_list->setVisible(!isEmpty);
    m_nothing->setVisible(isEmpty);
    m_list->setCurrentIndex(m_model.index(0));
    describeChoice(*m_field, *m_list);
    m_list->scrollToTop();
    place();
}

void QuickSwitcher::place()
{
    setGeometry(parentWidget()->rect());
    const int width = std::min(sheetWidth, this->width() - 2 * margin);
    const int top = std::min(72, (this->height() - maxHeight) / 2);
    const int room = this->height() - std::max(margin, top) - margin;
    const int rows = m_model.rowCount() > 0 ? m_model.rowCount() * m_list->sizeHintForRow(0) : emptyHeight;
    const int height = std::min({maxHeight, room, rows + m_field->sizeHint().height() + 3 * padding});
    m_sheet->setGeometry((this->width() - width) / 2, std::max(margin, top), width, height);
    update();
}

void QuickSwitcher::step(int by)
{
    const int count = m_model.rowCount();
    if (count == 0) {
        return;
    }
    const int row = m_list->currentIndex().row() + by;
    // A step of one row wraps from the last row to the first; larger steps stop at the ends.
    const bool wraps = by == 1 || by == -1;
    const int next = wraps ? (row + count) % count : std::clamp(row, 0, count - 1);
    m_list->setCurrentIndex(m_model.index(next));
    describeChoice(*m_field, *m_list);
}

void QuickSwitcher::choose(const QModelIndex& index)
{
    if (!index.isValid()) {
        return;
    }
    const SwitchRow row = m_model.rows()[static_cast<std::size_t>(index.row())];
    const QString words = m_field->text().simplified();
    hide();
    switch (row.kind) {
    case SwitchRow::Kind::Conversation:
        Q_EMIT chosen(row.row.id);
        break;
    case SwitchRow::Kind::Person:
        Q_EMIT personChosen(row.row.title);
        break;
    case SwitchRow::Kind::Messages:
        Q_EMIT messagesWanted(words);
        break;
    }
}

bool QuickSwitcher::pressKey(const QKeyEvent& event)
{
    constexpr int page = 8;
    switch (event.key()) {
    case Qt::Key_Up:
        step(-1);
        return true;
    case Qt::Key_Down:
        step(1);
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        step(event.key() == Qt::Key_Tab ? 1 : -1);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        step(event.key() == Qt::Key_PageUp ? -page : page);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_list->currentIndex());
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return false;
    }
}

bool QuickSwitcher::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        return pressKey(*static_cast<QKeyEvent*>(event));
    }
    // A click outside, or another window taking the keyboard focus, closes the switcher.
    if (watched == m_field && event->type() == QEvent::FocusOut && isVisible()
        && static_cast<QFocusEvent*>(event)->reason() == Qt::OtherFocusReason) {
        hide();
    }
    if (watched == parent() && event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QWidget::eventFilter(watched, event);
}

void QuickSwitcher::mousePressEvent(QMouseEvent* event)
{
    if (!m_sheet->geometry().contains(event->pos())) {
        hide();
    }
}

void QuickSwitcher::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    // Dim the window.
    QColor veil = m_theme.isDark ? QColor(0, 0, 0) : m_theme.text;
    veil.setAlphaF(m_theme.isDark ? 0.45F : 0.18F);
    painter.fillRect(rect(), veil);
    painter.setPen(m_theme.line);
    painter.setBrush(m_theme.background);
    painter.drawRoundedRect(QRectF(m_sheet->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 12, 12);
}

void QuickSwitcher::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    Q_EMIT shownChanged();
}

void QuickSwitcher::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (m_focusBefore && !event->spontaneous()) {
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    }
    Q_EMIT shownChanged();
}

} // namespace tidemark
