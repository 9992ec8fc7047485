#include "core/client/trace_input.h"

#include "core/base/overloaded.h"
#include "core/wire/codec.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <map>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// The placeholder for every omitted text; the server's rules for texts accept it.
const std::string anyText = "x";
const std::string anyToken(32, 'x');

// JSON numbers are doubles, which cannot hold all 64-bit ids.
QString number(std::uint64_t value)
{
    return QString::number(value);
}

QString hex(MessageUuid uuid)
{
    const QByteArray bytes(reinterpret_cast<const char*>(uuid.bytes.data()), qsizetype(uuid.bytes.size()));
    return QString::fromLatin1(bytes.toHex());
}

/// Returns 0 if `value` is empty.
template <typename Choice>
QString choice(std::optional<Choice> value)
{
    return number(value ? static_cast<std::uint64_t>(*value) + 1 : 0);
}

/// Reads the elements of a line in order.
class Reader {
public:
    explicit Reader(const QJsonArray& line) : m_line(line) {}

    std::uint64_t number() { return m_line.at(m_place++).toString().toULongLong(); }
    bool flag() { return number() != 0; }
    ConversationId conversation() { return ConversationId(number()); }
    CommandId command() { return CommandId(number()); }
    Seq seq() { return Seq(number()); }
    UnixMs at() { return UnixMs{static_cast<std::int64_t>(number())}; }
    CursorCause cause() { return static_cast<CursorCause>(number()); }
    ReceiptPrivacy privacy() { return static_cast<ReceiptPrivacy>(number()); }
    template <typename Choice>
    std::optional<Choice> choice()
    {
        const std::uint64_t value = number();
        return value == 0 ? std::optional<Choice>() : static_cast<Choice>(value - 1);
    }
    MessageUuid uuid()
    {
        const QByteArray bytes = QByteArray::fromHex(m_line.at(m_place++).toString().toLatin1());
        MessageUuid found;
        if (bytes.size() == qsizetype(found.bytes.size())) {
            std::copy(bytes.begin(), bytes.end(), found.bytes.begin());
        }
        return found;
    }
    std::string text() { return m_line.at(m_place++).toString().toStdString(); }
    QByteArray bytes() { return QByteArray::fromBase64(m_line.at(m_place++).toString().toLatin1()); }

private:
    const QJsonArray& m_line;
    int m_place = 1;
};

/// Writes the fields of each input.
struct Writer {
    QJsonArray operator()(const input::Connect&) const { return {u"connect"_s}; }
    QJsonArray operator()(const input::GoOffline&) const { return {u"offline"_s}; }
    QJsonArray operator()(const input::ConnectionOpened&) const { return {u"opened"_s}; }
    QJsonArray operator()(const input::ConnectionLost& one) const
    {
        return {u"lost"_s, number(one.certificateProblem ? 1 : 0)};
    }
    QJsonArray operator()(const input::FrameArrived& one) const
    {
        const std::string bytes = wire::encode(withoutText(one.envelope));
        const QByteArray text = QByteArray(bytes.data(), qsizetype(bytes.size())).toBase64();
        return {u"frame"_s, QString::fromLatin1(text)};
    }
    QJsonArray operator()(const input::GarbageArrived&) const { return {u"garbage"_s}; }
    QJsonArray operator()(const input::ServersChanged& one) const
    {
        return {u"servers"_s, number(one.count)};
    }
    QJsonArray operator()(const input::Tick&) const { return {u"tick"_s}; }
    QJsonArray operator()(const input::RegisterAccount& one) const
    {
        return {u"register"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::SignIn& one) const
    {
        return {u"sign-in"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::UseToken& one) const
    {
        return {u"token"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::SignOut& one) const
    {
        return {u"sign-out"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::SendText& one) const
    {
        return {u"send"_s, number(one.conversation.value), hex(one.uuid), number(one.content.replyTo.value)};
    }
    QJsonArray operator()(const input::EditMessage& one) const
    {
        return {u"edit"_s, number(one.conversation.value), hex(one.uuid), number(one.target.value)};
    }
    QJsonArray operator()(const input::RecallMessage& one) const
    {
        return {u"recall"_s, number(one.conversation.value), hex(one.uuid), number(one.target.value)};
    }
    QJsonArray operator()(const input::RetryPending& one) const { return {u"retry"_s, hex(one.uuid)}; }
    QJsonArray operator()(const input::DeletePending& one) const { return {u"delete"_s, hex(one.uuid)}; }
    QJsonArray operator()(const input::MarkRead& one) const
    {
        return {u"read"_s, number(one.command.value), number(one.conversation.value),
                number(one.through.value), number(static_cast<std::uint64_t>(one.cause))};
    }
    QJsonArray operator()(const input::MarkUnread& one) const
    {
        return {u"mark-unread"_s, number(one.command.value), number(one.conversation.value),
                hex(one.uuid),    number(one.from.value),    number(static_cast<std::uint64_t>(one.cause))};
    }
    QJsonArray operator()(const input::MarkAllRead& one) const
    {
        return {u"mark-all-read"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::SetSettings& one) const
    {
        return {u"settings"_s,
                number(one.command.value),
                number(one.conversation.value),
                number(one.settings.muted ? 1 : 0),
                number(one.settings.archived ? 1 : 0),
                number(one.settings.pinned ? 1 : 0),
                number(static_cast<std::uint64_t>(one.settings.receipts)),
                number(static_cast<std::uint64_t>(one.settings.mutedUntil.value)),
                choice(one.muteSeconds)};
    }
    QJsonArray operator()(const input::SetAccountSettings& one) const
    {
        return {u"account"_s, number(one.command.value), choice(one.receipts), choice(one.reading),
                choice(one.quietWhileActive)};
    }
    QJsonArray operator()(const input::LookAt& one) const
    {
        return {u"look"_s, number(one.conversation.value)};
    }
    QJsonArray operator()(const input::KeepHistory& one) const
    {
        return {u"keep-history"_s, number(one.whole ? 1 : 0)};
    }
    QJsonArray operator()(const input::LoadOlder& one) const
    {
        return {u"older"_s, number(one.conversation.value), number(one.before.value)};
    }
    QJsonArray operator()(const input::LoadRange& one) const
    {
        return {u"range"_s, number(one.command.value), number(one.conversation.value),
                number(one.after.value), number(one.through.value)};
    }
    QJsonArray operator()(const input::CreateGroup& one) const
    {
        return {u"group"_s, number(one.command.value), hex(one.uuid)};
    }
    QJsonArray operator()(const input::OpenDirect& one) const
    {
        return {u"direct"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::Join& one) const
    {
        return {u"join"_s, number(one.command.value), number(one.conversation.value)};
    }
    QJsonArray operator()(const input::Leave& one) const
    {
        return {u"leave"_s, number(one.command.value), number(one.conversation.value)};
    }
    QJsonArray operator()(const input::AddMember& one) const
    {
        return {u"add"_s, number(one.command.value), number(one.conversation.value)};
    }
    QJsonArray operator()(const input::RemoveMember& one) const
    {
        return {u"remove"_s, number(one.command.value), number(one.conversation.value),
                number(one.user.value), number(one.banned ? 1 : 0)};
    }
    QJsonArray operator()(const input::SetRole& one) const
    {
        return {u"role"_s, number(one.command.value), number(one.conversation.value), number(one.user.value),
                number(static_cast<std::uint64_t>(one.role))};
    }
    QJsonArray operator()(const input::ChangePassword& one) const
    {
        return {u"password"_s, number(one.command.value), number(one.revokeOthers ? 1 : 0)};
    }
    QJsonArray operator()(const input::Rename& one) const
    {
        return {u"rename"_s, number(one.command.value), number(one.conversation.value)};
    }
    QJsonArray operator()(const input::CreateChannel& one) const
    {
        return {u"channel"_s, number(one.command.value), hex(one.uuid)};
    }
    QJsonArray operator()(const input::FindChannels& one) const
    {
        return {u"find-channels"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::Follow& one) const
    {
        return {u"follow"_s, number(one.command.value), number(one.conversation.value)};
    }
    QJsonArray operator()(const input::Unfollow& one) const
    {
        return {u"unfollow"_s, number(one.command.value), number(one.conversation.value)};
    }
    QJsonArray operator()(const input::OpenFeed& one) const
    {
        return {u"open-feed"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::GetDevices& one) const
    {
        return {u"devices"_s, number(one.command.value)};
    }
    QJsonArray operator()(const input::SeeDot& one) const
    {
        return {u"see-dot"_s, number(one.command.value), QString::fromStdString(one.name)};
    }
    QJsonArray operator()(const input::GetDots& one) const { return {u"dots"_s, number(one.command.value)}; }
    QJsonArray operator()(const input::RevokeDevice& one) const
    {
        return {u"sign-out-device"_s, number(one.command.value), number(one.device.value)};
    }
    QJsonArray operator()(const input::GetMembers& one) const
    {
        return {u"members"_s, number(one.command.value), number(one.conversation.value),
                number(one.after.value)};
    }
    QJsonArray operator()(const input::NoteActivity& one) const
    {
        return {u"activity"_s, number(one.active ? 1 : 0)};
    }
    QJsonArray operator()(const input::NoteTyping& one) const
    {
        return {u"typing"_s, number(one.conversation.value)};
    }
    QJsonArray operator()(const input::GetReaders& one) const
    {
        return {u"readers"_s, number(one.command.value), number(one.conversation.value),
                number(one.seq.value), number(one.after.value)};
    }
};

std::optional<Input> frameFrom(Reader& in)
{
    const QByteArray bytes = in.bytes();
    auto envelope = wire::decodeServer({bytes.constData(), std::size_t(bytes.size())});
    if (!envelope) {
        return std::nullopt;
    }
    return input::FrameArrived{std::move(envelope).value()};
}

protocol::TextContent textFrom(Reader& in)
{
    protocol::TextContent content;
    content.text = anyText;
    content.replyTo = in.seq();
    return content;
}

using Make = std::function<std::optional<Input>(Reader&)>;

// Braced initializers evaluate from left to right, so the elements are read in the order in which they were
// written.
const std::map<QString, Make>& makers()
{
    static const std::map<QString, Make> all{
        {u"connect"_s, [](Reader&) { return input::Connect{}; }},
        {u"offline"_s, [](Reader&) { return input::GoOffline{}; }},
        {u"opened"_s, [](Reader&) { return input::ConnectionOpened{}; }},
        {u"lost"_s,
         [](Reader& in) {
             return input::ConnectionLost{{}, in.flag()};
         }},
        {u"frame"_s, frameFrom},
        {u"garbage"_s, [](Reader&) { return input::GarbageArrived{}; }},
        {u"servers"_s,
         [](Reader& in) { return input::ServersChanged{static_cast<std::uint32_t>(in.number())}; }},
        {u"tick"_s, [](Reader&) { return input::Tick{}; }},
        {u"register"_s,
         [](Reader& in) {
             return input::RegisterAccount{in.command(), anyText, anyText, anyToken};
         }},
        {u"sign-in"_s,
         [](Reader& in) {
             return input::SignIn{in.command(), anyText, anyText, anyToken};
         }},
        {u"token"_s,
         [](Reader& in) {
             return input::UseToken{in.command(), anyText, anyToken};
         }},
        {u"sign-out"_s, [](Reader& in) { return input::SignOut{in.command()}; }},
        {u"send"_s,
         [](Reader& in) {
             return input::SendText{in.conversation(), in.uuid(), textFrom(in)};
         }},
        {u"edit"_s,
         [](Reader& in) {
             return input::EditMessage{in.conversation(), in.uuid(), in.seq(), anyText};
         }},
        {u"recall"_s,
         [](Reader& in) {
             return input::RecallMessage{in.conversation(), in.uuid(), in.seq()};
         }},
        {u"retry"_s, [](Reader& in) { return input::RetryPending{in.uuid()}; }},
        {u"delete"_s, [](Reader& in) { return input::DeletePending{in.uuid()}; }},
        {u"read"_s,
         [](Reader& in) {
             return input::MarkRead{in.command(), in.conversation(), in.seq(), in.cause()};
         }},
        {u"mark-unread"_s,
         [](Reader& in) {
             return input::MarkUnread{in.command(), in.conversation(), in.uuid(), in.seq(), in.cause()};
         }},
        {u"mark-all-read"_s, [](Reader& in) { return input::MarkAllRead{in.command()}; }},
        {u"settings"_s,
         [](Reader& in) {
             return input::SetSettings{in.command(),
                                       in.conversation(),
                                       {in.flag(), in.flag(), in.flag(), in.privacy(), in.at()},
                                       in.choice<std::uint32_t>()};
         }},
        {u"account"_s,
         [](Reader& in) {
             return input::SetAccountSettings{in.command(), in.choice<ReceiptPrivacy>(),
                                              in.choice<ReadingPolicy>(), in.choice<bool>()};
         }},
        {u"look"_s, [](Reader& in) { return input::LookAt{in.conversation()}; }},
        {u"keep-history"_s, [](Reader& in) { return input::KeepHistory{in.flag()}; }},
        {u"older"_s,
         [](Reader& in) {
             return input::LoadOlder{in.conversation(), in.seq()};
         }},
        {u"range"_s,
         [](Reader& in) {
             return input::LoadRange{in.command(), in.conversation(), in.seq(), in.seq()};
         }},
        {u"group"_s,
         [](Reader& in) {
             return input::CreateGroup{in.command(), in.uuid(), anyText, {}};
         }},
        {u"direct"_s,
         [](Reader& in) {
             return input::OpenDirect{in.command(), anyText};
         }},
        {u"join"_s,
         [](Reader& in) {
             return input::Join{in.command(), in.conversation()};
         }},
        {u"leave"_s,
         [](Reader& in) {
             return input::Leave{in.command(), in.conversation()};
         }},
        {u"add"_s,
         [](Reader& in) {
             return input::AddMember{in.command(), in.conversation(), anyText};
         }},
        {u"remove"_s,
         [](Reader& in) {
             return input::RemoveMember{in.command(), in.conversation(), UserId(in.number()), in.flag()};
         }},
        {u"role"_s,
         [](Reader& in) {
             return input::SetRole{in.command(), in.conversation(), UserId(in.number()),
                                   static_cast<Role>(in.number())};
         }},
        {u"password"_s,
         [](Reader& in) {
             return input::ChangePassword{in.command(), anyText, anyText, in.flag()};
         }},
        {u"rename"_s,
         [](Reader& in) {
             return input::Rename{in.command(), in.conversation(), anyText};
         }},
        {u"see-dot"_s,
         [](Reader& in) {
             const CommandId command = in.command();
             return input::SeeDot{command, in.text()};
         }},
        {u"dots"_s, [](Reader& in) { return input::GetDots{in.command()}; }},
        {u"devices"_s, [](Reader& in) { return input::GetDevices{in.command()}; }},
        {u"sign-out-device"_s,
         [](Reader& in) {
             return input::RevokeDevice{in.command(), DeviceId(in.number())};
         }},
        {u"channel"_s,
         [](Reader& in) {
             return input::CreateChannel{in.command(), in.uuid(), anyText};
         }},
        {u"find-channels"_s,
         [](Reader& in) {
             return input::FindChannels{in.command(), anyText};
         }},
        {u"follow"_s,
         [](Reader& in) {
             return input::Follow{in.command(), in.conversation()};
         }},
        {u"unfollow"_s,
         [](Reader& in) {
             return input::Unfollow{in.command(), in.conversation()};
         }},
        {u"open-feed"_s, [](Reader& in) { return input::OpenFeed{in.command()}; }},
        {u"members"_s,
         [](Reader& in) {
             return input::GetMembers{in.command(), in.conversation(), UserId(in.number())};
         }},
        {u"activity"_s, [](Reader& in) { return input::NoteActivity{in.flag()}; }},
        {u"typing"_s, [](Reader& in) { return input::NoteTyping{in.conversation()}; }},
        {u"readers"_s,
         [](Reader& in) {
             return input::GetReaders{in.command(), in.conversation(), in.seq(), UserId(in.number())};
         }},
    };
    return all;
}

void clearNames(std::vector<User>& users)
{
    for (User& user : users) {
        user.name = anyText;
    }
}

/// Removes the texts from a frame. Frames without text use the generic overload.
struct Blank {
    void operator()(protocol::Authenticated& frame) const
    {
        frame.user.name = anyText;
        frame.token = anyToken;
    }
    void operator()(protocol::Welcome& frame) const
    {
        frame.user.name = anyText;
        frame.serverName.clear();
        if (!frame.nextToken.empty()) {
            frame.nextToken = anyToken;
        }
    }
    void operator()(protocol::States& frame) const
    {
        for (ConversationState& state : frame.states) {
            state.title.clear();
            state.moved.deviceName.clear();
            state.floorMoved.deviceName.clear();
        }
        clearNames(frame.users);
    }
    void operator()(protocol::Range& frame) const
    {
        for (Entry& entry : frame.entries) {
            entry.text.clear();
        }
        clearNames(frame.users);
    }
    void operator()(protocol::Readers& frame) const { clearNames(frame.users); }
    void operator()(protocol::FoundChannels& frame) const
    {
        for (protocol::FoundChannel& channel : frame.channels) {
            channel.title = anyText;
        }
    }
    void operator()(protocol::Members& frame) const
    {
        for (protocol::Member& member : frame.members) {
            member.user.name = anyText;
        }
    }
    void operator()(protocol::TypingNow& frame) const { frame.user.name = anyText; }
    void operator()(protocol::Users& frame) const { clearNames(frame.users); }
    void operator()(protocol::Devices& frame) const
    {
        for (protocol::Device& device : frame.devices) {
            device.name.clear();
            device.clientName.clear();
        }
    }
    void operator()(protocol::Error& frame) const { frame.detail.clear(); }
    template <typename Frame>
    void operator()(Frame&) const
    {
    }
};

} // namespace

QJsonArray traceOf(const Input& input)
{
    return std::visit(Writer{}, input);
}

std::optional<Input> inputFromTrace(const QJsonArray& line)
{
    const auto maker = makers().find(line.at(0).toString());
    if (maker == makers().end()) {
        return std::nullopt;
    }
    Reader in(line);
    return maker->second(in);
}

QJsonArray traceOf(const LocalConversation& conversation)
{
    QJsonArray badge;
    for (const std::uint64_t value :
         {conversation.id.value, std::uint64_t{conversation.cursor.epoch}, conversation.cursor.readSeq.value,
          conversation.countedHead.value, conversation.counts.unread, conversation.counts.mentions,
          conversation.counts.replies, std::uint64_t{conversation.exact}, conversation.feed.snapshot.value,
          conversation.feed.unread}) {
        badge.append(number(value));
    }
    return badge;
}

QJsonArray traceOf(const EngineConfig& config)
{
    QJsonArray line{u"engine"_s};
    for (const std::uint64_t value :
         {config.jitterSeed, std::uint64_t{config.connectAtStart}, std::uint64_t{config.backfill},
          std::uint64_t{config.pageEntries}, std::uint64_t{config.newestPageEntries},
          std::uint64_t{config.largeGapEntries}, std::uint64_t{config.maxPullsInFlight},
          std::uint64_t{config.maxSendsInFlight}, std::uint64_t{config.maxSendAttempts}}) {
        line.append(number(value));
    }
    for (const Milliseconds time : {config.readDebounce, config.requestTimeout, config.backoffBase,
                                    config.backoffCap, config.heartbeatMin, config.heartbeatMax}) {
        line.append(number(static_cast<std::uint64_t>(time.count())));
    }
    line.append(number(config.servers));
    return line;
}

EngineConfig configFromTrace(const QJsonArray& line)
{
    EngineConfig config;
    Reader in(line);
    config.jitterSeed = in.number();
    config.connectAtStart = in.flag();
    config.backfill = in.flag();
    for (std::uint32_t* value :
         {&config.pageEntries, &config.newestPageEntries, &config.largeGapEntries, &config.maxPullsInFlight,
          &config.maxSendsInFlight, &config.maxSendAttempts}) {
        *value = static_cast<std::uint32_t>(in.number());
    }
    for (Milliseconds* time : {&config.readDebounce, &config.requestTimeout, &config.backoffBase,
                               &config.backoffCap, &config.heartbeatMin, &config.heartbeatMax}) {
        *time = Milliseconds(static_cast<std::int64_t>(in.number()));
    }
    config.servers = static_cast<std::uint32_t>(in.number());
    return config;
}

protocol::ServerEnvelope withoutText(protocol::ServerEnvelope envelope)
{
    std::visit(Blank{}, envelope.frame);
    return envelope;
}

} // namespace tidemark
