#include "core/domain/protocol.h"

namespace tidemark::protocol {

ClientFrame::ClientFrame() = default;
ClientFrame::ClientFrame(const ClientFrame& other) = default;
ClientFrame::ClientFrame(ClientFrame&& other) noexcept = default;
ClientFrame& ClientFrame::operator=(const ClientFrame& other) = default;
ClientFrame& ClientFrame::operator=(ClientFrame&& other) noexcept = default;
ClientFrame::~ClientFrame() = default;

ServerFrame::ServerFrame() = default;
ServerFrame::ServerFrame(const ServerFrame& other) = default;
ServerFrame::ServerFrame(ServerFrame&& other) noexcept = default;
ServerFrame& ServerFrame::operator=(const ServerFrame& other) = default;
ServerFrame& ServerFrame::operator=(ServerFrame&& other) noexcept = default;
ServerFrame::~ServerFrame() = default;

} // namespace tidemark::protocol
