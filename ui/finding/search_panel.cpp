#include "ui/finding/search_panel.h"

#include "core/models/words/isolated_text.h"
#include "ui/finding/search_delegate.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/session/chat_session.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/wrapped_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {
constexpr int listStretch = 100;
constexpr int chipGap = 4;
} // namespace

SearchPanel::SearchPanel(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_field(new SearchField(tr("Search messages"), this)),
      m_title(plainLabel(tr("About you"), this)), m_close(new QToolButton(this)),
      m_everywhere(new QToolButton(this)), m_here(new QToolButton(this)), m_mentions(new QToolButton(this)),
      m_replies(new QToolButton(this)), m_reactions(new QToolButton(this)),
      m_onlyUnread(new QToolButton(this)), m_list(new QListView(this)), m_state(plainLabel({}, this)),
      m_delegate(new SearchDelegate(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeTop());
    column->addWidget(makeScopes());
    // The text and the list are both visible only while a list about the user is empty.
    column->addWidget(m_state, 1);
    column->addWidget(m_list, listStretch);
    m_list->setModel(&session.search().results());
    m_list->setItemDelegate(m_delegate);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_list->setAccessibleName(tr("Messages found"));
    m_list->installEventFilter(this);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_state->setProperty("role", u"dim"_s);
    m_state->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_state->setWordWrap(true);
    m_state->setContentsMargins(24, 32, 24, 0);
    connect(m_field, &QLineEdit::textChanged, this,
            [this](const QString& typed) { m_session.search().ask(typed, m_onlyIn); });
    connect(&session.search(), &MessageSearch::changed, this, &SearchPanel::updateState);
    connect(&session.chat(), &OpenConversation::currentChanged, this, &SearchPanel::updateScopes);
    // Messages may have been read meanwhile, here or on another device.
    connect(&session, &ChatSession::totalsChanged, this, &SearchPanel::refreshAboutUser);
    connect(&session.search(), &MessageSearch::outdated, this, &SearchPanel::refreshAboutUser);
    connect(m_list, &QWidget::customContextMenuRequested, this, &SearchPanel::showMenu);
    connect(m_list, &QAbstractItemView::clicked, this, &SearchPanel::choose);
    connect(m_list->verticalScrollBar(), &QAbstractSlider::valueChanged, this, [this](int value) {
        if (value >= m_list->verticalScrollBar()->maximum() - m_list->height()) {
            m_session.search().askMore();
        }
    });
    showMode(false);
}

QWidget* SearchPanel::makeTop()
{
    auto* top = new QWidget(this);
    top->setMinimumHeight(headerHeight(font()));
    m_field->installEventFilter(this);
    m_close->setIconSize({20, 20});
    m_title->setProperty("role", u"title"_s);
    connect(m_close, &QToolButton::clicked, this, &SearchPanel::closeWanted);
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(metrics::gap, 8, metrics::gap - 6, 8);
    row->setSpacing(4);
    row->addWidget(m_field, 1);
    row->addWidget(m_title, 1);
    row->addWidget(m_close);
    return top;
}

QWidget* SearchPanel::makeScopes()
{
    auto* scopes = new QWidget(this);
    m_chips = new QBoxLayout(QBoxLayout::LeftToRight, scopes);
    m_chips->setContentsMargins(metrics::gap, 0, metrics::gap - 6, 8);
    m_chips->setSpacing(chipGap);
    auto* first = new QHBoxLayout;
    auto* second = new QHBoxLayout;
    for (QHBoxLayout* row : {first, second}) {
        row->setSpacing(chipGap);
        m_chips->addLayout(row);
        m_chips->setAlignment(row, Qt::AlignLeft);
    }
    m_chips->setStretchFactor(second, 1);
    m_everywhere->setText(tr("Everywhere"));
    m_mentions->setText(tr("Mentions"));
    m_replies->setText(tr("Replies"));
    m_reactions->setText(tr("Reactions"));
    m_onlyUnread->setText(tr("Only unread"));
    for (QToolButton* chip : {m_mentions, m_replies, m_reactions}) {
        chip->setCheckable(true);
        chip->setChecked(true);
    }
    for (QToolButton* chip : {m_mentions, m_replies, m_reactions, m_onlyUnread}) {
        connect(chip, &QToolButton::clicked, this, &SearchPanel::askAboutUser);
    }
    for (QToolButton* chip : {m_everywhere, m_here, m_mentions, m_replies, m_reactions, m_onlyUnread}) {
        chip->setCheckable(true);
        (chip == m_reactions || chip == m_onlyUnread ? second : first)->addWidget(chip);
    }
    connect(m_everywhere, &QToolButton::clicked, this, [this] { setScope({}); });
    connect(m_here, &QToolButton::clicked, this, [this] { setScope(m_place); });
    return scopes;
}

/// Chips that do not fit into one line take two.
void SearchPanel::arrangeChips()
{
    int needed = 0;
    for (const QToolButton* chip : {m_everywhere, m_here, m_mentions, m_replies, m_reactions, m_onlyUnread}) {
        needed += chip->isHidden() ? 0 : chip->sizeHint().width() + chipGap;
    }
    const QMargins margins = m_chips->contentsMargins();
    m_chips->setDirection(needed > width() - margins.left() - margins.right() ? QBoxLayout::TopToBottom
                                                                              : QBoxLayout::LeftToRight);
}

void SearchPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_delegate->setTheme(theme);
    m_close->setIcon(glyphIcon(Glyph::Close, theme.dim));
    m_field->setTheme(theme);
    const QString chip = u"QToolButton { color: %1; border-radius: 12px; padding: 3px 10px; }"
                         "QToolButton:checked { background: %2; color: %3; font-weight: 600; }"
                         "QToolButton:focus { border: 1px solid %3; }"_s.arg(
                             theme.dim.name(), theme.tint.name(), theme.accent.name());
    for (QToolButton* one : {m_everywhere, m_here, m_mentions, m_replies, m_reactions, m_onlyUnread}) {
        one->setStyleSheet(chip);
    }
    m_list->setStyleSheet(u"QListView { background: %1; }"_s.arg(theme.side.name()));
    update();
}

void SearchPanel::begin(ConversationId onlyIn, const QString& words)
{
    m_place = onlyIn.isValid() ? onlyIn : m_session.chat().current();
    showMode(false);
    setScope(onlyIn);
    if (!words.isEmpty()) {
        m_field->setText(words);
    }
    takeFocus();
}

void SearchPanel::beginAboutUser()
{
    showMode(true);
    m_delegate->setOneConversation(false);
    askAboutUser();
    takeFocus();
}

void SearchPanel::showMode(bool isAboutUser)
{
    m_isAboutUser = isAboutUser;
    m_title->setVisible(isAboutUser);
    m_field->setVisible(!isAboutUser);
    m_everywhere->setVisible(!isAboutUser);
    for (QToolButton* chip : {m_mentions, m_replies, m_reactions, m_onlyUnread}) {
        chip->setVisible(isAboutUser);
    }
    m_close->setAccessibleName(isAboutUser ? tr("Close the list") : tr("Close the search"));
    setPlainTip(m_close, isAboutUser ? tr("Close the list (Esc)") : tr("Close the search (Esc)"));
    m_list->setAccessibleName(isAboutUser ? m_title->text() : tr("Messages found"));
    updateScopes();
    arrangeChips();
    updateState();
}

/// At least one kind must be checked: without any, check another one. A device does not know which reactions
/// are unread.
void SearchPanel::askAboutUser()
{
    const bool isOnlyUnread = m_onlyUnread->isChecked();
    m_reactions->setEnabled(!isOnlyUnread);
    const bool hasKind =
        m_mentions->isChecked() || m_replies->isChecked() || (m_reactions->isChecked() && !isOnlyUnread);
    if (!hasKind) {
        (sender() == m_mentions ? m_replies : m_mentions)->setChecked(true);
    }
    m_session.search().askAboutReader(
        {m_mentions->isChecked(), m_replies->isChecked(), m_reactions->isChecked(), isOnlyUnread});
    updateState();
}

void SearchPanel::takeFocus()
{
    if (m_isAboutUser) {
        m_list->setFocus(Qt::ShortcutFocusReason);
        return;
    }
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void SearchPanel::refreshAboutUser()
{
    if (m_isAboutUser && isVisible()) {
        m_session.search().refresh();
    }
}

void SearchPanel::setScope(ConversationId onlyIn)
{
    m_onlyIn = onlyIn;
    m_delegate->setOneConversation(onlyIn.isValid());
    m_session.search().ask(m_field->text(), onlyIn);
    updateScopes();
    updateState();
}

/// Takes the open conversation for "here", unless the search is limited to another conversation.
void SearchPanel::updateScopes()
{
    if (!m_onlyIn.isValid() && m_session.chat().current().isValid()) {
        m_place = m_session.chat().current();
    }
    const ConversationSummary* place = m_session.conversations().summary(m_place);
    m_everywhere->setChecked(!m_onlyIn.isValid());
    m_here->setVisible(place != nullptr && !m_isAboutUser);
    m_here->setChecked(m_onlyIn.isValid());
    if (place == nullptr) {
        return;
    }
    const int room = std::max(60, width() - m_everywhere->sizeHint().width() - 60);
    const QString title =
        m_here->fontMetrics().elidedText(titleOf(*place), Qt::ElideRight, std::min(room, 220));
    m_here->setText(tr("In %1").arg(isolated(buttonText(title))));
}

void SearchPanel::updateState()
{
    const bool isFound = m_session.search().results().rowCount() > 0;
    // A list about the user has the keyboard focus, even while it is empty.
    m_list->setVisible(isFound || m_isAboutUser);
    m_state->setVisible(!isFound);
    m_state->setText(emptyWords());
    if (isFound && !m_list->currentIndex().isValid()) {
        m_list->setCurrentIndex(m_session.search().results().index(0));
    }
    m_list->viewport()->update();
}

QString SearchPanel::emptyWords() const
{
    if (!m_isAboutUser && m_field->text().simplified().isEmpty()) {
        return tr("Type words from a message, in any language.\nThe newest messages come first.");
    }
    if (m_session.search().isSearching()) {
        return {};
    }
    if (!m_isAboutUser) {
        return tr("Nothing found");
    }
    return m_onlyUnread->isChecked()
               ? tr("You have no unread mentions or replies.")
               : tr("Messages that mention you with @ or reply to you are listed here, and those of yours to "
                    "which others reacted.");
}

void SearchPanel::showMenu(const QPoint& at)
{
    const QModelIndex pointed = m_list->indexAt(at);
    const QModelIndex index = pointed.isValid() ? pointed : m_list->currentIndex();
    if (!index.isValid()) {
        return;
    }
    m_list->setCurrentIndex(index);
    const auto row = index.data(SearchResultsModel::RowRole).value<SearchRow>();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Show in the conversation"), this,
                    [this, row] { Q_EMIT messageChosen(row.conversation, row.seq); });
    if (row.isUnread) {
        menu->addAction(tr("Mark as read up to here"), this,
                        [this, row] { Q_EMIT markReadWanted(row.conversation, row.seq); });
    }
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void SearchPanel::step(int by)
{
    const int count = m_session.search().results().rowCount();
    if (count == 0) {
        return;
    }
    const int row = std::clamp(m_list->currentIndex().row() + by, 0, count - 1);
    m_list->setCurrentIndex(m_session.search().results().index(row));
}

void SearchPanel::choose(const QModelIndex& index)
{
    if (!index.isValid()) {
        return;
    }
    const SearchRow row = m_session.search().results().rows()[static_cast<std::size_t>(index.row())];
    Q_EMIT messageChosen(row.conversation, row.seq);
}

bool SearchPanel::pressKey(const QKeyEvent& event)
{
    constexpr int page = 6;
    switch (event.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        step(event.key() == Qt::Key_Up ? -1 : 1);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        step(event.key() == Qt::Key_PageUp ? -page : page);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(m_list->currentIndex());
        return true;
    default:
        return false;
    }
}

bool SearchPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && pressKey(*static_cast<QKeyEvent*>(event))) {
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SearchPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateScopes();
    arrangeChips();
}

void SearchPanel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), m_theme.side);
}

} // namespace tidemark
