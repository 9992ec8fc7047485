#include "ui/platform/tidemark_link.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tidemark {

QString textOf(const TidemarkLink& link)
{
    const QString conversation = u"tidemark:conversation/%1"_s.arg(link.conversation.value);
    return link.message.isValid() ? conversation + u"/message/%1"_s.arg(link.message.value) : conversation;
}

bool hasLinkScheme(const QString& text)
{
    return text.startsWith(u"tidemark:"_s, Qt::CaseInsensitive);
}

std::optional<TidemarkLink> linkOf(const QString& text)
{
    constexpr qsizetype maxLinkLength = 2048;
    // Schemes are case-insensitive. Numbers of at most 19 digits fit into 64 bits.
    static const QRegularExpression form(QRegularExpression::anchoredPattern(
        u"(?i:tidemark):conversation/([1-9][0-9]{0,18})(?:/message/([1-9][0-9]{0,18}))?"_s));
    if (text.size() > maxLinkLength) {
        return std::nullopt;
    }
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    return TidemarkLink{ConversationId(match.captured(1).toULongLong()),
                        Seq(match.captured(2).toULongLong())};
}

} // namespace tidemark
