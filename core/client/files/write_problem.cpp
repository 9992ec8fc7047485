#include "core/client/files/write_problem.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <initializer_list>

namespace tidemark {

namespace {

class ExportTrouble {
    Q_DECLARE_TR_FUNCTIONS(ExportTrouble)
};

} // namespace

/// Qt offers only the system's error text, so compare that.
QString writeProblem(const QFileDevice& file)
{
    const QString words = file.errorString();
    const auto isOneOf = [&words](std::initializer_list<int> numbers) {
        return std::any_of(numbers.begin(), numbers.end(),
                           [&words](int number) { return words == qt_error_string(number); });
    };
    // If the system writes only a part of the data, Qt has no error text.
    const bool isCutShort = words == QFile().errorString();
    if (isCutShort || isOneOf({ENOSPC, EDQUOT, EFBIG})) {
        return ExportTrouble::tr("The disk is full. Free up space, or choose another folder.");
    }
    if (isOneOf({EACCES, EPERM, EROFS})) {
        return ExportTrouble::tr("You do not have permission to write there. Choose another folder.");
    }
    return ExportTrouble::tr("The file cannot be written: %1").arg(words);
}

} // namespace tidemark
