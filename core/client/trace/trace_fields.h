#pragma once

#include "core/client/trace/without_text.h"
#include "core/domain/conversation.h"
#include "core/domain/forwarding.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <QByteArray>
#include <QJsonArray>
#include <QString>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

/// Writes and reads the values in a trace's lines. The same list of fields (pointers to members) writes and
/// reads a line.
namespace tidemark::trace {

/// A text or token that the trace omits.
template <typename Owner>
struct Omitted {
    std::string Owner::*member;
    const std::string& placeholder;
};

inline constexpr std::tuple settingsFields{
    &ConversationSettings::muted,    &ConversationSettings::archived,   &ConversationSettings::pinned,
    &ConversationSettings::receipts, &ConversationSettings::mutedUntil,
};

/// Title and conversations are omitted.
inline constexpr std::tuple folderFields{&Folder::id, &Folder::rule};
inline constexpr std::tuple folderChangeFields{&FolderChange::uuid, &FolderChange::folder,
                                               &FolderChange::position, &FolderChange::isRemoved};
inline constexpr std::tuple sourceFields{&ForwardSource::conversation, &ForwardSource::logEpoch,
                                         &ForwardSource::seq};

template <typename T>
concept PlainNumber = std::integral<T> || std::is_enum_v<T>;

/// Appends values to a line.
class FieldWriter {
public:
    explicit FieldWriter(const QString& kind) : m_line{kind} {}

    template <typename Owner, typename... Fields>
    void write(const Owner& owner, const std::tuple<Fields...>& fields)
    {
        std::apply([&](const auto&... one) { (field(owner, one), ...); }, fields);
    }
    [[nodiscard]] const QJsonArray& line() const { return m_line; }

private:
    template <typename Owner, typename T>
    void field(const Owner& owner, T Owner::*member)
    {
        write(owner.*member);
    }
    template <typename Owner>
    void field(const Owner&, const Omitted<Owner>&)
    {
    }

    template <PlainNumber T>
    void write(T value)
    {
        // JSON numbers are doubles, which cannot hold all 64-bit ids.
        m_line.append(QString::number(static_cast<std::uint64_t>(value)));
    }
    template <typename Tag, typename Rep>
    void write(StrongId<Tag, Rep> id)
    {
        write(id.value);
    }
    /// Writes 0 for no value, and otherwise the value plus 1.
    template <PlainNumber T>
    void write(std::optional<T> value)
    {
        write(value ? static_cast<std::uint64_t>(*value) + 1 : std::uint64_t{0});
    }
    void write(UnixMs time) { write(time.value); }
    void write(Milliseconds time) { write(time.count()); }
    void write(const std::string& text) { m_line.append(QString::fromStdString(text)); }
    void write(MessageUuid uuid);
    /// Writes their number; only for the last field of a line.
    void write(const std::vector<Attachment>& attachments);
    /// Writes all of them; only for the last field of a line.
    void write(const std::vector<Seq>& seqs)
    {
        for (const Seq seq : seqs) {
            write(seq);
        }
    }
    void write(const ConversationSettings& settings) { write(settings, settingsFields); }
    void write(const Folder& folder) { write(folder, folderFields); }
    void write(const FolderChange& change) { write(change, folderChangeFields); }
    void write(const ForwardSource& source) { write(source, sourceFields); }
    void write(const protocol::ServerEnvelope& envelope);

    QJsonArray m_line;
};

/// Reads the values of a line in the order in which they were written. Missing values are 0.
class FieldReader {
public:
    explicit FieldReader(const QJsonArray& line) : m_line(line) {}

    template <typename Owner, typename... Fields>
    void read(Owner& owner, const std::tuple<Fields...>& fields)
    {
        std::apply([&](const auto&... one) { (field(owner, one), ...); }, fields);
    }
    /// False after a value that cannot have been written.
    [[nodiscard]] bool isValid() const { return m_isValid; }

private:
    template <typename Owner, typename T>
    void field(Owner& owner, T Owner::*member)
    {
        read(owner.*member);
    }
    template <typename Owner>
    void field(Owner& owner, const Omitted<Owner>& omitted)
    {
        owner.*omitted.member = omitted.placeholder;
    }

    [[nodiscard]] QString take() { return m_line.at(m_place++).toString(); }

    template <PlainNumber T>
    void read(T& value)
    {
        value = static_cast<T>(take().toULongLong());
    }
    template <typename Tag, typename Rep>
    void read(StrongId<Tag, Rep>& id)
    {
        read(id.value);
    }
    template <PlainNumber T>
    void read(std::optional<T>& value)
    {
        const std::uint64_t number = take().toULongLong();
        value = number == 0 ? std::optional<T>() : static_cast<T>(number - 1);
    }
    void read(UnixMs& time) { read(time.value); }
    void read(Milliseconds& time) { time = Milliseconds(take().toLongLong()); }
    void read(std::string& text) { text = take().toStdString(); }
    void read(MessageUuid& uuid);
    void read(std::vector<Attachment>& attachments);
    void read(std::vector<Seq>& seqs)
    {
        while (m_place < m_line.size()) {
            read(seqs.emplace_back());
        }
    }
    void read(ConversationSettings& settings) { read(settings, settingsFields); }
    void read(Folder& folder)
    {
        read(folder, folderFields);
        folder.title = omittedText;
    }
    void read(FolderChange& change) { read(change, folderChangeFields); }
    void read(ForwardSource& source) { read(source, sourceFields); }
    void read(protocol::ServerEnvelope& envelope);

    const QJsonArray& m_line;
    int m_place = 1; ///< 0 is the kind
    bool m_isValid = true;
};

} // namespace tidemark::trace
