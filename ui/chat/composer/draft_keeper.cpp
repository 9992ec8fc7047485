#include "ui/chat/composer/draft_keeper.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/utf8_text.h"
#include "ui/chat/composer/draft_offer.h"

namespace tidemark {

namespace {

constexpr int pauseMs = 500;

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
    connect(&composer, &Composer::draftChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(&composer.field(), &ComposerField::focusChanged, this, &DraftKeeper::update);
    connect(&session.chat(), &OpenConversation::summaryChanged, this, &DraftKeeper::update);
    connect(&offer, &DraftOffer::takeOverWanted, this, &DraftKeeper::takeOver);
    connect(&offer, &DraftOffer::discardWanted, this, &DraftKeeper::discard);
}

void DraftKeeper::save(bool isFinished)
{
    m_pause.stop();
    if (m_shown.isValid() && !m_composer.isEditing()) {
        m_session.writer().setDraft(m_shown, m_composer.text(), m_base, m_composer.reply().target,
                                    isFinished);
    }
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
    } else if (summary->draftVersion > m_base && !m_pause.isActive()) {
        if (m_composer.field().hasFocus() || m_composer.isEditing()) {
            other = stored;
        } else {
            m_composer.showDraft(stored);
            m_base = summary->draftVersion;
        }
    }
    m_offer.offer(other, textFromUtf8(summary->draftDevice), summary->draftAt);
}

void DraftKeeper::takeOver()
{
    const ConversationSummary* summary = m_session.chat().summary();
    if (summary == nullptr || summary->id != m_shown) {
        return;
    }
    m_pause.stop();
    const QString offered = m_offer.offered();
    if (!summary->otherDraft.empty()) {
        m_session.writer().settleDraft(m_shown, true);
    } else {
        m_base = summary->draftVersion;
    }
    m_composer.showDraft(offered);
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
        m_session.writer().setDraft(m_shown, m_composer.draft(), m_base, m_composer.reply().target);
    } else if (const ConversationSummary* summary = m_session.conversations().summary(conversation)) {
        const QString since = textFromUtf8(summary->draft);
        m_session.writer().setDraft(conversation, since.isEmpty() ? text : text + u'\n' + since);
    }
}

void DraftKeeper::showCurrent()
{
    if (m_pause.isActive()) {
        flush();
    }
    if (const Composer::Edit edit = m_composer.edit(); edit.target.isValid() && m_shown.isValid()) {
        m_edits[m_shown] = edit;
    }
    if (const Composer::Reply reply = m_composer.reply(); m_shown.isValid() && reply.target.isValid()) {
        m_replies[m_shown] = reply;
    }
    m_shown = m_session.chat().current();
    m_base = 0;
    if (const ConversationSummary* summary = m_session.chat().summary()) {
        m_base = summary->draftVersion;
        m_composer.begin(tr("Message %1").arg(isolated(titleOf(*summary))), textFromUtf8(summary->draft));
    } else {
        m_composer.begin({}, {});
    }
    if (const auto edit = m_edits.extract(m_shown)) {
        m_composer.resumeEdit(edit.mapped());
    } else if (const auto reply = m_replies.extract(m_shown)) {
        m_composer.beginReply(reply.mapped());
    }
    update();
}

} // namespace tidemark
