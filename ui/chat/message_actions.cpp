#include "ui/chat/message_actions.h"

#include "core/domain/request_caps.h"
#include "core/models/matching/text_spans.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/notice_text.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/composer/draft_keeper.h"
#include "ui/chat/composer/file_commands.h"
#include "ui/chat/composer/send_later.h"
#include "ui/chat/info/person_card.h"
#include "ui/chat/info/readers_dialog.h"
#include "ui/chat/reaction_actions.h"
#include "ui/platform/tidemark_link.h"
#include "ui/timeline/reactions/timeline_reactions.h"
#include "ui/timeline/selection_controller.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/ignore_actions.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/plain_text_edit.h"
#include "ui/widgets/prompts.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialog>
#include <QGuiApplication>

#include <algorithm>

namespace tidemark {

namespace {

TimelineRow contentOf(const QModelIndex& index)
{
    return index.data(TimelineModel::RowRole).value<TimelineRow>();
}

} // namespace

MessageActions::MessageActions(ChatSession& session, const Parts& parts, QWidget& pane)
    : QObject(&pane), m_session(session), m_timeline(parts.timeline), m_composer(parts.composer),
      m_drafts(parts.drafts), m_later(parts.later), m_files(parts.files), m_reactions(parts.reactions),
      m_theme(parts.theme), m_pane(pane)
{
    TimelineView& timeline = m_timeline;
    connect(&timeline, &TimelineView::linkActivated, this, &MessageActions::openLink);
    connect(&timeline, &TimelineView::linksActivated, this, &MessageActions::chooseLink);
    connect(&timeline, &TimelineView::menuWanted, this, &MessageActions::showMenu);
    connect(&timeline, &TimelineView::failedActivated, this, &MessageActions::showMenu);
    connect(&timeline, &TimelineView::showAllActivated, this, &MessageActions::showWhole);
    connect(&timeline, &TimelineView::closedActivated, this, &MessageActions::openClosed);
    connect(&timeline, &TimelineView::authorActivated, this,
            [this](const QModelIndex& index, const QPoint& at) { showAuthor(contentOf(index), at); });
    connect(&timeline.reactions(), &TimelineReactions::replyWanted, this,
            [this](const QModelIndex& index) { beginReply(contentOf(index)); });
    connect(&m_composer, &Composer::editLastWanted, this, &MessageActions::editLast);
    connect(&m_files, &FileCommands::textLeft, this, &MessageActions::takeText);
}

// ---- links and long texts

void MessageActions::openLink(const QUrl& link)
{
    if (isPlaceLink(link)) {
        Q_EMIT placeLinkActivated(link.toString());
    } else if (isOpenable(link)) {
        QDesktopServices::openUrl(link);
    }
}

void MessageActions::chooseLink(const QList<QUrl>& links, const QPoint& at)
{
    auto* menu = new QMenu(&m_pane);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const QUrl& link : links) {
        menu->addAction(menuWords(link), this, [this, link] { openLink(link); });
    }
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(at);
}

void MessageActions::showWhole(const QModelIndex& index)
{
    auto* dialog = new QDialog(&m_pane);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(captionText(contentOf(index).authorName));
    dialog->resize(640, 480);
    auto* text = new PlainTextEdit(contentOf(index).text, dialog);
    text->setReadOnly(true);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(text);
    dialog->open();
}

// ---- the menu

MessageMenuScope MessageActions::scopeOfMenu(const QModelIndex& index, const QPoint& at) const
{
    const SelectionController& selection = m_timeline.selection();
    const TimelineRow row = contentOf(index);
    const bool isPart = selection.value().charactersOf(row.key).has_value();
    MessageMenuScope scope;
    scope.links = m_timeline.linksAt(index, m_timeline.viewport()->mapFromGlobal(at));
    scope.selectedMessages = selection.messages();
    scope.selectedText = isPart || scope.selectedMessages > 0 ? selection.text() : QString();
    scope.isInSelection = selection.value().contains(row.key);
    scope.canWrite = m_session.chat().mayWrite();
    return scope;
}

/// Whether the menu is for all selected messages, not for this one.
bool MessageActions::selectsSeveral(const QModelIndex& index) const
{
    const SelectionController& selection = m_timeline.selection();
    return selection.messages() > 0 && selection.value().contains(contentOf(index).key);
}

void MessageActions::showMenu(const QModelIndex& index, const QPoint& at)
{
    const TimelineRow row = contentOf(index);
    auto* menu = new MessageMenu(row, scopeOfMenu(index, at), &m_pane);
    connectMenu(menu, row);
    const QList<TimelineRow> chosen =
        selectsSeveral(index) ? m_timeline.selection().rows() : QList<TimelineRow>{row};
    addForward(*menu, chosen);
    addHide(*menu, chosen);
    if (!selectsSeveral(index)) {
        m_reactions.addTo(*menu, row);
        m_files.addTo(*menu, row, m_timeline.hitAt(m_timeline.viewport()->mapFromGlobal(at)).file);
        addPin(*menu, row);
        m_later.addReminder(*menu, row);
        addAuthor(*menu, row, at);
    }
    if (menu->hasReaders() && m_session.connection().isOnline()) {
        loadReaders(menu, row);
    }
    if (menu->isEmpty()) {
        delete menu;
    } else {
        menu->popup(at);
    }
}

/// Opens a closed line. If it was the chosen row, its first message is that now.
void MessageActions::openClosed(const QModelIndex& index)
{
    TimelineModel& model = m_session.chat().timeline();
    const Seq first = model.rows()[static_cast<std::size_t>(index.row())].seq;
    const bool isChosen = index == m_timeline.currentIndex();
    model.openIgnored(index.row());
    if (isChosen) {
        m_timeline.setCurrentIndex(model.index(model.rowOfSeq(first)));
    }
}

/// Adds the actions on the other user who wrote the message.
void MessageActions::addAuthor(QMenu& menu, const TimelineRow& row, const QPoint& at)
{
    if (row.isMessage() && !row.isOwn && row.author.isValid()) {
        menu.addSeparator();
        withGlyph(menu.addAction(tr("About %1").arg(buttonText(isolatedLine(row.authorName))), this,
                                 [this, row, at] { showAuthor(row, at); }),
                  Glyph::Person);
        addIgnoreActions(menu, m_session.ignored(), {row.author, row.authorName.toStdString()},
                         m_pane.window());
    }
}

void MessageActions::showAuthor(const TimelineRow& row, const QPoint& at)
{
    const bool isDeleted = row.authorName == deletedAccountName();
    auto* card = new PersonCard(m_session, {row.author, row.authorName.toStdString(), isDeleted}, m_theme,
                                m_pane.window());
    connect(card, &PersonCard::mentionWanted, &m_composer, &Composer::insertMention);
    connect(card, &PersonCard::conversationOpened, &m_composer, &Composer::focusField);
    card->openAt(at);
}

/// Adds what concerns the place of the message: its pin, and the link to it.
void MessageActions::addPin(QMenu& menu, const TimelineRow& row)
{
    if (!canBeAnswered(row)) {
        return;
    }
    menu.addSeparator();
    PinBoard& pins = m_session.pins();
    if (pins.mayPin()) {
        const bool isPinned = pins.isPinned(row.seq);
        withGlyph(
            menu.addAction(isPinned ? tr("Unpin") : tr("Pin"), &pins,
                           [&pins, isPinned, seq = row.seq] { isPinned ? pins.unpin(seq) : pins.pin(seq); }),
            Glyph::Pin);
    }
    const QString link = textOf(TidemarkLink{m_session.chat().current(), row.seq});
    withGlyph(menu.addAction(tr("Copy link to message"), this,
                             [link] { QGuiApplication::clipboard()->setText(link); }),
              Glyph::Link);
}

/// Adds the action that forwards the messages. Where forwarding is forbidden, it is disabled and says so.
void MessageActions::addForward(QMenu& menu, const QList<TimelineRow>& rows)
{
    QList<Seq> seqs;
    for (const TimelineRow& row : rows) {
        // An announcement has no author whom the forwarded message could name.
        if (canBeAnswered(row) && row.author.isValid()) {
            seqs.append(row.seq);
        }
    }
    const ConversationSummary* open = m_session.chat().summary();
    if (seqs.isEmpty() || open == nullptr || !open->isMember) {
        return;
    }
    std::sort(seqs.begin(), seqs.end());
    menu.addSeparator();
    const QString words = seqs.size() == 1
                              ? tr("Forward…")
                              : tr("Forward %Ln messages…", nullptr, static_cast<int>(seqs.size()));
    const bool isTooMuch = seqs.size() > static_cast<qsizetype>(caps::maxForwarded);
    const QString problem = open->forwardingForbidden ? tr("not allowed here")
                            : isTooMuch               ? tr("at most %L1").arg(caps::maxForwarded)
                                                      : QString();
    QAction* action =
        menu.addAction(problem.isEmpty() ? words : words + u'\t' + problem, this,
                       [this, seqs, conversation = open->id] { Q_EMIT forwardWanted(conversation, seqs); });
    withGlyph(action, Glyph::Forward)->setEnabled(problem.isEmpty());
}

/// Adds the action that deletes the messages for the user alone, below the one that deletes for everyone.
void MessageActions::addHide(MessageMenu& menu, const QList<TimelineRow>& rows)
{
    QList<Seq> seqs;
    for (const TimelineRow& row : rows) {
        if (row.isMessage() && row.seq.isValid()) {
            seqs.append(row.seq);
        }
    }
    const ConversationSummary* open = m_session.chat().summary();
    if (seqs.isEmpty() || open == nullptr || !open->isMember) {
        return;
    }
    std::sort(seqs.begin(), seqs.end());
    auto* action = new QAction(
        seqs.size() == 1 ? tr("Delete for you…")
                         : tr("Delete %Ln messages for you…", nullptr, static_cast<int>(seqs.size())),
        &menu);
    connect(action, &QAction::triggered, this,
            [this, seqs, conversation = open->id] { Q_EMIT hideWanted(conversation, seqs); });
    menu.insertAction(menu.afterRecall(), destroying(withGlyph(action, Glyph::Trash)));
}

void MessageActions::connectMenu(MessageMenu* menu, const TimelineRow& row)
{
    SelectionController* selection = &m_timeline.selection();
    connect(menu, &MessageMenu::openWanted, this, &MessageActions::openLink);
    connect(menu, &MessageMenu::selectionCopied, selection, &SelectionController::noteCopied);
    connect(menu, &MessageMenu::clearSelectionWanted, selection, &SelectionController::clear);
    connect(menu, &MessageMenu::selectWanted, selection,
            [this, row] { m_timeline.selection().selectRow(m_timeline.rowOf(row.key)); });
    const ConversationId conversation = m_session.chat().current();
    connect(menu, &MessageMenu::replyWanted, this, [this, row] { beginReply(row); });
    connect(menu, &MessageMenu::editWanted, this, [this, row] { beginEdit(row); });
    connect(menu, &MessageMenu::writeAgainWanted, this, [this, row] { writeAgain(row); });
    connect(menu, &MessageMenu::readersWanted, this,
            [this, row, conversation] { Q_EMIT readersWanted(conversation, row.seq); });
    connect(menu, &MessageMenu::recallWanted, this, [this, row] { askRecall(row.seq); });
    connect(menu, &MessageMenu::markUnreadWanted, this,
            [this, row, conversation] { m_session.marks().markUnread(conversation, row.seq); });
    connect(menu, &MessageMenu::retryWanted, this, [this, row] { m_session.writer().retry(row.key.uuid); });
    connect(menu, &MessageMenu::deleteWanted, this,
            [this, row] { m_session.writer().deletePending(row.key.uuid); });
}

void MessageActions::askRecall(Seq seq)
{
    auto* question = new Question(
        {tr("Delete this message for everyone?"),
         tr("Its text and files are removed on all devices. Others see that you deleted a message."),
         tr("Delete for everyone")},
        m_pane.window());
    connect(question, &Question::confirmed, this, [this, seq, conversation = m_session.chat().current()] {
        if (conversation == m_session.chat().current()) {
            m_session.writer().recall(seq);
        }
    });
    question->open();
}

void MessageActions::loadReaders(MessageMenu* menu, const TimelineRow& row)
{
    const CommandId asked = m_session.marks().requestReaders(m_session.chat().current(), row.seq);
    connect(&m_session.commands(), &Commands::resultCame, menu,
            [menu, asked](const change::CommandDone& result) {
                if (result.command == asked) {
                    menu->setReaders(readersText(result.resultAs<protocol::Readers>()));
                }
            });
}

// ---- replies and edits

void MessageActions::editLast()
{
    if (!m_session.chat().mayWrite()) {
        return;
    }
    const std::vector<TimelineRow>& rows = m_session.chat().timeline().rows();
    // The user edits only their last message. While that message is not in the log, edit none, not an earlier
    // one.
    const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const TimelineRow& row) {
        return row.isMessage() && row.isOwn && !row.isRecalled;
    });
    if (last != rows.rend() && canBeChanged(*last) && !last->forwardedFrom.isValid()) {
        beginEdit(*last);
    }
}

void MessageActions::beginEdit(const TimelineRow& row)
{
    m_drafts.flush();
    m_composer.beginEdit(row.seq, writtenPart(row));
}

void MessageActions::writeAgain(const TimelineRow& row)
{
    if (!row.files.isEmpty()) {
        Q_EMIT editUnsentWanted(row);
        return;
    }
    m_session.writer().deletePending(row.key.uuid);
    m_composer.prependText(row.text);
}

/// Takes the text of a message that is not sent any more, and the message that it answered.
void MessageActions::takeText(const TimelineRow& row)
{
    m_drafts.putBack(m_session.chat().current(), commandText(row));
    if (row.replyTo.isValid() && !m_composer.isEditing() && !m_composer.reply().target.isValid()) {
        m_composer.beginReply({row.replyTo, row.quoteName, row.quoteText, row.quoteFile});
    }
}

void MessageActions::beginReply(const TimelineRow& row)
{
    if (!m_session.chat().mayWrite()) {
        return;
    }
    m_composer.beginReply(replyOf(row));
    m_composer.focusField();
}

/// The message that the keyboard has chosen.
std::optional<TimelineRow> MessageActions::chosenRow() const
{
    const QModelIndex chosen = m_timeline.currentIndex();
    return m_timeline.hasFocus() && chosen.isValid() ? std::optional(contentOf(chosen)) : std::nullopt;
}

void MessageActions::replyToChosen()
{
    const std::vector<TimelineRow>& rows = m_session.chat().timeline().rows();
    std::optional<TimelineRow> row = chosenRow();
    if (!row) {
        const auto last = std::find_if(rows.rbegin(), rows.rend(), [](const TimelineRow& one) {
            return canBeAnswered(one) && !one.isOwn;
        });
        if (last != rows.rend()) {
            row = *last;
        }
    }
    if (row && canBeAnswered(*row)) {
        beginReply(*row);
    }
}

void MessageActions::markUnreadFromChosen()
{
    const std::optional<TimelineRow> row = chosenRow();
    if (row && row->isMessage() && !row->isOwn && row->seq.isValid()) {
        m_session.marks().markUnread(m_session.chat().current(), row->seq);
    }
}

} // namespace tidemark
