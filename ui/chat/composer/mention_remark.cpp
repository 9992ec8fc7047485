#include "ui/chat/composer/mention_remark.h"

#include "core/models/matching/text_spans.h"
#include "ui/chat/composer/composer.h"
#include "ui/session/chat_session.h"

namespace tidemark {

MentionRemark::MentionRemark(ChatSession& session, Composer& composer)
    : QObject(&composer), m_session(session), m_composer(composer)
{
    connect(&session.roster(), &Roster::membersChanged, this, &MentionRemark::takeMembers);
    connect(&session.chat(), &OpenConversation::currentChanged, this, &MentionRemark::takeMembers);
    connect(&composer.field(), &QPlainTextEdit::textChanged, this, &MentionRemark::update);
    connect(&composer.field(), &QPlainTextEdit::cursorPositionChanged, this, &MentionRemark::update);
}

void MentionRemark::takeMembers()
{
    m_isStale = true;
    update();
}

/// Called only where somebody writes an @, because it costs time with thousands of members.
void MentionRemark::readMembers()
{
    const Roster& roster = m_session.roster();
    const ConversationSummary* summary = m_session.chat().summary();
    m_areAllKnown = roster.isKnown() && roster.members().size() >= roster.memberCount() && summary != nullptr
                    && summary->kind == ConversationKind::Group;
    QStringList names;
    if (m_areAllKnown) {
        names.reserve(static_cast<qsizetype>(roster.members().size()));
        for (const protocol::Member& member : roster.members()) {
            if (!member.user.isDeleted) {
                names.append(QString::fromStdString(member.user.name));
            }
        }
    }
    m_names = MentionNames(names);
    m_isStale = false;
}

void MentionRemark::update()
{
    constexpr qsizetype shown = 32; // UTF-16 units
    const ComposerField& field = m_composer.field();
    const QString text = field.toPlainText();
    const bool hasAt = text.contains(u'@');
    if (hasAt && m_isStale) {
        readMembers();
    }
    QString nameless;
    if (hasAt && m_areAllKnown) {
        nameless = firstNameless(text, m_names, field.textCursor().position());
    }
    if (nameless.size() > shown) {
        nameless = nameless.left(shown) + QChar(0x2026);
    }
    m_composer.setRemark(
        nameless.isEmpty()
            ? QString()
            : tr("No member is named “%1”. Nobody will be notified of it.").arg(nameless.sliced(1)));
}

} // namespace tidemark
