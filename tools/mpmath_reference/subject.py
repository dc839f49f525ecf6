"""What references are made of: a kernel, and the parameter of those that have one."""

from collections import namedtuple


class Subject(namedtuple("Subject", "kernel parameter", defaults=(None,))):
    __slots__ = ()

    def __str__(self):
        return self.kernel if self.parameter is None else f"{self.kernel}({self.parameter})"
