#pragma once

#include <QFuture>
#include <QMimeData>
#include <QString>

namespace tidemark {

/// A copy of a file that is dragged to another program. The copying begins with the drag; a program
/// that asks for the file waits for the rest of it. If copying fails, there is no file.
class DraggedFile : public QMimeData {
    Q_OBJECT
public:
    /// Copies the file at `from` to `place`.
    DraggedFile(const QString& from, const QString& place);

    [[nodiscard]] bool hasFormat(const QString& format) const override;
    [[nodiscard]] QStringList formats() const override;

protected:
    [[nodiscard]] QVariant retrieveData(const QString& format, QMetaType type) const override;

private:
    QString m_place;
    QFuture<QString> m_problem; ///< empty: the copy is complete
};

} // namespace tidemark
