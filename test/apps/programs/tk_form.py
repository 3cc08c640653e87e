"""A Tk form, which is not on the accessibility bus. `tk_form.py FILE` saves all it holds to FILE at every change."""

from __future__ import annotations

import sys
import tkinter

from save import save


def main(path: str) -> None:
    root = tkinter.Tk(className="tk-form")
    root.title("Tk form")
    root.geometry("400x200")
    text = tkinter.StringVar()
    pressed: list[str] = []
    keep = lambda *_: save(path, {"name": text.get(), "pressed": pressed})  # noqa: E731
    text.trace_add("write", keep)
    entry = tkinter.Entry(root, textvariable=text)
    entry.place(x=20, y=20, width=360, height=40)
    tkinter.Button(root, text="Send", command=lambda: (pressed.append("Send"), keep())).place(x=20, y=100, width=200, height=60)
    entry.focus_set()
    keep()
    root.mainloop()


main(sys.argv[1])
