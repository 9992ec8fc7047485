#include "ui/session/chat_session.h"

#include "core/domain/reading_policy.h"
#include "ui/session/files/file_state_text.h"

#include <QElapsedTimer>

#include <algorithm>
#include <utility>
#include <vector>

namespace tidemark {

namespace {

Animations::Clock steadyClock()
{
    QElapsedTimer timer;
    timer.start();
    // Never 0: that stands for a picture that was not painted yet.
    return [timer] { return std::chrono::milliseconds(timer.elapsed() + 1); };
}

} // namespace

ChatSession::ChatSession(IdSource ids, ReadingSetup reading, QObject* parent)
    : QObject(parent), m_commands(std::move(ids), this), m_connection(m_commands, this),
      m_account(m_commands, this), m_preferences(this),
      m_chat(m_commands, m_conversations, m_connection, std::move(reading), this),
      m_roster(m_commands.ids().command, this),
      m_memberships(m_commands, m_conversations, m_chat, m_roster, this), m_ignored(m_commands, this),
      m_scheduled(m_commands, m_conversations, m_account), m_folders(m_commands, m_conversations, this),
      m_invitations(m_commands, m_chat, this),
      m_writer(m_commands, m_conversations, m_chat, m_account, m_preferences, this),
      m_pins(m_commands, m_chat, this), m_reactions(m_commands, m_chat, m_preferences, this),
      m_reactorNames({m_commands, m_chat, m_connection, m_account, m_reactions}, this),
      m_unreadReactions(m_commands, m_chat, m_connection, m_reactions, this), m_files(m_chat, this),
      m_pictures(decodeFunction(), PictureStore::usualBudget, this),
      m_animations(
          [this](FileDescriptor file, QSize maxSize, qint64 maxPixels, PictureDecoder::Answer answer) {
              pictureDecoder().decodeFrames(std::move(file), maxSize, maxPixels, std::move(answer));
          },
          m_pictures, steadyClock(), this),
      m_avatars(
          {m_commands, m_account, m_conversations, m_chat}, decodeFunction(),
          [this]() -> PictureDecoder& { return pictureDecoder(); }, this),
      m_marks(m_commands, m_conversations, m_chat, m_connection, this),
      m_unreadExplainer(m_commands.ids().command, this), m_mentionJump(m_commands.ids().command, this),
      m_search(
          [this](ConversationId id) {
              const ConversationSummary* known = m_conversations.summary(id);
              return known == nullptr ? QString() : titleOf(*known);
          },
          this)
{
    connectParts();
    describeFiles();
    m_search.results().setHues([this](ConversationId conversation) {
        const ConversationSummary* summary = m_conversations.summary(conversation);
        return summary == nullptr ? 0 : hueOf(*summary);
    });
    followIgnored();
    followUndo();
    followOpenConversation();
    followConnection();
    followAccount();
}

PictureStore::Decode ChatSession::decodeFunction()
{
    return [this](FileDescriptor file, QSize maxSize, int frame, PictureDecoder::Answer answer) {
        pictureDecoder().decode(std::move(file), maxSize, frame, std::move(answer));
    };
}

PictureDecoder& ChatSession::pictureDecoder()
{
    if (m_decoder == nullptr) {
        m_decoder = new PictureDecoder(PictureDecoder::installedProgram(), {}, this);
    }
    return *m_decoder;
}

/// Lets screen readers hear which files are there, and why not.
void ChatSession::describeFiles()
{
    m_chat.timeline().setFileWords([this](const TimelineRow& row, int file) {
        return spokenFile(row.files[file], m_files.state(row, file), !row.seq.isValid(),
                          m_pictures.problem(row.files[file].hash));
    });
    connect(&m_files, &MessageFiles::stepChanged, &m_chat.timeline(),
            [this](const FileKey& key) { m_chat.timeline().noteFileState(key.seq, key.uuid); });
}

void ChatSession::connectParts()
{
    connect(&m_preferences, &Preferences::changed, this, [this] {
        constexpr quint64 megabyte = 1000 * 1000;
        m_files.setDownloadLimit(quint64(m_preferences.files().downloadMegabytes) * megabyte);
        m_animations.setOn(m_preferences.files().playsAnimations);
    });
    connect(&m_roster, &Roster::submitted, &m_commands, &Commands::submit);
    connect(&m_unreadExplainer, &UnreadExplainer::submitted, &m_commands, &Commands::submit);
    connect(&m_mentionJump, &MentionJump::submitted, &m_commands, &Commands::submit);
    connect(&m_commands, &Commands::ended, &m_unreadExplainer, &UnreadExplainer::takeCommandDone);
    connect(&m_commands, &Commands::ended, &m_mentionJump, &MentionJump::takeCommandDone);
    connect(&m_commands, &Commands::ended, &m_roster, &Roster::takeCommandDone);
    connect(&m_preferences, &Preferences::changed, this, &ChatSession::noteCounting);
    connect(&m_preferences, &Preferences::chosen, this, &ChatSession::settingChosen);
}

/// Closes the messages of ignored users.
void ChatSession::followIgnored()
{
    connect(&m_ignored, &IgnoredPeople::changed, &m_chat, [this] {
        std::vector<UserId> users;
        for (const IgnoredPerson& one : m_ignored.people()) {
            users.push_back(one.user.id);
        }
        std::ranges::sort(users);
        m_chat.timeline().setIgnored(std::move(users));
    });
}

/// Only what the user did last can be undone.
void ChatSession::followUndo()
{
    connect(&m_ignored, &IgnoredPeople::undoChanged, &m_marks, [this] {
        if (m_ignored.isUndoPossible()) {
            m_marks.forget();
            m_memberships.forgetUndo();
        }
    });
    connect(&m_marks, &ReadMarks::undoChanged, &m_ignored, [this] {
        if (m_marks.undo().isPossible()) {
            m_ignored.forgetUndo();
            m_memberships.forgetUndo();
        }
    });
    connect(&m_memberships, &Memberships::undoChanged, &m_marks, [this] {
        if (m_memberships.isUndoPossible()) {
            m_marks.forget();
            m_ignored.forgetUndo();
        }
    });
}

void ChatSession::followOpenConversation()
{
    connect(&m_chat, &OpenConversation::currentChanged, &m_roster, [this] {
        // The server never lists the readers of announcements.
        const ConversationSummary* open = m_chat.summary();
        const bool isForAll = open != nullptr && open->kind == ConversationKind::NoticeList;
        m_roster.open(isForAll ? ConversationId() : m_chat.current());
    });
    connect(&m_chat, &OpenConversation::summaryChanged, &m_roster,
            [this] { m_roster.noteSummary(*m_chat.summary()); });
    connect(&m_chat, &OpenConversation::currentChanged, &m_pins, &PinBoard::refresh);
    connect(&m_chat, &OpenConversation::summaryChanged, &m_pins, &PinBoard::refresh);
    connect(&m_connection, &ServerConnection::cameOnline, &m_pins, &PinBoard::askAgain);
    connect(&m_roster, &Roster::membersChanged, &m_chat, [this] {
        QStringList names;
        for (const protocol::Member& member : m_roster.members()) {
            if (!member.user.isDeleted) {
                names.append(QString::fromStdString(member.user.name));
            }
        }
        m_chat.timeline().setNames(names);
    });
}

void ChatSession::followConnection()
{
    connect(&m_connection, &ServerConnection::cameOnline, this, [this] {
        // The tray or the launcher may have lost the number.
        if (!m_account.isSignedOut()) {
            Q_EMIT totalsChanged();
        }
    });
    connect(&m_connection, &ServerConnection::changed, this, [this] {
        m_conversations.setOffline(m_connection.isCutOff());
        m_roster.setOnline(m_connection.isOnline());
        if (!m_connection.isOnline()) {
            m_sendCooldowns.clear();
        }
    });
}

/// Passes changes of the account on to the other parts. After signing out, nothing of the last user remains.
void ChatSession::followAccount()
{
    connect(&m_account, &UserAccount::settingsChanged, &m_chat,
            [this] { m_chat.reading().setAccountPolicy(m_account.settings().reading); });
    connect(&m_account, &UserAccount::changed, this, [this] {
        m_chat.timeline().setReaderName(m_account.userName());
        m_avatars.forget();
        if (m_account.isSignedOut()) {
            m_chat.forget();
            m_conversations.setConversations({});
            m_search.ask({}, {});
            m_marks.forget();
            m_ignored.forgetUndo();
            m_ignored.take({});
            m_folders.take({});
            m_invitations.take({});
        }
        Q_EMIT totalsChanged();
    });
}

// ---- the list of conversations

void ChatSession::chooseFilter(ConversationFilter filter)
{
    m_folders.choose({});
    if (filter == m_conversations.kind()) {
        return;
    }
    showFilter(filter);
    if (filter == ConversationFilter::Channels) {
        openFeed();
    }
    Q_EMIT settingChosen(QLatin1StringView(filterSetting), wordOf(filter));
}

void ChatSession::openFeed()
{
    m_commands.submit(input::OpenFeed{});
}

void ChatSession::undo()
{
    m_ignored.undo();
    m_memberships.undo();
    m_marks.undoRead();
}

QString ChatSession::undoWords() const
{
    return m_ignored.isUndoPossible()       ? m_ignored.undoWords()
           : m_memberships.isUndoPossible() ? m_memberships.undoWords()
                                            : m_marks.undo().words();
}

void ChatSession::showFilter(ConversationFilter filter)
{
    m_conversations.setKind(filter);
    Q_EMIT filterChanged();
}

void ChatSession::changeDevicePolicy(std::optional<ReadingPolicy> policy)
{
    m_chat.reading().setDevicePolicy(policy);
    const std::string_view word = policy ? wordOf(*policy) : std::string_view();
    Q_EMIT settingChosen(QLatin1StringView(devicePolicySetting), QLatin1StringView(word));
}

void ChatSession::noteCounting()
{
    const BadgeChoices& choices = m_preferences.badges();
    if (std::exchange(m_countedBy, choices) != choices) {
        Q_EMIT totalsChanged();
    }
}

// ---- from the client

void ChatSession::takeConversations(const QList<ConversationSummary>& all)
{
    if (m_account.isSignedOut()) {
        return;
    }
    m_conversations.setConversations(all);
    m_chat.takeList();
}

void ChatSession::takeChanges(const QList<ConversationSummary>& changed)
{
    if (m_account.isSignedOut()) {
        return;
    }
    m_conversations.update(changed);
    m_marks.takeChanges(changed);
    m_unreadExplainer.takeChanges(changed);
    m_chat.takeChanges(changed);
}

void ChatSession::takeTotals(const Totals& totals)
{
    if (totals == m_totals) {
        return;
    }
    m_totals = totals;
    if (!m_account.isSignedOut()) {
        Q_EMIT totalsChanged();
    }
}

void ChatSession::takeSetting(const QString& key, const QString& value)
{
    if (key == QLatin1StringView(devicePolicySetting)) {
        m_chat.reading().setDevicePolicy(readingPolicyOf(value.toStdString()));
    } else if (key == QLatin1StringView(filterSetting)) {
        showFilter(filterOf(value).value_or(ConversationFilter::All));
    }
    m_preferences.take(key, value);
}

} // namespace tidemark
