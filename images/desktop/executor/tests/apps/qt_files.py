"""A Qt 5 window: a form, a tree, a table of 100 rows, a menu, and a closed list."""

from __future__ import annotations

from PyQt5.QtGui import QStandardItem, QStandardItemModel
from PyQt5.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QTableWidget,
    QTableWidgetItem,
    QTreeView,
    QWidget,
)

application = QApplication([])
application.setApplicationName("Files")
window = QMainWindow(windowTitle="Files")
window.menuBar().addMenu("File").addAction("Import")
grid = QGridLayout()
center = QWidget()
center.setLayout(grid)
window.setCentralWidget(center)

name, password, order = QLineEdit("py"), QLineEdit("geheim"), QComboBox()
password.setEchoMode(QLineEdit.Password)
order.addItems(["Name", "Size"])
order.insertSeparator(2)
order.addItems(["Owner", "Unknown", "Age", "Kind"])
order.model().item(4).setEnabled(False)
for row, (text, widget) in enumerate((("Filter", name), ("Secret", password), ("Sort by", order))):
    label = QLabel(text)
    label.setBuddy(widget)
    grid.addWidget(label, row, 0)
    grid.addWidget(widget, row, 1)
show = QCheckBox("Show secret")
show.toggled.connect(lambda on: password.setEchoMode(QLineEdit.Normal if on else QLineEdit.Password))
grid.addWidget(show, 3, 0)

model = QStandardItemModel()
model.setHorizontalHeaderLabels(["Name", "Size"])
for folder in ("docs", "src"):
    item = QStandardItem(folder)
    model.appendRow([item, QStandardItem("2 files")])
    for number in range(2):
        item.appendRow([QStandardItem(f"{folder}_{number}"), QStandardItem(f"{number} KB")])
tree = QTreeView()
tree.setModel(model)
tree.expand(model.index(1, 0))
grid.addWidget(tree, 4, 0, 1, 2)
table = QTableWidget(100, 2)
for row in range(100):
    for column in range(2):
        table.setItem(row, column, QTableWidgetItem(f"{row}/{column}"))
grid.addWidget(table, 5, 0, 1, 2)
places = QListWidget()
places.addItems(["Home", "Music"])
grid.addWidget(places, 6, 0, 1, 2)
window.resize(420, 680)
window.show()
name.setFocus()
application.exec_()
