#include "tests/programs/bench/clients/million_profile.h"

#include "core/client/files/profile_files.h"
#include "core/store/client_store.h"
#include "core/store/file/schema.h"
#include "core/system/sha256.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

namespace tidemark::bench {
namespace {

constexpr std::size_t conversationsInTransaction = 10;
constexpr User reader{UserId(1), "reader"};

/// The corpus is in English only.
constexpr std::array<const char*, 4> chineseTexts{"未读数在两台设备上完全一致", "明天上午十点评审，可以吗？",
                                                  "手机离线时读的消息，上线后就同步了",
                                                  "这个版本已经发布，请大家更新"};
constexpr std::size_t chineseEvery = 40;

/// The number of conversations, and of messages in each.
struct ProfileShape {
    std::size_t conversations = 0;
    std::uint64_t entriesEach = 0;
    bool havePictures = false; ///< each message is a picture
};

/// Stores pictures in the profile as if they had been fetched.
class PictureMaker {
public:
    explicit PictureMaker(const QString& profile) : m_files(profile) {}

    [[nodiscard]] Attachment make(std::uint64_t number) const
    {
        constexpr QSize size(1600, 1200);
        QImage image(size, QImage::Format_RGB32);
        QLinearGradient gradient(QPointF(0, 0), QPointF(size.width(), size.height()));
        gradient.setColorAt(0, QColor::fromHsv(static_cast<int>(number * 37 % 360), 200, 220));
        gradient.setColorAt(1, QColor::fromHsv(static_cast<int>(number * 61 % 360), 120, 90));
        QPainter painter(&image);
        painter.fillRect(image.rect(), gradient);
        for (std::uint64_t i = 0; i < 200; ++i) {
            const std::uint64_t place = (number + 1) * (i + 7) * 2654435761U;
            painter.fillRect(
                QRect(static_cast<int>(place % 1600), static_cast<int>(place / 1600 % 1200), 60, 40),
                QColor::fromRgb(static_cast<QRgb>(place)));
        }
        painter.end();
        Attachment file;
        const QByteArray bytes = jpeg(image, 85);
        file.preview =
            jpeg(image.scaled(40, 30, Qt::IgnoreAspectRatio, Qt::SmoothTransformation), 40).toStdString();
        Sha256 hasher;
        hasher.add({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        file.hash = {hasher.result()};
        file.size = static_cast<std::uint64_t>(bytes.size());
        file.mime = "image/jpeg";
        file.name = "picture " + std::to_string(number) + ".jpg";
        file.width = static_cast<std::uint32_t>(size.width());
        file.height = static_cast<std::uint32_t>(size.height());
        QFile held(m_files.heldPath(file.hash));
        require(QDir().mkpath(QFileInfo(held).path()) && held.open(QFile::WriteOnly)
                    && held.write(bytes) == bytes.size(),
                "storing a picture");
        return file;
    }

private:
    static QByteArray jpeg(const QImage& image, int quality)
    {
        QBuffer buffer;
        require(buffer.open(QBuffer::WriteOnly) && image.save(&buffer, "jpeg", quality), "making a picture");
        return buffer.data();
    }

    ProfileFiles m_files;
};

/// Makes a million messages from the talk, one conversation after the other.
class ProfileMaker {
public:
    ProfileMaker(ClientStore& store, const std::vector<test::LoggedMessage>& talk, ProfileShape shape,
                 const QString& folder)
        : m_store(store), m_talk(talk), m_shape(shape), m_pictures(folder)
    {
    }

    void make()
    {
        std::map<std::string, UserId> ids;
        std::vector<User> users{reader};
        for (const test::LoggedMessage& message : m_talk) {
            if (ids.try_emplace(message.author, UserId(users.size() + 1)).second) {
                users.push_back({ids.at(message.author), message.author});
            }
            m_authors.push_back(ids.at(message.author));
        }
        apply({write::PutAccount{{reader, std::string(32, 't')}}, write::PutUsers{std::move(users)}});
        for (std::size_t first = 0; first < m_shape.conversations; first += conversationsInTransaction) {
            std::vector<Write> writes;
            for (std::size_t i = first;
                 i < std::min(first + conversationsInTransaction, m_shape.conversations); ++i) {
                addConversation(i, writes);
            }
            writes.push_back(write::PutTotals{m_totals});
            apply(writes);
        }
        while (m_store.indexSome(20000)) {
        }
        require(m_store.lastError().code == StoreError::Code::None, "indexing the profile");
    }

private:
    void apply(const std::vector<Write>& writes) { require(m_store.apply(writes), "writing the profile"); }

    void addConversation(std::size_t index, std::vector<Write>& writes)
    {
        std::vector<Entry> entries;
        for (std::uint64_t seq = 1; seq <= m_shape.entriesEach; ++seq) {
            const std::size_t place = m_next++ % m_talk.size();
            Entry entry;
            entry.seq = Seq(seq);
            entry.author = seq % 10 == 0 ? reader.id : m_authors[place];
            entry.at = UnixMs{m_talk[place].at.value};
            entry.content = content::Message{seq % chineseEvery == 0
                                                 ? chineseTexts[(seq / chineseEvery) % chineseTexts.size()]
                                                 : m_talk[place].text,
                                             m_talk[place].isAction};
            if (m_shape.havePictures) {
                content::Message picture;
                picture.attachments = {m_pictures.make(seq)};
                entry.content = std::move(picture);
            }
            entries.push_back(std::move(entry));
        }
        LocalConversation conversation;
        conversation.id = ConversationId(index + 1);
        conversation.title = "Conversation " + std::to_string(index + 1);
        conversation.memberCount = 100;
        conversation.isMember = true;
        conversation.generation = Generation(1);
        conversation.logEpoch = LogEpoch(index + 77);
        conversation.serverHead = conversation.countedHead = Seq(m_shape.entriesEach);
        conversation.lastActivity = entries.back().at;
        conversation.version = 1;
        const std::uint64_t behind = index % 4 == 0 ? index % 97 : 0;
        conversation.cursor = conversation.confirmed = Cursor{0, Seq(m_shape.entriesEach - behind)};
        for (const Entry& entry : entries) {
            const bool counts = entry.seq > conversation.cursor.readSeq && entry.author != reader.id;
            conversation.counts.unread += counts ? 1 : 0;
        }
        addToTotals(m_totals, conversation);
        RangeSet held;
        held.add({Seq(1), Seq(m_shape.entriesEach)});
        writes.push_back(write::PutConversation{conversation});
        writes.push_back(write::PutEntries{conversation.id, std::move(entries)});
        writes.push_back(write::PutHeld{conversation.id, std::move(held)});
    }

    ClientStore& m_store;
    const std::vector<test::LoggedMessage>& m_talk;
    ProfileShape m_shape;
    PictureMaker m_pictures;
    std::vector<UserId> m_authors; ///< the authors of the talk
    std::size_t m_next = 0;
    Totals m_totals;
};

/// Makes the profile if it does not exist yet.
QString profileOf(const Workbench& bench, const QString& kind, ProfileShape shape)
{
    constexpr int contents = 3; // raise this when the content of the profiles changes
    const QString name = QStringLiteral("%1-%2-%3-%4%5")
                             .arg(kind)
                             .arg(contents)
                             .arg(currentSchemaVersion())
                             .arg(bench.hasCorpus ? QStringLiteral("corpus") : QStringLiteral("bundled"),
                                  isBrief() ? QStringLiteral("-brief") : QString());
    const QDir folder(QDir(bench.cache).filePath(name));
    QFile mark(folder.filePath(QStringLiteral("complete")));
    if (mark.exists()) {
        return folder.path();
    }
    std::fprintf(stderr, "making a profile in %s ...\n", qPrintable(folder.path()));
    require(!folder.exists() || QDir(folder).removeRecursively(), "clearing an unfinished profile");
    require(QDir().mkpath(folder.path()), "making the cache folder");
    {
        const auto opened =
            ClientStore::open(folder.filePath(QStringLiteral("tidemark.sqlite")), DeviceId(7));
        require(opened.has_value(), "making the profile's store");
        ProfileMaker(*opened->store, bench.talk, shape, folder.path()).make();
        require(opened->store->audit().empty(), "checking the counts of the profile");
    }
    require(mark.open(QFile::WriteOnly), "marking the profile as complete");
    return folder.path();
}

} // namespace

QString millionProfile(const Workbench& bench)
{
    return profileOf(bench, QStringLiteral("million"), {profileConversations, profileEntriesEach});
}

QString longProfile(const Workbench& bench)
{
    return profileOf(bench, QStringLiteral("long"), {1, longProfileEntries});
}

QString pictureProfile(const Workbench& bench)
{
    return profileOf(bench, QStringLiteral("pictures"), {1, profilePictures, true});
}

} // namespace tidemark::bench
