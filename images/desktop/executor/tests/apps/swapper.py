"""Exchanges pairs of names as fast as the kernel can, until stdin ends. Prints "up", "enough" after so many of each, how many
it was at last. Arguments: the number, which a multiple of 500 must be, and the names."""

import ctypes
import os
import select
import sys

AT_FDCWD, RENAME_EXCHANGE, SYS_RENAMEAT2 = -100, 2, 316
rename = ctypes.CDLL(None, use_errno=True).syscall
enough, names = int(sys.argv[1]), [os.fsencode(name) for name in sys.argv[2:]]
pairs = list(zip(names[::2], names[1::2]))
calls = [
    tuple(map(ctypes.c_long, (SYS_RENAMEAT2, AT_FDCWD))) + (ctypes.c_char_p(one), ctypes.c_long(AT_FDCWD), ctypes.c_char_p(other), ctypes.c_long(RENAME_EXCHANGE))
    for one, other in pairs
]
count = 0
print("up", flush=True)
while not select.select([sys.stdin], [], [], 0)[0]:
    for _ in range(500):
        for call in calls:
            rename(*call)
    count += 500
    if count == enough:
        print("enough", flush=True)
print(count)
