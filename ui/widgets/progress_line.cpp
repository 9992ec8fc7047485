#include "ui/widgets/progress_line.h"

#include "ui/look/style_sheet.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

ProgressLine::ProgressLine(QWidget* parent)
    : QWidget(parent), m_bar(new QProgressBar(this)), m_words(wrappedLabel({}, u"dim"_s, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(4);
    m_bar->setTextVisible(false);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_bar);
    column->addWidget(m_words);
    m_bar->hide();
    hide();
}

void ProgressLine::setBusy(const QString& words)
{
    m_bar->setRange(0, 0);
    m_bar->show();
    say(u"dim"_s, words);
    comeIntoView();
}

void ProgressLine::setProgress(quint64 done, quint64 all, const QString& words)
{
    constexpr int whole = 1000;
    m_bar->setRange(0, whole);
    m_bar->setValue(static_cast<int>(std::min(done, all) * whole / std::max<quint64>(all, 1)));
    m_bar->show();
    say(u"dim"_s, words);
}

void ProgressLine::setResult(const QString& words, bool isError)
{
    m_bar->hide();
    say(isError ? u"error"_s : u"dim"_s, words);
    comeIntoView();
}

/// Scrolls to the line after the next layout, when its place is known.
void ProgressLine::comeIntoView()
{
    const auto scroll = [this] {
        for (QWidget* one = parentWidget(); one != nullptr; one = one->parentWidget()) {
            if (auto* area = qobject_cast<QScrollArea*>(one)) {
                area->ensureWidgetVisible(this);
            }
        }
    };
    QMetaObject::invokeMethod(this, scroll, Qt::QueuedConnection);
}

QString ProgressLine::words() const
{
    return m_words->text();
}

void ProgressLine::say(const QString& role, const QString& words)
{
    setRole(m_words, role);
    showWords(m_words, words);
    setVisible(!words.isEmpty());
    // Update the layout at once, for callers that use the new height.
    layout()->activate();
    updateGeometry();
}

} // namespace tidemark
