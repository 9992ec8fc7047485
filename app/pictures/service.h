#pragma once

namespace tidemark {

/// Says that it is ready, and answers requests until the other side is gone. Returns the exit status.
[[nodiscard]] int answerRequests(int socket);

} // namespace tidemark
