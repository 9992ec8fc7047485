#include "ui/emoji/emoji_picker.h"

#include "core/models/emoji/emoji_catalogue.h"
#include "ui/emoji/emoji_button.h"
#include "ui/emoji/emoji_grid.h"
#include "ui/session/choices/preferences.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/wrapped_label.h"

#include <QApplication>
#include <QBoxLayout>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int pickerMargin = 8; ///< inside its frame, and from the edges of the window
constexpr int fromPlace = 4;    ///< between the button that opens it and the picker
constexpr int pickerCorner = 10;

/// The emoji whose skin tones stand for all.
QString toneSample()
{
    return u"✋"_s;
}

QString toneWords(int tone)
{
    switch (tone) {
    case 1:
        return EmojiPicker::tr("Light skin tone");
    case 2:
        return EmojiPicker::tr("Medium-light skin tone");
    case 3:
        return EmojiPicker::tr("Medium skin tone");
    case 4:
        return EmojiPicker::tr("Medium-dark skin tone");
    case 5:
        return EmojiPicker::tr("Dark skin tone");
    default:
        return EmojiPicker::tr("Usual skin tone");
    }
}

} // namespace

EmojiPicker::EmojiPicker(Preferences& preferences, QWidget* window)
    : QWidget(window), m_preferences(preferences), m_field(new SearchField(tr("Search emoji"), this)),
      m_grid(new EmojiGrid(this)), m_nothing(plainLabel(tr("No emoji found"), this)),
      m_groups(new QButtonGroup(this)), m_tones(new QButtonGroup(this))
{
    setObjectName(u"emoji-picker"_s);
    setAccessibleName(tr("Choose an emoji"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(pickerMargin, pickerMargin, pickerMargin, pickerMargin);
    column->setSpacing(4);
    column->addWidget(m_field);
    column->addWidget(makeGroups());
    column->addWidget(m_grid, 1);
    column->addWidget(m_nothing, 1);
    column->addWidget(makeTones());
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setProperty("role", u"dim"_s);
    m_nothing->hide();
    connect(m_field, &QLineEdit::textChanged, this, &EmojiPicker::search);
    connect(m_grid, &EmojiGrid::chosen, this, &EmojiPicker::choose);
    connect(m_grid, &EmojiGrid::leftUpwards, m_field, [this] { m_field->setFocus(Qt::OtherFocusReason); });
    connect(m_grid, &EmojiGrid::typed, this, [this](QKeyEvent* event) {
        m_field->setFocus(Qt::OtherFocusReason);
        QApplication::sendEvent(m_field, event);
    });
    connect(m_grid->verticalScrollBar(), &QScrollBar::valueChanged, this, &EmojiPicker::updateGroup);
    hide();
}

QWidget* EmojiPicker::makeGroups()
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    const EmojiCatalogue& catalogue = emojiCatalogue();
    for (qsizetype i = 0; i < catalogue.groups().size(); ++i) {
        const EmojiCatalogue::Group& group = catalogue.groups()[i];
        auto* button = new EmojiButton(row);
        button->setCheckable(true);
        button->setEmoji(catalogue.all()[group.first].text);
        button->setWords(emojiGroupTitle(group));
        m_groups->addButton(button, static_cast<int>(i));
        line->addWidget(button);
    }
    line->addStretch(1);
    connect(m_groups, &QButtonGroup::idClicked, this, [this](int group) {
        m_field->clear();
        m_grid->scrollToSection(group + 1); // the last used ones come first
        updateGroup();
    });
    return row;
}

QWidget* EmojiPicker::makeTones()
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addStretch(1);
    const Emoji* sample = emojiCatalogue().find(toneSample());
    for (int tone = 0; tone <= EmojiChoices::tones; ++tone) {
        auto* button = new EmojiButton(row);
        button->setCheckable(true);
        button->setEmoji(sample == nullptr ? toneSample() : sample->inTone(tone));
        button->setWords(toneWords(tone));
        m_tones->addButton(button, tone);
        line->addWidget(button);
    }
    connect(m_tones, &QButtonGroup::idClicked, this, &EmojiPicker::setTone);
    return row;
}

void EmojiPicker::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_field->setTheme(theme);
    m_grid->setTheme(theme);
    m_grid->setStyleSheet(u"QTableView { background: transparent; }"_s);
    for (EmojiButton* button : findChildren<EmojiButton*>()) {
        button->setTheme(theme);
    }
    update();
}

void EmojiPicker::begin(const QRect& place)
{
    m_place = place;
    if (isHidden()) {
        m_focusBefore = window()->focusWidget();
    }
    m_field->clear();
    m_tones->button(m_preferences.emoji().tone)->setChecked(true);
    showGroups();
    settle();
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
    qApp->installEventFilter(this); // while the picker is open
}

void EmojiPicker::end()
{
    hide();
}

void EmojiPicker::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    qApp->removeEventFilter(this);
    if (m_focusBefore != nullptr) {
        m_focusBefore->setFocus(Qt::PopupFocusReason);
    }
}

/// Shows the last used emoji and all groups.
void EmojiPicker::showGroups()
{
    const EmojiCatalogue& catalogue = emojiCatalogue();
    const int tone = m_preferences.emoji().tone;
    QList<EmojiGridModel::Section> sections{{tr("Last used"), m_preferences.emoji().recent}};
    for (const EmojiCatalogue::Group& group : catalogue.groups()) {
        EmojiGridModel::Section section{emojiGroupTitle(group), {}};
        for (qsizetype i = group.first; i < group.first + group.count; ++i) {
            section.emoji.append(catalogue.all()[i].inTone(tone));
        }
        sections.append(section);
    }
    m_grid->setSections(sections);
    m_grid->show();
    m_nothing->hide();
    updateGroup();
}

void EmojiPicker::search(const QString& typed)
{
    if (typed.trimmed().isEmpty()) {
        showGroups();
        return;
    }
    EmojiGridModel::Section found;
    for (const qsizetype index : emojiCatalogue().search(typed)) {
        found.emoji.append(emojiCatalogue().all()[index].inTone(m_preferences.emoji().tone));
    }
    m_grid->setSections({found});
    m_grid->setVisible(!found.emoji.isEmpty());
    m_nothing->setVisible(found.emoji.isEmpty());
    // The first one is what Enter chooses.
    const QModelIndex first = m_grid->grid().firstCell();
    m_field->setAccessibleDescription(first.isValid() ? first.data(Qt::AccessibleTextRole).toString()
                                                      : m_nothing->text());
    updateGroup();
}

/// Marks the group that is on screen.
void EmojiPicker::updateGroup()
{
    const int shown = m_field->text().trimmed().isEmpty() ? m_grid->shownSection() - 1 : -1;
    // QButtonGroup keeps one button checked while it is exclusive.
    m_groups->setExclusive(false);
    for (QAbstractButton* button : m_groups->buttons()) {
        button->setChecked(m_groups->id(button) == shown);
    }
    m_groups->setExclusive(shown >= 0);
}

void EmojiPicker::setTone(int tone)
{
    EmojiChoices choices = m_preferences.emoji();
    choices.tone = tone;
    m_preferences.chooseEmoji(choices);
    const int at = m_grid->verticalScrollBar()->value();
    search(m_field->text());
    m_grid->verticalScrollBar()->setValue(at);
}

void EmojiPicker::choose(const QString& emoji)
{
    end();
    Q_EMIT chosen(emoji);
}

/// Puts the picker above the place or, if there is more room, below it.
void EmojiPicker::settle()
{
    const QRect room =
        parentWidget()->rect().adjusted(pickerMargin, pickerMargin, -pickerMargin, -pickerMargin);
    const QRect at(parentWidget()->mapFromGlobal(m_place.topLeft()), m_place.size());
    const QSize size = sizeHint().boundedTo(room.size());
    const int above = at.top() - fromPlace - room.top();
    const int below = room.bottom() - fromPlace - at.bottom();
    QRect area(QPoint(at.left(),
                      above >= below ? at.top() - fromPlace - size.height() : at.bottom() + 1 + fromPlace),
               size);
    area.moveLeft(std::clamp(area.left(), room.left(), room.right() + 1 - size.width()));
    area.moveTop(std::clamp(area.top(), room.top(), room.bottom() + 1 - size.height()));
    setGeometry(area);
}

bool EmojiPicker::pressKey(QObject* watched, QKeyEvent& event)
{
    if (event.key() == Qt::Key_Escape) {
        end();
        return true;
    }
    if (watched != m_field) {
        return false;
    }
    if (event.key() == Qt::Key_Down) {
        m_grid->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter) {
        const QModelIndex first = m_grid->grid().firstCell();
        if (!m_field->text().trimmed().isEmpty() && first.isValid()) {
            choose(first.data().toString());
        }
        return true;
    }
    return false;
}

bool EmojiPicker::eventFilter(QObject* watched, QEvent* event)
{
    if (isHidden()) {
        return QWidget::eventFilter(watched, event);
    }
    auto* widget = qobject_cast<QWidget*>(watched);
    const bool isInside = widget != nullptr && (widget == this || isAncestorOf(widget));
    switch (event->type()) {
    case QEvent::KeyPress:
        return isInside && pressKey(watched, *static_cast<QKeyEvent*>(event));
    case QEvent::ShortcutOverride:
        // Otherwise the window would take the key.
        if (isInside && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
        break;
    case QEvent::MouseButtonPress:
        if (widget != nullptr && !isInside) {
            end();
        }
        break;
    case QEvent::Resize:
        if (watched == parentWidget()) {
            settle();
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void EmojiPicker::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme.frame, 1));
    painter.setBrush(m_theme.background);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), pickerCorner, pickerCorner);
}

} // namespace tidemark
