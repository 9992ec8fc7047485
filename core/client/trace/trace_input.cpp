#include "core/client/trace/trace_input.h"

#include "core/client/trace/trace_fields.h"

#include <QString>

#include <tuple>
#include <utility>

namespace tidemark {

namespace trace {

namespace {

using namespace input;

/// The spelling of one kind of input: its name and its fields, in this order.
template <typename T, typename... Fields>
struct Row {
    using Type = T;
    const char16_t* name;
    std::tuple<Fields...> fields;
};

template <typename T, typename... Fields>
constexpr Row<T, Fields...> row(const char16_t* name, Fields... fields)
{
    return {name, {fields...}};
}

template <typename Owner>
constexpr Omitted<Owner> noText(std::string Owner::*member)
{
    return {member, omittedText};
}

template <typename Owner>
constexpr Omitted<Owner> noToken(std::string Owner::*member)
{
    return {member, omittedToken};
}

/// The names and the order of the fields never change: older traces must stay readable. A new field of an
/// input goes to the end.
constexpr std::tuple rows{
    row<Connect>(u"connect"),
    row<GoOffline>(u"offline"),
    row<ConnectionOpened>(u"opened"),
    row<ConnectionLost>(u"lost", &ConnectionLost::certificateProblem),
    row<FrameArrived>(u"frame", &FrameArrived::envelope),
    row<GarbageArrived>(u"garbage"),
    row<ServersChanged>(u"servers", &ServersChanged::count),
    row<Tick>(u"tick"),
    row<RegisterAccount>(u"register", &RegisterAccount::command, noText(&RegisterAccount::name),
                         noText(&RegisterAccount::password), noToken(&RegisterAccount::token)),
    row<SignIn>(u"sign-in", &SignIn::command, noText(&SignIn::name), noText(&SignIn::password),
                noToken(&SignIn::token)),
    row<UseToken>(u"token", &UseToken::command, noText(&UseToken::name), noToken(&UseToken::token)),
    row<SignOut>(u"sign-out", &SignOut::command),
    row<RetryPending>(u"retry", &RetryPending::uuid),
    row<DeletePending>(u"delete", &DeletePending::uuid),
    row<FilesReady>(u"files-ready", &FilesReady::uuid),
    row<FilesFailed>(u"files-failed", &FilesFailed::uuid, &FilesFailed::error, &FilesFailed::index),
    row<SendNow>(u"send-now", &SendNow::uuid),
    row<PausePending>(u"pause", &PausePending::uuid, &PausePending::paused),
    row<RemoveAttachment>(u"remove-attachment", &RemoveAttachment::uuid, &RemoveAttachment::index),
    row<MarkRead>(u"read", &MarkRead::command, &MarkRead::conversation, &MarkRead::through, &MarkRead::cause),
    row<MarkUnread>(u"mark-unread", &MarkUnread::command, &MarkUnread::conversation, &MarkUnread::uuid,
                    &MarkUnread::from, &MarkUnread::cause),
    row<MarkAllRead>(u"mark-all-read", &MarkAllRead::command),
    row<SetSettings>(u"settings", &SetSettings::command, &SetSettings::conversation, &SetSettings::settings,
                     &SetSettings::muteSeconds),
    row<OrderPin>(u"order-pin", &OrderPin::command, &OrderPin::conversation, &OrderPin::order),
    row<SetAccountSettings>(u"account", &SetAccountSettings::command, &SetAccountSettings::receipts,
                            &SetAccountSettings::reading, &SetAccountSettings::quietWhileActive,
                            &SetAccountSettings::adding),
    row<LookAt>(u"look", &LookAt::conversation),
    row<KeepHistory>(u"keep-history", &KeepHistory::whole),
    row<LoadOlder>(u"older", &LoadOlder::conversation, &LoadOlder::before),
    row<LoadRange>(u"range", &LoadRange::command, &LoadRange::conversation, &LoadRange::after,
                   &LoadRange::through),
    row<CreateGroup>(u"group", &CreateGroup::command, &CreateGroup::uuid, noText(&CreateGroup::title)),
    row<OpenDirect>(u"direct", &OpenDirect::command, noText(&OpenDirect::name)),
    row<Join>(u"join", &Join::command, &Join::conversation),
    row<Leave>(u"leave", &Leave::command, &Leave::conversation),
    row<AddMember>(u"add", &AddMember::command, &AddMember::conversation, noText(&AddMember::name)),
    row<RemoveMember>(u"remove", &RemoveMember::command, &RemoveMember::conversation, &RemoveMember::user,
                      &RemoveMember::banned),
    row<SetRole>(u"role", &SetRole::command, &SetRole::conversation, &SetRole::user, &SetRole::role),
    row<ChangePassword>(u"password", &ChangePassword::command, noText(&ChangePassword::oldPassword),
                        noText(&ChangePassword::newPassword), &ChangePassword::revokeOthers),
    row<DeleteAccount>(u"delete-account", &DeleteAccount::command, noText(&DeleteAccount::password)),
    row<Rename>(u"rename", &Rename::command, &Rename::conversation, noText(&Rename::title)),
    row<SetForwarding>(u"forwarding", &SetForwarding::command, &SetForwarding::conversation,
                       &SetForwarding::forbidden),
    row<CreateChannel>(u"channel", &CreateChannel::command, &CreateChannel::uuid,
                       noText(&CreateChannel::title)),
    row<FindChannels>(u"find-channels", &FindChannels::command, noText(&FindChannels::text)),
    row<Follow>(u"follow", &Follow::command, &Follow::conversation),
    row<Unfollow>(u"unfollow", &Unfollow::command, &Unfollow::conversation),
    row<OpenFeed>(u"open-feed", &OpenFeed::command),
    row<React>(u"react", &React::command, &React::conversation, &React::target, &React::uuid, &React::on,
               noText(&React::emoji)),
    row<ClearHistory>(u"clear-history", &ClearHistory::command, &ClearHistory::conversation),
    row<HideMessages>(u"hide", &HideMessages::command, &HideMessages::conversation, &HideMessages::seqs),
    row<SeeReactions>(u"see-reactions", &SeeReactions::command, &SeeReactions::conversation),
    row<GetReactors>(u"reactors", &GetReactors::command, &GetReactors::conversation, &GetReactors::seq,
                     &GetReactors::after),
    row<SetIgnored>(u"ignore", &SetIgnored::command, &SetIgnored::user, &SetIgnored::level, &SetIgnored::uuid,
                    noText(&SetIgnored::name)),
    row<SetFolder>(u"folder", &SetFolder::command, &SetFolder::change),
    row<AnswerInvitation>(u"answer-invitation", &AnswerInvitation::command, &AnswerInvitation::conversation,
                          &AnswerInvitation::accept),
    row<SetDraft>(u"draft", &SetDraft::command, &SetDraft::conversation, &SetDraft::uuid, &SetDraft::base,
                  &SetDraft::isFinished, &SetDraft::replyTo, noText(&SetDraft::text)),
    row<SettleDraft>(u"settle-draft", &SettleDraft::command, &SettleDraft::conversation,
                     &SettleDraft::takesOther),
    row<ShareDrafts>(u"share-drafts", &ShareDrafts::on),
    row<Schedule>(u"schedule", &Schedule::command, &Schedule::conversation, &Schedule::uuid,
                  &Schedule::change, &Schedule::due, &Schedule::replyTo, &Schedule::endsDraft,
                  noText(&Schedule::text)),
    row<ChangeScheduled>(u"change-scheduled", &ChangeScheduled::command, &ChangeScheduled::uuid,
                         &ChangeScheduled::change, &ChangeScheduled::movesDue, &ChangeScheduled::due,
                         &ChangeScheduled::takesRefused, noText(&ChangeScheduled::text)),
    row<CancelScheduled>(u"cancel-scheduled", &CancelScheduled::command, &CancelScheduled::uuid,
                         &CancelScheduled::change, &CancelScheduled::onlyRefused),
    row<GetReaders>(u"readers", &GetReaders::command, &GetReaders::conversation, &GetReaders::seq,
                    &GetReaders::after),
    row<GetMembers>(u"members", &GetMembers::command, &GetMembers::conversation, &GetMembers::after),
    row<NoteTyping>(u"typing", &NoteTyping::conversation),
    row<GetDevices>(u"devices", &GetDevices::command),
    row<RevokeDevice>(u"sign-out-device", &RevokeDevice::command, &RevokeDevice::device),
    row<NoteActivity>(u"activity", &NoteActivity::active),
    row<SeeDot>(u"see-dot", &SeeDot::command, &SeeDot::name),
    row<GetDots>(u"dots", &GetDots::command),
    row<SetAvatar>(u"set-avatar", &SetAvatar::command, &SetAvatar::conversation),
    row<GetAvatar>(u"avatar", &GetAvatar::command, &GetAvatar::conversation, &GetAvatar::user),
    row<WantAvatar>(u"want-avatar", &WantAvatar::conversation, &WantAvatar::user),
};

/// The line of a Send has the name of its content, the fields of every Send, and those of its content.
constexpr std::tuple sendFields{&Send::conversation, &Send::uuid};
constexpr std::tuple sentRows{
    row<content::Message>(u"send", noText(&content::Message::text), &content::Message::replyTo,
                          &content::Message::attachments),
    row<content::Edit>(u"edit", &content::Edit::target, noText(&content::Edit::text)),
    row<content::Recall>(u"recall", &content::Recall::target),
    row<content::Notice>(u"pin", &content::Notice::kind, &content::Notice::target),
};

/// The line of a message that was the draft.
constexpr std::tuple draftFields{&Send::conversation, &Send::uuid, &Send::draft};
constexpr auto draftRow = row<content::Message>(u"send-draft", noText(&content::Message::text),
                                                &content::Message::replyTo, &content::Message::attachments);

/// The line of a message that forwards another one.
constexpr auto forwardRow = row<content::Message>(
    u"forward", &content::Message::source, noText(&content::Message::text), &content::Message::attachments);

template <typename T, std::size_t Place = 0, typename... Rows>
constexpr const auto& rowOf(const std::tuple<Rows...>& table)
{
    static_assert(Place < sizeof...(Rows), "the table has no row for this type");
    if constexpr (std::is_same_v<T, typename std::tuple_element_t<Place, std::tuple<Rows...>>::Type>) {
        return std::get<Place>(table);
    } else {
        return rowOf<T, Place + 1>(table);
    }
}

template <typename T>
QJsonArray written(const T& input)
{
    FieldWriter out(QString::fromUtf16(rowOf<T>(rows).name));
    out.write(input, rowOf<T>(rows).fields);
    return out.line();
}

template <typename Common, typename T, typename... Fields>
QJsonArray writtenSend(const Send& send, const Common& common, const T& sent, const Row<T, Fields...>& row)
{
    FieldWriter out(QString::fromUtf16(row.name));
    out.write(send, common);
    out.write(sent, row.fields);
    return out.line();
}

QJsonArray written(const Send& send)
{
    const auto* message = std::get_if<content::Message>(&send.content);
    if (message != nullptr && message->source.isValid()) {
        return writtenSend(send, sendFields, *message, forwardRow);
    }
    if (message != nullptr && send.draft) {
        return writtenSend(send, draftFields, *message, draftRow);
    }
    return std::visit(
        [&]<typename Content>(const Content& sent) {
            return writtenSend(send, sendFields, sent, rowOf<Content>(sentRows));
        },
        send.content);
}

template <typename Common, typename T, typename... Fields>
Input readSend(const Common& common, const Row<T, Fields...>& row, const QJsonArray& line)
{
    FieldReader in(line);
    Send send;
    T sent{};
    in.read(send, common);
    in.read(sent, row.fields);
    send.content = std::move(sent);
    return send;
}

template <typename T, typename... Fields>
std::optional<Input> read(const Row<T, Fields...>& row, const QJsonArray& line)
{
    if constexpr (std::constructible_from<SentContent, T>) {
        return readSend(sendFields, row, line);
    } else {
        FieldReader in(line);
        T read{};
        in.read(read, row.fields);
        return in.isValid() ? std::optional<Input>(std::move(read)) : std::nullopt;
    }
}

// `servers` came later than the others.
constexpr std::tuple configFields{
    &EngineConfig::jitterSeed,       &EngineConfig::connectAtStart,    &EngineConfig::backfill,
    &EngineConfig::pageEntries,      &EngineConfig::newestPageEntries, &EngineConfig::largeGapEntries,
    &EngineConfig::maxPullsInFlight, &EngineConfig::maxSendsInFlight,  &EngineConfig::maxSendAttempts,
    &EngineConfig::readDebounce,     &EngineConfig::requestTimeout,    &EngineConfig::backoffBase,
    &EngineConfig::backoffCap,       &EngineConfig::heartbeatMin,      &EngineConfig::heartbeatMax,
    &EngineConfig::servers,
};

} // namespace

} // namespace trace

QJsonArray traceOf(const Input& input)
{
    return std::visit([](const auto& one) { return trace::written(one); }, input);
}

std::optional<Input> inputFromTrace(const QJsonArray& line)
{
    const QString name = line.at(0).toString();
    if (name == QStringView(trace::draftRow.name)) {
        return trace::readSend(trace::draftFields, trace::draftRow, line);
    }
    if (name == QStringView(trace::forwardRow.name)) {
        return trace::readSend(trace::sendFields, trace::forwardRow, line);
    }
    std::optional<Input> found;
    const auto readIfNamed = [&](const auto& row) {
        if (name == QStringView(row.name)) {
            found = trace::read(row, line);
        }
    };
    std::apply([&](const auto&... row) { (readIfNamed(row), ...); },
               std::tuple_cat(trace::rows, trace::sentRows));
    return found;
}

QJsonArray traceOf(const LocalConversation& conversation)
{
    QJsonArray badge;
    for (const std::uint64_t value :
         {conversation.id.value, std::uint64_t{conversation.cursor.epoch}, conversation.cursor.readSeq.value,
          conversation.countedHead.value, conversation.counts.unread, conversation.counts.mentions,
          conversation.counts.replies, std::uint64_t{conversation.exact}, conversation.feed.snapshot.value,
          conversation.feed.unread}) {
        badge.append(QString::number(value));
    }
    return badge;
}

QJsonArray traceOf(const EngineConfig& config)
{
    trace::FieldWriter out(QStringLiteral("engine"));
    out.write(config, trace::configFields);
    return out.line();
}

EngineConfig configFromTrace(const QJsonArray& line)
{
    EngineConfig config;
    trace::FieldReader(line).read(config, trace::configFields);
    return config;
}

} // namespace tidemark
