#include "ui/settings/settings_dialog.h"

#include "core/models/matching/fuzzy_match.h"
#include "ui/session/chat_session.h"
#include "ui/settings/account_page.h"
#include "ui/settings/devices_page.h"
#include "ui/settings/ignored_page.h"
#include "ui/settings/reading_page.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/settings_pages.h"
#include "ui/settings/storage_page.h"
#include "ui/widgets/combo_box.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/wrapped_label.h"

#include <QApplication>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QSize startSize{780, 580};
constexpr QSize minDialogSize{320, 340};
constexpr int narrowBelow = 560;
constexpr int narrowLetters = 55; ///< the dialog is narrow below this width in letters, too
constexpr int margin = 16;
constexpr int betweenColumns = 20;
constexpr int afterHeading = 12;
constexpr int afterPart = 26;
constexpr int entryPadding = 44; ///< the width of a list entry without its words

QString titleOf(SettingsPart part)
{
    switch (part) {
    case SettingsPart::Appearance:
        return SettingsDialog::tr("Appearance");
    case SettingsPart::Writing:
        return SettingsDialog::tr("Writing");
    case SettingsPart::Reading:
        return SettingsDialog::tr("Reading and privacy");
    case SettingsPart::Ignored:
        return SettingsDialog::tr("Ignored people");
    case SettingsPart::Notifications:
        return SettingsDialog::tr("Notifications");
    case SettingsPart::Badges:
        return SettingsDialog::tr("Badges");
    case SettingsPart::Desktop:
        return SettingsDialog::tr("Desktop");
    case SettingsPart::Account:
        return SettingsDialog::tr("Account");
    case SettingsPart::Devices:
        return SettingsDialog::tr("Devices");
    case SettingsPart::Storage:
        return SettingsDialog::tr("Storage");
    }
    return {};
}

/// Returns the first widget that can take the keyboard focus; of a group of radio buttons, the checked one.
QWidget* firstField(const QWidget& page)
{
    QWidget* first = nullptr;
    for (QWidget* field : page.findChildren<QWidget*>()) {
        if ((field->focusPolicy() & Qt::TabFocus) == 0 || !field->isEnabled() || !field->isVisibleTo(&page)) {
            continue;
        }
        const auto* radio = qobject_cast<QAbstractButton*>(field);
        const bool isChosen = radio == nullptr || !radio->autoExclusive() || radio->isChecked();
        if (isChosen) {
            return field;
        }
        first = first == nullptr ? field : first;
    }
    return first;
}

} // namespace

SettingsDialog::SettingsDialog(ChatSession& session, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_ignored(new IgnoredPage(session.ignored(), theme, this)),
      m_devices(new DevicesPage(session, theme, this)),
      m_search(new SearchField(tr("Search the settings"), this)), m_list(new QListWidget(this)),
      m_box(new ComboBox(this)), m_area(new QScrollArea(this)), m_contents(new QWidget(m_area)),
      m_nothing(wrappedLabel({}, u"dim"_s, m_contents)), m_close(new QPushButton(tr("Close"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Settings"));
    setMinimumSize(minDialogSize);
    resize(parent == nullptr ? startSize : startSize.boundedTo(parent->window()->size()));
    addContents();
    addPage(SettingsPart::Appearance, makeAppearancePage(session.preferences()));
    addPage(SettingsPart::Writing, makeWritingPage(session.account(), session.preferences()));
    addPage(SettingsPart::Reading, new ReadingPage(session));
    addPage(SettingsPart::Ignored, m_ignored,
            {tr("block, unblock, ignore, stop ignoring, mute a person", "words to find it by")});
    addPage(SettingsPart::Notifications, makeNotificationsPage(session));
    addPage(SettingsPart::Badges, makeBadgesPage(session.preferences()));
    addPage(SettingsPart::Desktop, makeDesktopPage(session.preferences()));
    addPage(SettingsPart::Account, makeAccountPage(session));
    addPage(SettingsPart::Devices, m_devices,
            {tr("sync, status, sign out, last seen", "words to find it by")});
    addPage(SettingsPart::Storage, new StoragePage(session, this),
            {tr("size, folder, pictures, files, downloads, history, export, search index, check, repair",
                "words to find it by")});
    addKeys();
    setTheme(theme);
    showPage(0);
    m_search->setFocus();
}

void SettingsDialog::addContents()
{
    m_list->setObjectName(u"parts"_s);
    m_list->setAccessibleName(tr("Sections of the settings"));
    m_list->installEventFilter(this);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_box->setObjectName(u"part"_s);
    m_box->setAccessibleName(tr("Sections of the settings"));
    m_area->setWidgetResizable(true);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(m_contents);
    m_area->viewport()->setAutoFillBackground(false);
    m_contents->setAutoFillBackground(false);

    auto* contents = new QVBoxLayout(m_contents);
    contents->setContentsMargins(2, 0, 12, 0);
    contents->setSpacing(0);
    contents->addWidget(m_nothing);
    contents->addStretch(0);

    auto* columns = new QHBoxLayout;
    columns->setSpacing(betweenColumns);
    columns->addWidget(m_list);
    columns->addWidget(m_area, 1);

    // Enter must not press Close while the field has the keyboard focus.
    m_close->setAutoDefault(false);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(margin, margin, margin, margin);
    all->setSpacing(12);
    all->addWidget(m_search);
    all->addWidget(m_box);
    all->addLayout(columns, 1);
    all->addWidget(m_close, 0, Qt::AlignRight);

    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::beginContents);
    connect(m_search, &QLineEdit::returnPressed, this, &SettingsDialog::focusContents);
    connect(m_list, &QListWidget::currentRowChanged, this, &SettingsDialog::showPage);
    connect(m_box, &QComboBox::activated, this, &SettingsDialog::showPage);
    // Scroll to the focused setting, even if an access key has moved the focus. The context is m_area,
    // because closing the dialog moves the focus too, when the dialog is already half destroyed.
    connect(qApp, &QApplication::focusChanged, m_area,
            [area = m_area, contents = m_contents](const QWidget* /*before*/, QWidget* focused) {
                if (focused != nullptr && contents->isAncestorOf(focused)) {
                    area->ensureWidgetVisible(focused);
                }
            });
}

void SettingsDialog::addKeys()
{
    auto* search = new QShortcut(QKeySequence::Find, this);
    connect(search, &QShortcut::activated, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
}

void SettingsDialog::setTheme(const Theme& theme)
{
    m_search->setTheme(theme);
    m_ignored->setTheme(theme);
    m_devices->setTheme(theme);
}

void SettingsDialog::addPage(SettingsPart part, QWidget* page, const QStringList& searchWords)
{
    const QString title = titleOf(part);
    auto* heading = wrappedLabel(title, u"title"_s, m_contents);
    heading->setContentsMargins(0, 0, 0, afterHeading);
    page->setParent(m_contents);
    page->setAccessibleName(title);
    auto* column = static_cast<QVBoxLayout*>(m_contents->layout());
    const bool isRows = qobject_cast<SettingsPage*>(page) != nullptr;
    // Insert above the stretch at the end. A page that fills the height takes the room of the stretch.
    column->insertWidget(column->count() - 1, heading);
    column->insertWidget(column->count() - 1, page, isRows ? 0 : 1);
    m_parts.append({part, heading, page, title + u'\n' + searchWords.join(u'\n')});
    heading->hide();
    page->hide();
    const QSignalBlocker quiet(m_list);
    m_list->addItem(title);
    m_box->addItem(title);
    moveCloseButtonLast();
}

/// Makes the newest page the last one in the tab order, before the button.
void SettingsDialog::moveCloseButtonLast()
{
    QWidget* last = previousInFocusChain();
    while (last != m_close && last->focusPolicy() == Qt::NoFocus) {
        last = last->previousInFocusChain();
    }
    if (last != m_close) {
        setTabOrder(last, m_close);
    }
}

void SettingsDialog::showPart(SettingsPart part)
{
    const auto found =
        std::find_if(m_parts.begin(), m_parts.end(), [part](const Part& one) { return one.id == part; });
    if (found == m_parts.end()) {
        return;
    }
    showPage(static_cast<int>(found - m_parts.begin()));
    focusContents();
}

void SettingsDialog::showPage(int index)
{
    if (index < 0) {
        return;
    }
    m_chosen = index;
    const QSignalBlocker quiet(m_list);
    m_list->setCurrentRow(index);
    m_box->setCurrentIndex(index);
    m_search->clear();
    beginContents();
}

bool SettingsDialog::isNarrow() const
{
    return width() < std::max(narrowBelow, narrowLetters * fontMetrics().averageCharWidth());
}

bool SettingsDialog::find(const Part& part, const QString& typed) const
{
    if (auto* rows = qobject_cast<SettingsPage*>(part.page)) {
        return rows->find(typed, part.words);
    }
    return hasAllWords(typed, part.words);
}

/// Shows the chosen part or, while searching, the matches in all parts.
void SettingsDialog::showContents()
{
    const QString typed = m_search->text().simplified();
    const bool isSearching = !typed.isEmpty();
    bool isAny = false;
    for (int i = 0; i < m_parts.size(); ++i) {
        const Part& part = m_parts[i];
        const bool isShown = find(part, typed) && (isSearching || i == m_chosen);
        part.heading->setVisible(isShown && (isSearching || !isNarrow()));
        part.page->setVisible(isShown);
        part.page->setContentsMargins(0, 0, 0, isSearching ? afterPart : 0);
        isAny = isAny || isShown;
    }
    showWords(m_nothing, isAny ? QString() : tr("No setting contains “%1”.").arg(typed));
    m_list->setEnabled(!isSearching);
    arrange();
}

/// Shows new contents from their top.
void SettingsDialog::beginContents()
{
    showContents();
    m_area->ensureVisible(0, 0);
}

void SettingsDialog::arrange()
{
    const bool narrow = isNarrow();
    m_list->setVisible(!narrow);
    m_box->setVisible(narrow && m_search->text().isEmpty());
    m_list->setFixedWidth(m_list->sizeHintForColumn(0) + entryPadding);
    layout()->activate();
}

void SettingsDialog::focusContents()
{
    for (const Part& part : m_parts) {
        if (!part.page->isVisibleTo(m_contents)) {
            continue;
        }
        if (QWidget* field = firstField(*part.page)) {
            field->setFocus(Qt::TabFocusReason);
        }
        return;
    }
}

void SettingsDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    showContents();
}

/// Adapts the width of the list to its font. Queued, because the list gets its font after the dialog.
bool SettingsDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::FontChange) {
        QMetaObject::invokeMethod(this, &SettingsDialog::showContents, Qt::QueuedConnection);
    }
    return QDialog::eventFilter(watched, event);
}

/// Escape clears the search before it closes the dialog. Down moves from the field to the results.
void SettingsDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
        m_search->clear();
        m_search->setFocus();
    } else if (event->key() == Qt::Key_Down && m_search->hasFocus()) {
        focusContents();
    } else {
        QDialog::keyPressEvent(event);
    }
}

} // namespace tidemark
