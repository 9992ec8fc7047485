#include "core/wire/read_values.h"

#include "core/wire/enum_map.h"

namespace tidemark::wire {

namespace {

using PrivacyPair = std::pair<ReceiptPrivacy, v1::ReceiptPrivacy>;
constexpr EnumMap privacies(std::array{
    PrivacyPair{ReceiptPrivacy::Inherit, v1::RECEIPT_PRIVACY_INHERIT},
    PrivacyPair{ReceiptPrivacy::Public, v1::RECEIPT_PRIVACY_PUBLIC},
    PrivacyPair{ReceiptPrivacy::Private, v1::RECEIPT_PRIVACY_PRIVATE},
});

using ReadingPair = std::pair<ReadingPolicy, v1::ReadingPolicy>;
constexpr EnumMap readings(std::array{
    ReadingPair{ReadingPolicy::WhenSeen, v1::READING_POLICY_WHEN_SEEN},
    ReadingPair{ReadingPolicy::OnOpening, v1::READING_POLICY_ON_OPENING},
    ReadingPair{ReadingPolicy::ByHand, v1::READING_POLICY_BY_HAND},
});

using AddingPair = std::pair<AddingPolicy, v1::AddingPolicy>;
constexpr EnumMap addings(std::array{
    AddingPair{AddingPolicy::Default, v1::ADDING_POLICY_DEFAULT},
    AddingPair{AddingPolicy::Everybody, v1::ADDING_POLICY_EVERYBODY},
    AddingPair{AddingPolicy::Known, v1::ADDING_POLICY_KNOWN},
    AddingPair{AddingPolicy::Nobody, v1::ADDING_POLICY_NOBODY},
});

using CausePair = std::pair<CursorCause, v1::CursorCause>;
constexpr EnumMap causes(std::array{
    CausePair{CursorCause::Unknown, v1::CURSOR_CAUSE_UNKNOWN},
    CausePair{CursorCause::Seen, v1::CURSOR_CAUSE_SEEN},
    CausePair{CursorCause::MarkedRead, v1::CURSOR_CAUSE_MARKED_READ},
    CausePair{CursorCause::MarkedUnread, v1::CURSOR_CAUSE_MARKED_UNREAD},
    CausePair{CursorCause::Undo, v1::CURSOR_CAUSE_UNDO},
    CausePair{CursorCause::Joined, v1::CURSOR_CAUSE_JOINED},
    CausePair{CursorCause::Expired, v1::CURSOR_CAUSE_EXPIRED},
    CausePair{CursorCause::Trimmed, v1::CURSOR_CAUSE_TRIMMED},
    CausePair{CursorCause::Away, v1::CURSOR_CAUSE_AWAY},
    CausePair{CursorCause::Cleared, v1::CURSOR_CAUSE_CLEARED},
});

using RolePair = std::pair<Role, v1::Role>;
constexpr EnumMap roles(std::array{
    RolePair{Role::Member, v1::ROLE_MEMBER},
    RolePair{Role::Moderator, v1::ROLE_MODERATOR},
    RolePair{Role::Owner, v1::ROLE_OWNER},
});

} // namespace

v1::ReceiptPrivacy wirePrivacy(ReceiptPrivacy privacy)
{
    return privacies.toWire(privacy, v1::RECEIPT_PRIVACY_INHERIT);
}

ReceiptPrivacy readPrivacy(v1::ReceiptPrivacy privacy)
{
    return privacies.toDomain(privacy, ReceiptPrivacy::Private);
}

v1::ReadingPolicy wireReading(ReadingPolicy policy)
{
    return readings.toWire(policy, v1::READING_POLICY_WHEN_SEEN);
}

ReadingPolicy readReading(v1::ReadingPolicy policy)
{
    return readings.toDomain(policy, ReadingPolicy::ByHand);
}

v1::AddingPolicy wireAdding(AddingPolicy policy)
{
    return addings.toWire(policy, v1::ADDING_POLICY_DEFAULT);
}

AddingPolicy readAdding(v1::AddingPolicy policy)
{
    return addings.toDomain(policy, AddingPolicy::Nobody);
}

v1::CursorCause wireCause(CursorCause cause)
{
    return causes.toWire(cause, v1::CURSOR_CAUSE_UNKNOWN);
}

CursorCause readCause(v1::CursorCause cause)
{
    return causes.toDomain(cause, CursorCause::Unknown);
}

v1::Role wireRole(Role role)
{
    return roles.toWire(role, v1::ROLE_MEMBER);
}

Role readRole(v1::Role role)
{
    return roles.toDomain(role, Role::Member);
}

std::optional<Role> knownRole(v1::Role role)
{
    return roles.find(role);
}

void fillAccountSettings(v1::AccountSettings& message, const AccountSettings& settings)
{
    message.set_receipts(wirePrivacy(settings.receipts));
    message.set_version(settings.version);
    message.set_reading(wireReading(settings.reading));
    message.set_quiet_while_active(settings.quietWhileActive);
    message.set_adding(wireAdding(settings.adding));
}

AccountSettings readAccountSettings(const v1::AccountSettings& message)
{
    return {readPrivacy(message.receipts()), message.version(), readReading(message.reading()),
            !message.has_quiet_while_active() || message.quiet_while_active(), readAdding(message.adding())};
}

} // namespace tidemark::wire
