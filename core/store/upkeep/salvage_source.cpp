#include "core/store/upkeep/salvage_source.h"

#include "core/store/file/schema.h"
#include "core/store/file/store_file.h"

#include <QFile>
#include <QFileInfo>

#include <utility>
#include <vector>

namespace tidemark {

namespace {

constexpr qint64 pageBytes = 4096;

/// Offsets in the first page of the file size in pages and of the list of free pages: 32-bit big-endian
/// numbers. https://www.sqlite.org/fileformat.html
constexpr qsizetype sizeInPages = 28;
constexpr qsizetype firstFreePage = 32;
constexpr qsizetype freePages = 36;

void putNumber(QByteArray& page, qsizetype place, quint32 number)
{
    for (qsizetype i = 3; i >= 0; --i, number >>= 8U) {
        page[place + i] = static_cast<char>(number & 0xffU);
    }
}

QByteArray pageOf(const QString& path, quint32 number)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) && file.seek((qint64{number} - 1) * pageBytes) ? file.read(pageBytes)
                                                                                     : QByteArray();
}

QByteArray firstPageOf(const QString& path)
{
    return pageOf(path, 1);
}

quint32 numberAt(const QByteArray& page, qsizetype place, qsizetype bytes)
{
    quint32 number = 0;
    for (qsizetype i = 0; i < bytes; ++i) {
        number = (number << 8U) | static_cast<quint8>(page[place + i]);
    }
    return number;
}

/// The pages of the schema table that its root, the first page, names: an interior page of a table has the
/// type 5, the number of its cells, its last child, and the places of its cells, which begin with a child.
/// Empty: the first page is damaged, or holds the whole table.
std::vector<quint32> schemaPages(const QByteArray& firstPage)
{
    constexpr qsizetype header = 100; // behind that of the file
    constexpr qsizetype cells = header + 12;
    constexpr char interior = 5;
    if (firstPage.size() != pageBytes || firstPage[header] != interior) {
        return {};
    }
    const auto count = static_cast<qsizetype>(numberAt(firstPage, header + 3, 2));
    std::vector<quint32> pages;
    for (qsizetype i = 0; i < count && cells + 2 * i + 2 <= pageBytes; ++i) {
        const auto cell = static_cast<qsizetype>(numberAt(firstPage, cells + 2 * i, 2));
        if (cell + 4 <= pageBytes) {
            pages.push_back(numberAt(firstPage, cell, 4));
        }
    }
    pages.push_back(numberAt(firstPage, header + 8, 4));
    return pages;
}

std::unique_ptr<Database> opened(const QString& path, Database::Mode mode)
{
    auto database = Database::open(path, mode);
    return database ? std::move(database).value() : nullptr;
}

} // namespace

bool hasOurTables(Database& database)
{
    constexpr std::int64_t ours = 4;
    return database.number(QStringLiteral("SELECT count(*) FROM sqlite_master WHERE type = 'table'"
                                          " AND name IN ('device', 'conversations', 'outbox', 'intents')"))
           == ours;
}

SalvageSource::SalvageSource(QString path, QString freshPath)
    : m_path(std::move(path)), m_freshPath(std::move(freshPath))
{
    // Do not open an empty file: SQLite would remove its journal.
    if (QFileInfo(m_path).size() > 0) {
        m_database = opened(m_path, Database::Mode::ReadOnly);
    }
    const bool isReadable = m_database && hasOurTables(*m_database);
    if (isReadable && m_database->number(QStringLiteral("PRAGMA user_version")) == currentSchemaVersion()) {
        return;
    }
    const bool belongsToOthers = m_database && !isReadable && !m_database->hasFailed();
    m_database.reset();
    if (belongsToOthers || !openCopy()) {
        m_database.reset();
    }
}

SalvageSource::~SalvageSource()
{
    m_database.reset();
    removeCopy();
}

bool SalvageSource::openCopy()
{
    m_copy = m_path + QStringLiteral(".salvage");
    removeCopy();
    for (const char* suffix : {"", "-wal"}) {
        const QString from = m_path + QLatin1String(suffix);
        if (QFile::exists(from) && !QFile::copy(from, m_copy + QLatin1String(suffix))) {
            return false;
        }
    }
    // An empty page makes SQLite read the journal.
    if (QFileInfo(m_copy).size() < pageBytes && !QFile::resize(m_copy, pageBytes)) {
        return false;
    }
    m_database = opened(m_copy, Database::Mode::ReadWrite);
    if (!m_database || !hasOurTables(*m_database)) {
        m_database.reset();
        graftSchemaPages();
        graftFirstPage();
        m_database = opened(m_copy, Database::Mode::ReadWrite);
    }
    return m_database && hasOurTables(*m_database) && migrate(*m_database).has_value();
}

/// If the first page names the same pages as that of a fresh database, the tables were made in the same
/// order, so that both databases have the same schema pages.
void SalvageSource::graftSchemaPages() const
{
    const std::vector<quint32> numbers = schemaPages(firstPageOf(m_copy));
    QFile file(m_copy);
    if (numbers != schemaPages(firstPageOf(m_freshPath)) || !file.open(QFile::ReadWrite)) {
        return;
    }
    for (const quint32 number : numbers) {
        const QByteArray page = pageOf(m_freshPath, number);
        if (page.size() == pageBytes && file.seek((qint64{number} - 1) * pageBytes)) {
            file.write(page);
        }
    }
}

/// The first page holds the header and the root of the schema table; the rest of that table, with the root
/// pages of all tables, lies elsewhere. So another database with the same schema has the same first page
/// except for a few numbers.
void SalvageSource::graftFirstPage() const
{
    QByteArray page = firstPageOf(m_freshPath);
    QFile file(m_copy);
    if (page.size() != pageBytes || !file.open(QFile::ReadWrite)) {
        return;
    }
    putNumber(page, sizeInPages, static_cast<quint32>(file.size() / pageBytes));
    putNumber(page, firstFreePage, 0);
    putNumber(page, freePages, 0);
    file.write(page);
}

void SalvageSource::removeCopy() const
{
    if (!m_copy.isEmpty()) {
        removeDatabase(m_copy);
    }
}

} // namespace tidemark
