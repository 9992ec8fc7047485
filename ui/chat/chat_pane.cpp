#include "ui/chat/chat_pane.h"

#include "core/models/matching/text_spans.h"
#include "core/models/words/badge.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/plural.h"
#include "core/models/words/utf8_text.h"
#include "ui/chat/chat_header.h"
#include "ui/chat/connection_strip.h"
#include "ui/chat/readers_dialog.h"
#include "ui/chat/roster_text.h"
#include "ui/chat/undo_bar.h"
#include "ui/look/metrics.h"
#include "ui/session/shortcuts.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/timeline/jump_button.h"
#include "ui/timeline/selection_controller.h"
#include "ui/timeline/timeline_overlays.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/plain_text_edit.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDesktopServices>
#include <QDialog>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QUrl>

namespace tidemark {

namespace {

constexpr int draftPauseMs = 500;

TimelineRow rowAt(const QModelIndex& index)
{
    return index.data(TimelineModel::RowRole).value<TimelineRow>();
}

} // namespace

ChatPane::ChatPane(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_header(new ChatHeader(this)), m_timeline(new TimelineView(this)),
      m_composer(new Composer(this)), m_readOnly(wrappedLabel({}, QStringLiteral("dim"), this)),
      m_undoPlace(new QWidget(this)), m_undo(new UndoBar(session.marks(), m_undoPlace)),
      m_stripPlace(new QWidget(this)), m_strip(new ConnectionStrip(m_stripPlace)),
      m_completer(new MentionCompleter(m_composer->field(), *this, [this] { return peopleToMention(); })),
      m_jump(new JumpButton(this)), m_mention(new MentionButton(this)),
      m_navigation(new ChatNavigation(session.chat(), session.conversations(), session.mentionJump(),
                                      *m_timeline, this)),
      m_empty(plainLabel({}, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_stripPlace);
    auto* stripColumn = new QVBoxLayout(m_stripPlace);
    stripColumn->setContentsMargins(0, 0, 0, 0);
    stripColumn->addWidget(m_strip);
    m_stripPlace->hide();
    column->addWidget(m_timeline, 1);
    column->addWidget(m_undoPlace);
    auto* undoColumn = new QVBoxLayout(m_undoPlace);
    undoColumn->setContentsMargins(0, 0, 0, 0);
    undoColumn->addWidget(m_undo);
    m_undoPlace->hide();
    column->addWidget(m_composer);
    m_readOnly->setObjectName(QStringLiteral("read-only"));
    m_readOnly->setAlignment(Qt::AlignCenter);
    m_readOnly->setContentsMargins(metrics::gap, metrics::gap, metrics::gap, metrics::gap);
    column->addWidget(m_readOnly);
    column->addWidget(m_empty, 1);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setProperty("role", QStringLiteral("dim"));
    m_timeline->setModel(&session.chat().timeline());
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(draftPauseMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &ChatPane::flushDraft);
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
    connect(m_header, &ChatHeader::hintBelowChanged, &m_timeline->overlays(), &TimelineOverlays::setHint);
    connect(m_strip, &ConnectionStrip::retryWanted, &session.connection(), &ServerConnection::retry);
    connect(&session.connection(), &ServerConnection::changed, this,
            [this](int retryInMs) { m_strip->setStatus(m_session.connection().status(), retryInMs); });
    connectTimeline();
    connectJumps();
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
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&model, change, this, &ChatPane::updateNoMessages);
    connect(&model, &TimelineModel::endReachedChanged, this, &ChatPane::updateNoMessages);
    connect(&model, &TimelineModel::positioned, this, &ChatPane::updateNoMessages);
    connect(m_timeline, &TimelineView::moved, this, [this] {
        updateJump();
        Q_EMIT moved();
    });
    connect(m_timeline, &TimelineView::touched, this, &ChatPane::readOn);
    connect(m_timeline, &TimelineView::pressed, this, &ChatPane::focusComposer);
    connect(m_timeline, &TimelineView::typed, this, &ChatPane::typeIntoComposer);
    connect(m_timeline, &TimelineView::linkActivated, this, &ChatPane::openLink);
    connect(m_timeline, &TimelineView::linksActivated, this, &ChatPane::chooseLink);
    connect(m_timeline, &TimelineView::quoteActivated, this, [this](const QModelIndex& index) {
        m_navigation->jumpTo(m_session.chat().current(), rowAt(index).replyTo);
    });
    connect(m_timeline, &TimelineView::menuWanted, this, &ChatPane::showMessageMenu);
    connect(m_timeline, &TimelineView::failedActivated, this, &ChatPane::showMessageMenu);
    connect(m_timeline, &TimelineView::showAllActivated, this, &ChatPane::showWhole);
}

void ChatPane::connectJumps()
{
    connect(m_jump, &QAbstractButton::clicked, m_navigation, &ChatNavigation::goDown);
    connect(m_mention, &QAbstractButton::clicked, m_navigation, &ChatNavigation::goToMention);
    m_mention->setAction(withKeys(tr("Go to the next mention of you"), KeyCommand::NextMention));
    connect(m_navigation, &ChatNavigation::wentOn, this, &ChatPane::readOn);
    connect(m_navigation, &ChatNavigation::arrived, this, &ChatPane::arrived);
    connect(m_navigation, &ChatNavigation::mentionNotFound, this, &ChatPane::showNoMention);
    m_jump->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_jump, &QWidget::customContextMenuRequested, this, &ChatPane::whyWanted);
}

void ChatPane::showNoMention()
{
    showPlainTip(m_mention->mapToGlobal(QPoint(-220, 0)),
                 tr("The next mention is not on this device yet. Try again when you are connected."),
                 m_mention);
}

void ChatPane::readOn()
{
    Q_EMIT moved();
    m_session.chat().readOn();
}

void ChatPane::connectComposer()
{
    connect(m_composer, &Composer::sendWanted, this, [this](const QString& text) {
        if (!m_session.writer().send(text, m_composer->reply().target))
            return;
        m_composer->endReply();
        m_composer->clear();
        flushDraft();
    });
    connect(&m_session.sendCooldowns(), &SendCooldowns::changed, this, &ChatPane::updateWait);
    connect(m_composer, &Composer::editWanted, &m_session.writer(), &MessageWriter::edit);
    connect(m_composer, &Composer::editLastWanted, this, &ChatPane::editLast);
    connect(m_composer, &Composer::draftChanged, this, [this] { m_draftTimer.start(); });
    connect(m_composer, &Composer::writing, &m_session.writer(), &MessageWriter::noteTyping);
    connect(m_composer, &Composer::scrollKeyPressed, this,
            [this](QKeyEvent* event) { m_timeline->scrollByKey(*event); });
}

void ChatPane::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_header->setTheme(theme);
    m_timeline->setTheme(theme);
    m_composer->setTheme(theme);
    m_completer->setTheme(theme);
    m_strip->setTheme(theme);
    m_undo->setTheme(theme);
    m_jump->setTheme(theme);
    m_mention->setTheme(theme);
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

/// Returns the members or, until they are known, the authors of the loaded messages; in groups also "all".
QList<MentionCompleter::Person> ChatPane::peopleToMention() const
{
    QList<MentionCompleter::Person> people;
    const auto add = [&](const QString& name, UserId id) {
        const bool isKnown =
            std::any_of(people.begin(), people.end(), [&name](const auto& one) { return one.name == name; });
        if (!name.isEmpty() && id != m_session.account().user() && !isKnown)
            people.append({name, hueOf(id.value), false});
    };
    for (const protocol::Member& member : m_session.roster().members())
        add(QString::fromStdString(member.user.name), member.user.id);
    if (!m_session.roster().isKnown()) {
        for (const TimelineRow& row : m_session.chat().timeline().rows()) {
            if (row.isMessage() && !row.isOwn)
                add(row.authorName, row.author);
        }
    }
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary != nullptr && summary->kind != ConversationKind::Direct)
        people.append({QStringLiteral("all"), 0, true});
    return people;
}

void ChatPane::setProgress(quint64 remaining)
{
    m_strip->setRemaining(remaining);
}

void ChatPane::updateWait()
{
    m_composer->setWait(m_session.sendCooldowns().secondsLeft(m_shown));
}

void ChatPane::typeIntoComposer(QKeyEvent* event)
{
    if (canWrite())
        m_composer->type(event);
}

void ChatPane::focusComposer()
{
    if (canWrite())
        m_composer->focusField();
    else
        m_timeline->setFocus(Qt::OtherFocusReason);
}

ReadingScreen ChatPane::screen() const
{
    const TimelineWindow& window = m_session.chat().timeline().window();
    const RowsOnScreen shown = m_timeline->onScreen();
    return {shown.seenFrom(), shown.seenThrough(), window.reachesEnd() ? window.last() : Seq()};
}

void ChatPane::flushDraft()
{
    m_draftTimer.stop();
    if (m_shown.isValid() && !m_composer->isEditing())
        m_session.writer().setDraft(m_shown, m_composer->text());
}

void ChatPane::showCurrent()
{
    if (m_draftTimer.isActive())
        flushDraft();
    if (const Composer::Edit edit = m_composer->edit(); edit.target.isValid() && m_shown.isValid())
        m_edits[m_shown] = edit;
    if (const Composer::Reply reply = m_composer->reply(); m_shown.isValid() && reply.target.isValid())
        m_replies[m_shown] = reply;
    m_shown = m_session.chat().current();
    const ConversationSummary* summary = m_session.chat().summary();
    for (QWidget* part : {static_cast<QWidget*>(m_header), static_cast<QWidget*>(m_timeline)})
        part->setVisible(summary != nullptr);
    m_empty->setVisible(summary == nullptr);
    if (summary != nullptr)
        m_composer->begin(tr("Message %1").arg(isolated(titleOf(*summary))), textFromUtf8(summary->draft));
    else
        m_composer->begin({}, {});
    updateComposer();
    if (const auto edit = m_edits.extract(m_shown))
        m_composer->resumeEdit(edit.mapped());
    else if (const auto reply = m_replies.extract(m_shown))
        m_composer->beginReply(reply.mapped());
    updateHeader();
    updateJump();
    updateWait();
}

bool ChatPane::canWrite() const
{
    const ConversationSummary* summary = m_session.chat().summary();
    return summary != nullptr && mayPost(summary->kind, summary->role);
}

/// Replaces the composer by a line that says why, if the user may not write.
void ChatPane::updateComposer()
{
    const ConversationSummary* summary = m_session.chat().summary();
    m_composer->setVisible(canWrite());
    m_readOnly->setVisible(summary != nullptr && !canWrite());
    if (summary != nullptr)
        m_readOnly->setText(summary->kind == ConversationKind::NoticeList
                                ? tr("Only the server’s operator can write here.")
                                : tr("Only the channel’s creator can write here."));
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
    if (summary->kind == Kind::Direct)
        m_timeline->overlays().setEmptyText(none + u'\n'
                                            + tr("Say hello to %1.").arg(isolated(titleOf(*summary))));
    else if (summary->kind == Kind::Group)
        m_timeline->overlays().setEmptyText(none + u'\n' + tr("Write the first message."));
    else
        m_timeline->overlays().setEmptyText(none);
}

/// Tells the user what to do while no conversation is open.
void ChatPane::updateEmpty()
{
    const bool isNew = !m_session.conversations().knowsAny();
    m_empty->setText(isNew ? tr("Start a conversation with %1.").arg(keysOf(KeyCommand::NewConversation))
                           : tr("Choose a conversation, or find one by name with %1.")
                                 .arg(keysOf(KeyCommand::SwitchConversation)));
}

void ChatPane::updateHeader()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr)
        return;
    m_header->setConversation(titleOf(*summary), subtitleOf(*summary));
    updateComposer();
    updateNoMessages();
    updateTyping();
    m_header->setPrivate(canWrite() && readsPrivately(m_session.account().settings(), summary->settings));
    m_jump->setBadge(badgeText(summary->counts.unread, summary->exact),
                     badgeHint(summary->counts.unread, summary->counts.mentions, summary->exact));
    const auto mentions = summary->counts.mentions;
    m_mention->setBadge(badgeText(mentions, summary->exact),
                        tr("%Ln unread mentions", nullptr, pluralOf(mentions)));
    updateJump();
}

void ChatPane::updateJump()
{
    using Down = ChatNavigation::Down;
    const Down down = m_navigation->down();
    const QString words = down == Down::Back          ? tr("Back to where you were")
                          : down == Down::NewMessages ? tr("Go to the new messages")
                                                      : tr("Go to the newest message");
    m_jump->setAction(withKeys(words, KeyCommand::GoDown));
    m_jump->setVisible(down != Down::Nowhere);
    const ConversationSummary* summary = m_session.chat().summary();
    m_mention->setVisible(summary != nullptr && summary->counts.mentions > 0);
    placeJump();
}

void ChatPane::placeJump()
{
    const QRect area = m_timeline->geometry();
    m_jump->resize(m_jump->sizeHint());
    m_mention->resize(m_mention->sizeHint());
    // Put the button beside the column of text, even in a very wide window.
    const int beside = area.center().x() + metrics::columnMaximum / 2 + metrics::columnMargin;
    const int left = std::min(area.right() - m_jump->width() - 10, beside);
    m_jump->move(left, area.bottom() - m_jump->height() - 12);
    m_jump->raise();
    // The mention button takes the place of a hidden jump button.
    const int rise = m_jump->isHidden() ? 0 : m_jump->height() - 2;
    m_mention->move(m_jump->pos() - QPoint(0, rise));
    m_mention->raise();
}

void ChatPane::openLink(const QUrl& link)
{
    if (isOpenable(link))
        QDesktopServices::openUrl(link);
}

void ChatPane::chooseLink(const QList<QUrl>& links, const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const QUrl& link : links)
        menu->addAction(menuWords(link), this, [this, link] { openLink(link); });
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(at);
}

MessageMenuScope ChatPane::scopeOfMenu(const QModelIndex& index, const QPoint& at) const
{
    const SelectionController& selection = m_timeline->selection();
    const TimelineRow row = rowAt(index);
    const bool isPart = selection.value().charactersOf(row.key).has_value();
    MessageMenuScope scope;
    scope.links = m_timeline->linksAt(index, m_timeline->viewport()->mapFromGlobal(at));
    scope.selectedMessages = selection.messages();
    scope.selectedText = isPart || scope.selectedMessages > 0 ? selection.text() : QString();
    scope.isInSelection = selection.value().contains(row.key);
    scope.canWrite = canWrite();
    return scope;
}

void ChatPane::showMessageMenu(const QModelIndex& index, const QPoint& at)
{
    const TimelineRow row = rowAt(index);
    auto* menu = new MessageMenu(row, scopeOfMenu(index, at), this);
    connect(menu, &MessageMenu::openWanted, this, &ChatPane::openLink);
    SelectionController* selection = &m_timeline->selection();
    connect(menu, &MessageMenu::selectionCopied, selection, &SelectionController::noteCopied);
    connect(menu, &MessageMenu::clearSelectionWanted, selection, &SelectionController::clear);
    connect(menu, &MessageMenu::selectWanted, selection,
            [this, row] { m_timeline->selection().selectRow(m_timeline->rowOf(row.key)); });
    const ConversationId conversation = m_session.chat().current();
    connect(menu, &MessageMenu::replyWanted, this, [this, row] { beginReply(row); });
    connect(menu, &MessageMenu::editWanted, this, [this, row] { beginEdit(row); });
    connect(menu, &MessageMenu::writeAgainWanted, this, [this, row] {
        m_session.writer().deletePending(row.key.uuid);
        m_composer->prependText(row.text);
    });
    connect(menu, &MessageMenu::readersWanted, this,
            [this, row, conversation] { Q_EMIT readersWanted(conversation, row.seq); });
    if (menu->hasReaders() && m_session.connection().isOnline()) {
        const CommandId asked = m_session.marks().requestReaders(conversation, row.seq);
        connect(&m_session.commands(), &Commands::resultCame, menu,
                [menu, asked](const change::CommandDone& result) {
                    if (result.command == asked)
                        menu->setReaders(readersText(result.resultAs<protocol::Readers>()));
                });
    }
    connect(menu, &MessageMenu::recallWanted, this, [this, row] { m_session.writer().recall(row.seq); });
    connect(menu, &MessageMenu::markUnreadWanted, this,
            [this, row, conversation] { m_session.marks().markUnread(conversation, row.seq); });
    connect(menu, &MessageMenu::retryWanted, this, [this, row] { m_session.writer().retry(row.key.uuid); });
    connect(menu, &MessageMenu::deleteWanted, this,
            [this, row] { m_session.writer().deletePending(row.key.uuid); });
    if (menu->isEmpty())
        delete menu;
    else
        menu->popup(at);
}

void ChatPane::editLast()
{
    const std::vector<TimelineRow>& rows = m_session.chat().timeline().rows();
    // The user edits only their last message. While that message is not in the log, edit none, not an earlier
    // one.
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const TimelineRow& row) {
        return row.isMessage() && row.isOwn && !row.isRecalled;
    });
    if (last != rows.rend() && canBeChanged(*last))
        beginEdit(*last);
}

void ChatPane::beginEdit(const TimelineRow& row)
{
    flushDraft();
    m_composer->beginEdit(row.seq, writtenPart(row));
}

void ChatPane::beginReply(const TimelineRow& row)
{
    if (!canWrite())
        return;
    m_composer->beginReply({row.seq, row.isOwn ? tr("yourself") : row.authorName, row.text});
    m_composer->focusField();
}

// ---- the chosen message

std::optional<TimelineRow> ChatPane::chosenRow() const
{
    const QModelIndex chosen = m_timeline->currentIndex();
    return chosen.isValid() ? std::optional(rowAt(chosen)) : std::nullopt;
}

void ChatPane::chooseMessage(int step)
{
    if (!m_session.chat().current().isValid())
        return;
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

void ChatPane::replyToChosen()
{
    if (!canWrite())
        return;
    const std::vector<TimelineRow>& rows = m_session.chat().timeline().rows();
    std::optional<TimelineRow> row = m_timeline->hasFocus() ? chosenRow() : std::nullopt;
    if (!row) {
        const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const TimelineRow& one) {
            return canBeAnswered(one) && !one.isOwn;
        });
        if (last != rows.rend())
            row = *last;
    }
    if (row && canBeAnswered(*row))
        beginReply(*row);
}

void ChatPane::markUnreadFromChosen()
{
    const std::optional<TimelineRow> row = chosenRow();
    if (m_timeline->hasFocus() && row && row->isMessage() && !row->isOwn && row->seq.isValid())
        m_session.marks().markUnread(m_session.chat().current(), row->seq);
}

void ChatPane::showWhole(const QModelIndex& index)
{
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(captionText(rowAt(index).authorName));
    dialog->resize(640, 480);
    auto* text = new PlainTextEdit(rowAt(index).text, dialog);
    text->setReadOnly(true);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(text);
    dialog->open();
}

void ChatPane::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    placeJump();
}

void ChatPane::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), m_theme.background);
}

} // namespace tidemark
