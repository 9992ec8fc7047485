#include "core/wire/client_frames.h"

#include "core/wire/attachments.h"
#include "core/wire/drafts.h"
#include "core/wire/entries.h"
#include "core/wire/folders.h"
#include "core/wire/ignoring.h"
#include "core/wire/reactions.h"
#include "core/wire/read_values.h"
#include "core/wire/schedules.h"
#include "core/wire/states.h"
#include "core/wire/values.h"

#include <tidemark/v1/envelope.pb.h>

namespace tidemark::wire {

namespace {

class ClientFrameWriter {
public:
    explicit ClientFrameWriter(v1::ClientEnvelope& envelope) : m_envelope(envelope) {}

    void operator()(const protocol::UnknownFrame&) const {}

    void operator()(const protocol::Hello& hello) const
    {
        v1::Hello& message = *m_envelope.mutable_hello();
        message.set_protocol_version(hello.protocolVersion);
        message.set_token(hello.token);
        message.set_device(hello.device.value);
        message.set_device_name(hello.deviceName);
        message.set_client_name(hello.clientName);
        fillHeld(*message.mutable_held(), hello.held);
        message.set_silent(hello.silent);
        message.set_totals_only(hello.totalsOnly);
        message.set_keeps_token(hello.keepsToken);
        if (hello.reactions) {
            message.set_reactions(*hello.reactions);
        }
        if (hello.ignoresVersion) {
            message.set_ignores_version(*hello.ignoresVersion);
        }
        if (hello.drafts) {
            message.set_drafts(*hello.drafts);
        }
        if (hello.scheduled) {
            message.set_scheduled(*hello.scheduled);
        }
        if (hello.foldersVersion) {
            message.set_folders_version(*hello.foldersVersion);
        }
        if (hello.invitationsVersion) {
            message.set_invitations_version(*hello.invitationsVersion);
        }
    }

    void operator()(const protocol::Register& frame) const
    {
        fillCredentials(*m_envelope.mutable_register_(), frame);
    }

    void operator()(const protocol::SignIn& frame) const
    {
        fillCredentials(*m_envelope.mutable_sign_in(), frame);
    }

    void operator()(const protocol::SignOut&) const { m_envelope.mutable_sign_out(); }

    void operator()(const protocol::Sync& sync) const
    {
        fillHeld(*m_envelope.mutable_sync()->mutable_held(), sync.held);
    }

    void operator()(const protocol::GetStates& frame) const
    {
        fillIds(*m_envelope.mutable_get_states()->mutable_conversations(), frame.conversations);
    }

    void operator()(const protocol::Pull& pull) const
    {
        v1::Pull& message = *m_envelope.mutable_pull();
        message.set_conversation(pull.conversation.value);
        message.set_log_epoch(pull.logEpoch.value);
        message.set_after(pull.after.value);
        message.set_upto(pull.through.value);
        message.set_around(pull.around.value);
        message.set_limit(pull.limit);
        message.set_from(wirePullFrom(pull.from));
    }

    void operator()(const protocol::Send& send) const
    {
        v1::Send& message = *m_envelope.mutable_send();
        message.set_conversation(send.conversation.value);
        fillUuid(*message.mutable_uuid(), send.uuid);
        fillUuid(*message.mutable_after(), send.after);
        fillSent(message, send.content);
        if (send.draftVersion) {
            message.set_draft_version(*send.draftVersion);
        }
    }

    void operator()(const protocol::Read& read) const
    {
        v1::Read& message = *m_envelope.mutable_read();
        for (const protocol::ReadIntent& intent : read.intents) {
            v1::ReadIntent& intentMessage = *message.add_intents();
            intentMessage.set_conversation(intent.conversation.value);
            intentMessage.set_generation(intent.generation.value);
            intentMessage.set_cursor_epoch(intent.cursor.epoch);
            intentMessage.set_read_seq(intent.cursor.readSeq.value);
            intentMessage.set_cause(wireCause(intent.cause));
            intentMessage.set_private_(intent.isPrivate);
        }
    }

    void operator()(const protocol::Delivered& delivered) const
    {
        v1::Delivered& message = *m_envelope.mutable_delivered();
        for (const protocol::Reached& one : delivered.reached) {
            v1::Delivered::Reached& oneMessage = *message.add_reached();
            oneMessage.set_conversation(one.conversation.value);
            oneMessage.set_log_epoch(one.logEpoch.value);
            oneMessage.set_upto(one.through.value);
        }
    }

    void operator()(const protocol::MarkUnread& mark) const
    {
        v1::MarkUnread& message = *m_envelope.mutable_mark_unread();
        message.set_conversation(mark.conversation.value);
        message.set_generation(mark.generation.value);
        message.set_from(mark.from.value);
        fillUuid(*message.mutable_uuid(), mark.uuid);
        if (mark.cause != CursorCause::MarkedUnread) {
            message.set_cause(wireCause(mark.cause));
        }
    }

    void operator()(const protocol::SetSettings& frame) const
    {
        v1::SetSettings& message = *m_envelope.mutable_set_settings();
        message.set_conversation(frame.conversation.value);
        message.set_generation(frame.generation.value);
        fillSettings(*message.mutable_settings(), frame.settings);
        if (frame.keepsReceipts) {
            message.mutable_settings()->clear_receipts();
        } else { // set it for Inherit too: the server would not change a setting that is left out
            message.mutable_settings()->set_receipts(wirePrivacy(frame.settings.receipts));
        }
        if (frame.keepsPinOrder) {
            message.mutable_settings()->clear_pin_order();
        } else {
            message.mutable_settings()->set_pin_order(frame.settings.pinOrder);
        }
        if (frame.muteSeconds) {
            message.set_mute_seconds(*frame.muteSeconds);
        }
        message.set_only_pin_order(frame.onlyPinOrder);
    }

    void operator()(const protocol::SetAccountSettings& frame) const
    {
        v1::AccountSettings& settings = *m_envelope.mutable_set_account_settings()->mutable_settings();
        if (frame.receipts) {
            settings.set_receipts(wirePrivacy(*frame.receipts));
        }
        if (frame.reading) {
            settings.set_reading(wireReading(*frame.reading));
        }
        if (frame.quietWhileActive) {
            settings.set_quiet_while_active(*frame.quietWhileActive);
        }
        if (frame.adding) {
            settings.set_adding(wireAdding(*frame.adding));
        }
    }

    void operator()(const protocol::CreateGroup& frame) const
    {
        v1::CreateGroup& message = *m_envelope.mutable_create_group();
        fillUuid(*message.mutable_uuid(), frame.uuid);
        message.set_title(frame.title);
        message.mutable_members()->Assign(frame.members.begin(), frame.members.end());
        message.set_history_open(frame.historyOpen);
        message.set_invite_only(frame.inviteOnly);
    }

    void operator()(const protocol::OpenDirect& frame) const
    {
        m_envelope.mutable_open_direct()->set_name(frame.name);
    }

    void operator()(const protocol::Join& frame) const
    {
        m_envelope.mutable_join()->set_conversation(frame.conversation.value);
    }

    void operator()(const protocol::Leave& frame) const
    {
        m_envelope.mutable_leave()->set_conversation(frame.conversation.value);
    }

    void operator()(const protocol::AddMember& frame) const
    {
        v1::AddMember& message = *m_envelope.mutable_add_member();
        message.set_conversation(frame.conversation.value);
        message.set_name(frame.name);
    }

    void operator()(const protocol::RemoveMember& frame) const
    {
        v1::RemoveMember& message = *m_envelope.mutable_remove_member();
        message.set_conversation(frame.conversation.value);
        message.set_user(frame.user.value);
        message.set_banned(frame.banned);
    }

    void operator()(const protocol::SetRole& frame) const
    {
        v1::SetRole& message = *m_envelope.mutable_set_role();
        message.set_conversation(frame.conversation.value);
        message.set_user(frame.user.value);
        message.set_role(wireRole(frame.role));
    }

    void operator()(const protocol::Rename& frame) const
    {
        v1::Rename& message = *m_envelope.mutable_rename();
        message.set_conversation(frame.conversation.value);
        message.set_title(frame.title);
    }

    void operator()(const protocol::SetForwarding& frame) const
    {
        v1::SetForwarding& message = *m_envelope.mutable_set_forwarding();
        message.set_conversation(frame.conversation.value);
        message.set_forbidden(frame.forbidden);
    }

    void operator()(const protocol::CreateChannel& frame) const
    {
        v1::CreateChannel& message = *m_envelope.mutable_create_channel();
        fillUuid(*message.mutable_uuid(), frame.uuid);
        message.set_title(frame.title);
    }

    void operator()(const protocol::FindChannels& frame) const
    {
        v1::FindChannels& message = *m_envelope.mutable_find_channels();
        message.set_text(frame.text);
        message.set_limit(frame.limit);
    }

    void operator()(const protocol::Follow& frame) const
    {
        m_envelope.mutable_follow()->set_conversation(frame.conversation.value);
    }

    void operator()(const protocol::Unfollow& frame) const
    {
        m_envelope.mutable_unfollow()->set_conversation(frame.conversation.value);
    }

    void operator()(const protocol::OpenFeed& frame) const
    {
        v1::OpenFeed& message = *m_envelope.mutable_open_feed();
        for (const protocol::FeedSnapshot& one : frame.snapshots) {
            v1::OpenFeed::Snapshot& oneMessage = *message.add_snapshots();
            oneMessage.set_conversation(one.conversation.value);
            oneMessage.set_log_epoch(one.logEpoch.value);
            oneMessage.set_generation(one.generation.value);
            oneMessage.set_head(one.head.value);
        }
    }

    void operator()(const protocol::React& frame) const { fillReact(*m_envelope.mutable_react(), frame); }

    void operator()(const protocol::PullReactions& frame) const
    {
        fillPullReactions(*m_envelope.mutable_pull_reactions(), frame);
    }

    void operator()(const protocol::ClearHistory& frame) const
    {
        v1::ClearHistory& message = *m_envelope.mutable_clear_history();
        message.set_conversation(frame.conversation.value);
        message.set_log_epoch(frame.logEpoch.value);
        message.set_generation(frame.generation.value);
        message.set_upto(frame.through.value);
    }

    void operator()(const protocol::HideMessages& frame) const
    {
        v1::HideMessages& message = *m_envelope.mutable_hide_messages();
        message.set_conversation(frame.conversation.value);
        message.set_log_epoch(frame.logEpoch.value);
        message.set_generation(frame.generation.value);
        for (const Seq seq : frame.seqs) {
            message.add_seqs(seq.value);
        }
    }

    void operator()(const protocol::SeeReactions& frame) const
    {
        fillSeeReactions(*m_envelope.mutable_see_reactions(), frame);
    }

    void operator()(const protocol::GetReactors& frame) const
    {
        fillGetReactors(*m_envelope.mutable_get_reactors(), frame);
    }

    void operator()(const protocol::SetDraft& frame) const
    {
        fillSetDraft(*m_envelope.mutable_set_draft(), frame);
    }

    void operator()(const protocol::GetDrafts& frame) const
    {
        m_envelope.mutable_get_drafts()->set_after(frame.after);
        m_envelope.mutable_get_drafts()->set_limit(frame.limit);
    }

    void operator()(const protocol::Schedule& frame) const
    {
        fillSchedule(*m_envelope.mutable_schedule(), frame);
    }

    void operator()(const protocol::GetScheduled& frame) const
    {
        m_envelope.mutable_get_scheduled()->set_after(frame.after);
        m_envelope.mutable_get_scheduled()->set_limit(frame.limit);
    }

    void operator()(const protocol::GetReaders& frame) const
    {
        v1::GetReaders& message = *m_envelope.mutable_get_readers();
        message.set_conversation(frame.conversation.value);
        message.set_seq(frame.seq.value);
        message.set_after_user(frame.after.value);
        message.set_limit(frame.limit);
    }

    void operator()(const protocol::GetMembers& frame) const
    {
        v1::GetMembers& message = *m_envelope.mutable_get_members();
        message.set_conversation(frame.conversation.value);
        message.set_after_user(frame.after.value);
        message.set_limit(frame.limit);
    }

    void operator()(const protocol::Typing& frame) const
    {
        m_envelope.mutable_typing()->set_conversation(frame.conversation.value);
    }

    void operator()(const protocol::Activity& frame) const
    {
        m_envelope.mutable_activity()->set_active(frame.active);
    }

    void operator()(const protocol::GetUsers& frame) const
    {
        fillIds(*m_envelope.mutable_get_users()->mutable_ids(), frame.ids);
    }

    void operator()(const protocol::GetTotals&) const { m_envelope.mutable_get_totals(); }

    void operator()(const protocol::SeeDot& frame) const
    {
        m_envelope.mutable_see_dot()->set_name(frame.name);
        m_envelope.mutable_see_dot()->set_version(frame.version);
    }

    void operator()(const protocol::BeginUpload& frame) const
    {
        v1::BeginUpload& message = *m_envelope.mutable_begin_upload();
        fillUuid(*message.mutable_uuid(), frame.uuid);
        fillHash(*message.mutable_sha256(), frame.hash);
        message.set_size(frame.size);
    }

    void operator()(const protocol::UploadChunk& frame) const
    {
        v1::UploadChunk& message = *m_envelope.mutable_upload_chunk();
        fillUuid(*message.mutable_uuid(), frame.uuid);
        message.set_offset(frame.offset);
        message.set_bytes(frame.bytes.view().data(), frame.bytes.size());
    }

    void operator()(const protocol::FinishUpload& frame) const
    {
        fillUuid(*m_envelope.mutable_finish_upload()->mutable_uuid(), frame.uuid);
    }

    void operator()(const protocol::CancelUpload& frame) const
    {
        fillUuid(*m_envelope.mutable_cancel_upload()->mutable_uuid(), frame.uuid);
    }

    void operator()(const protocol::GetBlob& frame) const
    {
        v1::GetBlob& message = *m_envelope.mutable_get_blob();
        message.set_conversation(frame.conversation.value);
        message.set_seq(frame.seq.value);
        message.set_index(frame.index);
        message.set_offset(frame.offset);
        message.set_limit(frame.limit);
        message.set_user(frame.user.value);
        message.set_avatar_version(frame.avatarVersion);
    }

    void operator()(const protocol::SetAvatar& frame) const
    {
        v1::SetAvatar& message = *m_envelope.mutable_set_avatar();
        message.set_conversation(frame.conversation.value);
        fillHash(*message.mutable_sha256(), frame.hash);
        message.set_size(frame.size);
        message.set_mime(frame.mime);
        message.set_width(frame.width);
        message.set_height(frame.height);
    }

    void operator()(const protocol::GetAvatars& frame) const
    {
        v1::GetAvatars& message = *m_envelope.mutable_get_avatars();
        for (const AvatarPlace& one : frame.places) {
            v1::GetAvatars::Place& place = *message.add_places();
            place.set_conversation(one.conversation.value);
            place.set_user(one.user.value);
        }
    }

    void operator()(const protocol::GetDots&) const { m_envelope.mutable_get_dots(); }

    void operator()(const protocol::SetIgnored& frame) const
    {
        fillSetIgnored(*m_envelope.mutable_set_ignored(), frame);
    }

    void operator()(const protocol::GetIgnored&) const { m_envelope.mutable_get_ignored(); }

    void operator()(const protocol::SetFolder& frame) const
    {
        fillSetFolder(*m_envelope.mutable_set_folder(), frame);
    }

    void operator()(const protocol::GetFolders&) const { m_envelope.mutable_get_folders(); }

    void operator()(const protocol::AnswerInvitation& frame) const
    {
        v1::AnswerInvitation& message = *m_envelope.mutable_answer_invitation();
        message.set_conversation(frame.conversation.value);
        message.set_accept(frame.accept);
    }

    void operator()(const protocol::GetInvitations&) const { m_envelope.mutable_get_invitations(); }

    void operator()(const protocol::GetDevices&) const { m_envelope.mutable_get_devices(); }

    void operator()(const protocol::RevokeDevice& frame) const
    {
        m_envelope.mutable_revoke_device()->set_device(frame.device.value);
    }

    void operator()(const protocol::ChangePassword& frame) const
    {
        v1::ChangePassword& message = *m_envelope.mutable_change_password();
        message.set_old_password(frame.oldPassword);
        message.set_new_password(frame.newPassword);
        message.set_revoke_others(frame.revokeOthers);
    }

    void operator()(const protocol::DeleteAccount& frame) const
    {
        m_envelope.mutable_delete_account()->set_password(frame.password);
    }

    void operator()(const protocol::Heartbeat& heartbeat) const
    {
        v1::Heartbeat& message = *m_envelope.mutable_heartbeat();
        message.set_digest(heartbeat.digest);
        if (heartbeat.dots) {
            message.set_dots(*heartbeat.dots);
        }
        if (heartbeat.marks) {
            message.set_marks(*heartbeat.marks);
        }
        if (heartbeat.reactions) {
            message.set_reactions(*heartbeat.reactions);
        }
        if (heartbeat.ignoresVersion) {
            message.set_ignores_version(*heartbeat.ignoresVersion);
        }
        if (heartbeat.drafts) {
            message.set_drafts(*heartbeat.drafts);
        }
        if (heartbeat.scheduled) {
            message.set_scheduled(*heartbeat.scheduled);
        }
        if (heartbeat.foldersVersion) {
            message.set_folders_version(*heartbeat.foldersVersion);
        }
        if (heartbeat.invitationsVersion) {
            message.set_invitations_version(*heartbeat.invitationsVersion);
        }
    }

private:
    template <typename Message, typename Frame>
    static void fillCredentials(Message& message, const Frame& frame)
    {
        message.set_protocol_version(frame.protocolVersion);
        message.set_name(frame.name);
        message.set_password(frame.password);
        message.set_token(frame.token);
        message.set_device(frame.device.value);
        message.set_device_name(frame.deviceName);
    }

    static v1::PullFrom wirePullFrom(protocol::PullFrom from)
    {
        switch (from) {
        case protocol::PullFrom::Start:
            return v1::PULL_FROM_START;
        case protocol::PullFrom::End:
            return v1::PULL_FROM_END;
        case protocol::PullFrom::Around:
            return v1::PULL_FROM_AROUND;
        }
        return v1::PULL_FROM_START;
    }

    v1::ClientEnvelope& m_envelope;
};

} // namespace

void fillFrame(v1::ClientEnvelope& envelope, const protocol::ClientFrame& frame)
{
    std::visit(ClientFrameWriter(envelope), frame);
}

} // namespace tidemark::wire
