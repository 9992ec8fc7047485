#include "ui/signin/local_server_text.h"

#include "core/models/words/isolated_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class LocalServerWords {
    Q_DECLARE_TR_FUNCTIONS(LocalServerWords)
};

} // namespace

QString localServerText(const LocalServerProblem& problem)
{
    switch (problem.kind) {
    case LocalServerProblem::Kind::NoProgram:
        return LocalServerWords::tr("The program tidemark-server was not found. Install it beside Tidemark, "
                                    "or use the address of another server.");
    case LocalServerProblem::Kind::Folder:
        return LocalServerWords::tr("The folder %1 cannot be written. Check its permissions and the room on "
                                    "the disk.")
            .arg(isolatedLine(problem.detail));
    case LocalServerProblem::Kind::PortTaken:
        return LocalServerWords::tr("Another program uses port %1, which the server on this computer needs. "
                                    "End that program and try again.")
            .arg(QString::number(problem.port));
    case LocalServerProblem::Kind::Ended:
        break;
    }
    if (problem.detail.isEmpty()) {
        return LocalServerWords::tr("The server on this computer has ended. Try again.");
    }
    return LocalServerWords::tr("The server on this computer has ended. It said: %1")
        .arg(isolatedLine(problem.detail));
}

} // namespace tidemark
