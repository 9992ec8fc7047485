#include "ui/chat/reaction_actions.h"

#include "core/models/emoji/emoji_catalogue.h"
#include "core/models/words/reaction_text.h"
#include "ui/chat/info/reactors_dialog.h"
#include "ui/emoji/emoji_picker.h"
#include "ui/session/chat_session.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/timeline/message_menu.h"
#include "ui/timeline/reactions/timeline_reactions.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/menu.h"
#include "ui/widgets/plain_text.h"

#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString thumb = u"👍"_s;

/// "👍 thumbs up"
QString entryWords(const QString& emoji)
{
    return buttonText(QStringLiteral("%1  %2").arg(emoji, emojiName(emoji)));
}

bool isMine(const TimelineRow& row, const QString& emoji)
{
    return std::any_of(row.reactions.begin(), row.reactions.end(),
                       [&emoji](const ReactionCount& one) { return one.isMine && emojiText(one) == emoji; });
}

} // namespace

ReactionActions::ReactionActions(ChatSession& session, TimelineView& timeline, const Theme& theme,
                                 QWidget& pane)
    : QObject(&pane), m_session(session), m_timeline(timeline), m_theme(theme), m_pane(pane)
{
    TimelineReactions& reactions = timeline.reactions();
    reactions.setTips([this](const TimelineRow& row, int chip) { return tipOf(row, chip); });
    connect(&session.reactorNames(), &ReactorNames::changed, &reactions, &TimelineReactions::renewTip);
    connect(&reactions, &TimelineReactions::toggled, this,
            [this](const QModelIndex& index, const QString& emoji) {
                toggle(m_timeline.rowAt(index.row()).seq, emoji);
            });
    connect(&reactions, &TimelineReactions::pickerWanted, this,
            [this](const QModelIndex& index, const QRect& place) {
                pick(m_timeline.rowAt(index.row()).seq, place);
            });
    connect(&timeline, &TimelineView::chipMenuWanted, this,
            [this](const QModelIndex& index, int chip, const QPoint& at) {
                showChipMenu(m_timeline.rowAt(index.row()), chip, at);
            });
    connect(&session.preferences(), &Preferences::changed, this, &ReactionActions::update);
    connect(&session.chat(), &OpenConversation::currentChanged, this, [this] {
        if (m_picker != nullptr) {
            m_picker->end();
        }
    });
    update();
}

void ReactionActions::setTheme(const Theme& theme)
{
    if (m_picker != nullptr) {
        m_picker->setTheme(theme);
    }
}

void ReactionActions::update()
{
    ReactionScope scope;
    if (m_session.reactions().mayReact()) {
        scope.emoji = m_session.preferences().emoji().first(EmojiChoices::inBar);
    }
    scope.canReply = m_session.chat().mayWrite();
    m_timeline.reactions().setScope(scope);
}

void ReactionActions::toggle(Seq seq, const QString& emoji)
{
    m_session.chat().readOn();
    m_session.reactions().toggle(seq, emoji);
}

void ReactionActions::thumbsUp()
{
    const QModelIndex chosen = m_timeline.currentIndex();
    if (m_timeline.hasFocus() && chosen.isValid() && canBeAnswered(m_timeline.rowAt(chosen.row()))) {
        toggle(m_timeline.rowAt(chosen.row()).seq, thumb);
    }
}

void ReactionActions::openBar()
{
    if (!m_timeline.hasFocus() || !m_timeline.currentIndex().isValid()) {
        const std::vector<TimelineRow>& rows = m_session.chat().timeline().rows();
        const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const TimelineRow& one) {
            return canBeAnswered(one) && !one.isOwn;
        });
        if (last == rows.rend()) {
            return;
        }
        const auto row = static_cast<int>(std::distance(last, rows.rend())) - 1;
        m_timeline.setCurrentIndex(m_timeline.model()->index(row, 0));
    }
    m_timeline.reactions().openBar();
}

void ReactionActions::pick(Seq seq, const QRect& place)
{
    if (m_picker == nullptr) {
        m_picker = new EmojiPicker(m_session.preferences(), m_pane.window());
        m_picker->setTheme(m_theme);
        connect(m_picker, &EmojiPicker::chosen, this, [this](const QString& emoji) {
            m_timeline.reactions().leaveBar();
            toggle(m_picked, emoji);
        });
    }
    m_picked = seq;
    m_picker->begin(place);
}

void ReactionActions::showReactors(Seq seq)
{
    const ReactorsPage::Message message{m_session.chat().current(), seq};
    (new ReactorsDialog(m_session, message, m_theme, m_pane.window()))->open();
}

// ---- menus

void ReactionActions::addTo(QMenu& menu, const TimelineRow& row)
{
    if (!canBeAnswered(row)) {
        return;
    }
    if (m_session.reactions().mayReact()) {
        menu.addSeparator();
        QMenu* emoji = menu.addMenu(tr("React"));
        withGlyph(emoji->menuAction(), Glyph::Heart);
        for (const QString& one : m_session.preferences().emoji().first(EmojiChoices::inMenu)) {
            const QString keys = one == thumb ? u'\t' + keysOf(KeyCommand::ThumbsUp) : QString();
            QAction* action = emoji->addAction(entryWords(one) + keys, this,
                                               [this, seq = row.seq, one] { toggle(seq, one); });
            action->setCheckable(true);
            action->setChecked(isMine(row, one));
        }
        emoji->addSeparator();
        emoji->addAction(tr("Another emoji…"), this,
                         [this, &menu, seq = row.seq] { pick(seq, QRect(menu.pos(), QSize(1, 1))); });
    }
    if (!row.reactions.isEmpty()) {
        withGlyph(menu.addAction(tr("Who has reacted…"), this, [this, seq = row.seq] { showReactors(seq); }),
                  Glyph::Person);
    }
}

void ReactionActions::showChipMenu(const TimelineRow& row, int chip, const QPoint& at)
{
    if (chip >= row.reactions.size()) {
        return;
    }
    const QString emoji = emojiText(row.reactions[chip]);
    auto* menu = new QMenu(&m_pane);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_session.reactions().mayReact()) {
        const QString name = buttonText(emojiName(emoji));
        menu->addAction(row.reactions[chip].isMine ? tr("Remove %1", "the name of an emoji").arg(name)
                                                   : tr("React with %1", "the name of an emoji").arg(name),
                        this, [this, seq = row.seq, emoji] { toggle(seq, emoji); });
    }
    menu->addAction(tr("Who has reacted…"), this, [this, seq = row.seq] { showReactors(seq); });
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(at);
}

QString ReactionActions::tipOf(const TimelineRow& row, int chip)
{
    const ReactionCount& reaction = row.reactions[chip];
    const QStringList names = m_session.reactorNames().names(row.seq, reaction.emoji);
    return emojiName(emojiText(reaction)) + u'\n' + reactorsText(names, reaction);
}

} // namespace tidemark
