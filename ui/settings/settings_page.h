#pragma once

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace tidemark {

class SettingRow;

/// A part of the settings. Its rows stand one below the other.
class SettingsPage : public QWidget {
    Q_OBJECT
public:
    explicit SettingsPage(QWidget* parent = nullptr);

    struct Setting {
        QString name; ///< the object name of the control
        QString label;
        QString explained;
    };
    /// A combo box; `change` gets the index that the user has chosen.
    SettingRow* addChoice(const Setting& setting, const QStringList& words, int now,
                          const std::function<void(int)>& change);
    /// A check box, which is its own label.
    SettingRow* addSwitch(const Setting& setting, bool isOn, const std::function<void(bool)>& change);
    /// Any other control, below its label.
    SettingRow* addOther(const Setting& setting, QWidget* control);
    /// Adds a widget below the rows. The search ignores it.
    void addFoot(QWidget* widget);

    /// Shows only the rows that contain all words of `typed`; the words of `common` count for each row. An
    /// empty `typed` shows all rows. Returns whether any row is shown.
    bool find(const QString& typed, const QString& common);

private:
    SettingRow* add(SettingRow* row);

    QList<SettingRow*> m_rows;
    QVBoxLayout* m_column;
};

} // namespace tidemark
