"""A Qt 5 form, table, tree and menu. `qt_form.py FILE` saves all it holds to FILE at every change, and counts what was pressed."""

from __future__ import annotations

import sys

from PyQt5 import QtWidgets
from save import save

CITIES = [("Aachen", "249000"), ("Bremen", "567000"), ("Chemnitz", "243000"), ("Dresden", "556000"), ("Erfurt", "214000")]
MANY = 400


class Form(QtWidgets.QMainWindow):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.pressed: list[str] = []
        self.setWindowTitle("Qt form")
        self.resize(940, 640)
        self.name = QtWidgets.QLineEdit()
        self.secret = QtWidgets.QLineEdit()
        self.secret.setEchoMode(QtWidgets.QLineEdit.Password)
        self.level = QtWidgets.QSpinBox()
        self.size_choice = QtWidgets.QComboBox()
        self.size_choice.addItems(["Small", "Medium", "Large"])
        self.news = QtWidgets.QCheckBox("Newsletter")
        self.terms = QtWidgets.QCheckBox("Accept terms")
        self.notes = QtWidgets.QPlainTextEdit()
        self.cities = self.table(["City", "People"], CITIES)
        self.rows = QtWidgets.QListWidget()
        self.rows.addItems([f"Item {n}" for n in range(MANY)])
        self.folders = QtWidgets.QTreeWidget()
        self.folders.setHeaderLabels(["Folder"])
        for name, children in (("docs", ["guide", "index"]), ("src", ["main"])):
            folder = QtWidgets.QTreeWidgetItem(self.folders, [name])
            for child in children:
                QtWidgets.QTreeWidgetItem(folder, [child])
        for widget, label in ((self.notes, "Notes"), (self.cities, "Cities"), (self.rows, "Items"), (self.folders, "Folders")):
            widget.setAccessibleName(label)

        form = QtWidgets.QFormLayout()
        form.addRow("Name", self.name)
        form.addRow("Password", self.secret)
        form.addRow("Level", self.level)
        form.addRow("Size", self.size_choice)
        form.addRow(self.news)
        form.addRow(self.terms)
        form.addRow(self.notes)
        send = QtWidgets.QPushButton("Send")
        send.clicked.connect(lambda: self.press("Send"))
        form.addRow(send)
        columns = QtWidgets.QHBoxLayout()
        columns.addLayout(form)
        for view in (self.cities, self.rows, self.folders):
            columns.addWidget(view)
        middle = QtWidgets.QWidget()
        middle.setLayout(columns)
        self.setCentralWidget(middle)
        file = self.menuBar().addMenu("File")
        for name in ("New", "Duplicate"):
            file.addAction(name, lambda name=name: self.press(name))
        self.grid_lines = self.menuBar().addMenu("View").addAction("Grid lines")
        self.grid_lines.setCheckable(True)
        self.listen()
        self.name.setFocus()
        self.save()

    def table(self, titles: list[str], rows: list[tuple[str, ...]]) -> QtWidgets.QTableWidget:
        view = QtWidgets.QTableWidget(len(rows), len(titles))
        view.setHorizontalHeaderLabels(titles)
        view.verticalHeader().hide()
        view.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectRows)
        view.setEditTriggers(QtWidgets.QAbstractItemView.NoEditTriggers)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                view.setItem(row, column, QtWidgets.QTableWidgetItem(text))
        return view

    def listen(self) -> None:
        self.name.textChanged.connect(self.save)
        self.secret.textChanged.connect(self.save)
        self.notes.textChanged.connect(self.save)
        self.level.valueChanged.connect(self.save)
        self.size_choice.currentIndexChanged.connect(self.save)
        for toggle in (self.news, self.terms, self.grid_lines):
            toggle.toggled.connect(self.save)
        self.cities.itemSelectionChanged.connect(self.save)
        self.rows.itemSelectionChanged.connect(self.save)
        self.folders.itemSelectionChanged.connect(self.save)
        self.folders.itemExpanded.connect(self.save)
        self.folders.itemCollapsed.connect(self.save)

    def press(self, what: str) -> None:
        self.pressed.append(what)
        self.save()

    def save(self, *_change: object) -> None:
        cities = self.cities.selectedItems()
        items = self.rows.selectedItems()
        folders = self.folders.selectedItems()
        top = [self.folders.topLevelItem(at) for at in range(self.folders.topLevelItemCount())]
        save(
            self.path,
            {
                "name": self.name.text(),
                "secret": self.secret.text(),
                "level": self.level.value(),
                "size": self.size_choice.currentText(),
                "news": self.news.isChecked(),
                "terms": self.terms.isChecked(),
                "gridLines": self.grid_lines.isChecked(),
                "notes": self.notes.toPlainText(),
                "city": cities[0].text() if cities else None,
                "item": items[0].text() if items else None,
                "folder": folders[0].text(0) if folders else None,
                "expanded": [item.text(0) for item in top if item.isExpanded()],
                "pressed": self.pressed,
            },
        )


application = QtWidgets.QApplication(["qt-form"])
application.setApplicationDisplayName("Qt form")
form = Form(sys.argv[1])
form.show()
sys.exit(application.exec_())
