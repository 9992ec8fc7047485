#include "tests/e2e/operating/nodes.h"

#include "tests/support/programs.h"

#include <algorithm>
#include <utility>

namespace tidemark::test {

Nodes::Nodes(const QStringList& serverArguments)
{
    auto started = PostgresCluster::start();
    if (!started) {
        m_absence = started.error();
        return;
    }
    m_cluster = std::move(started).value();
    const QString database = m_cluster->url(QStringLiteral("nodes"));
    int number = 0;
    for (auto& node : m_nodes) {
        node = std::make_unique<ServerProcess>(programPath(QStringLiteral("tidemark-server")), database,
                                               serverArguments);
        node->logTo(m_folder.filePath(QStringLiteral("node%1.log").arg(++number)));
    }
}

bool Nodes::start()
{
    return std::all_of(m_nodes.begin(), m_nodes.end(), [](const auto& node) { return node->start(); });
}

std::size_t Nodes::placeOf(const QString& url) const
{
    return m_nodes[0]->url() == url ? 0 : 1;
}

QString Nodes::list() const
{
    return m_nodes[0]->url() + QLatin1Char(',') + m_nodes[1]->url();
}

Device Nodes::device(const QString& user, const QString& name) const
{
    return {m_folder.path(), list(), user, name};
}

Device Nodes::deviceAt(std::size_t only, const QString& user, const QString& name) const
{
    return {m_folder.path(), m_nodes.at(only)->url(), user, name};
}

} // namespace tidemark::test
