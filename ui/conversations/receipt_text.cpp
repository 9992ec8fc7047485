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
    if (!isPrivate) {
        return Receipts::tr(
            "Others see that you have read their messages, and when you last read. Your own devices are in "
            "sync either way.");
    }
    return Receipts::tr(
        "Others see only that their messages have reached you. What you read while receipts are off stays "
        "hidden, even if you turn them on later. Your own devices are in sync either way.");
}

} // namespace tidemark
