#include "ui/look/style_sheet.h"

#include <QStyle>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

// Tokens are written @like-this and replaced by colours. The text colour of fields comes from the palette: a
// style sheet would make placeholders half transparent.
constexpr QStringView rules = uR"(
QMainWindow, QDialog { background: @background; }
QToolTip { color: @tip-text; background: @tip; border: 1px solid @line; padding: 4px 6px; }
QLabel { color: @text; background: transparent; }
QLabel[role="dim"] { color: @dim; }
QLabel[role="error"] { color: @error; }
QLabel[role="title"] { font-weight: 600; }

QLineEdit { background: @background; border: 1px solid @line; border-radius: 8px; padding: 6px 6px;
            selection-background-color: @accent; selection-color: @on-accent; }
QLineEdit:focus { border: 1px solid @accent; }

QDialog QLineEdit { border: 1px solid @frame; }
QDialog QLineEdit:focus { border: 1px solid @accent; }
QDialog QPlainTextEdit#caption { background: @background; border: 1px solid @frame; border-radius: 8px; padding: 3px; }
QDialog QPlainTextEdit#caption:focus { border: 1px solid @accent; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }

QPushButton { background: @hover; color: @text; border: 1px solid transparent; border-radius: 8px; padding: 7px 16px; min-width: 64px; }
QPushButton:hover { background: @line; }
QPushButton:focus { border: 1px solid @accent; outline: none; }
QPushButton:default { background: @accent; color: @on-accent; }
QPushButton:default:focus { border: 1px solid @text; }
QPushButton[role="safe"]:default { background: @hover; color: @text; }
QPushButton[role="safe"]:default:hover { background: @line; }
QPushButton[role="safe"]:default:focus { border: 1px solid @accent; }
QPushButton[role="deed"] { background: @accent; color: @on-accent; }
QPushButton[role="danger"] { background: @error; color: @background; }
QPushButton[role="deed"]:focus, QPushButton[role="danger"]:focus { border: 1px solid @text; }
QPushButton:disabled { background: @hover; color: @dim; }

QToolButton { background: transparent; color: @text; border: 1px solid transparent; border-radius: 8px; padding: 5px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed { background: @line; }
QToolButton:focus { border: 1px solid @accent; }
QToolButton::menu-indicator { image: none; }

QRadioButton { color: @text; spacing: 8px; }
QRadioButton:disabled { color: @dim; }
QRadioButton::indicator { width: 16px; height: 16px; border: 1px solid @dim; border-radius: 9px; background: @background; }
QRadioButton::indicator:focus { border: 2px solid @accent; width: 14px; height: 14px; }
QRadioButton::indicator:checked { border: 5px solid @accent; width: 8px; height: 8px; }
QRadioButton::indicator:checked:focus { border: 5px solid @accent; width: 8px; height: 8px; }
QRadioButton::indicator:disabled { border-color: @line; }
QRadioButton:focus { text-decoration: underline; }
tidemark--PlainList { background: @side; border-radius: 8px; }

QComboBox { background: @background; color: @text; border: 1px solid @frame; border-radius: 8px; padding: 6px 10px; }
QComboBox:focus { border: 1px solid @accent; }
QComboBox:disabled { color: @dim; }
QComboBox::drop-down { border: none; width: 30px; }
QDateTimeEdit { background: @background; color: @text; border: 1px solid @frame; border-radius: 8px; padding: 6px 10px; }
QDateTimeEdit:focus { border: 1px solid @accent; }
QDateTimeEdit::drop-down { border: none; width: 30px; }
QDateTimeEdit::down-arrow { image: none; }
QCalendarWidget QWidget#qt_calendar_navigationbar { background: @side; }
QCalendarWidget QAbstractItemView { background: @background; color: @text; selection-background-color: @accent;
                                    selection-color: @on-accent; outline: none; }
QComboBox QAbstractItemView { background: @background; color: @text; border: 1px solid @line; padding: 4px;
                              outline: none; }
QComboBox QAbstractItemView::item { padding: 5px 8px; border-radius: 5px; }
QComboBox QAbstractItemView::item:selected { background: @tint; color: @text; }

QTabBar#folders { background: transparent; }
QTabBar#folders::tab { background: transparent; color: @dim; border: none; border-bottom: 2px solid transparent;
                       padding: 6px 8px; }
QTabBar#folders::tab:hover { color: @text; }
QTabBar#folders::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar#folders::tab:selected:focus { border-bottom: 3px solid @accent; background: @tint; }

QListWidget#folderConversations { background: @side; border: 1px solid @frame; border-radius: 8px; padding: 4px; outline: none; }
QListWidget#folderConversations:focus { border: 1px solid @accent; }

QProgressBar { background: @hover; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }

QListWidget#parts { background: @side; border: 1px solid @side; border-radius: 8px; padding: 4px; outline: none; }
QListWidget#parts:focus { border: 1px solid @accent; }
QListWidget#parts::item { color: @text; padding: 7px 8px; border-radius: 6px; }
QListWidget#parts::item:hover { background: @hover; }
QListWidget#parts::item:selected { background: @tint; color: @text; }
QListWidget#parts::item:disabled { background: transparent; color: @dim; }

QMenu { background: @background; border: 1px solid @line; border-radius: 8px; padding: 4px; }
QMenu::item { padding: 6px 28px 6px 14px; border-radius: 5px; }
tidemark--Menu::item { padding: 6px 40px 6px 40px; }
QMenu::item:selected { background: @tint; }
QMenu::item:disabled { color: @dim; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: @handle; border-radius: 3px; min-height: 32px; margin: 2px; }
QScrollBar::handle:vertical:hover { background: @dim; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QSplitter::handle { background: @line; }
QAbstractScrollArea { border: none; }
tidemark--ConversationListView { background: @side; }
tidemark--ComposerField { background: transparent; }
)";

} // namespace

QString styleSheetOf(const Theme& theme)
{
    QString sheet = rules.toString();
    // Longer names first: a token may begin with another one's name.
    const std::pair<QStringView, QColor> tokens[] = {
        {u"@background", theme.background},
        {u"@on-accent", theme.onAccent},
        {u"@tip-text", theme.isDark ? theme.text : theme.background},
        {u"@frame", theme.frame},
        {u"@handle", theme.badgeMuted},
        {u"@accent", theme.accent},
        {u"@error", theme.error},
        {u"@hover", theme.hover},
        {u"@side", theme.side},
        {u"@text", theme.text},
        {u"@line", theme.line},
        {u"@tint", theme.tint},
        {u"@dim", theme.dim},
        {u"@tip", theme.isDark ? theme.bubbleIn : theme.text},
    };
    for (const auto& [token, colour] : tokens) {
        sheet.replace(token.toString(), colour.name());
    }
    return sheet;
}

void setRole(QWidget* widget, const QString& role)
{
    if (widget->property("role") != role) {
        widget->setProperty("role", role);
        widget->style()->unpolish(widget);
        widget->style()->polish(widget);
    }
}

} // namespace tidemark
