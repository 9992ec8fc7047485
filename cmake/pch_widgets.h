// Precompiled for everything that uses Qt Widgets; see pch_pure.h.
#pragma once

#include "cmake/pch_core.h"
#include "core/client/client.h"

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
