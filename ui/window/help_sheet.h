#pragma once

#include "ui/look/theme.h"
#include "ui/session/choices/preferences.h"

#include <QDialog>

class QKeySequence;

namespace tidemark {

/// Lists all keys from the table of shortcuts(). It deletes itself when it is closed; the keys that open it
/// also close it.
class HelpSheet : public QDialog {
    Q_OBJECT
public:
    HelpSheet(const Theme& theme, SendKey sendKey, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeGroups(const Theme& theme, SendKey sendKey);
};

} // namespace tidemark
