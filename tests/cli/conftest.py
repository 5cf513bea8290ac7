from kit.command import tacit

__all__ = ["tacit"]
