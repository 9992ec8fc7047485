#include "tests/programs/load/hostile/hostile_requests.h"

#include "core/domain/request_caps.h"
#include "tests/programs/load/people/device.h"
#include "tests/programs/load/people/ledger.h"

#include <algorithm>
#include <utility>

namespace tidemark::load {
namespace {

constexpr std::size_t hostileUuids = 2000000;
/// This many states fit into a frame of 1 MiB.
constexpr std::size_t heldStates = 30000;

template <typename T, typename Make>
std::vector<T> manyOf(std::size_t count, const Make& make)
{
    std::vector<T> many;
    many.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        many.push_back(make(i));
    }
    return many;
}

/// Combining marks of two classes in turn. Sorting them takes the square of their number.
std::string marks(std::size_t bytes)
{
    std::string text = "Z";
    while (text.size() + 4 <= bytes) {
        text += "\u0301\u0316";
    }
    return text;
}

/// Texts that could contain fifty names of several words.
std::string namesInText()
{
    std::string text;
    for (int i = 0; i < 50; ++i) {
        text += "@a b c d e f g h ";
    }
    return text;
}

MessageUuid uuid(std::uint64_t number)
{
    return uuidOf(hostileUuids, number);
}

/// The hash of no file.
BlobHash hashOf(std::uint64_t number)
{
    BlobHash hash;
    hash.bytes.fill(1);
    for (std::size_t byte = 0; byte < sizeof number; ++byte) {
        hash.bytes.at(byte) = static_cast<std::uint8_t>(number >> (8 * byte));
    }
    return hash;
}

} // namespace

HostileRequests::HostileRequests(const Ambush& ambush, std::size_t nameBytes)
    : m_ambush(ambush), m_hugeName(marks(nameBytes)), m_traps(ambush.traps),
      m_kinds(static_cast<std::size_t>(Purse::Last) + 1)
{
    addTexts();
    addPulls();
    addGroups();
    addMembers();
    addChannels();
    addReading();
    addLists();
    addSmall();
    addFiles();
    addTransfers();
}

void HostileRequests::addTexts()
{
    const auto send = [this](ConversationId conversation, std::uint64_t number, SentContent content) {
        return protocol::Send{conversation, uuid(number), {}, std::move(content)};
    };
    const auto text = [](std::string words) {
        content::Message content;
        content.text = std::move(words);
        return content;
    };
    add(Purse::Send, "names in a text",
        [=, this](std::uint64_t number) { return send(m_ambush.own.id, number, text(namesInText())); });
    add(Purse::Send, "mentions of all", [=, this](std::uint64_t number) {
        content::Message all = text("everybody");
        all.mentions = manyOf<UserId>(caps::maxMentions, [this](std::size_t i) { return puppet(i); });
        all.mentionsAll = true;
        return send(m_ambush.crowd.id, number, all);
    });
    add(Purse::Send, "text of @", [=, this](std::uint64_t number) {
        return send(m_ambush.crowd.id, number, text(std::string(Ambush::longText, '@')));
    });
    add(Purse::Send, "edit", [=, this](std::uint64_t number) {
        return send(m_ambush.own.id, number, content::Edit{m_ambush.ownMessage, marks(Ambush::longText)});
    });
    add(Purse::Send, "recall", [=, this](std::uint64_t number) {
        return send(m_ambush.own.id, number, content::Recall{m_ambush.ownMessage});
    });
}

void HostileRequests::addPulls()
{
    const auto pull = [this](Seq after, Seq around, protocol::PullFrom from) {
        return protocol::Pull{m_ambush.pages.id, m_ambush.pages.logEpoch, after, {}, around, 0, from};
    };
    add(Purse::Pull, "pull from the start",
        [=](std::uint64_t) { return pull({}, {}, protocol::PullFrom::Start); });
    add(Purse::Pull, "pull from the end",
        [=](std::uint64_t) { return pull({}, {}, protocol::PullFrom::End); });
    add(Purse::Pull, "pull around", [=, this](std::uint64_t) {
        return pull({}, Seq(m_ambush.pages.head.value / 2), protocol::PullFrom::Around);
    });
}

void HostileRequests::addGroups()
{
    const auto group = [](std::uint64_t number, std::vector<std::string> members) {
        protocol::CreateGroup request;
        request.uuid = uuid(number);
        request.title = "another trap";
        request.members = std::move(members);
        return request;
    };
    add(Purse::Change, "group of unknown names", [=](std::uint64_t number) {
        const auto nobody = [](std::size_t i) { return "nobody" + std::to_string(i); };
        return group(number, manyOf<std::string>(caps::maxNewMembers, nobody));
    });
    add(Purse::Change, "group of puppets", [=, this](std::uint64_t number) {
        return group(number, manyOf<std::string>(m_ambush.puppets.size(), &Ambush::puppet));
    });
    add(Purse::Change, "group with a long name",
        [=, this](std::uint64_t number) { return group(number, {m_hugeName}); });
    add(Purse::Change, "direct chat with a long name",
        [this](std::uint64_t) { return protocol::OpenDirect{m_hugeName}; });
    add(Purse::Change, "direct chats", [this](std::uint64_t number) {
        return protocol::OpenDirect{Ambush::puppet(number % m_ambush.puppets.size())};
    });
    add(Purse::Change, "rename", [this](std::uint64_t number) {
        return protocol::Rename{m_ambush.own.id, "a trap " + std::to_string(number)};
    });
    add(Purse::Change, "rename to a long title", [this](std::uint64_t) {
        return protocol::Rename{m_ambush.own.id, m_hugeName};
    });
}

void HostileRequests::addMembers()
{
    add(Purse::Change, "add a long name", [this](std::uint64_t) {
        return protocol::AddMember{m_ambush.own.id, m_hugeName};
    });
    add(Purse::Change, "add and remove", [this](std::uint64_t number) -> protocol::ClientFrame {
        const std::size_t one = number / 2 % m_ambush.puppets.size();
        if (number % 2 == 0) {
            return protocol::RemoveMember{m_ambush.own.id, puppet(one), false};
        }
        return protocol::AddMember{m_ambush.own.id, Ambush::puppet(one)};
    });
    add(Purse::Change, "roles", [this](std::uint64_t number) {
        return protocol::SetRole{m_ambush.own.id, puppet(number / 2),
                                 number % 2 == 0 ? Role::Moderator : Role::Member};
    });
    add(Purse::Change, "leave and join", [this](std::uint64_t number) -> protocol::ClientFrame {
        if (number % 2 == 0) {
            return protocol::Leave{m_ambush.revolving.id};
        }
        return protocol::Join{m_ambush.revolving.id};
    });
    add(Purse::Other, "members", [this](std::uint64_t) {
        return protocol::GetMembers{m_ambush.crowd.id, {}, 0};
    });
    add(Purse::Other, "readers", [this](std::uint64_t) {
        return protocol::GetReaders{m_ambush.crowd.id, m_ambush.crowd.head};
    });
}

void HostileRequests::addChannels()
{
    add(Purse::Change, "create a channel", [](std::uint64_t number) {
        return protocol::CreateChannel{uuid(number), "one more channel"};
    });
    add(Purse::Change, "follow and unfollow", [this](std::uint64_t number) -> protocol::ClientFrame {
        if (number % 2 == 0) {
            return protocol::Unfollow{channel(number / 2).id};
        }
        return protocol::Follow{channel(number / 2).id};
    });
    add(Purse::Other, "find channels", [](std::uint64_t) {
        return protocol::FindChannels{"not a title that there is", 0};
    });
    add(Purse::Other, "find a long text", [this](std::uint64_t) {
        return protocol::FindChannels{m_hugeName, 0};
    });
    add(Purse::Other, "open the feed", [this](std::uint64_t) {
        return protocol::OpenFeed{
            manyOf<protocol::FeedSnapshot>(caps::maxFeedSnapshots, [this](std::size_t i) {
                const ConversationState& state = channel(i);
                return protocol::FeedSnapshot{state.id, state.logEpoch, state.generation, state.head};
            })};
    });
}

void HostileRequests::addReading()
{
    add(Purse::Other, "mark unread", [this](std::uint64_t number) {
        const ConversationState& state = trap(number);
        return protocol::MarkUnread{state.id, state.generation, Seq(1), uuid(number)};
    });
    add(Purse::Other, "read", [this](std::uint64_t number) {
        return protocol::Read{manyOf<protocol::ReadIntent>(caps::maxReadIntents, [&](std::size_t i) {
            const ConversationState& state = trap(number * caps::maxReadIntents + i);
            return protocol::ReadIntent{state.id, state.generation, {state.cursor.epoch, state.head}};
        })};
    });
    add(Purse::Other, "delivered", [this](std::uint64_t number) {
        return protocol::Delivered{manyOf<protocol::Reached>(caps::maxDelivered, [&](std::size_t i) {
            const ConversationState& state = trap(number * caps::maxDelivered + i);
            return protocol::Reached{state.id, state.logEpoch, state.head};
        })};
    });
    add(Purse::Other, "settings", [this](std::uint64_t number) {
        protocol::SetSettings request{trap(number).id, trap(number).generation, {}};
        request.settings.archived = number % 2 == 0;
        return request;
    });
    add(Purse::Other, "account settings", [](std::uint64_t number) {
        protocol::SetAccountSettings request;
        request.quietWhileActive = number % 2 == 0;
        return request;
    });
}

void HostileRequests::addLists()
{
    add(Purse::Other, "states", [this](std::uint64_t number) {
        return protocol::GetStates{manyOf<ConversationId>(
            caps::maxStatesAsked, [&](std::size_t i) { return trap(number * caps::maxStatesAsked + i).id; })};
    });
    add(Purse::Other, "sync", [](std::uint64_t) { return protocol::Sync{}; });
    add(Purse::Other, "long sync", [](std::uint64_t) {
        return protocol::Sync{manyOf<HeldState>(heldStates, [](std::size_t i) {
            HeldState held;
            held.id = ConversationId(1000000 + i);
            return held;
        })};
    });
    add(Purse::Other, "users", [](std::uint64_t) {
        return protocol::GetUsers{
            manyOf<UserId>(caps::maxUsersAsked, [](std::size_t i) { return UserId(i + 1); })};
    });
    // A Hello on a signed-in connection starts the session again.
    add(Purse::Other, "hello", [this](std::uint64_t) { return hello(Ambush::spender); });
}

void HostileRequests::addSmall()
{
    add(Purse::Other, "heartbeat", [](std::uint64_t number) {
        return protocol::Heartbeat{number, number, number};
    });
    add(Purse::Other, "totals", [](std::uint64_t) { return protocol::GetTotals{}; });
    add(Purse::Other, "devices", [](std::uint64_t) { return protocol::GetDevices{}; });
    add(Purse::Other, "revoke",
        [](std::uint64_t number) { return protocol::RevokeDevice{DeviceId(1000 + number)}; });
    add(Purse::Other, "dots", [](std::uint64_t) { return protocol::GetDots{}; });
    add(Purse::Other, "see a long dot", [this](std::uint64_t number) {
        return protocol::SeeDot{m_hugeName, number};
    });
    add(Purse::Unanswered, "typing", [this](std::uint64_t) { return protocol::Typing{m_ambush.crowd.id}; });
    add(Purse::Unanswered, "activity",
        [](std::uint64_t number) { return protocol::Activity{number % 2 == 0}; });
    add(Purse::Password, "password", [](std::uint64_t) {
        return protocol::ChangePassword{Ambush::password, Ambush::password, false};
    });
    add(Purse::Password, "wrong password", [](std::uint64_t) {
        return protocol::ChangePassword{std::string(1000, 'x'), Ambush::password, true};
    });
    add(Purse::Password, "deletion with a wrong password",
        [](std::uint64_t) { return protocol::DeleteAccount{std::string(1000, 'x')}; });
}

void HostileRequests::addFiles()
{
    constexpr std::uint64_t largestFile = 100'000'000;
    add(Purse::Send, "message with ten files", [this](std::uint64_t number) {
        content::Message content;
        content.text = "look";
        content.attachments.assign(caps::maxAttachments, m_ambush.file);
        return protocol::Send{m_ambush.own.id, uuid(number), {}, std::move(content)};
    });
    add(Purse::Other, "begin an upload", [](std::uint64_t number) {
        return protocol::BeginUpload{uuid(number), hashOf(number), largestFile};
    });
    add(Purse::Other, "begin and cancel an upload", [](std::uint64_t number) -> protocol::ClientFrame {
        if (number % 2 == 0) {
            return protocol::CancelUpload{uuid(number / 2)};
        }
        return protocol::BeginUpload{uuid(number / 2), hashOf(number), largestFile};
    });
    add(Purse::Other, "finish nothing",
        [](std::uint64_t number) { return protocol::FinishUpload{uuid(number)}; });
    add(Purse::Other, "many avatars", [this](std::uint64_t) {
        return protocol::GetAvatars{
            std::vector<AvatarPlace>(caps::maxAvatarsAsked, AvatarPlace{m_ambush.own.id, UserId(1)})};
    });
}

void HostileRequests::addTransfers()
{
    const auto chunk = [](std::uint64_t number, std::uint64_t offset, std::size_t bytes) {
        return protocol::UploadChunk{uuid(number), offset, std::string(bytes, 'c')};
    };
    // One upload begins and gets chunks until it is full, and then the next one.
    add(Purse::Transfer, "large chunks", [=](std::uint64_t number) -> protocol::ClientFrame {
        constexpr std::uint64_t chunks = 64;
        if (number % chunks == 0) {
            return protocol::BeginUpload{uuid(number / chunks), hashOf(number),
                                         (chunks - 1) * caps::maxChunkBytes};
        }
        return chunk(number / chunks, (number % chunks - 1) * caps::maxChunkBytes, caps::maxChunkBytes);
    });
    add(Purse::Transfer, "chunks of a byte", [=](std::uint64_t number) { return chunk(1, number, 1); });
    add(Purse::Transfer, "chunks beyond the end", [=](std::uint64_t number) {
        return chunk(1, std::uint64_t{1} << 60U, number % caps::maxChunkBytes);
    });
    add(Purse::Transfer, "parts of a file", [this](std::uint64_t number) {
        return protocol::GetBlob{m_ambush.own.id, m_ambush.fileMessage, 0, number % 4 * caps::maxChunkBytes,
                                 0};
    });
    add(Purse::Transfer, "bytes of a file", [this](std::uint64_t number) {
        return protocol::GetBlob{m_ambush.own.id, m_ambush.fileMessage, 0, number % Ambush::fileBytes, 1};
    });
}

protocol::Hello HostileRequests::hello(const char* account) const
{
    protocol::Hello hello;
    hello.token = tokenOf(account, 1);
    hello.device = DeviceId(1);
    hello.deviceName = m_hugeName;
    hello.clientName = m_hugeName;
    return hello;
}

protocol::ClientFrame HostileRequests::make(Purse purse, std::size_t kind, std::uint64_t number) const
{
    return m_kinds[static_cast<std::size_t>(purse)][kind % countOf(purse)].make(number);
}

protocol::ClientFrame HostileRequests::any(std::uint64_t number) const
{
    constexpr auto purses = static_cast<std::uint64_t>(Purse::Last) + 1;
    switch (number % (purses + 2)) {
    case purses:
        return protocol::GetUsers{
            manyOf<UserId>(caps::maxUsersAsked + 1, [](std::size_t i) { return UserId(i + 1); })};
    case purses + 1:
        return protocol::UnknownFrame{};
    default:
        return make(static_cast<Purse>(number % (purses + 2)), number / (purses + 2), number);
    }
}

protocol::ClientFrame HostileRequests::strangers(std::uint64_t number) const
{
    const std::string token = tokenOf("nobody", number);
    switch (number % 4) {
    case 0:
        return protocol::SignIn{protocol::version, Ambush::spender, "wrong horse", token,
                                DeviceId(number),  m_hugeName};
    case 1:
        return protocol::Register{protocol::version, m_hugeName, "", token, DeviceId(number), m_hugeName};
    case 2: {
        protocol::Hello wrong = hello(Ambush::spender);
        wrong.token = token;
        return wrong;
    }
    default:
        return protocol::UnknownFrame{};
    }
}

void HostileRequests::note(const ConversationState& state)
{
    const auto same = [&](const ConversationState& one) { return one.id == state.id; };
    if (const auto found = std::find_if(m_traps.begin(), m_traps.end(), same); found != m_traps.end()) {
        *found = state;
    }
}

} // namespace tidemark::load
