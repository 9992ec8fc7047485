#pragma once

#include "core/domain/view.h"

#include <QRegularExpression>
#include <QTest>

#include <string>

/// Values as the client returns them, for tests of models and widgets.
namespace tidemark::test {

/// 2026-11-19 14:02 UTC, a Thursday.
inline constexpr std::int64_t someMoment = 1795096920000;
inline constexpr std::int64_t minute = 60000;

/// Every warning of Qt fails the running test, except those about limits of the offscreen platform. Call it
/// from init().
inline void failOnAnyWarning()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

inline MessageUuid uuidOf(std::uint8_t number)
{
    MessageUuid uuid;
    uuid.bytes[0] = number;
    uuid.bytes[15] = 1;
    return uuid;
}

inline Attachment fileNamed(std::string name)
{
    Attachment file;
    file.hash.bytes.fill(0xab);
    file.size = 20480;
    file.mime = "application/pdf";
    file.name = std::move(name);
    return file;
}

inline Attachment pictureNamed(std::string name)
{
    Attachment picture = fileNamed(std::move(name));
    picture.mime = "image/jpeg";
    picture.width = 640;
    picture.height = 480;
    return picture;
}

/// A message of another user; authors are named "User n".
inline TimelineItem messageItem(std::uint64_t seq, std::string text = "hello", std::uint64_t author = 2)
{
    TimelineItem item;
    item.seq = Seq(seq);
    item.author = UserId(author);
    item.authorName = "User " + std::to_string(author);
    item.at = UnixMs{someMoment + static_cast<std::int64_t>(seq) * 1000};
    item.text = std::move(text);
    return item;
}

inline TimelineItem ownItem(std::uint64_t seq, std::uint8_t uuid, std::string text = "mine")
{
    TimelineItem item = messageItem(seq, std::move(text), 1);
    item.isOwn = true;
    item.uuid = uuidOf(uuid);
    item.delivery = Delivery::Sent;
    return item;
}

inline TimelineItem pendingItem(std::uint8_t uuid, std::string text = "mine")
{
    TimelineItem item = ownItem(0, uuid, std::move(text));
    item.at = UnixMs{someMoment + 10000 * minute / 1000};
    item.delivery = Delivery::Pending;
    return item;
}

inline constexpr ConversationId someConversation{7};

/// Messages first..last of a conversation with head `head`, all of them held.
inline TimelinePage pageOf(std::uint64_t first, std::uint64_t last, std::uint64_t head)
{
    TimelinePage page;
    page.conversation = someConversation;
    page.first = Seq(first);
    page.last = Seq(last);
    for (std::uint64_t seq = first; seq <= last; ++seq) {
        page.items.push_back(messageItem(seq, "message " + std::to_string(seq), 2 + seq % 3));
    }
    page.reachesStart = first <= 1;
    page.reachesEnd = last >= head;
    return page;
}

inline ConversationSummary summaryOf(std::uint64_t id, std::string title, std::int64_t at = someMoment)
{
    ConversationSummary summary;
    summary.id = ConversationId(id);
    summary.title = std::move(title);
    summary.memberCount = 3;
    summary.lastActivity = UnixMs{at};
    summary.lastLine = ConversationSummary::LastLine::Message;
    summary.lastSender = "Anna";
    summary.lastText = "hello";
    summary.head = Seq(10);
    summary.lastSeq = Seq(10);
    return summary;
}

} // namespace tidemark::test
