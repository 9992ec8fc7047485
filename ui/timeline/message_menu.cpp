#include "ui/timeline/message_menu.h"

#include "core/models/matching/text_spans.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/timeline/timeline_selection.h"
#include "ui/widgets/plain_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int shownLink = 48; ///< characters of a link's target

void copy(const QString& text)
{
    QGuiApplication::clipboard()->setText(text);
}

/// The window or the timeline handles these keys; the menu only shows them.
QString named(const QString& words, KeyCommand command)
{
    return words + u'\t' + keysOf(command);
}

/// Returns the address for the clipboard; a mail address has no "mailto:" there.
QString copiedLink(const QUrl& link)
{
    return link.scheme() == u"mailto" ? link.path() : link.toString(QUrl::FullyEncoded);
}

} // namespace

QString menuWords(const QUrl& link)
{
    QString words = targetText(link);
    if (words.size() > shownLink) {
        words = words.left(shownLink - 1) + u'…';
    }
    return buttonText(words);
}

bool canBeChanged(const TimelineRow& row)
{
    return row.isMessage() && row.isOwn && row.seq.isValid() && !row.isRecalled;
}

bool canBeAnswered(const TimelineRow& row)
{
    return row.isMessage() && row.seq.isValid() && !row.isRecalled;
}

MessageMenu::MessageMenu(const TimelineRow& row, const MessageMenuScope& scope, QWidget* parent)
    : Menu(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    if (scope.isInSelection && scope.selectedMessages > 0) {
        addSelection(scope);
        return;
    }
    if (row.isMessage()) {
        if (row.delivery == Delivery::Failed) {
            addFailed(row, scope);
        } else if (row.delivery == Delivery::Pending) {
            addWaiting();
        }
        if (scope.canWrite && canBeAnswered(row)) {
            withGlyph(addAction(named(tr("Reply"), KeyCommand::Reply), this, &MessageMenu::replyWanted),
                      Glyph::Reply);
        }
        addCopies(row, scope);
        addLinks(scope.links);
        addChanges(row, scope);
    }
    if (scope.selectedMessages > 0) {
        addSeparator();
        addSelection(scope);
    }
}

void MessageMenu::addSelection(const MessageMenuScope& scope)
{
    const QString words = tr("Copy %Ln messages", nullptr, static_cast<int>(scope.selectedMessages));
    withGlyph(addAction(named(words, KeyCommand::CopyMessage), this,
                        [this, text = scope.selectedText] { copySelection(text); }),
              Glyph::Copy);
    withGlyph(addAction(named(tr("Clear selection"), KeyCommand::ClearSelection), this,
                        &MessageMenu::clearSelectionWanted),
              Glyph::Close);
}

void MessageMenu::copySelection(const QString& text)
{
    copy(text);
    Q_EMIT selectionCopied();
}

void MessageMenu::addFailed(const TimelineRow& row, const MessageMenuScope& scope)
{
    withGlyph(addAction(tr("Send again"), this, &MessageMenu::retryWanted), Glyph::Retry);
    // The words of another user cannot become own words.
    if (scope.canWrite && !row.isChange && !row.isAction && !row.forwardedFrom.isValid()) {
        withGlyph(addAction(tr("Edit"), this, &MessageMenu::writeAgainWanted), Glyph::Pencil);
    }
    destroying(withGlyph(addAction(tr("Delete"), this, &MessageMenu::deleteWanted), Glyph::Trash));
    addSeparator();
}

/// Offers to delete an unsent message. If the server may already have it, deleting has no effect.
void MessageMenu::addWaiting()
{
    destroying(withGlyph(addAction(tr("Delete"), this, &MessageMenu::deleteWanted), Glyph::Trash));
    addSeparator();
}

void MessageMenu::addCopies(const TimelineRow& row, const MessageMenuScope& scope)
{
    if (!canBeSelected(row)) {
        return;
    }
    if (row.text.isEmpty()) {
        withGlyph(addAction(tr("Select"), this, &MessageMenu::selectWanted), Glyph::Select);
        return;
    }
    const bool isPart = scope.selectedMessages == 0 && !scope.selectedText.isEmpty();
    if (isPart) {
        withGlyph(addAction(named(tr("Copy selected text"), KeyCommand::CopyMessage), this,
                            [this, text = scope.selectedText] { copySelection(text); }),
                  Glyph::Copy);
    }
    const QString words = tr("Copy text");
    // If something is selected, the key copies the selection.
    withGlyph(addAction(isPart || scope.selectedMessages > 0 ? words : named(words, KeyCommand::CopyMessage),
                        this, [text = row.text] { copy(text); }),
              Glyph::Copy);
    withGlyph(addAction(tr("Select"), this, &MessageMenu::selectWanted), Glyph::Select);
}

void MessageMenu::addLinks(const QList<QUrl>& links)
{
    if (links.isEmpty()) {
        return;
    }
    addSeparator();
    for (const QUrl& link : links) {
        const bool isOnly = links.size() == 1;
        QMenu* place = isOnly ? this : addMenu(menuWords(link));
        if (!isOnly) {
            withGlyph(place->menuAction(), Glyph::Link);
        }
        QAction* open =
            place->addAction(isOnly ? named(tr("Open link"), KeyCommand::OpenMessage) : tr("Open link"), this,
                             [this, link] { Q_EMIT openWanted(link); });
        setPlainTip(withGlyph(open, Glyph::Link), targetText(link));
        withGlyph(place->addAction(tr("Copy link"), this, [link] { copy(copiedLink(link)); }), Glyph::Copy);
    }
}

void MessageMenu::addChanges(const TimelineRow& row, const MessageMenuScope& scope)
{
    if (canBeChanged(row)) {
        addSeparator();
        if (scope.canWrite && !row.forwardedFrom.isValid()) {
            withGlyph(addAction(tr("Edit"), this, &MessageMenu::editWanted), Glyph::Pencil);
        }
        destroying(
            withGlyph(addAction(tr("Delete for everyone…"), this, &MessageMenu::recallWanted), Glyph::Trash));
        m_afterRecall = addSeparator();
        m_readers = withGlyph(addAction(tr("Read by…"), this, &MessageMenu::readersWanted), Glyph::TwoTicks);
    }
    if (!row.isOwn && row.seq.isValid()) {
        addSeparator();
        withGlyph(addAction(named(tr("Mark as unread from here"), KeyCommand::MarkUnreadFromHere), this,
                            &MessageMenu::markUnreadWanted),
                  Glyph::Unread);
    }
}

void MessageMenu::resizeEvent(QResizeEvent* event)
{
    Menu::resizeEvent(event);
    const QRect room = screen()->availableGeometry();
    if (isVisible() && room.contains(pos()) && !room.contains(geometry())) {
        move(std::max(room.left(), std::min(x(), room.right() + 1 - width())),
             std::max(room.top(), std::min(y(), room.bottom() + 1 - height())));
    }
}

void MessageMenu::setReaders(const QString& words)
{
    m_readers->setText(words + u'…');
}

} // namespace tidemark
