#include "tests/programs/fuzz/damaged_store.h"

#include "core/store/client_store.h"
#include "tests/programs/fuzz/require.h"
#include "tests/store/builders.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <string>
#include <vector>

namespace tidemark::fuzz {

namespace {

constexpr qsizetype pageBytes = 4096;
constexpr int maxHarms = 16;

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    require(file.open(QFile::WriteOnly) && file.write(content) == content.size(), "a file can be written");
}

std::vector<Entry> messages(std::uint64_t first, std::uint64_t last)
{
    std::vector<Entry> log;
    for (std::uint64_t seq = first; seq <= last; ++seq) {
        log.push_back(test::message(seq, test::anna, "message " + std::to_string(seq)));
    }
    return log;
}

/// Uses a store as a program does. No call may crash, and each failure must give a reason.
void workWith(ClientStore& store)
{
    const Snapshot snapshot = store.load();
    for (const ConversationSummary& one : store.summaries()) {
        static_cast<void>(store.history(one.id, {}, {}, 100));
        static_cast<void>(store.firstUnread(one.id));
    }
    static_cast<void>(store.search(QStringLiteral("message"), {}, 10));
    if (!store.audit().empty()) {
        const bool isMended = store.repair();
        require(isMended || store.lastError().code != StoreError::Code::None, "a failure has a reason");
        require(!isMended || store.audit().empty(), "a repaired database passes the audit");
    }
    const bool isKept = store.apply({write::PutPending{test::pending(200, "written afterwards")}});
    require(isKept || store.lastError().code != StoreError::Code::None, "a failure has a reason");
    if (isKept) {
        const Snapshot after = store.load();
        const auto isNew = [](const PendingMessage& one) { return one.uuid == test::uuid(200); };
        require(std::any_of(after.pending.begin(), after.pending.end(), isNew),
                "the written message is in the database");
    }
}

} // namespace

DamagedStore::DamagedStore()
{
    require(m_folder.isValid(), "there is a folder");
    make();
}

void DamagedStore::make()
{
    {
        auto opened = ClientStore::open(path());
        require(opened.has_value() && opened->store->apply(test::preparation())
                    && test::ingestToHead(*opened->store, test::room, messages(1, 60)),
                "a store can be made");
    }
    auto opened = ClientStore::open(path());
    require(opened.has_value(), "it can be opened again");
    require(opened->store->apply({write::PutPending{test::pending(1, "an unsent message")},
                                  write::PutPending{test::pending(2, "another one")}})
                && test::setDraft(*opened->store, test::room, QStringLiteral("a draft"))
                && test::ingestToHead(*opened->store, test::room, messages(61, 70)),
            "it can be written");
    m_database = contentOf(path());
    m_journal = contentOf(journalPath());
    require(!m_database.isEmpty() && !m_journal.isEmpty(), "there is a journal");
}

void DamagedStore::open(ByteSource bytes)
{
    clear();
    harm(bytes);
    for (int time = 0; time < 2; ++time) {
        const auto opened = ClientStore::open(path());
        require(opened.has_value() || !opened.error().message.isEmpty(), "a refusal has a reason");
        if (opened) {
            workWith(*opened->store);
        }
    }
}

void DamagedStore::harm(ByteSource& bytes)
{
    QByteArray database = m_database;
    QByteArray journal = m_journal;
    const bool hasJournal = bytes.draw(4) != 0;
    for (int left = maxHarms; left > 0 && !bytes.isAtEnd(); --left) {
        harmOnce(hasJournal && bytes.draw(2) == 0 ? journal : database, bytes);
    }
    fuzz::write(path(), database);
    if (hasJournal) {
        fuzz::write(journalPath(), journal);
    }
}

void DamagedStore::harmOnce(QByteArray& file, ByteSource& bytes)
{
    const auto below = [&](qsizetype bound) {
        return static_cast<qsizetype>(
            bytes.draw(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(bound))));
    };
    const qsizetype place = below(file.size());
    const qsizetype page = place / pageBytes * pageBytes;
    switch (below(5)) {
    case 0:
        for (qsizetype left = std::min(1 + below(16), file.size() - place), at = place; left > 0;
             --left, ++at) {
            file[at] = static_cast<char>(below(256));
        }
        return;
    case 1:
        if (place < file.size()) {
            file[place] = static_cast<char>(file.at(place) ^ (1 << below(8)));
        }
        return;
    case 2:
        file.truncate(place);
        return;
    case 3:
        file.replace(page, std::min(pageBytes, file.size() - page),
                     QByteArray(std::min(pageBytes, file.size() - page), static_cast<char>(below(256))));
        return;
    default:
        // Disks sometimes write a page to the place of another one.
        const qsizetype other = below(file.size()) / pageBytes * pageBytes;
        const QByteArray misplaced = file.mid(other, std::min(pageBytes, file.size() - page));
        file.replace(page, misplaced.size(), misplaced);
        return;
    }
}

void DamagedStore::clear() const
{
    QDir folder(m_folder.path());
    for (const QString& name : folder.entryList(QDir::Files | QDir::Hidden)) {
        folder.remove(name);
    }
}

} // namespace tidemark::fuzz
