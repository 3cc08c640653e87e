"""The collector of app state: an application's accessibility tree as the abstract tree that packages/app-state renders.

`app_windows` says which windows an application has, `capture` reads its tree, `linux` is the platform's face of it.
"""
