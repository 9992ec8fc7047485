#include "tests/cluster/cluster_ledger.h"

#include "tests/programs/load/base/failure.h"

#include <algorithm>
#include <functional>

namespace tidemark::cluster {

using load::check;
using load::require;

ClusterLedger::ClusterLedger(const load::Population& people)
    : m_people(people), m_logs(people.groups().size())
{
}

void ClusterLedger::appended(std::size_t group, Seq seq, const Line& line)
{
    require(seq > m_people.groups()[group].base, "an entry is given a seq that was taken before");
    Log& log = m_logs[group];
    const auto [place, isNew] = log.lines.emplace(seq, line);
    check(place->second == line, [&] {
        return "seq " + std::to_string(seq.value) + " is given to '" + line.text
               + "', and was acknowledged before to '" + place->second.text + '\'';
    });
    m_entries += isNew ? 1 : 0;
    if (line.kind != EntryKind::Message) {
        Seq& change = (line.kind == EntryKind::Edit ? log.edits : log.recalls)[line.target];
        change = std::max(change, seq);
    }
}

void ClusterLedger::noteCursor(std::size_t group, std::size_t user, Cursor cursor)
{
    Cursor& known = m_cursors[{group, user}];
    known = merge(known, cursor);
}

Seq ClusterLedger::head(std::size_t group) const
{
    const std::map<Seq, Line>& lines = m_logs[group].lines;
    return lines.empty() ? m_people.groups()[group].base : lines.rbegin()->first;
}

Cursor ClusterLedger::cursor(std::size_t group, std::size_t user) const
{
    const auto found = m_cursors.find({group, user});
    return found == m_cursors.end() ? Cursor() : found->second;
}

std::uint64_t ClusterLedger::unread(std::size_t user) const
{
    std::uint64_t sum = 0;
    for (const std::size_t group : m_people.groupsOf(user)) {
        const Log& log = m_logs[group];
        sum += static_cast<std::uint64_t>(std::count_if(
            log.lines.upper_bound(cursor(group, user).readSeq), log.lines.end(), [&](const auto& one) {
                return isCountable(one.second.kind) && one.second.author != user
                       && !log.recalls.contains(one.first);
            }));
    }
    return sum;
}

void ClusterLedger::compare(std::size_t group, const Entry& entry) const
{
    const Log& log = m_logs[group];
    const auto found = log.lines.find(entry.seq);
    const auto where = [&] {
        return "seq " + std::to_string(entry.seq.value) + " of group " + std::to_string(group) + " ('"
               + textOf(entry) + "') ";
    };
    check(found != log.lines.end(), [&] { return where() + "was not acknowledged to anybody"; });
    const Line& line = found->second;
    check(entry.kind() == line.kind && targetOf(entry) == line.target,
          [&] { return where() + "is another kind of entry"; });
    if (line.kind != EntryKind::Message) {
        return;
    }
    const auto edit = log.edits.find(entry.seq);
    const bool isRecalled = log.recalls.contains(entry.seq);
    const std::string& text = edit == log.edits.end() ? line.text : log.lines.at(edit->second).text;
    check(tidemark::isRecalled(entry) == isRecalled && textOf(entry) == (isRecalled ? std::string() : text),
          [&] { return where() + "is not '" + text + '\''; });
}

void ClusterLedger::compareLogs(load::Loop& loop, const load::Place& place) const
{
    load::Device keeper(loop, place, {load::Population::nameOf(m_people.keeper()), true, false});
    bool isThere = false;
    keeper.start([&] { isThere = true; });
    loop.runUntil([&] { return isThere; }, "the keeper to sign in");
    for (std::size_t number = 0; number < m_logs.size(); ++number) {
        const load::Group& group = m_people.groups()[number];
        Seq after = group.base;
        std::function<void()> pull = [&] {
            protocol::Pull request;
            request.conversation = group.id;
            request.logEpoch = group.logEpoch;
            request.after = after;
            request.limit = 1000;
            keeper.ask(request, [&](const protocol::ServerFrame& frame) {
                const auto* range = std::get_if<protocol::Range>(&frame);
                require(range != nullptr && range->after == after && !range->entries.empty(),
                        "pulling a log");
                require(range->head == head(number), "a log ends where it should");
                for (const Entry& entry : range->entries) {
                    require(entry.seq == Seq(after.value + 1), "a log has each seq once, in order");
                    compare(number, entry);
                    after = entry.seq;
                }
                if (after < range->head) {
                    pull();
                }
            });
        };
        if (after < head(number)) {
            pull();
        }
        loop.runUntil([&] { return after == head(number); }, "a log");
    }
}

} // namespace tidemark::cluster
