// Precompiled for everything that uses Qt Widgets; see pch_pure.h.
#pragma once

#include "core/client/client.h"
#include "pch_core.h"

#include <QAbstractListModel>
#include <QApplication>
#include <QBoxLayout>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QWidget>
