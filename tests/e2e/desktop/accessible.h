#pragma once

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusObjectPath>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <functional>
#include <optional>

namespace tidemark::test {

/// The place of an object on the accessibility bus. Source: AT-SPI, "(so)".
struct AccessibleReference {
    QString service;
    QDBusObjectPath path;

    friend bool operator==(const AccessibleReference&, const AccessibleReference&) = default;
};

QDBusArgument& operator<<(QDBusArgument& argument, const AccessibleReference& reference);
const QDBusArgument& operator>>(const QDBusArgument& argument, AccessibleReference& reference);

/// The roles and states of AT-SPI that the tests need.
enum class Role : quint8 {
    CheckBox = 7,
    ComboBox = 11,
    Dialog = 16,
    Filler = 20,
    Frame = 23,
    Label = 29,
    List = 31,
    ListItem = 32,
    Menu = 33,
    MenuItem = 35,
    PasswordText = 40,
    PushButton = 43,
    RadioButton = 44,
    ScrollPane = 49,
    SpinButton = 52,
    Table = 55,
    TableCell = 56,
    Text = 61,
    ToggleButton = 62,
    Unknown = 67,
    Application = 75,
    Entry = 79,
};
enum class State : quint8 {
    Active = 1,
    Checked = 4,
    Enabled = 8,
    Focusable = 11,
    Focused = 12,
    Selected = 23,
    Showing = 25
};

/// An object as a program shows it to screen readers. It is a value: every call asks the program, and a
/// destroyed object answers with empty values.
class Accessible {
public:
    Accessible() = default;
    Accessible(QDBusConnection bus, AccessibleReference reference);

    [[nodiscard]] bool exists() const { return !m_reference.service.isEmpty(); }
    [[nodiscard]] const AccessibleReference& reference() const { return m_reference; }
    [[nodiscard]] QString name() const { return property(QStringLiteral("Name")); }
    [[nodiscard]] QString description() const { return property(QStringLiteral("Description")); }
    [[nodiscard]] Role role() const;
    [[nodiscard]] bool has(State state) const;
    /// Runs the first action, which menus, buttons and the like have. False if there is none or it failed.
    [[nodiscard]] bool act() const;
    [[nodiscard]] bool grabFocus() const;
    /// For text fields.
    [[nodiscard]] bool setText(const QString& text) const;

    [[nodiscard]] int childCount() const;
    [[nodiscard]] QList<Accessible> children() const;
    /// Calls `visit` for this object and all showing objects below it, with the names above them. Visits at
    /// most `maxChildren` children of an object.
    void walk(const std::function<void(const Accessible&, const QStringList&)>& visit) const;
    /// The first showing object below this one that `isWanted` accepts.
    [[nodiscard]] Accessible findIf(const std::function<bool(const Accessible&)>& isWanted) const;
    [[nodiscard]] Accessible find(Role role, const QString& name) const;
    [[nodiscard]] Accessible find(Role role, State state) const;
    /// The names of all showing objects below this one with this role.
    [[nodiscard]] QStringList names(Role role) const;
    /// A line for each object, for the message of a failed check.
    [[nodiscard]] QString tree() const;

    friend bool operator==(const Accessible& a, const Accessible& b)
    {
        return a.m_reference == b.m_reference;
    }

private:
    static constexpr int maxChildren = 60;

    [[nodiscard]] QString property(const QString& name) const;
    [[nodiscard]] QVariantList call(const QString& interface, const QString& method,
                                    const QVariantList& arguments = {}) const;
    void walk(const std::function<void(const Accessible&, const QStringList&)>& visit,
              const QStringList& above) const;

    std::optional<QDBusConnection> m_bus;
    AccessibleReference m_reference;
};

} // namespace tidemark::test

Q_DECLARE_METATYPE(tidemark::test::AccessibleReference)
