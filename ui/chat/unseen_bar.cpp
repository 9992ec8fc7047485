#include "ui/chat/unseen_bar.h"

#include "core/models/words/plural.h"
#include "ui/session/chat_session.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tidemark {

UnseenBar::UnseenBar(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_label(plainLabel({}, this)), m_back(new QToolButton(this)),
      m_read(new QToolButton(this))
{
    m_back->setText(tr("Go to the first"));
    setPlainTip(m_back, tr("Go to the first message that you have not seen"));
    m_back->setObjectName(u"unseen-back"_s);
    m_read->setText(tr("Mark as read"));
    setPlainTip(m_read, tr("Mark the whole conversation as read, also what you have not seen"));
    m_read->setObjectName(u"unseen-read"_s);
    m_label->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 4, 8, 4);
    row->addWidget(m_label, 1);
    row->addWidget(m_back);
    row->addWidget(m_read);
    connect(m_back, &QToolButton::clicked, this, &UnseenBar::backWanted);
    connect(m_read, &QToolButton::clicked, this, &UnseenBar::markRead);
    connect(&session.chat().reading(), &ReadingWatch::firstUnseenChanged, this, &UnseenBar::refresh);
    connect(&session.chat(), &OpenConversation::summaryChanged, this, &UnseenBar::refresh);
    hide();
}

void UnseenBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    const QString style = u"QToolButton { color: %1; font-weight: 600; }"_s.arg(theme.accent.name());
    m_back->setStyleSheet(style);
    m_read->setStyleSheet(style);
    update();
}

QString UnseenBar::text() const
{
    return m_label->text();
}

void UnseenBar::refresh()
{
    const ConversationSummary* summary = m_session.chat().summary();
    const bool isGap = summary != nullptr && m_session.chat().reading().firstUnseen().isValid();
    if (isGap) {
        const int count = pluralOf(summary->counts.unread);
        m_label->setText(
            summary->exact
                ? tr("%Ln unread messages. You have not seen all of them.", nullptr, count)
                : tr("At least %Ln unread messages. You have not seen all of them.", nullptr, count));
        setAccessibleName(m_label->text());
    }
    setVisible(isGap);
}

void UnseenBar::markRead()
{
    m_session.marks().markRead(m_session.chat().current());
}

void UnseenBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tint);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
}

} // namespace tidemark
