"""One Qt field. `qt_field.py FILE` adds what it holds to FILE after every change."""

from __future__ import annotations

import sys

from PyQt5 import QtWidgets
from save import append

application = QtWidgets.QApplication(["qt-field"])
window = QtWidgets.QMainWindow()
window.setWindowTitle("Qt field")
field = QtWidgets.QLineEdit()
field.setAccessibleName("Text")
field.textChanged.connect(lambda text: append(sys.argv[1], text))
window.setCentralWidget(field)
window.resize(600, 80)
window.show()
sys.exit(application.exec_())
