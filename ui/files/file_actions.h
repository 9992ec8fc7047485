#pragma once

#include "core/domain/attachment.h"
#include "ui/files/opened_copies.h"

#include <QObject>

#include <functional>
#include <memory>

class QMimeData;
class QWidget;

namespace tidemark {

class PictureDecoder;

/// The actions on a file that this device has: save a copy, open it with another program, put a picture on
/// the clipboard. Copies are made on other threads.
class FileActions : public QObject {
    Q_OBJECT
public:
    /// `decoder` gives the decoder for pictures that are copied. Dialogs stand over `window`.
    FileActions(std::function<PictureDecoder&()> decoder, QWidget& window);

    /// Lets the user choose a place, and saves the file at `path` there.
    void saveAs(const Attachment& file, const QString& path);
    /// Opens a copy with the program that the desktop has for such files. Asks before programs and scripts.
    void open(const Attachment& file, const QString& path);
    void copyPicture(const QString& path);
    /// A copy with the name of the file, to be dragged to other programs. It is made meanwhile.
    [[nodiscard]] std::unique_ptr<QMimeData> draggedCopy(const Attachment& file, const QString& path);
    /// Removes the copies that other programs were given.
    void removeCopies();

private:
    void copy(const QString& from, const QString& to, std::function<void()> then);

    std::function<PictureDecoder&()> m_decoder;
    QWidget& m_window;
    OpenedCopies m_copies;
};

} // namespace tidemark
