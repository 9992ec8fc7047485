#include "tests/e2e/faults/faults.h"

namespace tidemark::test {

namespace {

#ifdef TIDEMARK_FAULT_LIBRARY
constexpr const char* library = TIDEMARK_FAULT_LIBRARY;
#else
constexpr const char* library = "";
#endif

constexpr const char* preloadVariable = "LD_PRELOAD";

} // namespace

Faults::Faults(const QString& file) : m_file(file)
{
    const bool isReady = QFile::exists(QString::fromUtf8(library)) && m_file.open(QFile::ReadWrite)
                         && m_file.resize(sizeof(FaultSettings));
    // A file of zeros is a structure of zeros, which means no faults.
    m_settings = isReady ? reinterpret_cast<FaultSettings*>(m_file.map(0, sizeof(FaultSettings))) : nullptr;
}

void Faults::clear()
{
    setWallShift(0);
    setSyncDelay(0);
    setWriteError(0);
    setFullFileCall(FileCall::None);
}

Faults::Begin::Begin(const Faults& faults)
{
    qputenv(preloadVariable, library);
    qputenv(faultFileVariable, faults.m_file.fileName().toUtf8());
}

Faults::Begin::~Begin()
{
    qunsetenv(preloadVariable);
    qunsetenv(faultFileVariable);
}

} // namespace tidemark::test
