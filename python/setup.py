"""Marks the wheel as one of a platform, and as one of every Python: its library is no extension module."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class BinaryDistribution(Distribution):
    """A distribution with a library of the platform."""

    def has_ext_modules(self) -> bool:
        """Return True: files go to the platform's folder."""
        return True


class AnyPython(bdist_wheel):
    """A wheel for every Python 3 of a platform."""

    def get_tag(self) -> tuple[str, str, str]:
        """Return the tag without a version of Python."""
        return "py3", "none", super().get_tag()[2]


setup(distclass=BinaryDistribution, cmdclass={"bdist_wheel": AnyPython})
