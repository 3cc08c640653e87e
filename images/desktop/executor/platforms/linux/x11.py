"""ctypes declarations for libX11, libXext (XShm), libXtst, libXdamage and libXfixes: only what is used. No logic.

Names, types and numbers are those of the C headers (X11/Xlib.h, X.h, extensions/XShm.h, XTest.h, Xdamage.h, Xfixes.h).
"""

from __future__ import annotations

import ctypes
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    Union,
    c_bool,
    c_char,
    c_char_p,
    c_int,
    c_long,
    c_short,
    c_ubyte,
    c_uint,
    c_ulong,
    c_ushort,
    c_void_p,
)

XID = c_ulong
Atom = c_ulong

# X.h
ANY_PROPERTY_TYPE = 0
CURRENT_TIME = 0
NONE = 0
POINTER_ROOT = 1
Z_PIXMAP = 2
ALL_PLANES = 0xFFFFFFFFFFFFFFFF
IS_VIEWABLE = 2
INPUT_OUTPUT = 1
PROP_MODE_REPLACE = 0
PROPERTY_NEW_VALUE, PROPERTY_DELETE = 0, 1
STRUCTURE_NOTIFY_MASK = 1 << 17
SUBSTRUCTURE_NOTIFY_MASK = 1 << 19
SUBSTRUCTURE_REDIRECT_MASK = 1 << 20
PROPERTY_CHANGE_MASK = 1 << 22
DESTROY_NOTIFY, UNMAP_NOTIFY, MAP_NOTIFY, REPARENT_NOTIFY, GRAVITY_NOTIFY = 17, 18, 19, 21, 24
CONFIGURE_NOTIFY, PROPERTY_NOTIFY, SELECTION_CLEAR, SELECTION_REQUEST, SELECTION_NOTIFY = 22, 28, 29, 30, 31
CLIENT_MESSAGE, MAPPING_NOTIFY = 33, 34
SHIFT_MASK, LOCK_MASK = 1, 2
BUTTON_MASKS = ((1, 1 << 8), (2, 1 << 9), (3, 1 << 10), (4, 1 << 11), (5, 1 << 12))
# damagewire.h
DAMAGE_REPORT_NON_EMPTY = 3


class XImage(Structure):
    """Xlib.h, up to the field that is needed; libX11 allocates the rest."""

    _fields_ = [
        ("width", c_int), ("height", c_int), ("xoffset", c_int), ("format", c_int), ("data", c_void_p),
        ("byte_order", c_int), ("bitmap_unit", c_int), ("bitmap_bit_order", c_int), ("bitmap_pad", c_int),
        ("depth", c_int), ("bytes_per_line", c_int), ("bits_per_pixel", c_int),
        ("red_mask", c_ulong), ("green_mask", c_ulong), ("blue_mask", c_ulong),
    ]


class XShmSegmentInfo(Structure):
    _fields_ = [("shmseg", XID), ("shmid", c_int), ("shmaddr", c_void_p), ("readOnly", c_int)]


class XRectangle(Structure):
    _fields_ = [("x", c_short), ("y", c_short), ("width", c_ushort), ("height", c_ushort)]


class XErrorEvent(Structure):
    _fields_ = [
        ("type", c_int), ("display", c_void_p), ("resourceid", XID), ("serial", c_ulong), ("error_code", c_ubyte),
        ("request_code", c_ubyte), ("minor_code", c_ubyte),
    ]


class XAnyEvent(Structure):
    _fields_ = [
        ("type", c_int), ("serial", c_ulong), ("send_event", c_int), ("display", c_void_p), ("window", XID),
    ]


class XConfigureEvent(Structure):
    _fields_ = [
        *XAnyEvent._fields_, ("configured", XID), ("x", c_int), ("y", c_int), ("width", c_int), ("height", c_int),
    ]


class XPropertyEvent(Structure):
    _fields_ = [*XAnyEvent._fields_, ("atom", Atom), ("time", c_ulong), ("state", c_int)]


class XSelectionRequestEvent(Structure):
    _fields_ = [
        *XAnyEvent._fields_, ("requestor", XID), ("selection", Atom), ("target", Atom), ("property", Atom),
        ("time", c_ulong),
    ]


class XSelectionEvent(Structure):
    """SelectionNotify: `window` of the common part is the requestor."""

    _fields_ = [
        *XAnyEvent._fields_, ("selection", Atom), ("target", Atom), ("property", Atom), ("time", c_ulong),
    ]


class XSelectionClearEvent(Structure):
    _fields_ = [*XAnyEvent._fields_, ("selection", Atom), ("time", c_ulong)]


class XClientMessageEvent(Structure):
    _fields_ = [*XAnyEvent._fields_, ("message_type", Atom), ("format", c_int), ("data", c_long * 5)]


class XEvent(Union):
    _fields_ = [
        ("type", c_int), ("any", XAnyEvent), ("configure", XConfigureEvent), ("property", XPropertyEvent),
        ("request", XSelectionRequestEvent), ("selection", XSelectionEvent), ("clear", XSelectionClearEvent),
        ("client", XClientMessageEvent), ("pad", c_long * 24),
    ]


class XWindowAttributes(Structure):
    _fields_ = [
        ("x", c_int), ("y", c_int), ("width", c_int), ("height", c_int), ("border_width", c_int), ("depth", c_int),
        ("visual", c_void_p), ("root", XID), ("class_", c_int), ("bit_gravity", c_int), ("win_gravity", c_int),
        ("backing_store", c_int), ("backing_planes", c_ulong), ("backing_pixel", c_ulong), ("save_under", c_int),
        ("colormap", XID), ("map_installed", c_int), ("map_state", c_int), ("all_event_masks", c_long),
        ("your_event_mask", c_long), ("do_not_propagate_mask", c_long), ("override_redirect", c_int),
        ("screen", c_void_p),
    ]


ErrorHandler = CFUNCTYPE(c_int, c_void_p, POINTER(XErrorEvent))
Dpy = c_void_p
Int, Uint, Ulong, Ptr = c_int, c_uint, c_ulong, c_void_p
UlongOut, IntOut, UintOut = POINTER(c_ulong), POINTER(c_int), POINTER(c_uint)
BytesOut = POINTER(POINTER(c_ubyte))

x11 = ctypes.CDLL("libX11.so.6")
xext = ctypes.CDLL("libXext.so.6")
xtst = ctypes.CDLL("libXtst.so.6")
xdamage = ctypes.CDLL("libXdamage.so.1")
xfixes = ctypes.CDLL("libXfixes.so.3")

#: library -> function -> (result type, argument types...)
_SIGNATURES: dict[ctypes.CDLL, dict[str, tuple[object, ...]]] = {
    x11: {
        "XInitThreads": (Int,),
        "XOpenDisplay": (Dpy, c_char_p),
        "XCloseDisplay": (Int, Dpy),
        "XSetErrorHandler": (Ptr, ErrorHandler),
        "XDefaultRootWindow": (XID, Dpy),
        "XDefaultVisual": (Ptr, Dpy, Int),
        "XDefaultDepth": (Int, Dpy, Int),
        "XConnectionNumber": (Int, Dpy),
        "XServerVendor": (c_char_p, Dpy),
        "XMaxRequestSize": (c_long, Dpy),
        "XSync": (Int, Dpy, Int),
        "XFlush": (Int, Dpy),
        "XPending": (Int, Dpy),
        "XNextEvent": (Int, Dpy, POINTER(XEvent)),
        "XSelectInput": (Int, Dpy, XID, c_long),
        "XSendEvent": (Int, Dpy, XID, Int, c_long, POINTER(XEvent)),
        "XFree": (Int, Ptr),
        "XInternAtom": (Atom, Dpy, c_char_p, Int),
        "XGetWindowProperty": (
            Int, Dpy, XID, Atom, c_long, c_long, Int, Atom, UlongOut, IntOut, UlongOut, UlongOut, BytesOut,
        ),
        "XChangeProperty": (Int, Dpy, XID, Atom, Atom, Int, Int, Ptr, Int),
        "XGetWindowAttributes": (Int, Dpy, XID, POINTER(XWindowAttributes)),
        "XTranslateCoordinates": (Int, Dpy, XID, XID, Int, Int, IntOut, IntOut, UlongOut),
        "XQueryTree": (Int, Dpy, XID, UlongOut, UlongOut, POINTER(UlongOut), UintOut),
        "XGetGeometry": (Int, Dpy, XID, UlongOut, IntOut, IntOut, UintOut, UintOut, UintOut, UintOut),
        "XGetInputFocus": (Int, Dpy, UlongOut, IntOut),
        "XQueryPointer": (Int, Dpy, XID, UlongOut, UlongOut, IntOut, IntOut, IntOut, IntOut, UintOut),
        "XQueryKeymap": (Int, Dpy, c_char * 32),
        "XDisplayKeycodes": (Int, Dpy, IntOut, IntOut),
        "XGetKeyboardMapping": (UlongOut, Dpy, c_ubyte, Int, IntOut),
        "XChangeKeyboardMapping": (Int, Dpy, Int, Int, UlongOut, Int),
        "XStringToKeysym": (Ulong, c_char_p), "XKeysymToString": (c_char_p, Ulong),
        "XCreateSimpleWindow": (XID, Dpy, XID, Int, Int, Uint, Uint, Uint, Ulong, Ulong),
        "XDestroyWindow": (Int, Dpy, XID),
        "XDeleteProperty": (Int, Dpy, XID, Atom),
        "XConvertSelection": (Int, Dpy, Atom, Atom, Atom, XID, Ulong),
        "XSetSelectionOwner": (Int, Dpy, Atom, XID, Ulong),
        "XGetSelectionOwner": (XID, Dpy, Atom),
        "XGetImage": (POINTER(XImage), Dpy, XID, Int, Int, Uint, Uint, Ulong, Int),
    },
    xext: {
        "XShmQueryExtension": (Int, Dpy),
        "XShmCreateImage": (
            POINTER(XImage), Dpy, Ptr, Uint, Int, Ptr, POINTER(XShmSegmentInfo), Uint, Uint,
        ),
        "XShmAttach": (Int, Dpy, POINTER(XShmSegmentInfo)),
        "XShmDetach": (Int, Dpy, POINTER(XShmSegmentInfo)),
        "XShmGetImage": (Int, Dpy, XID, POINTER(XImage), Int, Int, Ulong),
    },
    xtst: {
        "XTestQueryExtension": (Int, Dpy, IntOut, IntOut, IntOut, IntOut),
        "XTestFakeKeyEvent": (Int, Dpy, Uint, Int, Ulong),
        "XTestFakeButtonEvent": (Int, Dpy, Uint, Int, Ulong),
        "XTestFakeMotionEvent": (Int, Dpy, Int, Int, Int, Ulong),
        "XTestGrabControl": (Int, Dpy, Int),
    },
    xdamage: {
        "XDamageQueryExtension": (c_bool, Dpy, IntOut, IntOut),
        "XDamageCreate": (XID, Dpy, XID, Int),
        "XDamageSubtract": (None, Dpy, XID, XID, XID),
    },
    xfixes: {
        "XFixesQueryExtension": (c_bool, Dpy, IntOut, IntOut),
        "XFixesCreateRegion": (XID, Dpy, POINTER(XRectangle), Int),
        "XFixesFetchRegion": (POINTER(XRectangle), Dpy, XID, IntOut),
    },
}
for _library, _functions in _SIGNATURES.items():
    for _name, (_result, *_arguments) in _functions.items():
        _function = getattr(_library, _name)
        _function.restype, _function.argtypes = _result, _arguments
