#include "core/models/words/title_text.h"

#include <QCoreApplication>
#include <QList>

#include <algorithm>

namespace tidemark {

namespace {

class TitleText {
    Q_DECLARE_TR_FUNCTIONS(TitleText)
};

/// Returns how many characters must be removed from the end.
qsizetype charactersTooMany(const QString& title, std::uint32_t maxBytes)
{
    qsizetype bytes = title.toUtf8().size();
    const QList<uint> characters = title.toUcs4();
    qsizetype tooMany = 0;
    while (bytes > qsizetype(maxBytes) && tooMany < characters.size()) {
        ++tooMany;
        const char32_t last = characters[characters.size() - tooMany];
        bytes -= QString::fromUcs4(&last, 1).toUtf8().size();
    }
    return tooMany;
}

} // namespace

QString titleProblem(const QString& title, std::uint32_t maxBytes)
{
    if (title.isEmpty()) {
        return TitleText::tr("Enter a title.");
    }
    if (std::any_of(title.begin(), title.end(),
                    [](QChar unit) { return unit.category() == QChar::Other_Control; })) {
        return TitleText::tr("This title contains invisible control characters. Remove them.");
    }
    const qsizetype tooMany = charactersTooMany(title, maxBytes);
    if (tooMany == 0) {
        return {};
    }
    return TitleText::tr("This title is %Ln characters too long.", nullptr, static_cast<int>(tooMany));
}

} // namespace tidemark
