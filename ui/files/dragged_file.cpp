#include "ui/files/dragged_file.h"

#include "ui/files/copied_file.h"

#include <QUrl>
#include <QVariant>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString uriList = u"text/uri-list"_s;

} // namespace

DraggedFile::DraggedFile(const QString& from, const QString& place)
    : m_place(place), m_problem(beginCopy(from, place))
{
}

bool DraggedFile::hasFormat(const QString& format) const
{
    return format == uriList;
}

QStringList DraggedFile::formats() const
{
    return {uriList};
}

QVariant DraggedFile::retrieveData(const QString& format, QMetaType /*type*/) const
{
    // A program that only looks at the formats while the pointer passes does not come here.
    if (format != uriList || !m_problem.result().isEmpty()) {
        return {};
    }
    return QVariantList{QUrl::fromLocalFile(m_place)};
}

} // namespace tidemark
