#include "ui/receipt_text.h"

#include <QCoreApplication>

namespace tidemark {

QString receiptsSeenText(bool isPrivate)
{
    const auto words = [](const char* text) { return QCoreApplication::translate("Receipts", text); };
    if (!isPrivate)
        return words("Others see that you have read their messages, and when you last read. Your own devices "
                     "always agree.");
    return words("Others no longer see that you read their messages, only that these have reached you. What "
                 "you read in private stays private when you turn this off again. Your own devices always "
                 "agree.");
}

} // namespace tidemark
