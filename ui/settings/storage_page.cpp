#include "ui/settings/storage_page.h"

#include "core/models/words/file_text.h"
#include "ui/session/chat_session.h"
#include "ui/settings/export_dialog.h"
#include "ui/settings/setting_row.h"
#include "ui/settings/storage_text.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/combo_box.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDesktopServices>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShowEvent>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace tidemark {

StoragePage::StoragePage(ChatSession& session, QWidget* parent) : QWidget(parent), m_session(session)
{
    constexpr int betweenParts = 14;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(6);
    addPlace(*column);
    column->addSpacing(betweenParts);
    addHistory(*column);
    column->addSpacing(betweenParts);
    addFiles(*column);
    column->addSpacing(betweenParts);
    m_export = addPart(*column, tr("&Export a conversation…"),
                       tr("Saves this device’s copy of a conversation as text or JSON."));
    column->addSpacing(betweenParts);
    m_index = addPart(*column, tr("&Rebuild the search index"),
                      tr("Use this if search misses messages. You can keep working."));
    column->addSpacing(betweenParts);
    m_check = addPart(*column, tr("Check and re&pair"),
                      tr("Checks all data on this computer, counts again and corrects errors."));
    column->addStretch(1);

    StorageController& storage = m_session.storage();
    connect(m_export.button, &QPushButton::clicked, this, &StoragePage::exportOne);
    connect(m_index.button, &QPushButton::clicked, this, &StoragePage::beginRebuild);
    connect(m_check.button, &QPushButton::clicked, this, &StoragePage::beginCheck);
    connect(&storage, &StorageController::reported, this, &StoragePage::showReport);
    connect(&storage, &StorageController::checked, this, &StoragePage::showCheck);
    connect(&storage, &StorageController::indexed, this, &StoragePage::showIndex);
    m_index.button->setEnabled(!storage.isRebuilding());
    m_check.button->setEnabled(!storage.isChecking());
}

void StoragePage::addPlace(QBoxLayout& column)
{
    const auto add = [&](const QString& role) {
        QLabel* label = wrappedLabel({}, role, this);
        column.addWidget(label);
        return label;
    };
    column.addWidget(wrappedLabel(tr("On this computer"), u"title"_s, this));
    m_place = new QLineEdit(this);
    m_place->setReadOnly(true);
    m_place->setAccessibleName(tr("Folder"));
    m_place->setAccessibleDescription(tr("Contains all data of this profile."));
    column.addWidget(m_place);
    m_size = add(u"dim"_s);
    m_contents = add(u"dim"_s);
    m_damaged = add(u"error"_s);
    m_damaged->hide();
    m_openFolder = new QPushButton(tr("Open &folder"), this);
    m_openFolder->setAccessibleDescription(tr("Opens the folder in your file manager."));
    m_openFolder->setAutoDefault(false);
    m_openFolder->setEnabled(false);
    column.addWidget(m_openFolder, 0, Qt::AlignLeft);
    connect(m_openFolder, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_folder)); });
}

void StoragePage::addHistory(QBoxLayout& column)
{
    Preferences& preferences = m_session.preferences();
    auto* box = new CheckBox(tr("Keep &all messages on this computer"), this);
    box->setObjectName(u"keep-history"_s);
    box->setChecked(preferences.keepsHistory());
    connect(box, &QCheckBox::clicked, &preferences, &Preferences::chooseKeepsHistory);
    column.addWidget(new SettingRow(
        {}, box,
        tr("Older messages are downloaded in the background, so that you can read and search them offline. "
           "Otherwise they are downloaded when you scroll to them. Unread counts are correct either way."),
        this));
}

void StoragePage::addFiles(QBoxLayout& column)
{
    Preferences& preferences = m_session.preferences();
    const auto add = [&](const QString& label, const QString& name, const QString& explained,
                         const auto& sizes, int FileChoices::*chosen, const auto& wordsOf) {
        auto* box = new ComboBox(this);
        box->setObjectName(name);
        for (const int megabytes : sizes) {
            box->addItem(wordsOf(megabytes), megabytes);
        }
        box->setCurrentIndex(box->findData(preferences.files().*chosen));
        connect(box, &QComboBox::activated, this, [&preferences, box, chosen] {
            FileChoices choices = preferences.files();
            choices.*chosen = box->currentData().toInt();
            preferences.chooseFiles(choices);
        });
        column.addWidget(new SettingRow(label, box, explained, this));
    };
    constexpr quint64 megabyte = 1000 * 1000;
    constexpr qint64 binaryMegabyte = 1024 * 1024;
    add(tr("D&ownload pictures and files"), u"download-size"_s,
        tr("Larger ones are downloaded when you click on them."), FileChoices::downloadSizes,
        &FileChoices::downloadMegabytes, [](int megabytes) {
            return megabytes == 0 ? tr("Only when I click")
                                  : tr("Up to %1").arg(fileSizeText(quint64(megabytes) * megabyte));
        });
    add(tr("Si&ze of all downloaded files"), u"cache-size"_s,
        tr("Files that were not shown for the longest time are removed first. They can be downloaded again."),
        FileChoices::cacheSizes, &FileChoices::cacheMegabytes, [](int megabytes) {
            return QLocale().formattedDataSize(qint64(megabytes) * binaryMegabyte, 0,
                                               QLocale::DataSizeTraditionalFormat);
        });
}

StoragePage::Part StoragePage::addPart(QBoxLayout& column, const QString& button, const QString& explanation)
{
    const Part part{new QPushButton(button, this), new ProgressLine(this)};
    part.button->setAccessibleDescription(explanation);
    // Enter is for the dialog that contains the page.
    part.button->setAutoDefault(false);
    column.addWidget(part.button, 0, Qt::AlignLeft);
    column.addWidget(wrappedLabel(explanation, u"dim"_s, this));
    column.addWidget(part.progress);
    return part;
}

void StoragePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!event->spontaneous()) {
        m_session.storage().ask();
    }
}

void StoragePage::showReport(const StorageReport& report)
{
    m_folder = report.folder;
    m_place->setText(QDir::toNativeSeparators(m_folder));
    m_place->setCursorPosition(0);
    m_size->setText(tr("Database: %1").arg(sizeText(report.contents)));
    m_contents->setText(contentsText(report.contents));
    showWords(m_damaged, damagedText(report.contents));
    m_openFolder->setEnabled(true);
}

void StoragePage::beginCheck()
{
    m_check.button->setEnabled(false);
    m_check.progress->setBusy(tr("Reading all data…"));
    m_session.storage().check();
}

void StoragePage::showCheck(const StorageCheck& check)
{
    m_check.button->setEnabled(true);
    m_check.progress->setResult(checkText(check), check.wasDamaged || !check.problem.isEmpty());
    m_session.storage().ask();
}

void StoragePage::beginRebuild()
{
    m_index.button->setEnabled(false);
    m_index.progress->setBusy(tr("Removing the old index…"));
    m_session.storage().rebuildIndex();
}

void StoragePage::showIndex(const IndexProgress& progress)
{
    m_index.button->setEnabled(progress.isFinished);
    if (progress.isFinished) {
        m_index.progress->setResult(indexText(progress), !progress.problem.isEmpty());
    } else {
        m_index.progress->setProgress(progress.indexed, progress.all, indexText(progress));
    }
    if (progress.isFinished) {
        m_session.storage().ask();
    }
}

void StoragePage::exportOne()
{
    (new ExportDialog(m_session.storage(), m_session.conversations(), m_session.chat().current(), window()))
        ->open();
}

} // namespace tidemark
