// Precompiled for everything that uses Qt Core; see pch_pure.h.
#pragma once

#include "core/domain/view.h"
#include "pch_pure.h"

#include <QByteArray>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QThread>
#include <QTimer>
#include <QVariant>
