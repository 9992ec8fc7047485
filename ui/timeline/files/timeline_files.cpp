#include "ui/timeline/files/timeline_files.h"

#include "core/models/words/error_text.h"
#include "core/models/words/file_text.h"
#include "ui/look/motion.h"
#include "ui/session/files/animations.h"
#include "ui/session/files/file_state_text.h"
#include "ui/session/files/message_files.h"
#include "ui/session/files/picture_store.h"
#include "ui/timeline/row_stack_view.h"

namespace tidemark {

TimelineFiles::TimelineFiles(RowStackView& view) : QObject(&view), m_view(view) {}

void TimelineFiles::setSources(const FileSources& sources)
{
    m_sources = sources;
    const auto repaintAll = [this] { m_view.viewport()->update(); };
    connect(sources.files, &MessageFiles::changed, this, repaintAll);
    connect(sources.files, &MessageFiles::changed, this, &TimelineFiles::wantNear);
    connect(sources.pictures, &PictureStore::changed, this, repaintAll);
    connect(sources.files, &MessageFiles::limitChanged, this, &TimelineFiles::wantNear);
    if (sources.animations != nullptr) {
        connect(sources.animations, &Animations::due, this, &TimelineFiles::repaint);
    }
}

void TimelineFiles::wantNear()
{
    if (m_sources.files == nullptr || !m_view.isLaidOut()) {
        return;
    }
    const int height = m_view.viewport()->height();
    const int last = m_view.rowNear(2 * height);
    for (int row = m_view.rowNear(-height); row <= last; ++row) {
        const TimelineRow content = m_view.rowAt(row);
        if (content.files.isEmpty()) {
            continue;
        }
        m_sources.files->show(content);
        FilePainter::prepare(content, *m_view.layoutFor(row), m_sources, m_view.devicePixelRatioF());
    }
}

bool TimelineFiles::plays() const
{
    return m_view.isActiveWindow() && motionTime(m_view).count() > 0;
}

/// Repaints a picture where it is on screen, and nothing else.
void TimelineFiles::repaint(const BlobHash& hash)
{
    if (!m_view.isVisible() || !m_view.isLaidOut()) {
        return;
    }
    const int last = m_view.rowNear(m_view.viewport()->height());
    for (int row = m_view.rowNear(0); row <= last; ++row) {
        const TimelineRow content = m_view.rowAt(row);
        if (content.files.isEmpty()) {
            continue;
        }
        const auto layout = m_view.layoutFor(row);
        for (const TimelineLayout::File& file : layout->files) {
            if (file.isPicture && content.files[file.index].hash == hash) {
                m_view.viewport()->update(file.rect.translated(m_view.optionFor(row).rect.topLeft()));
            }
        }
    }
}

QString TimelineFiles::tipOf(const TimelineRow& row, int file) const
{
    const Attachment& attachment = row.files[file];
    QStringList lines{fileNameText(attachment), fileDetails(attachment)};
    if (m_sources.files == nullptr) {
        return lines.join(u'\n');
    }
    const FileState state = m_sources.files->state(row, file);
    if (state.step == FileState::Step::Failed) {
        lines += errorText(state.error);
    }
    if (const auto problem = m_sources.pictures->problem(attachment.hash); problem && isPicture(attachment)) {
        lines += pictureProblemText(*problem);
    }
    return lines.join(u'\n');
}

QString TimelineFiles::spokenOf(const TimelineRow& row, int file) const
{
    const Attachment& attachment = row.files[file];
    return m_sources.files == nullptr
               ? spokenFile(attachment)
               : spokenFile(attachment, m_sources.files->state(row, file), !row.seq.isValid(),
                            m_sources.pictures->problem(attachment.hash));
}

bool TimelineFiles::isHere(const TimelineRow& row, int file) const
{
    return m_sources.files != nullptr && !m_sources.files->state(row, file).path.empty();
}

} // namespace tidemark
