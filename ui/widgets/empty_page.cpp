#include "ui/widgets/empty_page.h"

#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int drawingSide = 72;

} // namespace

void paintEmptyDrawing(QPainter& painter, const QRect& place, Glyph glyph, const Theme& theme)
{
    constexpr double margin = 0.28; // of the ground, around the glyph
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.tint);
    painter.drawEllipse(place);
    const double inset = place.width() * margin;
    paintGlyph(painter, glyph, QRectF(place).adjusted(inset, inset, -inset, -inset), theme.accent);
    painter.restore();
}

class EmptyPage::Drawing : public QWidget {
public:
    Drawing(Glyph glyph, QWidget* parent) : QWidget(parent), m_glyph(glyph)
    {
        setFixedSize(drawingSide, drawingSide);
    }

    void setTheme(const Theme& theme)
    {
        m_theme = theme;
        update();
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        paintEmptyDrawing(painter, rect(), m_glyph, m_theme);
    }

private:
    Glyph m_glyph;
    Theme m_theme;
};

EmptyPage::EmptyPage(Glyph drawing, QWidget* parent)
    : QWidget(parent), m_drawing(new Drawing(drawing, this)), m_words(wrappedLabel({}, u"dim"_s, this)),
      m_action(new QPushButton(this))
{
    m_words->setAlignment(Qt::AlignCenter);
    m_action->setAutoDefault(true); // Enter presses it, as Space does
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 32, 24, 32);
    column->setSpacing(16);
    column->addStretch(2);
    column->addWidget(m_drawing, 0, Qt::AlignHCenter);
    column->addWidget(m_words);
    column->addWidget(m_action, 0, Qt::AlignHCenter);
    column->addStretch(3);
    connect(m_action, &QPushButton::clicked, this, &EmptyPage::actionWanted);
}

void EmptyPage::setTheme(const Theme& theme)
{
    m_drawing->setTheme(theme);
}

void EmptyPage::setWords(const QString& words, const QString& action)
{
    m_words->setText(words);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
}

} // namespace tidemark
