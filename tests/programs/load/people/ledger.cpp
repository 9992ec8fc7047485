#include "tests/programs/load/people/ledger.h"

#include "tests/programs/load/base/failure.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace tidemark::load {

Ledger::Ledger(const Population& people) : m_people(people), m_logs(people.groups().size())
{
    for (std::size_t group = 0; group < m_logs.size(); ++group) {
        m_logs[group].resize(people.groups()[group].base.value);
    }
}

void Ledger::acknowledged(std::size_t group, Seq seq, std::size_t author, std::uint64_t number, bool repeated)
{
    std::vector<Message>& log = m_logs[group];
    require(seq > m_people.groups()[group].base, "a message is given a seq that was taken before");
    if (log.size() < seq.value) {
        log.resize(seq.value);
    }
    Message& message = log[seq.value - 1];
    const Message said{static_cast<std::uint32_t>(author), number};
    if (repeated && message.author == said.author && message.number == number) {
        return;
    }
    require(message.author == noAuthor, "two messages are given the same seq");
    message = said;
    ++m_messages;
}

Seq Ledger::head(std::size_t group) const
{
    return Seq(m_logs[group].size());
}

std::uint64_t Ledger::unread(std::size_t group, std::size_t reader, Seq read) const
{
    const std::vector<Message>& log = m_logs[group];
    const std::size_t from = std::min<std::size_t>(read.value, log.size());
    return static_cast<std::uint64_t>(std::count_if(
        log.begin() + static_cast<std::ptrdiff_t>(from), log.end(),
        [&](const Message& message) { return message.author != noAuthor && message.author != reader; }));
}

std::uint64_t Ledger::unread(std::size_t reader) const
{
    std::uint64_t sum = 0;
    for (const std::size_t group : m_people.groupsOf(reader)) {
        sum += unread(group, reader, Seq());
    }
    return sum;
}

void Ledger::compareLogs(Loop& loop, const Place& place) const
{
    Device keeper(loop, place, {Population::nameOf(m_people.keeper()), true, false, 1});
    bool isThere = false;
    keeper.start([&] { isThere = true; });
    loop.runUntil([&] { return isThere; }, "the keeper to sign in");
    std::size_t done = 0;
    std::function<void(std::size_t, Seq)> pull = [&](std::size_t number, Seq after) {
        if (after >= head(number)) {
            ++done;
            return;
        }
        const Group& group = m_people.groups()[number];
        protocol::Pull request;
        request.conversation = group.id;
        request.logEpoch = group.logEpoch;
        request.after = after;
        request.limit = 1000;
        keeper.ask(request, [&, number, after](const protocol::ServerFrame& frame) {
            const auto* range = std::get_if<protocol::Range>(&frame);
            require(range != nullptr && !range->entries.empty(), "pulling a log");
            require(range->after == after && range->head == head(number), "a log ends where it should");
            std::uint64_t expected = after.value;
            for (const Entry& entry : range->entries) {
                require(entry.seq == Seq(++expected) && entry.seq <= head(number),
                        "a log has each seq once, in order");
                compareEntry(number, entry);
            }
            pull(number, range->entries.back().seq);
        });
    };
    for (std::size_t group = 0; group < m_logs.size(); ++group) {
        pull(group, m_people.groups()[group].base);
        loop.runUntil([&] { return done == group + 1; }, "a log");
    }
}

void Ledger::compareEntry(std::size_t group, const Entry& entry) const
{
    const Message& message = m_logs[group][entry.seq.value - 1];
    check(entry.kind() == EntryKind::Message && message.author != noAuthor
              && tidemark::textOf(entry) == textOf(message.author, message.number),
          [&] {
              return "seq " + std::to_string(entry.seq.value) + " of group " + std::to_string(group)
                     + " has a message that was not acknowledged there: " + tidemark::textOf(entry);
          });
}

void Ledger::compareTotals(Loop& loop, const Devices& devices) const
{
    std::size_t asked = 0;
    std::size_t right = 0;
    for (std::size_t user = 0; user < devices.size(); ++user) {
        ++asked;
        devices[user]->ask(protocol::GetTotals(), [&, user](const protocol::ServerFrame& frame) {
            const auto* totals = std::get_if<protocol::TotalsNow>(&frame);
            require(totals != nullptr, "asking for totals");
            const std::uint64_t expected = unread(user);
            check(totals->unread == expected, [&] {
                return Population::nameOf(user) + " is told of " + std::to_string(totals->unread)
                       + " unread messages where there are " + std::to_string(expected);
            });
            ++right;
        });
    }
    loop.runUntil([&] { return right == asked; }, "the totals of all users");
}

protocol::Send Ledger::messageOf(ConversationId conversation, std::size_t author, std::uint64_t number)
{
    protocol::Send send;
    send.conversation = conversation;
    send.uuid = uuidOf(author, number);
    send.content = content::Message{textOf(author, number), false, {}, {}, false};
    return send;
}

std::string Ledger::textOf(std::size_t author, std::uint64_t number)
{
    constexpr std::size_t bytes = 126;
    std::string text = "message " + std::to_string(number) + " of " + std::to_string(author) + ' ';
    text.resize(bytes, 'm');
    return text;
}

MessageUuid uuidOf(std::size_t author, std::uint64_t number)
{
    const std::uint64_t mark = author + 1;
    MessageUuid uuid;
    std::memcpy(uuid.bytes.data(), &number, sizeof number);
    std::memcpy(uuid.bytes.data() + sizeof number, &mark, sizeof mark);
    return uuid;
}

} // namespace tidemark::load
