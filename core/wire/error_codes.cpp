#include "core/wire/error_codes.h"

#include "core/wire/enum_map.h"

#include <tidemark/v1/envelope.pb.h>

namespace tidemark::wire {

namespace {

using protocol::ErrorCode;
using Pair = std::pair<ErrorCode, v1::ErrorCode>;
constexpr EnumMap errorCodes(std::array{
    Pair{ErrorCode::Unknown, v1::ERROR_CODE_UNKNOWN},
    Pair{ErrorCode::Malformed, v1::ERROR_CODE_MALFORMED},
    Pair{ErrorCode::Unsupported, v1::ERROR_CODE_UNSUPPORTED},
    Pair{ErrorCode::ProtocolVersion, v1::ERROR_CODE_PROTOCOL_VERSION},
    Pair{ErrorCode::NotSignedIn, v1::ERROR_CODE_NOT_SIGNED_IN},
    Pair{ErrorCode::BadCredentials, v1::ERROR_CODE_BAD_CREDENTIALS},
    Pair{ErrorCode::TokenRevoked, v1::ERROR_CODE_TOKEN_REVOKED},
    Pair{ErrorCode::NameTaken, v1::ERROR_CODE_NAME_TAKEN},
    Pair{ErrorCode::NameInvalid, v1::ERROR_CODE_NAME_INVALID},
    Pair{ErrorCode::PasswordInvalid, v1::ERROR_CODE_PASSWORD_INVALID},
    Pair{ErrorCode::RegistrationClosed, v1::ERROR_CODE_REGISTRATION_CLOSED},
    Pair{ErrorCode::AccountDisabled, v1::ERROR_CODE_ACCOUNT_DISABLED},
    Pair{ErrorCode::AccountDeleted, v1::ERROR_CODE_ACCOUNT_DELETED},
    Pair{ErrorCode::NoSuchConversation, v1::ERROR_CODE_NO_SUCH_CONVERSATION},
    Pair{ErrorCode::NoSuchUser, v1::ERROR_CODE_NO_SUCH_USER},
    Pair{ErrorCode::NoSuchEntry, v1::ERROR_CODE_NO_SUCH_ENTRY},
    Pair{ErrorCode::NotMember, v1::ERROR_CODE_NOT_MEMBER},
    Pair{ErrorCode::NotAllowed, v1::ERROR_CODE_NOT_ALLOWED},
    Pair{ErrorCode::OldGeneration, v1::ERROR_CODE_OLD_GENERATION},
    Pair{ErrorCode::LogEpochChanged, v1::ERROR_CODE_LOG_EPOCH_CHANGED},
    Pair{ErrorCode::UuidConflict, v1::ERROR_CODE_UUID_CONFLICT},
    Pair{ErrorCode::PredecessorMissing, v1::ERROR_CODE_PREDECESSOR_MISSING},
    Pair{ErrorCode::TextTooLong, v1::ERROR_CODE_TEXT_TOO_LONG},
    Pair{ErrorCode::TextEmpty, v1::ERROR_CODE_TEXT_EMPTY},
    Pair{ErrorCode::TitleInvalid, v1::ERROR_CODE_TITLE_INVALID},
    Pair{ErrorCode::AlreadyRecalled, v1::ERROR_CODE_ALREADY_RECALLED},
    Pair{ErrorCode::AlreadyPinned, v1::ERROR_CODE_ALREADY_PINNED},
    Pair{ErrorCode::NotPinned, v1::ERROR_CODE_NOT_PINNED},
    Pair{ErrorCode::TooManyPinned, v1::ERROR_CODE_TOO_MANY_PINNED},
    Pair{ErrorCode::ForwardingForbidden, v1::ERROR_CODE_FORWARDING_FORBIDDEN},
    Pair{ErrorCode::CursorBeyondHead, v1::ERROR_CODE_CURSOR_BEYOND_HEAD},
    Pair{ErrorCode::ListTooLong, v1::ERROR_CODE_LIST_TOO_LONG},
    Pair{ErrorCode::TooManyMemberships, v1::ERROR_CODE_TOO_MANY_MEMBERSHIPS},
    Pair{ErrorCode::TooManyCreated, v1::ERROR_CODE_TOO_MANY_CREATED},
    Pair{ErrorCode::PersonIsFull, v1::ERROR_CODE_PERSON_IS_FULL},
    Pair{ErrorCode::BlobMissing, v1::ERROR_CODE_BLOB_MISSING},
    Pair{ErrorCode::FileTooLarge, v1::ERROR_CODE_FILE_TOO_LARGE},
    Pair{ErrorCode::UserStorageFull, v1::ERROR_CODE_USER_STORAGE_FULL},
    Pair{ErrorCode::ServerStorageFull, v1::ERROR_CODE_SERVER_STORAGE_FULL},
    Pair{ErrorCode::HashMismatch, v1::ERROR_CODE_HASH_MISMATCH},
    Pair{ErrorCode::AttachmentInvalid, v1::ERROR_CODE_ATTACHMENT_INVALID},
    Pair{ErrorCode::NoSuchUpload, v1::ERROR_CODE_NO_SUCH_UPLOAD},
    Pair{ErrorCode::AvatarInvalid, v1::ERROR_CODE_AVATAR_INVALID},
    Pair{ErrorCode::EmojiInvalid, v1::ERROR_CODE_EMOJI_INVALID},
    Pair{ErrorCode::TooManyReactions, v1::ERROR_CODE_TOO_MANY_REACTIONS},
    Pair{ErrorCode::TooManyIgnored, v1::ERROR_CODE_TOO_MANY_IGNORED},
    Pair{ErrorCode::TooManyDrafts, v1::ERROR_CODE_TOO_MANY_DRAFTS},
    Pair{ErrorCode::TooManyScheduled, v1::ERROR_CODE_TOO_MANY_SCHEDULED},
    Pair{ErrorCode::DueTooFar, v1::ERROR_CODE_DUE_TOO_FAR},
    Pair{ErrorCode::TooManyFolders, v1::ERROR_CODE_TOO_MANY_FOLDERS},
    Pair{ErrorCode::NoSuchInvitation, v1::ERROR_CODE_NO_SUCH_INVITATION},
    Pair{ErrorCode::TooManyHidden, v1::ERROR_CODE_TOO_MANY_HIDDEN},
    Pair{ErrorCode::TooFast, v1::ERROR_CODE_TOO_FAST},
    Pair{ErrorCode::TooManyConnections, v1::ERROR_CODE_TOO_MANY_CONNECTIONS},
    Pair{ErrorCode::FrameTooLarge, v1::ERROR_CODE_FRAME_TOO_LARGE},
    Pair{ErrorCode::Unavailable, v1::ERROR_CODE_UNAVAILABLE},
});

} // namespace

int errorNumber(ErrorCode code)
{
    return errorCodes.toWire(code, v1::ERROR_CODE_UNKNOWN);
}

ErrorCode errorCode(int number)
{
    return errorCodes.toDomain(static_cast<v1::ErrorCode>(number), ErrorCode::Unknown);
}

} // namespace tidemark::wire
