#include "ui/chat/composer/draft_keeper.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/utf8_text.h"

namespace tidemark {

namespace {
constexpr int pauseMs = 500;
} // namespace

DraftKeeper::DraftKeeper(ChatSession& session, Composer& composer)
    : QObject(&composer), m_session(session), m_composer(composer)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &DraftKeeper::flush);
    connect(&composer, &Composer::draftChanged, &m_pause, qOverload<>(&QTimer::start));
}

void DraftKeeper::flush()
{
    m_pause.stop();
    if (m_shown.isValid() && !m_composer.isEditing()) {
        m_session.writer().setDraft(m_shown, m_composer.text());
    }
}

void DraftKeeper::putBack(ConversationId conversation, const QString& text)
{
    if (text.trimmed().isEmpty()) {
        return;
    }
    if (conversation == m_shown) {
        m_composer.putBack(text);
        m_pause.stop();
        m_session.writer().setDraft(m_shown, m_composer.draft());
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
    if (const ConversationSummary* summary = m_session.chat().summary()) {
        m_composer.begin(tr("Message %1").arg(isolated(titleOf(*summary))), textFromUtf8(summary->draft));
    } else {
        m_composer.begin({}, {});
    }
    if (const auto edit = m_edits.extract(m_shown)) {
        m_composer.resumeEdit(edit.mapped());
    } else if (const auto reply = m_replies.extract(m_shown)) {
        m_composer.beginReply(reply.mapped());
    }
}

} // namespace tidemark
