#include "ui/chat/composer/draft_keeper.h"

#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/utf8_text.h"
#include "ui/chat/composer/draft_offer.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr int pauseMs = 500;
/// The store has a saved text after this time, even if it tells of another one.
constexpr int maxSavingMs = 1000;

/// The text as it is stored: white space alone is no draft.
QString kept(const QString& text)
{
    return text.trimmed().isEmpty() ? QString() : text;
}

} // namespace

DraftKeeper::DraftKeeper(ChatSession& session, Composer& composer, DraftOffer& offer)
    : QObject(&composer), m_session(session), m_composer(composer), m_offer(offer)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, [this] { save(false); });
    m_saving.setSingleShot(true);
    m_saving.setInterval(maxSavingMs);
    connect(&m_saving, &QTimer::timeout, this, &DraftKeeper::update);
    connect(&composer, &Composer::draftChanged, this, [this] {
        m_isWritten = true;
        m_pause.start();
    });
    connect(&composer.field(), &ComposerField::focusChanged, this, &DraftKeeper::update);
    connect(&session.chat(), &OpenConversation::summaryChanged, this, &DraftKeeper::update);
    const TimelineModel& timeline = session.chat().timeline();
    connect(&timeline, &QAbstractItemModel::modelReset, this, &DraftKeeper::nameReply);
    connect(&timeline, &QAbstractItemModel::rowsInserted, this, &DraftKeeper::nameReply);
    connect(&offer, &DraftOffer::takeOverWanted, this, &DraftKeeper::takeOver);
    connect(&offer, &DraftOffer::discardWanted, this, &DraftKeeper::discard);
}

quint64 DraftKeeper::versionOf(ConversationId conversation) const
{
    if (conversation == m_shown) {
        return m_base;
    }
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    return summary == nullptr ? 0 : summary->draftVersion;
}

void DraftKeeper::save(bool isFinished)
{
    m_pause.stop();
    if (!m_shown.isValid() || m_composer.isEditing()) {
        return;
    }
    const QString text = m_composer.text();
    const bool isStored = kept(text) == storedText();
    // A newer text of another device may be stored. The text in the composer then waits for new keys.
    const bool isResting = isFinished && isStored && m_isResting;
    if (m_isWritten || isResting || m_composer.reply().target != m_shownReply) {
        if (!isStored) {
            m_saving.start();
        }
        m_isResting = !isFinished;
        m_session.writer().setDraft(m_shown, text, m_base, m_composer.reply().target, isFinished);
    }
}

QString DraftKeeper::storedText() const
{
    const ConversationSummary* summary = m_session.conversations().summary(m_shown);
    return summary == nullptr ? QString() : textFromUtf8(summary->draft);
}

void DraftKeeper::update()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr || summary->id != m_shown) {
        m_offer.offer({}, {}, {});
        return;
    }
    const QString stored = textFromUtf8(summary->draft);
    QString other = textFromUtf8(summary->otherDraft);
    if (kept(m_composer.draft()) == stored) {
        m_base = summary->draftVersion;
        m_saving.stop();
        m_isWritten = m_pause.isActive();
        if (!m_composer.isEditing() && m_composer.reply().target == m_shownReply) {
            showReply(summary->draftReplyTo);
        }
    } else if (summary->draftVersion > m_base && !m_pause.isActive() && !m_saving.isActive()) {
        if (m_composer.field().hasFocus() || m_composer.isEditing()) {
            other = stored;
        } else {
            show(*summary);
        }
    }
    m_offer.offer(other, textFromUtf8(summary->draftDevice), summary->draftAt);
}

void DraftKeeper::show(const ConversationSummary& summary)
{
    m_composer.showDraft(textFromUtf8(summary.draft));
    if (!m_composer.isEditing()) {
        showReply(summary.draftReplyTo);
    }
    m_base = summary.draftVersion;
    noteShown();
}

void DraftKeeper::noteShown()
{
    m_pause.stop();
    m_saving.stop();
    m_isWritten = false;
    m_isResting = false;
}

void DraftKeeper::showReply(Seq target)
{
    m_shownReply = target;
    if (!target.isValid()) {
        m_composer.endReply();
    } else if (target != m_composer.reply().target || m_composer.reply().name.isEmpty()) {
        m_composer.beginReply(replyTo(target));
    }
}

/// Shows whom the reply answers, once that message is loaded.
void DraftKeeper::nameReply()
{
    const Composer::Reply& reply = m_composer.reply();
    if (reply.target.isValid() && reply.name.isEmpty() && !m_composer.isEditing()) {
        m_composer.beginReply(replyTo(reply.target));
    }
}

Composer::Reply DraftKeeper::replyTo(Seq target) const
{
    const std::vector<TimelineRow>& rows = m_session.chat().timeline().rows();
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const TimelineRow& row) {
        return row.isMessage() && row.seq == target;
    });
    return found == rows.end() ? Composer::Reply{target, {}, {}} : replyOf(*found);
}

void DraftKeeper::takeOver()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr || summary->id != m_shown) {
        return;
    }
    m_pause.stop();
    if (summary->otherDraft.empty()) {
        show(*summary);
    } else {
        m_session.writer().settleDraft(m_shown, true);
        m_composer.showDraft(m_offer.offered());
        noteShown();
    }
    m_composer.focusField();
    m_offer.offer({}, {}, {});
}

void DraftKeeper::discard()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr || summary->id != m_shown) {
        return;
    }
    if (summary->otherDraft.empty()) {
        m_base = summary->draftVersion; // the text in the composer is a change of the one that was offered
    }
    m_isWritten = true;
    flush();
    m_session.writer().settleDraft(m_shown, false);
    m_composer.focusField();
    m_offer.offer({}, {}, {});
}

void DraftKeeper::putBack(ConversationId conversation, const QString& text)
{
    if (text.trimmed().isEmpty()) {
        return;
    }
    if (conversation == m_shown) {
        m_composer.putBack(text);
        m_pause.stop();
        m_isWritten = true;
        m_session.writer().setDraft(m_shown, m_composer.draft(), m_base, m_composer.reply().target);
    } else if (const ConversationSummary* summary = m_session.conversations().summary(conversation)) {
        const QString since = textFromUtf8(summary->draft);
        m_session.writer().setDraft(conversation, since.isEmpty() ? text : text + u'\n' + since);
    }
}

void DraftKeeper::showCurrent()
{
    flush();
    if (const Composer::Edit edit = m_composer.edit(); edit.target.isValid() && m_shown.isValid()) {
        m_edits[m_shown] = edit;
    }
    if (const Composer::Reply reply = m_composer.reply(); m_shown.isValid() && reply.target.isValid()) {
        m_replies[m_shown] = reply;
    }
    m_shown = m_session.chat().current();
    m_base = 0;
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary != nullptr) {
        m_base = summary->draftVersion;
        const QString placeholder =
            isWithOneself(*summary) ? tr("Write a note") : tr("Message %1").arg(isolated(titleOf(*summary)));
        m_composer.begin(placeholder, textFromUtf8(summary->draft));
    } else {
        m_composer.begin({}, {});
    }
    noteShown();
    m_shownReply = summary == nullptr ? Seq() : summary->draftReplyTo;
    const auto edit = m_edits.extract(m_shown);
    const auto reply = m_replies.extract(m_shown);
    if (edit) {
        m_composer.resumeEdit(edit.mapped());
    } else if (reply) {
        m_composer.beginReply(reply.mapped());
    } else {
        showReply(m_shownReply);
    }
    update();
}

Composer::Reply replyOf(const TimelineRow& row)
{
    const QString quoted =
        row.text.isEmpty() && !row.files.isEmpty() ? fileTitle(row.files.first()) : row.text;
    return {row.seq, row.isOwn ? DraftKeeper::tr("yourself") : row.authorName, quoted,
            row.files.isEmpty() ? std::nullopt : std::optional(row.files.first())};
}

} // namespace tidemark
