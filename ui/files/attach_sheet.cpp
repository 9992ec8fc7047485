#include "ui/files/attach_sheet.h"

#include "core/domain/request_caps.h"
#include "core/models/words/plural.h"
#include "ui/files/chosen_files_list.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/widgets/plain_text_edit.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int sheetWidth = 460;
constexpr int captionLines = 3;
constexpr auto maxFiles = qsizetype(caps::maxAttachments);

} // namespace

AttachSheet::AttachSheet(const Theme& theme, Setup setup, QWidget* parent)
    : QDialog(parent), m_theme(theme), m_setup(std::move(setup)), m_list(new ChosenFilesList(m_theme, this)),
      m_kinds(new QWidget(this)),
      m_asPictures(new QRadioButton(tr("As pictures: smaller, without location and camera data"), m_kinds)),
      m_asFiles(new QRadioButton(tr("As files: unchanged"), m_kinds)),
      m_problem(wrappedLabel({}, u"error"_s, this)), m_caption(new PlainTextEdit(m_setup.caption, this)),
      m_send(new QPushButton(tr("Send"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptDrops(true);
    m_asPictures->setChecked(true);
    m_caption->setPlaceholderText(tr("Caption"));
    m_caption->setAccessibleName(tr("Caption"));
    m_caption->setObjectName(u"caption"_s);
    m_caption->setTabChangesFocus(true);
    m_caption->setAcceptDrops(false);
    m_caption->setFixedHeight(captionLines * m_caption->fontMetrics().lineSpacing() + 16);
    m_caption->moveCursor(QTextCursor::End);
    m_caption->installEventFilter(this);
    m_send->setDefault(true);
    makeLayout(m_kinds);
    const int most = parent == nullptr ? sheetWidth : parent->window()->width() - 24;
    resize(std::min(sheetWidth, most), sizeHint().height());
    connect(m_list, &ChosenFilesList::removed, this, [this](quint64 key) {
        m_files.erase(key);
        refresh();
        if (m_files.empty()) {
            reject();
        }
    });
    connect(m_asPictures, &QRadioButton::toggled, this, &AttachSheet::refresh);
    connect(m_send, &QPushButton::clicked, this, &AttachSheet::send);
    m_caption->setFocus();
}

void AttachSheet::makeLayout(QWidget* kinds)
{
    auto* kindsColumn = new QVBoxLayout(kinds);
    kindsColumn->setContentsMargins(0, 0, 0, 0);
    kindsColumn->addWidget(m_asPictures);
    kindsColumn->addWidget(m_asFiles);
    auto* more = new QPushButton(tr("Add…"), this);
    more->setAutoDefault(false);
    connect(more, &QPushButton::clicked, this, &AttachSheet::addWanted);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(more);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_send);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(10);
    column->addWidget(m_list, 1);
    column->addWidget(kinds);
    column->addWidget(m_caption);
    column->addWidget(m_problem);
    column->addLayout(buttons);
    m_problem->hide();
}

void AttachSheet::add(const FileOffer& offer)
{
    const QList<ChosenFile>& files = offer.files;
    const qsizetype room = maxFiles - qsizetype(m_files.size());
    for (const ChosenFile& file : files.first(std::min(files.size(), room))) {
        const quint64 key = ++m_lastKey;
        m_files[key] = file;
        m_list->add(key);
        prepare(key);
    }
    refresh();
    QStringList problems;
    if (files.size() > room) {
        problems += tr("A message has at most %Ln files.", nullptr, pluralOf(maxFiles));
    }
    if (!offer.skipped.isEmpty()) {
        problems += skippedText(offer.skipped);
    }
    showWords(m_problem, problems.join(u'\n'));
    fitHeight();
}

void AttachSheet::prepare(quint64 key)
{
    const QPointer<AttachSheet> self(this);
    m_setup.prepare(m_files[key], [self, key](const PicturePreparer::Result& result) {
        if (self) {
            self->takePrepared(key, result);
        }
    });
}

void AttachSheet::takePrepared(quint64 key, const PicturePreparer::Result& result)
{
    const auto file = m_files.find(key);
    if (file == m_files.end()) {
        return;
    }
    file->second.isReady = true;
    if (result) {
        file->second.picture = *result;
        file->second.place = result->place;
    } else {
        file->second.problem = result.error().problem;
        file->second.place = result.error().place;
    }
    refresh();
}

bool AttachSheet::asPictures() const
{
    return m_asPictures->isChecked();
}

void AttachSheet::refresh()
{
    const auto arePictures = std::count_if(m_files.begin(), m_files.end(),
                                           [](const auto& one) { return canBePicture(one.second); });
    const bool hasChoice = std::any_of(m_files.begin(), m_files.end(), [](const auto& one) {
        return !one.second.unsent && canBePicture(one.second);
    });
    const bool areReady =
        std::all_of(m_files.begin(), m_files.end(), [](const auto& one) { return one.second.isReady; });
    for (const auto& [key, file] : m_files) {
        m_list->refresh(key, file, asPictures());
    }
    m_kinds->setVisible(hasChoice);
    fitHeight();
    m_send->setEnabled(areReady && !m_files.empty() && !m_isSending);
    const int count = pluralOf(m_files.size());
    const bool areAllPictures = arePictures == count && asPictures();
    setWindowTitle(areAllPictures ? tr("Send %Ln pictures", nullptr, count)
                                  : tr("Send %Ln files", nullptr, count));
}

/// Shows as many files as there is room for over the window.
void AttachSheet::fitHeight()
{
    const int most = parentWidget() == nullptr ? QWIDGETSIZE_MAX : parentWidget()->height() - 48;
    layout()->activate();
    resize(width(), std::min(sizeHint().height(), most));
}

void AttachSheet::send()
{
    if (!m_send->isEnabled()) {
        return;
    }
    std::vector<OutgoingFile> files;
    for (const quint64 key : m_list->keys()) {
        files.push_back(outgoing(m_files[key], asPictures()));
    }
    m_isSending = true;
    refresh();
    showWords(m_problem, {});
    Q_EMIT sendWanted(files, caption());
}

void AttachSheet::reject()
{
    if (m_isSending) {
        Q_EMIT sendCancelled();
    }
    QDialog::reject();
}

void AttachSheet::showProblem(const QString& problem)
{
    m_isSending = false;
    refresh();
    showWords(m_problem, problem);
    fitHeight();
}

QString AttachSheet::caption() const
{
    return m_caption->exactText();
}

/// Takes files from the clipboard. Returns false if it has none.
bool AttachSheet::pasteFiles()
{
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    if (copied == nullptr || !hasFiles(*copied)) {
        return false;
    }
    add(filesIn(*copied));
    return true;
}

bool AttachSheet::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_caption && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste) && pasteFiles()) {
        return true;
    }
    if (watched == m_caption && event->type() == QEvent::KeyPress
        && commandOf(*static_cast<QKeyEvent*>(event), KeyPlace::Composer, m_setup.sendKey)
               == KeyCommand::Send) {
        send();
        return true;
    }
    return QDialog::eventFilter(watched, event);
}

void AttachSheet::dragEnterEvent(QDragEnterEvent* event)
{
    if (hasFiles(*event->mimeData())) {
        event->acceptProposedAction();
    }
}

void AttachSheet::dropEvent(QDropEvent* event)
{
    add(filesIn(*event->mimeData()));
    event->acceptProposedAction();
}

} // namespace tidemark
