#include "core/models/words/sentences.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class Sentences {
    Q_DECLARE_TR_FUNCTIONS(Sentences)
};

} // namespace

QString sentences(const QString& first, const QString& second)
{
    return Sentences::tr("%1 %2", "two sentences").arg(first, second);
}

} // namespace tidemark
