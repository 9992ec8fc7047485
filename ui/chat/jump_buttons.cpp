#include "ui/chat/jump_buttons.h"

#include "core/models/words/badge.h"
#include "core/models/words/plural.h"
#include "ui/look/metrics.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/session/reactions/unread_reactions.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/timeline/jump_button.h"
#include "ui/widgets/plain_text.h"

namespace tidemark {

JumpButtons::JumpButtons(const OpenConversation& chat, ChatNavigation& navigation, UnreadReactions& reactions,
                         const QWidget& timeline, QWidget& pane)
    : QObject(&pane), m_chat(chat), m_navigation(navigation), m_timeline(timeline),
      m_jump(new JumpButton(&pane)), m_mention(new MentionButton(&pane)),
      m_reaction(new ReactionButton(&pane))
{
    connect(m_jump, &QAbstractButton::clicked, &navigation, &ChatNavigation::goDown);
    connect(m_mention, &QAbstractButton::clicked, &navigation, &ChatNavigation::goToMention);
    m_mention->setAction(withKeys(tr("Go to the next mention of you"), KeyCommand::NextMention));
    connect(&navigation, &ChatNavigation::mentionNotFound, this, &JumpButtons::showNoMention);
    connect(m_reaction, &QAbstractButton::clicked, &reactions, &UnreadReactions::goToNext);
    connect(&reactions, &UnreadReactions::found, &navigation, &ChatNavigation::jumpTo);
    connect(&reactions, &UnreadReactions::notFound, this, &JumpButtons::showNoReaction);
    m_reaction->setAction(
        withKeys(tr("Go to the next unread reaction to your messages"), KeyCommand::NextReaction));
    m_jump->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_jump, &QWidget::customContextMenuRequested, this, &JumpButtons::whyWanted);
}

void JumpButtons::setTheme(const Theme& theme)
{
    m_jump->setTheme(theme);
    m_mention->setTheme(theme);
    m_reaction->setTheme(theme);
}

void JumpButtons::showNoMention()
{
    showPlainTip(m_mention->mapToGlobal(QPoint(-220, 0)),
                 tr("The next mention is not on this device yet. Try again when you are connected."),
                 m_mention);
}

void JumpButtons::showNoReaction()
{
    showPlainTip(m_reaction->mapToGlobal(QPoint(-220, 0)),
                 tr("These reactions can be shown when you are connected."), m_reaction);
}

void JumpButtons::updateBadges()
{
    if (const ConversationSummary* summary = m_chat.summary()) {
        const auto& counts = summary->counts;
        m_jump->setBadge(badgeText(counts.unread, summary->exact),
                         badgeHint(counts.unread, counts.mentions, summary->exact));
        m_mention->setBadge(badgeText(counts.mentions, summary->exact),
                            tr("%Ln unread mentions", nullptr, pluralOf(counts.mentions)));
        m_reaction->setBadge(badgeText(summary->unreadReactions, true),
                             reactionsHint(summary->unreadReactions));
    }
    update();
}

void JumpButtons::update()
{
    using Down = ChatNavigation::Down;
    const Down down = m_navigation.down();
    const QString words = down == Down::Back          ? tr("Back to where you were")
                          : down == Down::NewMessages ? tr("Go to the new messages")
                                                      : tr("Go to the newest message");
    m_jump->setAction(withKeys(words, KeyCommand::GoDown));
    m_jump->setVisible(down != Down::Nowhere);
    const ConversationSummary* summary = m_chat.summary();
    m_mention->setVisible(summary != nullptr && summary->counts.mentions > 0);
    m_reaction->setVisible(summary != nullptr && summary->unreadReactions > 0);
    place();
}

void JumpButtons::place()
{
    const QRect area = m_timeline.geometry();
    m_jump->resize(m_jump->sizeHint());
    m_mention->resize(m_mention->sizeHint());
    // Put the button beside the column of text, even in a very wide window.
    const int beside = area.center().x() + metrics::columnMaximum / 2 + metrics::columnMargin;
    const int left = std::min(area.right() - m_jump->width() - 10, beside);
    m_jump->move(left, area.bottom() - m_jump->height() - 12);
    m_jump->raise();
    m_reaction->resize(m_reaction->sizeHint());
    // The mention button takes the place of a hidden jump button.
    const int rise = m_jump->isHidden() ? 0 : m_jump->height() - 2;
    m_mention->move(m_jump->pos() - QPoint(0, rise));
    m_mention->raise();
    const int above = m_mention->isHidden() ? 0 : m_mention->height() - 2;
    m_reaction->move(m_mention->pos() - QPoint(0, above));
    m_reaction->raise();
}

} // namespace tidemark
