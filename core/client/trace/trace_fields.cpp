#include "core/client/trace/trace_fields.h"

#include "core/domain/request_caps.h"
#include "core/wire/codec.h"

#include <algorithm>

namespace tidemark::trace {

void FieldWriter::write(MessageUuid uuid)
{
    const QByteArray bytes(reinterpret_cast<const char*>(uuid.bytes.data()), qsizetype(uuid.bytes.size()));
    m_line.append(QString::fromLatin1(bytes.toHex()));
}

void FieldWriter::write(const std::vector<Attachment>& attachments)
{
    if (!attachments.empty()) { // the lines of messages without files are older than files
        write(attachments.size());
    }
}

void FieldReader::read(std::vector<Attachment>& attachments)
{
    std::uint64_t count = 0;
    read(count);
    attachments.resize(std::min<std::uint64_t>(count, caps::maxAttachments));
}

void FieldReader::read(MessageUuid& uuid)
{
    const QByteArray bytes = QByteArray::fromHex(take().toLatin1());
    if (bytes.size() == qsizetype(uuid.bytes.size())) {
        std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
    }
}

void FieldWriter::write(const protocol::ServerEnvelope& envelope)
{
    const std::string bytes = wire::encode(withoutText(envelope));
    m_line.append(QString::fromLatin1(QByteArray(bytes.data(), qsizetype(bytes.size())).toBase64()));
}

void FieldReader::read(protocol::ServerEnvelope& envelope)
{
    const QByteArray bytes = QByteArray::fromBase64(take().toLatin1());
    auto decoded = wire::decodeServer({bytes.constData(), std::size_t(bytes.size())});
    m_isValid = m_isValid && decoded.has_value();
    if (decoded) {
        envelope = std::move(decoded).value();
    }
}

} // namespace tidemark::trace
