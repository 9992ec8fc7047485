#pragma once

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace tidemark {

class SettingRow;

/// A part of the settings: its rows one below the other.
class SettingsPage : public QWidget {
    Q_OBJECT
public:
    explicit SettingsPage(QWidget* parent = nullptr);

    struct Setting {
        QString name; ///< of the control, as an object
        QString label;
        QString explained;
    };
    /// A list to choose one of; `change` gets the place of what the user has chosen.
    SettingRow* addChoice(const Setting& setting, const QStringList& words, int now,
                          const std::function<void(int)>& change);
    /// A box to tick, which is its own label.
    SettingRow* addSwitch(const Setting& setting, bool isOn, const std::function<void(bool)>& change);
    /// Any other control, below a label of its own.
    SettingRow* addOther(const Setting& setting, QWidget* control);
    /// Below the rows, found by no search.
    void addFoot(QWidget* widget);

    /// Shows only the rows that have all words of `typed`, the words of `common` being in each of them;
    /// nothing typed: all. Whether there is any.
    bool find(const QString& typed, const QString& common);

private:
    SettingRow* add(SettingRow* row);

    QList<SettingRow*> m_rows;
    QVBoxLayout* m_column;
};

} // namespace tidemark
