"""Acting on applications: elements are found again and operated by their toolkit's own means, keyboard and pointer last.

`linux` is the platform's face of it. APP_STATE.md, sections 5 to 8 and 10.
"""
