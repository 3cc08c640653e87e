from ..base import Region
class LinuxAccessibility:
    def is_ready(self): return False
    def begin_regions(self, call): return lambda: []
    def secure_regions(self, call): return [], True
    def close(self): pass
