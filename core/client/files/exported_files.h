#pragma once

#include <QFile>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>

namespace tidemark {

/// Copies files into the folder beside an export, a part in each call. Never overwrites a file: a file with
/// the same content is used in place of a copy, and beside one with other content the copy gets another name.
/// The destructor removes all copies, unless keep() was called.
class ExportedFiles {
public:
    /// The folder is FILE.files beside the export FILE.
    explicit ExportedFiles(const QString& exportPath);
    ~ExportedFiles();
    ExportedFiles(const ExportedFiles&) = delete;
    ExportedFiles& operator=(const ExportedFiles&) = delete;

    enum class Step : std::uint8_t {
        More,       ///< call goOn() again
        Copied,     ///< the file is at place()
        Unreadable, ///< the source cannot be read; nothing is left of the copy
        Failed,     ///< the copy cannot be written: see problem()
    };
    /// Begins to copy `source`. `name`: a name without folders.
    [[nodiscard]] Step begin(const QString& source, const QString& name);
    [[nodiscard]] Step goOn();
    /// Returns the path of the last copy, relative to the folder of the export.
    [[nodiscard]] QString place() const;
    [[nodiscard]] const QString& problem() const { return m_problem; }

    void keep() { m_isKept = true; }

private:
    [[nodiscard]] Step openTarget();
    void makeFolder();
    [[nodiscard]] Step tryNextName();
    [[nodiscard]] Step drop();
    [[nodiscard]] Step fail(const QFileDevice& file);

    QString m_folder;
    bool m_hasMadeFolder = false;
    bool m_isKept = false;
    QStringList m_made;
    QString m_name;
    int m_attempt = 1; ///< further ones add their number to the name
    QFile m_source;
    QFile m_target;
    bool m_isComparing = false; ///< m_target was there before
    QString m_problem;
};

} // namespace tidemark
