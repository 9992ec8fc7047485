#include "ui/conversations/receipt_text.h"

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
        "Others see only that their messages have reached you, not that you read them. Messages you read in "
        "private stay private, also when you turn this off again. Your own devices always agree.");
}

} // namespace tidemark
