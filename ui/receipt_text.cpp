#include "ui/receipt_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class Receipts {
    Q_DECLARE_TR_FUNCTIONS(Receipts)
};

} // namespace

QString receiptsSeenText(bool isPrivate)
{
    if (!isPrivate)
        return Receipts::tr(
            "Others see that you have read their messages, and when you last read. Your own devices "
            "always agree.");
    return Receipts::tr(
        "Others no longer see that you read their messages, only that these have reached you. What "
        "you read in private stays private when you turn this off again. Your own devices always "
        "agree.");
}

} // namespace tidemark
