#include "tests/e2e/desktop/accessible.h"

#include <QDBusArgument>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusVariant>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark::test {

namespace {

/// A busy machine may answer slowly.
constexpr int answerTimeoutMs = 20000;

QString interfaceOf(const char* name)
{
    return u"org.a11y.atspi."_s + QLatin1StringView(name);
}

} // namespace

QDBusArgument& operator<<(QDBusArgument& argument, const AccessibleReference& reference)
{
    argument.beginStructure();
    argument << reference.service << reference.path;
    argument.endStructure();
    return argument;
}

const QDBusArgument& operator>>(const QDBusArgument& argument, AccessibleReference& reference)
{
    argument.beginStructure();
    argument >> reference.service >> reference.path;
    argument.endStructure();
    return argument;
}

Accessible::Accessible(QDBusConnection bus, AccessibleReference reference)
    : m_bus(std::move(bus)), m_reference(std::move(reference))
{
    qDBusRegisterMetaType<AccessibleReference>();
    qDBusRegisterMetaType<QList<AccessibleReference>>();
}

QVariantList Accessible::call(const QString& interface, const QString& method,
                              const QVariantList& arguments) const
{
    if (!exists()) {
        return {};
    }
    QDBusMessage message =
        QDBusMessage::createMethodCall(m_reference.service, m_reference.path.path(), interface, method);
    message.setArguments(arguments);
    const QDBusMessage reply = m_bus->call(message, QDBus::Block, answerTimeoutMs);
    return reply.type() == QDBusMessage::ReplyMessage ? reply.arguments() : QVariantList();
}

QString Accessible::property(const QString& name) const
{
    const QVariantList reply =
        call(u"org.freedesktop.DBus.Properties"_s, u"Get"_s, {interfaceOf("Accessible"), name});
    return reply.isEmpty() ? QString() : reply.first().value<QDBusVariant>().variant().toString();
}

Role Accessible::role() const
{
    const QVariantList reply = call(interfaceOf("Accessible"), u"GetRole"_s);
    return reply.isEmpty() ? Role::Unknown : static_cast<Role>(reply.first().toUInt());
}

bool Accessible::has(State state) const
{
    const QVariantList reply = call(interfaceOf("Accessible"), u"GetState"_s);
    if (reply.isEmpty()) {
        return false;
    }
    const auto bits = qdbus_cast<QList<uint>>(reply.first());
    return !bits.isEmpty() && (bits.first() >> static_cast<uint>(state) & 1U) != 0;
}

bool Accessible::act() const
{
    const QVariantList reply = call(interfaceOf("Action"), u"DoAction"_s, {0});
    return !reply.isEmpty() && reply.first().toBool();
}

bool Accessible::grabFocus() const
{
    const QVariantList reply = call(interfaceOf("Component"), u"GrabFocus"_s);
    return !reply.isEmpty() && reply.first().toBool();
}

bool Accessible::setText(const QString& text) const
{
    const QVariantList reply = call(interfaceOf("EditableText"), u"SetTextContents"_s, {text});
    return !reply.isEmpty() && reply.first().toBool();
}

int Accessible::childCount() const
{
    const QVariantList reply =
        call(u"org.freedesktop.DBus.Properties"_s, u"Get"_s, {interfaceOf("Accessible"), u"ChildCount"_s});
    return reply.isEmpty() ? 0 : reply.first().value<QDBusVariant>().variant().toInt();
}

QList<Accessible> Accessible::children() const
{
    const QVariantList reply = call(interfaceOf("Accessible"), u"GetChildren"_s);
    QList<Accessible> children;
    if (reply.isEmpty()) {
        return children;
    }
    for (const AccessibleReference& child : qdbus_cast<QList<AccessibleReference>>(reply.first())) {
        children.append(Accessible(*m_bus, child));
    }
    return children;
}

void Accessible::walk(const std::function<void(const Accessible&, const QStringList&)>& visit) const
{
    walk(visit, {});
}

void Accessible::walk(const std::function<void(const Accessible&, const QStringList&)>& visit,
                      const QStringList& above) const
{
    visit(*this, above);
    const QStringList path = above + QStringList{name()};
    const QList<Accessible> all = children();
    for (const Accessible& child : all.first(std::min<qsizetype>(all.size(), maxChildren))) {
        if (child.has(State::Showing)) {
            child.walk(visit, path);
        }
    }
}

Accessible Accessible::findIf(const std::function<bool(const Accessible&)>& isWanted) const
{
    for (const Accessible& child : children()) {
        if (!child.has(State::Showing)) {
            continue;
        }
        if (isWanted(child)) {
            return child;
        }
        if (const Accessible found = child.findIf(isWanted); found.exists()) {
            return found;
        }
    }
    return {};
}

Accessible Accessible::find(Role role, const QString& name) const
{
    return findIf([&](const Accessible& one) { return one.role() == role && one.name() == name; });
}

Accessible Accessible::find(Role role, State state) const
{
    return findIf([&](const Accessible& one) { return one.role() == role && one.has(state); });
}

QStringList Accessible::names(Role role) const
{
    QStringList names;
    walk([&](const Accessible& one, const QStringList& /*above*/) {
        if (one.role() == role) {
            names += one.name();
        }
    });
    return names;
}

QString Accessible::tree() const
{
    QString lines;
    walk([&lines](const Accessible& one, const QStringList& above) {
        lines += u"%1%2 \"%3\" %4\n"_s.arg(QString(above.size() * 2, u' '))
                     .arg(static_cast<int>(one.role()))
                     .arg(one.name(), one.description());
    });
    return lines;
}

} // namespace tidemark::test
