// MainWindow: the pane about the conversation, and the preferences of this device.
#include "ui/chat/chat_pane.h"
#include "ui/chat/info_panel.h"
#include "ui/look/metrics.h"
#include "ui/settings/settings_dialog.h"
#include "ui/window/about_dialog.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QBoxLayout>

#include <algorithm>

namespace tidemark {

void MainWindow::addChat()
{
    auto* row = new QHBoxLayout(m_right);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_chat, 1);
    connect(m_chat, &ChatPane::infoWanted, this, &MainWindow::toggleInfo);
    connect(&m_session.preferences(), &Preferences::changed, this, &MainWindow::takePreferences);
}

/// Called when the pane is first needed.
void MainWindow::addInfo()
{
    m_info = new InfoPanel(
        m_session, [this] { return makeConversationMenu(m_session.chat().current()); }, m_right);
    m_info->setTheme(m_theme);
    m_right->layout()->addWidget(m_info);
    connect(m_info, &InfoPanel::closeWanted, this, &MainWindow::toggleInfo);
}

/// The pane is wider for larger text.
int MainWindow::infoWidth() const
{
    return metrics::infoWidth * std::max(usualTextSize, m_session.preferences().textSize()) / usualTextSize;
}

bool MainWindow::hasRoomForInfo() const
{
    return width() >= metrics::infoFrom - metrics::infoWidth + infoWidth();
}

bool MainWindow::isInfoShown() const
{
    if (!m_session.chat().current().isValid() || m_isSearchOnTop)
        return false;
    return hasRoomForInfo() ? m_session.preferences().isInfoOpen() : m_isInfoAsked;
}

/// Shows the pane beside the conversation or, in a window without room for both, in its place.
void MainWindow::arrangeInfo()
{
    const bool isShown = isInfoShown();
    const bool isOver = isInfoOver();
    if (isShown && m_info == nullptr)
        addInfo();
    if (m_info != nullptr) {
        m_info->setMinimumWidth(isOver ? 0 : infoWidth());
        m_info->setMaximumWidth(isOver ? QWIDGETSIZE_MAX : infoWidth());
        m_info->setBack(isOver);
        m_info->setVisible(isShown);
    }
    m_chat->setVisible(!isOver);
    m_chat->setInfoOpen(isShown);
    m_right->layout()->activate();
    if (std::exchange(m_isChatCovered, isOver) != isOver) {
        noteConditions();
        noteScreen();
    }
}

void MainWindow::toggleInfo()
{
    if (!m_session.chat().current().isValid())
        return;
    const bool wasShown = isInfoShown();
    if (hasRoomForInfo())
        m_session.preferences().chooseInfoOpen(!wasShown);
    else
        m_isInfoAsked = !wasShown;
    arrange();
    if (wasShown)
        m_chat->focusComposer();
    else
        m_info->focusFirst();
}

bool MainWindow::closeInfo()
{
    if (isInfoOver()) {
        toggleInfo();
        return true;
    }
    if (isInfoShown() && m_info->isAncestorOf(QApplication::focusWidget())) {
        m_chat->focusComposer();
        return true;
    }
    return false;
}

void MainWindow::takePreferences()
{
    const ThemeChoice theme = m_session.preferences().theme();
    if (std::exchange(m_preferredTheme, theme) != theme)
        setThemeChoice(theme);
    m_textSize.choose(m_session.preferences().textSize());
    arrange();
}

SettingsDialog* MainWindow::showSettings()
{
    if (m_settings == nullptr) {
        m_settings = new SettingsDialog(m_session, m_theme, this);
        m_settings->open();
    }
    return m_settings;
}

void MainWindow::showAbout()
{
    (new AboutDialog(this))->open();
}

} // namespace tidemark
