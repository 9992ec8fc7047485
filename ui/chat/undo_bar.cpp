#include "ui/chat/undo_bar.h"

#include "ui/session/chat_session.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tidemark {

UndoBar::UndoBar(ChatSession& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_label(plainLabel({}, this)), m_undo(new QToolButton(this))
{
    m_undo->setText(tr("Undo"));
    setPlainTip(m_undo, tr("Undo (Ctrl+Z)"));
    m_label->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 4, 8, 4);
    row->addWidget(m_label, 1);
    row->addWidget(m_undo);
    connect(m_undo, &QToolButton::clicked, &session, &ChatSession::undo);
    connect(&session.marks(), &ReadMarks::undoChanged, this, &UndoBar::refresh);
    connect(&session.ignored(), &IgnoredPeople::undoChanged, this, &UndoBar::refresh);
    connect(&session.memberships(), &Memberships::undoChanged, this, &UndoBar::refresh);
    hide();
}

void UndoBar::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_undo->setStyleSheet(u"QToolButton { color: %1; font-weight: 600; }"_s.arg(theme.accent.name()));
    update();
}

QString UndoBar::text() const
{
    return m_label->text();
}

void UndoBar::refresh()
{
    const ReadUndo& undo = m_session.marks().undo();
    QString text = m_session.undoWords();
    if (undo.conversations() > 1 && undo.waiting() > 0) {
        text +=
            u'\n'
            + tr("%L1 of %L2 synced").arg(undo.conversations() - undo.waiting()).arg(undo.conversations());
    }
    m_label->setText(text);
    setAccessibleName(text);
    setVisible(m_session.isUndoPossible());
}

void UndoBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tint);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
}

} // namespace tidemark
