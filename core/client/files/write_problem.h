#pragma once

#include <QString>

class QFileDevice;

namespace tidemark {

/// Returns, for the user, why a file cannot be written.
[[nodiscard]] QString writeProblem(const QFileDevice& file);

} // namespace tidemark
