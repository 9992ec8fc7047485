#include "ui/chat/composer/draft_offer.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tidemark {

DraftOffer::DraftOffer(QWidget* parent)
    : QWidget(parent), m_label(plainLabel({}, this)), m_takeOver(new QToolButton(this)),
      m_discard(new QToolButton(this))
{
    m_takeOver->setText(tr("Take over"));
    m_discard->setText(tr("Discard"));
    setPlainTip(m_takeOver, tr("Replace your text with this one"));
    setPlainTip(m_discard, tr("Keep your own text, also on your other devices"));
    m_label->setWordWrap(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 4, 8, 4);
    row->addWidget(m_label, 1);
    row->addWidget(m_takeOver);
    row->addWidget(m_discard);
    connect(m_takeOver, &QToolButton::clicked, this, &DraftOffer::takeOverWanted);
    connect(m_discard, &QToolButton::clicked, this, &DraftOffer::discardWanted);
    hide();
}

void DraftOffer::setTheme(const Theme& theme)
{
    m_theme = theme;
    const QString style = u"QToolButton { color: %1; font-weight: 600; }"_s.arg(theme.accent.name());
    m_takeOver->setStyleSheet(style);
    m_discard->setStyleSheet(style);
    update();
}

void DraftOffer::offer(const QString& text, const QString& device, UnixMs at)
{
    // One or two lines, in a narrow window four. Shaping thousands of combining marks would take a tenth of a
    // second.
    constexpr qsizetype maxShown = 100;
    m_offered = text;
    const QString line = text.simplified();
    const QString start = line.size() > maxShown ? line.left(maxShown) + u'…' : line;
    m_label->setText(device.isEmpty()
                         ? tr("From another device, %1: %2").arg(clockTime(at), isolated(start))
                         : tr("From %1, %2: %3").arg(isolated(device), clockTime(at), isolated(start)));
    setAccessibleName(m_label->text());
    setVisible(!text.isEmpty());
}

void DraftOffer::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tint);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
}

} // namespace tidemark
