#include "ui/settings/export_dialog.h"

#include "core/models/conversations/conversation_list_model.h"
#include "core/models/conversations/conversation_row.h"
#include "ui/session/files/storage_controller.h"
#include "ui/settings/storage_text.h"
#include "ui/widgets/combo_box.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDate>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QStandardPaths>

#include <algorithm>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace tidemark {

QString fileNameOf(const QString& title)
{
    constexpr qsizetype maxLength = 60;
    QString name;
    for (const QChar character : title) {
        const bool isPlain = character.isPrint() && !u"/\\:*?\"<>|"_s.contains(character);
        name += isPlain ? character : u' ';
    }
    name = name.simplified().left(maxLength).trimmed();
    // A name of dots alone would be a directory, and a leading dot hides the file.
    while (name.startsWith(u'.')) {
        name.remove(0, 1);
    }
    return name.isEmpty() ? ExportDialog::tr("conversation", "name of a file") : name;
}

ExportDialog::ExportDialog(StorageController& storage, const ConversationListModel& conversations,
                           ConversationId chosen, QWidget* parent)
    : QDialog(parent), m_storage(storage), m_conversation(new ComboBox(this)), m_kind(new ComboBox(this)),
      m_progress(new ProgressLine(this))
{
    constexpr int startWidth = 400;
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Export a conversation"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(8);
    fillConversations(conversations, chosen);
    addField(*column, tr("&Conversation"), m_conversation);
    m_kind->addItems({tr("Plain text"), tr("JSON Lines (for programs)")});
    addField(*column, tr("&Format"), m_kind);
    column->addWidget(wrappedLabel(tr("The file contains the messages on this computer, with names, times "
                                      "and edit marks. Their pictures and files go into a folder beside it. "
                                      "Nothing is encrypted."),
                                   u"dim"_s, this));
    column->addWidget(m_progress);
    column->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_close = buttons->button(QDialogButtonBox::Close);
    m_export = buttons->addButton(tr("&Export…"), QDialogButtonBox::ActionRole);
    m_export->setDefault(true);
    m_export->setEnabled(m_conversation->count() > 0);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::askPlace);
    connect(&storage, &StorageController::exportProgressed, this, &ExportDialog::showProgress);
    connect(&storage, &StorageController::exportFinished, this, &ExportDialog::showResult);
    resize(parent == nullptr ? startWidth : std::min(startWidth, parent->width()), 0);
    grow();
}

void ExportDialog::addField(QBoxLayout& column, const QString& words, QComboBox* field)
{
    QLabel* label = plainLabel(words, this);
    label->setBuddy(field);
    column.addWidget(label);
    column.addWidget(field);
}

void ExportDialog::fillConversations(const ConversationListModel& conversations, ConversationId chosen)
{
    std::vector<std::pair<QString, quint64>> all;
    for (const ConversationSummary* one : conversations.summaries()) {
        all.emplace_back(titleOf(*one), one->id.value);
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        const int order = QString::localeAwareCompare(a.first, b.first);
        return order != 0 ? order < 0 : a.second < b.second;
    });
    for (const auto& [title, id] : all) {
        m_conversation->addItem(title, QVariant::fromValue(id));
    }
    m_conversation->setCurrentIndex(
        std::max(0, m_conversation->findData(QVariant::fromValue(quint64(chosen.value)))));
    // Elide long titles instead of growing the dialog.
    m_conversation->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

ExportKind ExportDialog::kind() const
{
    return m_kind->currentIndex() == 0 ? ExportKind::Text : ExportKind::JsonLines;
}

QString ExportDialog::suggestedPath() const
{
    const QString name = u"%1 %2.%3"_s.arg(fileNameOf(m_conversation->currentText()),
                                           QDate::currentDate().toString(Qt::ISODate), fileSuffixOf(kind()));
    return QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).filePath(name);
}

void ExportDialog::askPlace()
{
    auto* place = new QFileDialog(this, tr("Export to"));
    place->setAttribute(Qt::WA_DeleteOnClose);
    place->setAcceptMode(QFileDialog::AcceptSave);
    place->setDefaultSuffix(fileSuffixOf(kind()));
    const QString path = suggestedPath();
    place->setDirectory(QFileInfo(path).absolutePath());
    place->selectFile(QFileInfo(path).fileName());
    connect(place, &QFileDialog::fileSelected, this, &ExportDialog::exportTo);
    place->open();
}

void ExportDialog::exportTo(const QString& path)
{
    const ConversationId conversation(m_conversation->currentData().toULongLong());
    m_progress->setBusy(tr("Exporting…"));
    grow();
    setRunning(m_storage.beginExport(conversation, kind(), path));
}

void ExportDialog::setRunning(quint64 tag)
{
    m_running = tag;
    for (QWidget* field : {static_cast<QWidget*>(m_conversation), static_cast<QWidget*>(m_kind),
                           static_cast<QWidget*>(m_export)}) {
        field->setEnabled(tag == 0);
    }
    m_close->setText(tag == 0 ? tr("Close") : tr("Cancel"));
}

void ExportDialog::grow()
{
    layout()->activate();
    resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void ExportDialog::showProgress(const ExportProgress& progress)
{
    if (progress.tag == m_running && m_running != 0) {
        m_progress->setProgress(progress.done, progress.all,
                                tr("%L1 of %L2").arg(progress.done).arg(progress.all));
    }
}

void ExportDialog::showResult(const ExportResult& result)
{
    if (m_running == 0 || result.tag != m_running) {
        return;
    }
    setRunning(0);
    m_progress->setResult(exportText(result), result.end == ExportResult::End::Failed);
    grow();
}

/// While an export runs, Close and Escape cancel it and leave the dialog open.
void ExportDialog::done(int result)
{
    if (m_running != 0) {
        m_storage.cancelExport(m_running);
    } else {
        QDialog::done(result);
    }
}

} // namespace tidemark
