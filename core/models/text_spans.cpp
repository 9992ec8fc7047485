#include "core/models/text_spans.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

bool endsSentence(QChar character)
{
    return QStringView(u".,;:!?'\"，。；：！？、」』）").contains(character);
}

/// `candidate` without what belongs to the sentence around it.
QStringView trimmedLink(QStringView candidate)
{
    while (!candidate.isEmpty()) {
        const QChar last = candidate.back();
        const bool closesOutside = (last == u')' && candidate.count(u'(') < candidate.count(u')'))
                                   || (last == u']' && candidate.count(u'[') < candidate.count(u']'))
                                   || last == u'>';
        if (!endsSentence(last) && !closesOutside)
            return candidate;
        candidate.chop(1);
    }
    return candidate;
}

void addLink(QList<TextSpan>& spans, QStringView candidate, qsizetype start)
{
    const QStringView link = trimmedLink(candidate);
    const QString address =
        link.startsWith(u"www.", Qt::CaseInsensitive) ? u"https://"_s + link : link.toString();
    const QUrl url(address, QUrl::TolerantMode);
    if (!url.isValid() || url.host().isEmpty())
        return;
    spans.append({TextSpan::Kind::Link, static_cast<int>(start), static_cast<int>(link.size()), url});
}

} // namespace

QList<TextSpan> spansOf(const QString& text)
{
    QList<TextSpan> spans;
    // Most messages have neither: looking for the characters costs far less than the expression.
    if (!text.contains(u"://") && !text.contains(u"www.", Qt::CaseInsensitive) && !text.contains(u'@'))
        return spans;
    static const QRegularExpression pattern(
        uR"((?<link>(?<![A-Za-z0-9])(?:https?://|www\.)[^\s<>"　-〿，；：！？（）]+)|(?<![\p{L}\p{N}.@/])(?<mention>@[\p{L}\p{N}_](?:[\p{L}\p{N}_.\-]*[\p{L}\p{N}_])?))"_s,
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    for (auto matches = pattern.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (match.capturedStart(u"link") >= 0)
            addLink(spans, match.capturedView(u"link"), match.capturedStart(u"link"));
        else
            spans.append({TextSpan::Kind::Mention, static_cast<int>(match.capturedStart(u"mention")),
                          static_cast<int>(match.capturedLength(u"mention")), QUrl()});
    }
    return spans;
}

} // namespace tidemark
