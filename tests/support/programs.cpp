#include "tests/support/programs.h"

#include <QDir>

namespace tidemark::test {

QString programPath(const QString& name)
{
    return QDir(qEnvironmentVariable("TIDEMARK_BIN_DIR", QStringLiteral(TIDEMARK_BIN_DIR))).filePath(name);
}

} // namespace tidemark::test
