#include "tests/support/programs.h"

#include <QDir>

namespace tidemark::test {

QString programPath(const QString& name, const QString& builtIn)
{
    const QString fromEnvironment = qEnvironmentVariable("TIDEMARK_BIN_DIR");
    return QDir(fromEnvironment.isEmpty() ? builtIn : fromEnvironment).filePath(name);
}

} // namespace tidemark::test
