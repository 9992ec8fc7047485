#include "ui/chat/chat_pane.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/words/isolated_text.h"
#include "ui/chat/chat_header.h"
#include "ui/chat/composer/attaching.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/composer/draft_keeper.h"
#include "ui/chat/composer/draft_offer.h"
#include "ui/chat/composer/drop_sign.h"
#include "ui/chat/composer/emoji_completer.h"
#include "ui/chat/composer/file_commands.h"
#include "ui/chat/composer/mention_people.h"
#include "ui/chat/composer/mention_remark.h"
#include "ui/chat/composer/send_later.h"
#include "ui/chat/connection_strip.h"
#include "ui/chat/info/roster_text.h"
#include "ui/chat/jump_buttons.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/pinned_bar.h"
#include "ui/chat/reaction_actions.h"
#include "ui/chat/undo_bar.h"
#include "ui/chat/unseen_bar.h"
#include "ui/look/metrics.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/timeline/timeline_overlays.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/empty_page.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDragEnterEvent>
#include <QLabel>
#include <QPainter>

namespace tidemark {

ChatPane::ChatPane(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_header(new ChatHeader(this)),
      m_pinned(new PinnedBar(session, this)), m_timeline(new TimelineView(this)),
      m_composer(new Composer(this)), m_readOnly(wrappedLabel({}, QStringLiteral("dim"), this)),
      m_unseen(new UnseenBar(session, this)), m_undoPlace(new QWidget(this)),
      m_undo(new UndoBar(session, m_undoPlace)), m_stripPlace(new QWidget(this)),
      m_strip(new ConnectionStrip(m_stripPlace)),
      m_completer(
          new MentionCompleter(m_composer->field(), *this, [&session] { return peopleToMention(session); })),
      m_emoji(new EmojiCompleter(m_composer->field(), *this, session.preferences())),
      m_navigation(new ChatNavigation(session.chat(), session.conversations(), session.mentionJump(),
                                      *m_timeline, this)),
      m_jumps(new JumpButtons(session.chat(), *m_navigation, session.unreadReactions(), *m_timeline, *this)),
      m_draftOffer(new DraftOffer(this)), m_drafts(new DraftKeeper(session, *m_composer, *m_draftOffer)),
      m_later(new SendLater(session, *m_composer, *m_drafts, m_theme, *this)),
      m_files(new FileCommands(session, *m_timeline, m_theme, *this)),
      m_reactions(new ReactionActions(session, *m_timeline, m_theme, *this)),
      m_actions(new MessageActions(
          session, {*m_timeline, *m_composer, *m_drafts, *m_later, *m_files, *m_reactions, m_theme}, *this)),
      m_attaching(new Attaching(session, *m_composer, *m_drafts, m_theme, *this)),
      m_empty(new EmptyPage(Glyph::Send, this)), m_dropSign(new DropSign(m_theme, this))
{
    new MentionRemark(session, *m_composer);
    connect(&session.avatars(), &Avatars::changed, this, &ChatPane::showAvatar);
    connect(&session.avatars(), &Avatars::changed, m_completer, &MentionCompleter::showPictures);
    connect(m_completer, &MentionCompleter::allWanted, &session.roster(), &Roster::loadAll);
    connect(&session.roster(), &Roster::membersChanged, m_completer, &MentionCompleter::refresh);
    setAttribute(Qt::WA_OpaquePaintEvent);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_pinned);
    column->addWidget(m_stripPlace);
    auto* stripColumn = new QVBoxLayout(m_stripPlace);
    stripColumn->setContentsMargins(0, 0, 0, 0);
    stripColumn->addWidget(m_strip);
    m_stripPlace->hide();
    column->addWidget(m_timeline, 1);
    column->addWidget(m_unseen);
    column->addWidget(m_undoPlace);
    auto* undoColumn = new QVBoxLayout(m_undoPlace);
    undoColumn->setContentsMargins(0, 0, 0, 0);
    undoColumn->addWidget(m_undo);
    m_undoPlace->hide();
    column->addWidget(m_draftOffer);
    column->addWidget(m_composer);
    m_readOnly->setObjectName(QStringLiteral("read-only"));
    m_readOnly->setAlignment(Qt::AlignCenter);
    m_readOnly->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    column->addWidget(m_readOnly);
    column->addWidget(m_empty, 1);
    connect(m_empty, &EmptyPage::actionWanted, this, [this] {
        if (m_session.conversations().knowsAny()) {
            Q_EMIT switchWanted();
        } else {
            Q_EMIT newDirectWanted();
        }
    });
    m_timeline->setModel(&session.chat().timeline());
    m_composer->setPictures(session.pictures());
    m_timeline->setFileSources({&session.files(), &session.pictures(), &session.animations()});
    setAcceptDrops(true);
    connect(m_header, &ChatHeader::backWanted, this, &ChatPane::backWanted);
    connect(m_header, &ChatHeader::searchWanted, this, &ChatPane::searchWanted);
    connect(m_header, &ChatHeader::infoWanted, this, &ChatPane::infoWanted);
    connect(m_header, &ChatHeader::menuWanted, this, &ChatPane::conversationMenuWanted);
    connect(&session.chat(), &OpenConversation::currentChanged, this, &ChatPane::showCurrent);
    connect(&session.chat(), &OpenConversation::summaryChanged, this, &ChatPane::updateHeader);
    connect(&session.conversations(), &QAbstractItemModel::modelReset, this, &ChatPane::updateEmpty);
    connect(&session.conversations(), &QAbstractItemModel::rowsInserted, this, &ChatPane::updateEmpty);
    connect(&session.conversations(), &QAbstractItemModel::rowsRemoved, this, &ChatPane::updateEmpty);
    updateEmpty();
    connect(&session.account(), &UserAccount::settingsChanged, this, &ChatPane::updateHeader);
    connect(&session.preferences(), &Preferences::changed, this, &ChatPane::takePreferences);
    connect(&session.roster(), &Roster::writersChanged, this, &ChatPane::updateTyping);
    connect(&session.chat().reading(), &ReadingWatch::pauseTextChanged, m_header, &ChatHeader::setHint);
    connect(m_strip, &ConnectionStrip::retryWanted, &session.connection(), &ServerConnection::retry);
    connect(&session.connection(), &ServerConnection::changed, this,
            [this](int retryInMs) { m_strip->setStatus(m_session.connection().status(), retryInMs); });
    connectTimeline();
    connectParts();
    connectComposer();
    takePreferences();
    showCurrent();
}

ChatPane::~ChatPane() = default;

void ChatPane::connectTimeline()
{
    TimelineModel& model = m_session.chat().timeline();
    connect(m_timeline, &TimelineView::nearStart, &model, &TimelineModel::wantOlder);
    connect(m_timeline, &TimelineView::nearEnd, &model, &TimelineModel::wantNewer);
    connect(m_timeline, &TimelineView::endWanted, &m_session.chat(), &OpenConversation::showEnd);
    connect(m_timeline, &TimelineView::followingChanged, &model, &TimelineModel::setFollowing);
    connect(&model, &TimelineModel::endReachedChanged, m_timeline, &TimelineView::setEndReached);
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
        connect(&model, change, this, &ChatPane::updateNoMessages);
    }
    connect(&model, &TimelineModel::endReachedChanged, this, &ChatPane::updateNoMessages);
    connect(&model, &TimelineModel::positioned, this, &ChatPane::updateNoMessages);
    connect(m_timeline, &TimelineView::moved, this, [this] {
        m_jumps->update();
        const RowsOnScreen shown = m_timeline->onScreen();
        m_pinned->setPlace(shown.topSeq());
        Q_EMIT moved();
    });
    connect(m_timeline, &TimelineView::touched, this, &ChatPane::readOn);
    connect(m_timeline, &TimelineView::touched, m_pinned, &PinnedBar::follow);
    connect(m_timeline, &TimelineView::pressed, this, &ChatPane::focusComposer);
    connect(m_timeline, &TimelineView::typed, this, &ChatPane::typeIntoComposer);
    connect(m_timeline, &TimelineView::quoteActivated, this, [this](const QModelIndex& index) {
        m_navigation->jumpTo(m_session.chat().current(), m_timeline->rowAt(index.row()).replyTo);
    });
}

void ChatPane::connectParts()
{
    connect(m_pinned, &PinnedBar::jumpWanted, this,
            [this](Seq seq) { m_navigation->jumpTo(m_session.chat().current(), seq); });
    connect(m_navigation, &ChatNavigation::wentOn, this, &ChatPane::readOn);
    connect(m_navigation, &ChatNavigation::arrived, this, &ChatPane::arrived);
    connect(m_unseen, &UnseenBar::backWanted, m_navigation, &ChatNavigation::goToUnseen);
    connect(m_jumps, &JumpButtons::whyWanted, this, &ChatPane::whyWanted);
    connect(m_actions, &MessageActions::readersWanted, this, &ChatPane::readersWanted);
    connect(m_actions, &MessageActions::forwardWanted, this, &ChatPane::forwardWanted);
    connect(m_actions, &MessageActions::hideWanted, this, &ChatPane::hideWanted);
    connect(m_actions, &MessageActions::editUnsentWanted, m_attaching, &Attaching::editUnsent);
}

void ChatPane::readOn()
{
    Q_EMIT moved();
    m_session.chat().readOn();
}

void ChatPane::connectComposer()
{
    connect(m_composer, &Composer::sendWanted, this, [this](const QString& text) {
        if (!m_session.writer().send(text, m_composer->reply().target,
                                     m_drafts->versionOf(m_session.chat().current()))) {
            return;
        }
        m_composer->endReply();
        m_composer->clear();
        m_drafts->flush();
    });
    connect(&m_session.sendCooldowns(), &SendCooldowns::changed, this, &ChatPane::updateWait);
    connect(m_composer, &Composer::editWanted, &m_session.writer(), &MessageWriter::edit);
    connect(m_composer, &Composer::writing, &m_session.writer(), &MessageWriter::noteTyping);
    connect(m_composer, &Composer::scrollKeyPressed, this,
            [this](QKeyEvent* event) { m_timeline->scrollByKey(*event); });
}

void ChatPane::dragEnterEvent(QDragEnterEvent* event)
{
    // A file that the user drags out of a message is meant for another program.
    const bool isOwn = event->source() != nullptr;
    if (!isOwn && m_session.chat().mayWrite() && hasFiles(*event->mimeData())) {
        event->acceptProposedAction();
        m_dropSign->appear(titleOf(*m_session.chat().summary()), dropArea());
    }
}

void ChatPane::dragLeaveEvent(QDragLeaveEvent* /*event*/)
{
    m_dropSign->hide();
}

/// The timeline and the composer.
QRect ChatPane::dropArea() const
{
    return rect().adjusted(0, m_header->geometry().bottom() + 1, 0, 0);
}

void ChatPane::dropEvent(QDropEvent* event)
{
    m_dropSign->hide();
    event->acceptProposedAction();
    m_attaching->attach(filesIn(*event->mimeData()));
}

void ChatPane::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_header->setTheme(theme);
    m_pinned->setTheme(theme);
    m_timeline->setTheme(theme);
    m_composer->setTheme(theme);
    m_completer->setTheme(theme);
    m_emoji->setTheme(theme);
    m_strip->setTheme(theme);
    m_unseen->setTheme(theme);
    m_undo->setTheme(theme);
    m_empty->setTheme(theme);
    m_draftOffer->setTheme(theme);
    m_jumps->setTheme(theme);
    m_reactions->setTheme(theme);
    update();
}

void ChatPane::setUnreadElsewhere(const ShownTotal& total)
{
    m_header->setUnreadElsewhere(total);
}

void ChatPane::setBackVisible(bool visible)
{
    m_header->setBackVisible(visible);
    m_stripPlace->setVisible(visible);
    m_undoPlace->setVisible(visible);
}

void ChatPane::setInfoOpen(bool open)
{
    m_header->setInfoOpen(open);
}

void ChatPane::takePreferences()
{
    m_composer->setSendKey(m_session.preferences().sendKey());
}

void ChatPane::updateTyping()
{
    m_header->setTyping(typingText(m_session.roster().writers(m_session.chat().current())));
}

void ChatPane::setProgress(quint64 remaining)
{
    m_strip->setRemaining(remaining);
}

void ChatPane::updateWait()
{
    m_composer->setWait(m_session.sendCooldowns().secondsLeft(m_session.chat().current()));
}

void ChatPane::typeIntoComposer(QKeyEvent* event)
{
    if (m_session.chat().mayWrite()) {
        m_composer->type(event);
    }
}

void ChatPane::focusComposer()
{
    if (m_session.chat().mayWrite()) {
        m_composer->focusField();
    } else {
        m_timeline->setFocus(Qt::OtherFocusReason);
    }
}

void ChatPane::mention(const QString& name)
{
    m_composer->insertMention(name);
}

ReadingScreen ChatPane::screen() const
{
    const TimelineModel& model = m_session.chat().timeline();
    const TimelineWindow& window = model.window();
    const RowsOnScreen shown = m_timeline->onScreen();
    const int top = model.rowOfSeq(shown.topSeq());
    return {shown.seenFrom(), shown.seenThrough(), window.reachesEnd() ? window.last() : Seq(),
            shown.topSeq(), top < 0 ? Seq() : model.quietFrom(top)};
}

void ChatPane::showCurrent()
{
    const bool isOpen = m_session.chat().summary() != nullptr;
    m_header->setVisible(isOpen);
    m_timeline->setVisible(isOpen);
    m_empty->setVisible(!isOpen);
    updateComposer();
    m_drafts->showCurrent();
    m_later->update();
    updateHeader();
    m_jumps->update();
    updateWait();
}

/// Replaces the composer by a line that says why, if the user may not write.
void ChatPane::updateComposer()
{
    const ConversationSummary* summary = m_session.chat().summary();
    m_composer->setVisible(m_session.chat().mayWrite());
    m_readOnly->setVisible(summary != nullptr && !m_session.chat().mayWrite());
    if (summary != nullptr) {
        m_readOnly->setText(summary->isPeerDeleted
                                ? tr("You cannot write here any more, because this account was deleted.")
                            : summary->kind == ConversationKind::NoticeList
                                ? tr("Only the server’s operator can write here.")
                                : tr("Only the channel’s creator can write here."));
    }
}

/// Tells the user what to do in a conversation without messages.
void ChatPane::updateNoMessages()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr || !m_session.chat().timeline().hasNoMessages()) {
        m_timeline->overlays().setEmptyText({});
        return;
    }
    using Kind = ConversationKind;
    const QString none = tr("No messages yet.");
    if (isWithOneself(*summary)) {
        m_timeline->overlays().setEmptyText(
            tr("Write down what you want to keep. Only you see it, on all your devices."));
    } else if (summary->kind == Kind::Direct) {
        m_timeline->overlays().setEmptyText(none + u'\n'
                                            + tr("Say hello to %1.").arg(isolated(titleOf(*summary))));
    } else if (summary->kind == Kind::Group) {
        m_timeline->overlays().setEmptyText(none + u'\n' + tr("Write the first message."));
    } else {
        m_timeline->overlays().setEmptyText(none);
    }
}

/// Tells the user what to do while no conversation is open.
void ChatPane::updateEmpty()
{
    const bool isNew = !m_session.conversations().knowsAny();
    m_empty->setWords(isNew ? tr("Start a conversation with %1.").arg(keysOf(KeyCommand::NewConversation))
                            : tr("Choose a conversation, or find one by name with %1.")
                                  .arg(keysOf(KeyCommand::SwitchConversation)),
                      isNew ? tr("New conversation…") : tr("Find a conversation…"));
}

void ChatPane::updateHeader()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr) {
        return;
    }
    m_header->setConversation(titleOf(*summary), subtitleOf(*summary));
    showAvatar();
    updateComposer();
    m_reactions->update();
    updateNoMessages();
    updateTyping();
    m_header->setPrivate(m_session.chat().mayWrite()
                         && readsPrivately(m_session.account().settings(), summary->settings));
    m_jumps->updateBadges();
}

void ChatPane::showAvatar()
{
    if (const ConversationSummary* summary = m_session.chat().summary()) {
        m_header->setAvatar(rowOf(*summary, QDate::currentDate()));
    }
}

void ChatPane::chooseMessage(int step)
{
    if (!m_session.chat().current().isValid()) {
        return;
    }
    // Choose first, because a view that gets the keyboard focus makes some row current by itself.
    m_timeline->choose(step);
    focusTimeline();
}

void ChatPane::focusTimeline()
{
    m_timeline->setFocus(Qt::ShortcutFocusReason);
}

bool ChatPane::hasTimelineFocus() const
{
    return m_timeline->hasFocus();
}

void ChatPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    m_jumps->place();
}

void ChatPane::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), m_theme.background);
}

} // namespace tidemark
