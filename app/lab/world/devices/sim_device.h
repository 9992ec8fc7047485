#pragma once

#include "app/lab/world/devices/sim_files.h"
#include "app/lab/world/plan.h"
#include "app/lab/world/scheduler.h"
#include "app/lab/world/sim_network.h"
#include "core/base/random.h"
#include "core/store/client_store.h"
#include "core/sync/engine.h"

#include <QTemporaryDir>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tidemark::sim {

/// The actions of a user on a device that were shown as done. They must hold at the end.
struct Diary {
    struct Composed {
        ConversationId conversation;
        SentContent content;
    };
    std::map<MessageUuid, Composed> composed; ///< committed on the device
    std::map<MessageUuid, Seq> acked;
    std::set<MessageUuid> failed;
    /// The furthest committed read by conversation and generation. It is removed when anything else moves
    /// the cursor.
    std::map<std::pair<ConversationId, Generation>, Seq> reads;
    /// The number of marks as unread and undone reads by conversation.
    std::map<ConversationId, std::uint32_t> markedUnread;
    /// The furthest public read.
    std::map<ConversationId, Seq> shownReads;
    /// The newest version of each dot that the user has seen.
    std::map<std::string, std::uint64_t> seenDots;
    /// The seq up to which opening the feed has reset each channel, by log and membership.
    std::map<std::tuple<ConversationId, LogEpoch, Generation>, Seq> feeds;
    using ReactionKey = std::tuple<ConversationId, LogEpoch, Seq, std::string>;
    /// The last wish for each reaction.
    std::map<ReactionKey, bool> reactions;
    /// The position through which the user has looked at reactions, by log and membership.
    std::map<std::tuple<ConversationId, LogEpoch, Generation>, ReactionSeq> reactionsSeen;
    /// The pictures of users and groups that the server has acknowledged, in this order.
    std::vector<Avatar> avatars;
    /// The messages to which the server has refused a reaction.
    std::set<std::pair<ConversationId, Seq>> refusedReactions;
    /// The last change of each other user.
    std::map<UserId, IgnoreLevel> ignored;
    bool hasBlocked = false; ///< ever anybody
    /// The last change of each folder; a removed one has no title.
    std::map<MessageUuid, Folder> folders;
    /// The seq through which the user has cleared each history.
    std::map<ConversationId, Seq> cleared;
    /// The messages that the user has hidden, by the membership.
    std::map<std::pair<ConversationId, Generation>, std::set<Seq>> hidden;
    /// The drafts by their words. No word is written twice.
    struct Drafts {
        std::set<std::string> written;
        std::set<std::string> gone;              ///< sent, or removed by the user who saw them
        std::map<MessageUuid, std::string> sent; ///< the messages that were drafts
        std::set<std::string> chosen;            ///< the user's choices in conflicts
    };
    Drafts drafts;
    /// Scheduled messages. No text is written twice.
    struct Scheduled {
        std::set<MessageUuid> made;
        std::set<MessageUuid> cancelled; ///< also too late; the server may never have had some of them
        std::set<std::string> texts;
    };
    Scheduled scheduled;
};

/// The words of a text, which are separated by spaces.
[[nodiscard]] std::set<std::string> wordsOf(const std::string& text);

/// The composer of one conversation. It has the focus, so it may show an older draft than the device knows.
struct SimComposer {
    std::string text;
    std::uint64_t base = 0; ///< the version of the draft that was shown
    std::string offered;    ///< the other text of a conflict
};

/// The real engine on the real store. Keeps the loop's contract, with crashes between any two of its steps.
class SimDevice {
public:
    SimDevice(const Plan& plan, Scheduler& scheduler, SimNetwork& network, std::string userName, int number);
    ~SimDevice();

    [[nodiscard]] bool isUp() const { return m_engine.has_value(); }
    [[nodiscard]] const Engine& engine() const { return *m_engine; }
    [[nodiscard]] ClientStore& store() { return *m_store; }
    [[nodiscard]] const std::string& userName() const { return m_userName; }
    [[nodiscard]] std::string label() const { return m_userName + "#" + std::to_string(m_number); }
    [[nodiscard]] const Diary& diary() const { return m_diary; }
    /// The newest entry of a log that the device has ever held; 0 if none.
    [[nodiscard]] Seq reached(ConversationId conversation, LogEpoch epoch) const;
    [[nodiscard]] int mismatches() const { return m_mismatches; }

    /// Runs one input through the loop. Drops it while the process is dead.
    void feed(const Input& input);
    void start();
    /// Dies, and starts again after a while.
    void die();
    /// Dies, and stays off until start().
    void stop();
    /// The two sides of a commit.
    enum class CommitSide { Before, After };
    /// stop() at the next input that stores something: before or after its commit.
    void stopAtCommit(CommitSide side) { m_stopAt = side; }
    /// Replaces the device's data by nothing. Precondition: the device is off.
    void loseDisk();
    // Copies the device's data, and puts the copy in its place. Preconditions: the device is off, and the
    // plan keeps the data of devices in files.
    void keepBackup();
    void putBackupBack();
    /// From now on the device's clock is ahead of the true time by this much, and does not jump.
    void setClockAhead(Milliseconds ahead) { m_ahead = ahead; }
    /// Calls `watch` with each input and the effects that it had, after their commit.
    void setWatch(std::function<void(const Input&, const Effects&)> watch) { m_watch = std::move(watch); }
    /// From now on nothing fails, and a stopAtCommit() that has not happened yet does not.
    void setCalm()
    {
        m_calm = true;
        m_stopAt.reset();
    }
    /// Sends a message with files, if the run has files.
    void sendFiles(ConversationId conversation, MessageUuid uuid, const std::string& text,
                   const std::vector<std::string>& files);
    /// Fetches one of the files of a conversation; `which` chooses it.
    void fetchFile(ConversationId conversation, std::uint64_t which);
    /// Makes one of the files that the device has a picture, of the user or of a group; `which` chooses it,
    /// or that the picture is removed. Returns its hash, or none.
    BlobHash setAvatar(ConversationId conversation, std::uint64_t which);
    /// Fetches the picture at this place, if the device knows one.
    void fetchAvatar(const AvatarPlace& place);
    /// The user leaves the composer and comes back: it shows the draft that the device knows.
    const SimComposer& lookAtDraft(ConversationId conversation);
    /// The composer as the user left it.
    const SimComposer& composer(ConversationId conversation);
    /// Whether no file is under way.
    [[nodiscard]] bool areFilesQuiet() const { return !m_files || m_files->isQuiet(); }
    void checkFiles() const;

private:
    class DefectiveLog;
    void openStore();
    /// Another database shows other things: what was shown before need not hold.
    void forgetShown();
    [[nodiscard]] UnixMs wall() const;
    /// Whether stopAtCommit() has chosen this side of the commit.
    [[nodiscard]] bool stopsAt(CommitSide side, const std::vector<Write>& writes) const;
    [[nodiscard]] bool happens(std::uint32_t chance) { return !m_calm && m_random.below(1000) < chance; }
    void rebuild();
    [[nodiscard]] std::vector<Write> writesOf(const Input& input, const Effects& effects);
    /// Replaces `writes` by those of a device with a defect of the feed.
    void spoilFeed(std::vector<Write>& writes, const Input& input);
    void note(const Input& input, const Effects& effects);
    void noteDraft(const input::SetDraft& draft);
    void noteSettled(const input::SettleDraft& settled);
    /// Ends all conflicts without asking the user, for two defects.
    void settleUnasked();
    [[nodiscard]] std::vector<ConversationId> conversationsInConflict() const;
    void noteShown(ConversationId id);
    void noteOpenedFeed();
    void noteReceipt(ConversationId id);
    void noteReached(const LocalConversation& conversation, Seq through);
    void noteFloor(ConversationId id);
    void noteAvatar(const change::CommandDone& done);
    void noteDots();
    /// Records the versions of dots that have arrived.
    void noteArrived(const protocol::Dots& dots);
    void obey(const Effects& effects);
    void sendAll(const Effects& effects);
    void setTimer(std::optional<Instant> wakeUp);
    void arrive(const std::string& bytes);

    const Plan& m_plan;
    Scheduler& m_scheduler;
    SimNetwork& m_network;
    std::string m_userName;
    int m_number;
    SplitMix64 m_random;
    std::optional<QTemporaryDir> m_directory; ///< empty if the data is in memory
    std::unique_ptr<ClientStore> m_store;
    std::unique_ptr<DefectiveLog> m_log;
    std::optional<Engine> m_engine;
    std::optional<SimFiles> m_files; ///< empty: the run has no files
    server::ConnectionId m_connection;
    std::uint64_t m_life = 0;
    std::uint64_t m_timer = 0;
    int m_mismatches = 0;
    CommandId m_lastCommand;
    std::map<CommandId, AvatarOwner> m_avatarCommands; ///< without an answer
    std::map<RequestId, MessageUuid> m_sendsOfFiles;   ///< the messages with files that were ever sent
    bool m_calm = false;
    std::optional<CommitSide> m_stopAt;
    std::optional<Milliseconds> m_ahead;
    std::function<void(const Input&, const Effects&)> m_watch;
    std::uint64_t m_keptFeed = 0; ///< for Defect::UnfollowKeepsFeed
    bool m_isUnasked = false;     ///< the user does not know of this input
    std::map<ConversationId, SimComposer> m_composers;
    Diary m_diary;
    /// The furthest receipt that this device has shown, by log.
    std::map<std::pair<ConversationId, LogEpoch>, Seq> m_receipts;
    std::map<std::pair<ConversationId, LogEpoch>, Seq> m_reached;
    /// The highest floor that this device has shown, by membership.
    std::map<std::tuple<ConversationId, LogEpoch, Generation>, Seq> m_floors;
    std::map<std::string, Dot> m_dots;    ///< as this device has shown them
    std::map<std::string, Dot> m_arrived; ///< as they came last
};

} // namespace tidemark::sim
