#include "ui/conversations/filter_bar.h"

#include "ui/conversations/filter_pill.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/widgets/menu_button.h"
#include "ui/widgets/plain_text.h"

#include <QKeyEvent>
#include <QMenu>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace tidemark {

namespace {

constexpr int gap = 2;
constexpr int marginX = metrics::gap - 3; ///< the padding of the pills adds the rest
constexpr int marginBottom = 8;
constexpr int menuWidth = 30;

} // namespace

std::vector<std::size_t> pillsThatFit(const std::vector<int>& widths, std::size_t chosen, int room,
                                      int menuWidth, int gap)
{
    std::vector<std::size_t> all(widths.size());
    std::iota(all.begin(), all.end(), 0);
    const auto widthOf = [&](const std::vector<std::size_t>& pills) {
        return std::accumulate(pills.begin(), pills.end(), -gap,
                               [&](int sum, std::size_t pill) { return sum + widths[pill] + gap; });
    };
    if (widthOf(all) <= room) {
        return all;
    }
    // Remove pills from the end, but never the chosen one.
    std::vector<std::size_t> shown = all;
    while (shown.size() > 1 && widthOf(shown) + gap + menuWidth > room) {
        shown.erase(std::prev(shown.end(), shown.back() == chosen ? 2 : 1));
    }
    return shown;
}

FilterBar::FilterBar(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_pills(), m_more(new QToolButton(this))
{
    for (const ConversationFilter filter : allFilters) {
        auto* made = new FilterPill(filter, this);
        m_pills[static_cast<std::size_t>(filter)] = made;
        made->installEventFilter(this);
        connect(made, &QAbstractButton::clicked, this, [this, filter] { choose(filter); });
    }
    setAccessibleName(tr("Filters"));
    m_more->setObjectName(QStringLiteral("moreFilters"));
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setAccessibleName(tr("More filters"));
    setPlainTip(m_more, tr("More filters"));
    m_more->installEventFilter(this);
    auto* menu = new QMenu(m_more);
    giveMenu(m_more, menu);
    connect(menu, &QMenu::aboutToShow, this, &FilterBar::fillMenu);
    connect(&session, &ChatSession::totalsChanged, this, &FilterBar::updateContents);
    connect(&session, &ChatSession::filterChanged, this, &FilterBar::updateContents);
    connect(&session.conversations(), &ConversationListModel::tallyChanged, this, &FilterBar::updateContents);
    updateContents();
}

FilterPill& FilterBar::pill(ConversationFilter filter) const
{
    return *m_pills[static_cast<std::size_t>(filter)];
}

void FilterBar::setTheme(const Theme& theme)
{
    for (FilterPill* one : m_pills) {
        one->setTheme(theme);
    }
    m_more->setIcon(glyphIcon(Glyph::More, theme.dim));
}

QSize FilterBar::sizeHint() const
{
    return {metrics::sideMinimum, m_pills.front()->sizeHint().height() + marginBottom};
}

bool FilterBar::isOffered(ConversationFilter filter) const
{
    const bool isKind = filter == ConversationFilter::Groups || filter == ConversationFilter::Channels
                        || filter == ConversationFilter::Archived;
    return !isKind || filter == m_session.conversations().kind()
           || m_session.conversations().tally().of(filter).conversations > 0;
}

void FilterBar::updateContents()
{
    const FilterTally& tally = m_session.conversations().tally();
    for (FilterPill* one : m_pills) {
        one->setContent(
            filterText(one->filter(), tally, m_session.totals(), m_session.preferences().badges()));
    }
    pill(m_session.conversations().kind()).setChecked(true);
    place();
}

void FilterBar::place()
{
    std::vector<FilterPill*> offered;
    std::vector<int> widths;
    std::size_t chosen = 0;
    for (FilterPill* one : m_pills) {
        if (!isOffered(one->filter())) {
            one->hide();
            continue;
        }
        if (one->isChecked()) {
            chosen = offered.size();
        }
        offered.push_back(one);
        widths.push_back(one->sizeHint().width());
    }
    const std::vector<std::size_t> shown =
        pillsThatFit(widths, chosen, width() - 2 * marginX, menuWidth, gap);
    const int height = m_pills.front()->sizeHint().height();
    int left = marginX;
    const auto put = [&](QWidget* widget, int width) {
        widget->setGeometry(QStyle::visualRect(layoutDirection(), rect(), {left, 0, width, height}));
        left += width + gap;
    };
    m_hidden.clear();
    for (std::size_t i = 0; i < offered.size(); ++i) {
        const bool fits = std::binary_search(shown.begin(), shown.end(), i);
        offered[i]->setVisible(fits);
        if (fits) {
            put(offered[i], widths[i]);
        } else {
            m_hidden.push_back(offered[i]->filter());
        }
    }
    m_more->setVisible(!m_hidden.empty());
    put(m_more, menuWidth);
}

void FilterBar::fillMenu()
{
    QMenu* menu = m_more->menu();
    menu->clear();
    for (const ConversationFilter filter : m_hidden) {
        const FilterText& content = pill(filter).content();
        // A tab puts the count at the right edge, like a shortcut.
        const QString words = content.name + (content.count.isEmpty() ? QString() : u'\t' + content.count);
        menu->addAction(words, this, [this, filter] { choose(filter); });
    }
}

void FilterBar::choose(ConversationFilter filter)
{
    m_session.chooseFilter(filter);
}

void FilterBar::step(QObject* from, int steps)
{
    std::vector<QAbstractButton*> stops;
    for (FilterPill* one : m_pills) {
        if (!one->isHidden()) {
            stops.push_back(one);
        }
    }
    if (!m_more->isHidden()) {
        stops.push_back(m_more);
    }
    const auto at = std::find(stops.begin(), stops.end(), from) - stops.begin();
    const auto last = static_cast<std::ptrdiff_t>(stops.size()) - 1;
    QAbstractButton* next = stops[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + steps, 0, last))];
    next->setFocus(Qt::TabFocusReason);
    if (const auto* one = qobject_cast<FilterPill*>(next)) {
        choose(one->filter());
    }
}

bool FilterBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    const int forward = layoutDirection() == Qt::RightToLeft ? -1 : 1;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Right:
        step(watched, forward);
        return true;
    case Qt::Key_Left:
        step(watched, -forward);
        return true;
    case Qt::Key_Down:
        Q_EMIT listWanted();
        return true;
    case Qt::Key_Up:
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

void FilterBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    place();
}

void FilterBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LayoutDirectionChange) {
        updateGeometry();
        place();
    }
}

} // namespace tidemark
