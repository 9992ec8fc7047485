#include "ui/chat/pinned_bar.h"

#include "core/models/timeline/timeline_row.h"
#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "ui/chat/pinned_line.h"
#include "ui/session/chat_session.h"
#include "ui/widgets/plain_text.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr qsizetype maxLine = 200;    ///< characters of a text; no line on a screen has room for more
constexpr qsizetype maxMenuLine = 60; ///< characters of an entry of the menu

QString shortened(const QString& text, qsizetype max)
{
    return text.size() <= max ? text : text.left(max - 1).trimmed() + u'…';
}

} // namespace

PinnedBar::PinnedBar(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_line(new PinnedLine(this)), m_all(new QToolButton(this))
{
    m_all->setText(tr("All"));
    m_all->setAccessibleName(tr("All pinned messages"));
    setPlainTip(m_all, tr("All pinned messages"));
    setPlainTip(m_line, tr("Go to this pinned message"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 0, 8, 1);
    row->addWidget(m_line, 1);
    row->addWidget(m_all);
    connect(m_line, &QAbstractButton::clicked, this, &PinnedBar::goOn);
    connect(m_all, &QToolButton::clicked, this, &PinnedBar::openList);
    connect(&session.pins(), &PinBoard::changed, this, &PinnedBar::refresh);
    connect(&session.ignored(), &IgnoredPeople::changed, this, &PinnedBar::refresh);
    connect(&session.chat(), &OpenConversation::currentChanged, this, &PinnedBar::follow);
    hide();
}

void PinnedBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_line->setTheme(theme);
    m_all->setStyleSheet(u"QToolButton { color: %1; font-weight: 600; }"_s.arg(theme.accent.name()));
    update();
}

QString PinnedBar::text() const
{
    return m_line->words();
}

void PinnedBar::setPlace(Seq top)
{
    if (top == m_top) {
        return;
    }
    m_top = top;
    if (m_follows) {
        display(nearest());
    }
}

void PinnedBar::follow()
{
    m_follows = true;
    display(nearest());
}

void PinnedBar::refresh()
{
    const std::vector<PinnedMessage>& all = m_session.pins().messages();
    const bool isThere =
        std::ranges::any_of(all, [this](const PinnedMessage& one) { return one.seq == m_shown; });
    display(m_follows || !isThere ? nearest() : m_shown);
}

/// The last pinned message above what is on screen. Without one, the last that is on screen or below.
Seq PinnedBar::nearest() const
{
    const std::vector<PinnedMessage>& all = m_session.pins().messages();
    if (all.empty()) {
        return {};
    }
    const auto above = std::ranges::find_if(all.rbegin(), all.rend(),
                                            [this](const PinnedMessage& one) { return one.seq < m_top; });
    return above == all.rend() ? all.back().seq : above->seq;
}

/// The pinned message before `seq`; before the first one comes the last.
Seq PinnedBar::before(Seq seq) const
{
    const std::vector<PinnedMessage>& all = m_session.pins().messages();
    const auto earlier = std::ranges::find_if(all.rbegin(), all.rend(),
                                              [seq](const PinnedMessage& one) { return one.seq < seq; });
    return earlier != all.rend() ? earlier->seq : all.empty() ? Seq() : all.back().seq;
}

void PinnedBar::display(Seq seq)
{
    const std::vector<PinnedMessage>& all = m_session.pins().messages();
    const auto found = std::ranges::find_if(all, [seq](const PinnedMessage& one) { return one.seq == seq; });
    setVisible(found != all.end());
    m_shown = found == all.end() ? Seq() : seq;
    if (found == all.end()) {
        return;
    }
    m_all->setVisible(all.size() > 1);
    const QString caption =
        all.size() == 1
            ? tr("Pinned message")
            : tr("Pinned message %L1 of %L2").arg(std::distance(all.begin(), found) + 1).arg(all.size());
    m_line->setWords(caption, lineOf(*found));
}

void PinnedBar::goOn()
{
    const Seq target = m_shown;
    m_follows = false;
    display(before(target));
    Q_EMIT jumpWanted(target);
}

void PinnedBar::openList()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::vector<PinnedMessage>& all = m_session.pins().messages();
    for (auto one = all.rbegin(); one != all.rend(); ++one) {
        menu->addAction(buttonText(shortened(lineOf(*one), maxMenuLine)), this, [this, seq = one->seq] {
            m_follows = false;
            display(before(seq));
            Q_EMIT jumpWanted(seq);
        });
    }
    // Below the button, and not beyond the window's edge.
    menu->popup(m_all->mapToGlobal(QPoint(m_all->width() - menu->sizeHint().width(), m_all->height())));
}

QString PinnedBar::lineOf(const PinnedMessage& message) const
{
    if (!message.item) {
        return tr("This message is not on this device yet");
    }
    if (m_session.ignored().levelOf(message.item->author) != IgnoreLevel::None) {
        return tr("A message from someone you ignore");
    }
    const TimelineRow row = rowOf(*message.item);
    const QString files = filesText(message.item->attachments);
    const QString words = shortened(messageLine(files, writtenPart(row).simplified()), maxLine);
    return row.isAction ? row.text.simplified().left(maxLine)
                        : u"%1: %2"_s.arg(isolated(row.isOwn ? tr("You") : row.authorName), isolated(words));
}

void PinnedBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.background);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.line);
}

} // namespace tidemark
