#include "ui/window/help_sheet.h"

#include "ui/session/choices/shortcuts.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include <optional>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QLabel* keyCap(const Theme& theme, const QKeySequence& keys, QWidget* parent)
{
    QLabel* cap = plainLabel(keys.toString(QKeySequence::NativeText), parent);
    cap->setObjectName(u"keys"_s);
    cap->setStyleSheet(u"QLabel { background: %1; color: %2; border: 1px solid %3; border-radius: 5px; "
                       "padding: 2px 7px; }"_s.arg(theme.side.name(), theme.text.name(), theme.line.name()));
    return cap;
}

void addGroup(QGridLayout& grid, KeyGroup group, QWidget* parent)
{
    QLabel* title = plainLabel(groupTitle(group), parent);
    title->setProperty("role", u"title"_s);
    title->setContentsMargins(0, grid.rowCount() > 1 ? 14 : 0, 0, 2);
    grid.addWidget(title, grid.rowCount(), 0, 1, 2);
}

} // namespace

HelpSheet::HelpSheet(const Theme& theme, SendKey sendKey, QWidget* parent) : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard shortcuts"));
    constexpr QSize startSize{520, 600};
    resize(parent == nullptr ? startSize : startSize.boundedTo(parent->window()->size()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 12, 16);
    column->setSpacing(12);
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(makeGroups(theme, sendKey));
    // The arrow and page keys scroll without a click first.
    area->setFocusPolicy(Qt::StrongFocus);
    area->setFocus();
    area->setAccessibleName(windowTitle());
    column->addWidget(area, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

QWidget* HelpSheet::makeGroups(const Theme& theme, SendKey sendKey)
{
    auto* page = new QWidget(this);
    page->setStyleSheet(u"QWidget { background: %1; }"_s.arg(theme.background.name()));
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 12, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(0, 1);
    std::optional<KeyGroup> group;
    for (const Shortcut& shortcut : shortcuts(sendKey)) {
        if (group != shortcut.group) {
            addGroup(*grid, *(group = shortcut.group), page);
        }
        const int row = grid->rowCount();
        QLabel* words = plainLabel(wordsOf(shortcut), page);
        words->setWordWrap(true);
        grid->addWidget(words, row, 0);
        grid->addWidget(keyCap(theme, shortcut.keys.first(), page), row, 1, Qt::AlignRight | Qt::AlignTop);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    return page;
}

void HelpSheet::keyPressEvent(QKeyEvent* event)
{
    if (commandOf(*event, KeyPlace::Window) == KeyCommand::Help) {
        reject();
    } else {
        QDialog::keyPressEvent(event);
    }
}

} // namespace tidemark
